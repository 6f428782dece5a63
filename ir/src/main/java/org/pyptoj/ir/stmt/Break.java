package org.pyptoj.ir.stmt;

import org.pyptoj.ir.Span;

/**
 * Leaves the innermost loop.
 *
 * @param span where it is written
 */
public record Break(Span span) implements Stmt {}
