package org.pyptoj.verifier;

import static org.pyptoj.verifier.TileRule.*;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.ScalarFn;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;

/** Ops that compute each element from the elements at the same place, on tiles and on tensors. */
final class ElementwiseRules {

  private static final Set<DataType> DIVISIBLE =
      EnumSet.of(DataType.INT16, DataType.INT32, DataType.FP16, DataType.FP32);
  private static final Set<DataType> SUBTRACTABLE =
      EnumSet.of(
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.FP16,
          DataType.FP32,
          DataType.BF16);
  private static final Set<DataType> HALF_OR_SINGLE = EnumSet.of(DataType.FP16, DataType.FP32);
  private static final Set<DataType> FLOATS =
      EnumSet.of(DataType.FP16, DataType.BF16, DataType.FP32);
  private static final Set<DataType> WORDS = EnumSet.of(DataType.INT16, DataType.UINT16);
  private static final Set<String> CAST_MODES =
      Set.of("none", "rint", "round", "floor", "ceil", "trunc", "odd");

  /** Bits of a comparison's mask in one byte, and bytes that its rows are rounded up to. */
  private static final long MASK_BITS = 8;

  private static final long MASK_ROW_BYTES = 32;

  /** Equal, not equal, less, less or equal, greater, greater or equal. */
  private static final long COMPARISONS = 6;

  private ElementwiseRules() {}

  static Call unary(CallCheck call) {
    String param = call.op().signature().operands().getFirst().name();
    Operand operand = Operand.of(call, param);
    if (operand == null) {
      return call.done(UnknownType.INSTANCE);
    }
    switch (call.op().fn()) {
      case LOG -> supported(call, param, operand, HALF_OR_SINGLE);
      case SIN, COS -> supported(call, param, operand, EnumSet.of(DataType.FP32));
      case EXP, SQRT, RSQRT, RECIP -> supported(call, param, operand, FLOATS);
      case NOT -> supported(call, param, operand, WORDS);
      case NEG, ABS, RELU -> {}
      default -> throw new IllegalStateException(call.op() + " is no unary op");
    }
    if (call.op().fn() == ScalarFn.RECIP && call.attrs().flag("high_precision")) {
      supported(call, param, operand, HALF_OR_SINGLE);
    }
    scratch(call, "tmp", operand, true);
    return call.done(operand.result(operand.dtype(), operand.shape(), operand.valid()));
  }

  static Call cast(CallCheck call) {
    String param = call.op().signature().operands().getFirst().name();
    Operand operand = Operand.of(call, param);
    DataType wanted = call.attrs().get("target_type", DataType.class);
    String mode = call.attrs().textOr("mode", "round");
    call.require(
        CAST_MODES.contains(mode),
        CAST_MODE,
        "mode",
        "mode \"" + mode + "\" does not exist",
        "use none, rint, round, floor, ceil, trunc or odd");
    if (operand == null || wanted == null) {
      return call.done(UnknownType.INSTANCE);
    }
    call.require(
        operand.dtype() != wanted,
        CAST_SAME,
        "target_type",
        param + " is " + wanted.dslName() + " already",
        "leave the cast out");
    return call.done(operand.result(wanted, operand.shape(), operand.valid()));
  }

  static Call binary(CallCheck call) {
    Operand lhs = Operand.of(call, "lhs");
    Operand rhs = Operand.of(call, "rhs");
    call.kind("tmp", OPERAND_KIND, TileType.class, "a Tile", "create it with pl.tile.create");
    if (lhs == null || rhs == null) {
      return call.done(UnknownType.INSTANCE);
    }
    ScalarFn fn = call.op().fn();
    boolean shift = fn == ScalarFn.SHL || fn == ScalarFn.SHR;
    if (isBitwise(fn)) {
      integer(call, "lhs", lhs.dtype());
      integer(call, "rhs", rhs.dtype());
    }
    if (fn == ScalarFn.DIV) {
      supported(call, "lhs", lhs, DIVISIBLE);
    }
    if (!shift) {
      sameDtype(call, lhs, rhs);
    }
    return call.done(combined(call, lhs, rhs));
  }

  /** The choice between two tiles by a mask. */
  static Call select(CallCheck call) {
    call.tile("mask");
    call.tile("tmp");
    Operand lhs = Operand.of(call, "lhs");
    Operand rhs = Operand.of(call, "rhs");
    if (lhs == null || rhs == null) {
      return call.done(UnknownType.INSTANCE);
    }
    sameDtype(call, lhs, rhs);
    return call.done(combined(call, lhs, rhs));
  }

  private static void sameDtype(CallCheck call, Operand lhs, Operand rhs) {
    call.require(
        lhs.dtype() == rhs.dtype(),
        SAME_DTYPE,
        "rhs",
        "rhs is " + rhs.dtype().dslName() + ", but lhs is " + lhs.dtype().dslName(),
        "cast one of them: pl.cast(..., pl." + lhs.dtype().dslName() + ")");
  }

  private static Type combined(CallCheck call, Operand lhs, Operand rhs) {
    List<Expr> shape = Shapes.broadcast(lhs.shape(), rhs.shape());
    if (shape == null) {
      call.report(
          BROADCAST,
          "rhs",
          "rhs is " + CallCheck.text(rhs.shape()) + ", but lhs is " + CallCheck.text(lhs.shape()),
          "give both one shape, or stretch one with row_expand or col_expand");
      return UnknownType.INSTANCE;
    }
    List<Expr> valid =
        Shapes.broadcastValid(shape, lhs.shape(), lhs.valid(), rhs.shape(), rhs.valid());
    return call.op().fn() == ScalarFn.COMPARE
        ? mask(call, lhs, shape, valid)
        : lhs.result(lhs.dtype(), shape, valid);
  }

  static Call binaryScalar(CallCheck call) {
    ScalarFn fn = call.op().fn();
    boolean fill = fn == ScalarFn.SECOND;
    String tileParam = fill ? "target" : "lhs";
    String scalarParam = fill ? "scalar" : "rhs";
    Operand lhs = Operand.of(call, tileParam);
    ScalarType scalar = call.scalar(scalarParam);
    if (lhs == null) {
      return call.done(UnknownType.INSTANCE);
    }
    if (isBitwise(fn)) {
      integer(call, tileParam, lhs.dtype());
    }
    if (fn == ScalarFn.SUB) {
      supported(call, tileParam, lhs, SUBTRACTABLE);
    }
    if (scalar != null && isBitwise(fn)) {
      integer(call, scalarParam, scalar.dtype());
    } else if (scalar != null && lhs.dtype().isInteger() && scalar.dtype().isFloat()) {
      call.report(
          SAME_DTYPE,
          scalarParam,
          scalarParam
              + " is "
              + scalar.dtype().dslName()
              + ", but "
              + tileParam
              + " is "
              + lhs.dtype().dslName(),
          "use an integer, or cast the " + (lhs.tile() == null ? "tensor" : "tile") + " first");
    }
    if (fn == ScalarFn.COMPARE) {
      return call.done(mask(call, lhs, lhs.shape(), lhs.valid()));
    }
    return call.done(lhs.result(lhs.dtype(), lhs.shape(), lhs.valid()));
  }

  private static Type mask(CallCheck call, Operand lhs, List<Expr> shape, List<Expr> valid) {
    long comparison = call.attrs().intOr("cmp_type", 0);
    call.require(
        comparison >= 0 && comparison < COMPARISONS,
        COMPARISON,
        "cmp_type",
        "cmp_type is " + comparison + ", but there are the comparisons 0 to " + (COMPARISONS - 1),
        "use 0 eq, 1 ne, 2 lt, 3 le, 4 gt or 5 ge");
    if (shape.isEmpty()) {
      call.report(
          POSITIVE_SHAPE, "lhs", "lhs has no dimensions", "compare values of at least one row");
      return UnknownType.INSTANCE;
    }
    int last = shape.size() - 1;
    List<Expr> bytes = new ArrayList<>(shape);
    Expr rowBytes = roundedUp(shape.get(last), MASK_BITS);
    bytes.set(
        last, Scalars.mul(roundedUp(rowBytes, MASK_ROW_BYTES), IntConst.index(MASK_ROW_BYTES)));
    List<Expr> validBytes = new ArrayList<>(valid);
    validBytes.set(last, roundedUp(valid.get(last), MASK_BITS));
    return lhs.result(DataType.UINT8, bytes, validBytes);
  }

  private static Expr roundedUp(Expr extent, long divisor) {
    return Scalars.floorDiv(
        Scalars.add(extent, IntConst.index(divisor - 1)), IntConst.index(divisor));
  }

  static boolean isBitwise(ScalarFn fn) {
    return switch (fn) {
      case AND, OR, XOR, SHL, SHR -> true;
      case NONE,
          ADD,
          SUB,
          MUL,
          DIV,
          MAX,
          MIN,
          REM,
          FMOD,
          NEG,
          EXP,
          LOG,
          SIN,
          COS,
          SQRT,
          RSQRT,
          RECIP,
          ABS,
          RELU,
          NOT,
          CAST,
          COMPARE,
          SECOND,
          EXPDIF ->
          false;
    };
  }

  private static void integer(CallCheck call, String param, DataType dtype) {
    call.require(
        dtype.isInteger(),
        INTEGER_DTYPE,
        param,
        param + " is " + dtype.dslName() + ", but bits of integers are combined",
        "cast it to an integer type");
  }

  static void supported(CallCheck call, String param, Operand operand, Set<DataType> types) {
    call.require(
        types.contains(operand.dtype()),
        SUPPORTED_DTYPE,
        param,
        param
            + " is "
            + operand.dtype().dslName()
            + ", but "
            + call.op().shortName()
            + " takes "
            + types.stream().map(DataType::dslName).collect(Collectors.joining(", ")),
        "cast it first: pl.cast(..., pl." + types.iterator().next().dslName() + ")");
  }

  /** Checks an optional scratch tile beside an operand. */
  static void scratch(CallCheck call, String param, Operand operand, boolean exact) {
    TileType tmp = call.tile(param);
    if (tmp == null) {
      return;
    }
    boolean fits = tmp.rank() == operand.rank();
    for (int i = 0; fits && i < tmp.rank(); i++) {
      fits =
          exact
              ? Extents.areEqual(tmp.shape().get(i), operand.shape().get(i))
              : Extents.lessEqual(operand.shape().get(i), tmp.shape().get(i))
                  != Extents.Proof.FALSE;
    }
    call.require(
        fits && tmp.dtype() == operand.dtype(),
        SCRATCH,
        param,
        param
            + " is "
            + tmp.dtype().dslName()
            + " "
            + CallCheck.text(tmp.shape())
            + ", but the operand is "
            + operand.dtype().dslName()
            + " "
            + CallCheck.text(operand.shape()),
        "create the scratch tile with the operand's shape and type");
  }
}
