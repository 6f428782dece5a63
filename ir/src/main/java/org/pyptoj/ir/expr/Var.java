package org.pyptoj.ir.expr;

import java.util.Objects;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.Type;

/**
 * A named value. Two variables are the same only when they are the same object; names may repeat.
 */
public final class Var implements Expr {

  private final String name;
  private final Type type;
  private final Span span;

  public Var(String name, Type type, Span span) {
    this.name = Objects.requireNonNull(name);
    this.type = Objects.requireNonNull(type);
    this.span = Objects.requireNonNull(span);
  }

  public String name() {
    return name;
  }

  @Override
  public Type type() {
    return type;
  }

  @Override
  public Span span() {
    return span;
  }

  @Override
  public String toString() {
    return name;
  }
}
