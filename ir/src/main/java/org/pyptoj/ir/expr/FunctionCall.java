package org.pyptoj.ir.expr;

import java.util.List;
import java.util.Objects;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.Type;

/**
 * A call of another function of the program: a dispatch from the host, a task from an
 * orchestration.
 *
 * @param callee the function's name
 * @param args its arguments, in the order of the callee's parameters
 * @param attrs {@code device} (an {@link Expr}), {@code deps} and what passes add
 * @param type the result's type
 * @param span where it is written
 */
public record FunctionCall(String callee, List<Expr> args, Attrs attrs, Type type, Span span)
    implements Expr {

  public FunctionCall {
    args = List.copyOf(args);
    Objects.requireNonNull(type);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FunctionCall that
        && callee.equals(that.callee)
        && args.equals(that.args)
        && attrs.equals(that.attrs)
        && type.equals(that.type);
  }

  @Override
  public int hashCode() {
    return Objects.hash(callee, args, attrs);
  }
}
