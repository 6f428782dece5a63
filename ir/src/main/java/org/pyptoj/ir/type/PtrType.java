package org.pyptoj.ir.type;

/** The handle of a window allocation: what {@code pld.alloc_window_buffer} returns. */
public record PtrType() implements Type {
  public static final PtrType INSTANCE = new PtrType();

  @Override
  public String kind() {
    return "Ptr";
  }
}
