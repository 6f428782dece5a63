package org.pyptoj.ir.expr;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.Access;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.ir.op.ParamRole;
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

  /**
   * An operand beside the parameter that it is for.
   *
   * @param access what this call does with its memory
   */
  public record Operand(OpParam param, Expr value, Access access) {}

  /** The operands that are given, in the order of the row. */
  public List<Operand> operands() {
    List<Operand> operands = new ArrayList<>(args.size());
    for (OpParam param : op.signature().params()) {
      if (param.isOperand() && operands.size() < args.size()) {
        operands.add(new Operand(param, args.get(operands.size()), access(param)));
      }
    }
    return operands;
  }

  /** An atomic add changes what a plain store overwrites. */
  private Access access(OpParam param) {
    return param.access() == Access.WRITE && attrs.get("atomic") == AtomicType.ADD
        ? Access.UPDATE
        : param.access();
  }

  /**
   * The operand of a role, or null where it is not given.
   *
   * @throws IllegalArgumentException where the op has no such operand
   */
  public Expr operand(ParamRole role) {
    int index = op.signature().indexOf(role);
    if (index < 0) {
      throw new IllegalArgumentException(op.fullName() + " has no operand " + role);
    }
    return arg(index);
  }

  /** The same call with another value for an operand. */
  public Call withOperand(ParamRole role, Expr value) {
    int index = op.signature().indexOf(role);
    if (value.equals(arg(index))) {
      return this;
    }
    List<Expr> other = new ArrayList<>(args);
    if (index == args.size()) {
      other.add(value);
    } else {
      other.set(index, value);
    }
    return withArgs(other);
  }

  /** The operand whose memory the result shares, or null where the result has its own. */
  public Expr sharedOperand() {
    ParamRole role = op.result().shared();
    return role == null ? null : operand(role);
  }

  /** The operand at a position, or null where a trailing one is missing. */
  public Expr arg(int index) {
    return index < args.size() ? args.get(index) : null;
  }

  /** The same call with other operands. */
  public Call withArgs(List<Expr> other) {
    return new Call(op, other, attrs, type, span);
  }

  /** The same call with other attributes. */
  public Call withAttrs(Attrs other) {
    return new Call(op, args, other, type, span);
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
