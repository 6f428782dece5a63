package org.pyptoj.ir.stmt;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Var;

/**
 * A region with a meaning of its own.
 *
 * @param kind which
 * @param attrs its arguments
 * @param taskId the variable that {@code with ... as name} binds, or null
 * @param body statements
 * @param span where it is written
 */
public record Scope(ScopeKind kind, Attrs attrs, Var taskId, Block body, Span span)
    implements Stmt {}
