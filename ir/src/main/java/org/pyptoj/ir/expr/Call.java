package org.pyptoj.ir.expr;

import java.util.List;
import java.util.Objects;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.type.Type;

/**
 * A call of an op. Operands are positional in the order of the op's row; trailing optional ones may
 * be missing.
 *
 * @param op the op
 * @param args its operands
 * @param attrs its attributes
 * @param type the result's type, as the op's type rule deduces it
 * @param span where it is written
 */
public record Call(Op op, List<Expr> args, Attrs attrs, Type type, Span span) implements Expr {

  public Call {
    args = List.copyOf(args);
    Objects.requireNonNull(type);
  }

  /** The operand at a position, or null where a trailing one is missing. */
  public Expr arg(int index) {
    return index < args.size() ? args.get(index) : null;
  }

  /** The same call with other operands. */
  public Call withArgs(List<Expr> other) {
    return new Call(op, other, attrs, type, span);
  }

  /** The same call with another result type. */
  public Call withType(Type other) {
    return new Call(op, args, attrs, other, span);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Call that
        && op == that.op
        && args.equals(that.args)
        && attrs.equals(that.attrs)
        && type.equals(that.type);
  }

  @Override
  public int hashCode() {
    return Objects.hash(op, args, attrs);
  }
}
