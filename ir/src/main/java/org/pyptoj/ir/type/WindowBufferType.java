package org.pyptoj.ir.type;

/** A materialised window slot of a comm domain. */
public record WindowBufferType() implements Type {
  public static final WindowBufferType INSTANCE = new WindowBufferType();

  @Override
  public String kind() {
    return "WindowBuffer";
  }
}
