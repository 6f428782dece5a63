package org.pyptoj.ir.expr;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.Access;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.type.Type;

/**
 * A call of an op. It holds the operands that are given, in the order of the op's row, and knows
 * which ones they are: any optional one may be missing. Who wants a certain one asks for it by its
 * role.
 *
 * @param op the op
 * @param args the operands that are given; no list, since places mean nothing outside of the row
 * @param given which operands these are: bit {@code i} stands for the row's operand {@code i}
 * @param attrs its attributes
 * @param type the result's type, as the op's type rule deduces it
 * @param span where it is written
 */
public record Call(Op op, Collection<Expr> args, long given, Attrs attrs, Type type, Span span)
    implements Expr {

  public Call {
    args = List.copyOf(args);
    Objects.requireNonNull(type);
    if (Long.bitCount(given) != args.size()) {
      throw new IllegalArgumentException(
          op
              + " is given "
              + args.size()
              + " operands for "
              + Long.bitCount(given)
              + " parameters");
    }
  }

  /**
   * A call whose operands are given parameter by parameter.
   *
   * @param operands the operands in the order of the row; null for one that is not given, and
   *     nothing for those that follow the last one
   */
  public Call(Op op, List<Expr> operands, Attrs attrs, Type type, Span span) {
    this(
        op,
        operands.stream().filter(Objects::nonNull).toList(),
        given(operands),
        attrs,
        type,
        span);
  }

  private static long given(List<Expr> operands) {
    long given = 0;
    for (int i = 0; i < operands.size(); i++) {
      given |= operands.get(i) == null ? 0 : 1L << i;
    }
    return given;
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
    List<OpParam> params = op.signature().operands();
    for (int i = 0; i < params.size(); i++) {
      if (isGiven(i)) {
        OpParam param = params.get(i);
        operands.add(new Operand(param, list().get(operands.size()), access(param)));
      }
    }
    return operands;
  }

  /**
   * The operands parameter by parameter, null where one is not given: what makes the same call
   * again.
   */
  public List<Expr> byParameter() {
    List<Expr> all = new ArrayList<>();
    int count = Long.SIZE - Long.numberOfLeadingZeros(given);
    for (int i = 0; i < count; i++) {
      all.add(at(i));
    }
    return all;
  }

  private boolean isGiven(int place) {
    return place < Long.SIZE && (given >>> place & 1) != 0;
  }

  private Expr at(int place) {
    return isGiven(place) ? list().get(before(place)) : null;
  }

  private List<Expr> list() {
    return (List<Expr>) args;
  }

  private int before(int place) {
    return Long.bitCount(given & (1L << place) - 1);
  }

  /** An atomic add changes what a plain store overwrites. */
  private Access access(OpParam param) {
    return param.access() == Access.WRITE && attrs.get(OpAttrs.ATOMIC) == AtomicType.ADD
        ? Access.UPDATE
        : param.access();
  }

  /** The operand of a role, or null where it is not given or the op has none of that role. */
  public Expr optional(ParamRole role) {
    return op.signature().operand(role) == null ? null : operand(role);
  }

  /**
   * The operand of a role, or null where it is not given.
   *
   * @throws IllegalArgumentException where the op has no such operand
   */
  public Expr operand(ParamRole role) {
    return at(place(role));
  }

  /** Whether the op has an operand of a role and it is given. */
  public boolean has(ParamRole role) {
    return op.signature().has(role) && operand(role) != null;
  }

  private int place(ParamRole role) {
    int place = op.signature().indexOf(role);
    if (place < 0) {
      throw new IllegalArgumentException(op.fullName() + " has no operand " + role);
    }
    return place;
  }

  /** The same call with another value for an operand, which it need not have had. */
  public Call withOperand(ParamRole role, Expr value) {
    int place = place(role);
    if (value.equals(at(place))) {
      return this;
    }
    List<Expr> other = new ArrayList<>(args);
    if (isGiven(place)) {
      other.set(before(place), value);
    } else {
      other.add(before(place), value);
    }
    return new Call(op, other, given | 1L << place, attrs, type, span);
  }

  /** The value of an attribute, or where it is not given, what the op's row says. */
  public <T> T attr(AttrKey<T> key) {
    return attrs.has(key) ? attrs.get(key) : op.signature().absent(key);
  }

  /** The operand whose memory the result shares, or null where the result has its own. */
  public Expr sharedOperand() {
    ParamRole role = op.result().shared();
    return role == null ? null : operand(role);
  }

  /** The same call with other values for the operands that are given. */
  public Call withArgs(Collection<Expr> other) {
    return new Call(op, other, given, attrs, type, span);
  }

  /** The call with each operand changed, or the call itself where none is. */
  public Call mapOperands(UnaryOperator<Expr> change) {
    List<Expr> other = new ArrayList<>(args.size());
    boolean same = true;
    for (Expr operand : args) {
      Expr changed = change.apply(operand);
      same &= changed == operand;
      other.add(changed);
    }
    return same ? this : withArgs(other);
  }

  /** The same call with other attributes. */
  public Call withAttrs(Attrs other) {
    return new Call(op, args, given, other, type, span);
  }

  /** The same call with another result type. */
  public Call withType(Type other) {
    return new Call(op, args, given, attrs, other, span);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Call that
        && op == that.op
        && given == that.given
        && args.equals(that.args)
        && attrs.equals(that.attrs)
        && type.equals(that.type);
  }

  @Override
  public int hashCode() {
    return Objects.hash(op, args, attrs);
  }
}
