package org.pyptoj.ir.type;

/** The communication context of a window: what {@code pld.get_comm_ctx} returns. */
public record CommCtxType() implements Type {
  public static final CommCtxType INSTANCE = new CommCtxType();

  @Override
  public String kind() {
    return "CommCtx";
  }
}
