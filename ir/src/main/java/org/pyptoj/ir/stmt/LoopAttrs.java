package org.pyptoj.ir.stmt;

import org.pyptoj.ir.expr.AttrKey;

/** What a loop says beside its bounds. */
public final class LoopAttrs {

  /** How many iterations of a {@code pl.pipeline} loop overlap. */
  public static final AttrKey<Long> STAGE = AttrKey.integer("stage", 2);

  private LoopAttrs() {}
}
