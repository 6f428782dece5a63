package org.pyptoj.ir.type;

/** The result of an op that exists for its effect alone. */
public record UnknownType() implements Type {
  public static final UnknownType INSTANCE = new UnknownType();

  @Override
  public String kind() {
    return "Unknown";
  }
}
