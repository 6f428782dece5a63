package org.pyptoj.ir.stmt;

import org.pyptoj.ir.Span;

/**
 * Goes on with the innermost loop's next iteration.
 *
 * @param span where it is written
 */
public record Continue(Span span) implements Stmt {}
