package org.pyptoj.passes.invariant;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;

/**
 * Whether two types of one value contradict each other. A memory space, a buffer or a window that
 * only one of them names is no contradiction, since passes fill these in; extents contradict each
 * other where both are constants and differ.
 */
final class TypeAgreement {

  /** How much of two types has to agree. */
  enum Strictness {
    /** One value under two names. */
    SAME,
    /** A value and what it is handed on as: valid boxes may differ from round to round. */
    CARRIED,
    /** An argument and a parameter: numbers are converted, tensors may have other shapes. */
    PASSED,
    /**
     * An argument and a parameter of a builtin kernel, which reads a rank's own slice of a window
     * as any other memory.
     */
    BUILTIN;

    boolean isCall() {
      return this == PASSED || this == BUILTIN;
    }
  }

  private TypeAgreement() {}

  /** What differs, as a noun with its two values, or nothing. */
  static Optional<String> difference(Type one, Type other, Strictness strictness) {
    if (one instanceof UnknownType || other instanceof UnknownType) {
      return one.equals(other) || strictness.isCall() ? Optional.empty() : kinds(one, other);
    }
    boolean memory =
        strictness == Strictness.BUILTIN
            && one instanceof TensorLike
            && other instanceof TensorLike;
    if (!one.kind().equals(other.kind()) && !memory) {
      return kinds(one, other);
    }
    return switch (one) {
      case ScalarType a -> scalar(a, (ScalarType) other, strictness);
      case TensorLike a -> tensor(a, (TensorLike) other, strictness);
      case TileType a -> tile(a, (TileType) other, strictness);
      case TupleType a -> tuple(a, (TupleType) other, strictness);
      default -> one.equals(other) ? Optional.empty() : kinds(one, other);
    };
  }

  private static Optional<String> kinds(Type one, Type other) {
    return values("type", Printer.print(one), Printer.print(other));
  }

  private static Optional<String> scalar(ScalarType a, ScalarType b, Strictness strictness) {
    boolean fits =
        a.dtype() == b.dtype()
            || (strictness.isCall() && a.dtype().isFloat() == b.dtype().isFloat())
            // A bare integer constant is an INDEX until it meets another integer.
            || (strictness == Strictness.CARRIED && a.dtype().isInteger() && b.dtype().isInteger());
    return fits ? Optional.empty() : element(a.dtype().dslName(), b.dtype().dslName());
  }

  private static Optional<String> element(String a, String b) {
    return values("element type", a, b);
  }

  private static Optional<String> tensor(TensorLike a, TensorLike b, Strictness strictness) {
    if (a.dtype() != b.dtype()) {
      return element(a.dtype().dslName(), b.dtype().dslName());
    }
    if (strictness.isCall() && a.rank() != b.rank()) {
      return Optional.empty();
    }
    Optional<String> shape = extents("shape", a.shape(), b.shape());
    return shape.isPresent() || strictness != Strictness.SAME
        ? shape
        : extents("valid box", a.validShape(), b.validShape());
  }

  private static Optional<String> tile(TileType a, TileType b, Strictness strictness) {
    if (a.dtype() != b.dtype()) {
      return element(a.dtype().dslName(), b.dtype().dslName());
    }
    Optional<String> shape = extents("shape", a.shape(), b.shape());
    if (shape.isPresent()) {
      return shape;
    }
    if (strictness == Strictness.SAME) {
      Optional<String> valid = extents("valid box", a.validShape(), b.validShape());
      if (valid.isPresent()) {
        return valid;
      }
    }
    if (a.space() != null && b.space() != null && a.space() != b.space()) {
      return values("memory", a.space().dslName(), b.space().dslName());
    }
    return a.layout().pad() == b.layout().pad() || strictness != Strictness.SAME
        ? Optional.empty()
        : values("padding", a.layout().pad().text(), b.layout().pad().text());
  }

  private static Optional<String> tuple(TupleType a, TupleType b, Strictness strictness) {
    if (a.elements().size() != b.elements().size()) {
      return values("size", "" + a.elements().size(), "" + b.elements().size());
    }
    for (int i = 0; i < a.elements().size(); i++) {
      Optional<String> difference =
          difference(a.elements().get(i), b.elements().get(i), strictness);
      if (difference.isPresent()) {
        int index = i;
        return difference.map(d -> "element " + index + "'s " + d);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> extents(String what, List<Expr> a, List<Expr> b) {
    boolean differ = a.size() != b.size();
    for (int i = 0; i < a.size() && !differ; i++) {
      Long one = Scalars.constant(a.get(i));
      Long other = Scalars.constant(b.get(i));
      differ = one != null && other != null && !Objects.equals(one, other);
    }
    return differ ? values(what, text(a), text(b)) : Optional.empty();
  }

  private static String text(List<Expr> extents) {
    return "[" + String.join(", ", extents.stream().map(Printer::print).toList()) + "]";
  }

  private static Optional<String> values(String what, String a, String b) {
    return Optional.of(what + " is " + a + " and not " + b);
  }
}
