package org.pyptoj.ir.stmt;

import org.pyptoj.ir.Span;

/** A statement. */
public sealed interface Stmt
    permits Assign, Eval, For, While, If, Yield, Return, Scope, Break, Continue {

  Span span();
}
