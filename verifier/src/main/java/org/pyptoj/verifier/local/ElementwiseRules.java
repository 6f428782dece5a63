package org.pyptoj.verifier.local;

import static org.pyptoj.ir.op.ParamRole.LHS;
import static org.pyptoj.ir.op.ParamRole.RHS;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.verifier.rule.TileRule.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.ElementTypes;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.ScalarFn;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Elements;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.call.Operand;
import org.pyptoj.verifier.call.Shapes;

/** Ops that compute each element from the elements at the same place, on tiles and on tensors. */
public final class ElementwiseRules {

  private static final Set<String> CAST_MODES =
      Set.of("none", "rint", "round", "floor", "ceil", "trunc", "odd");

  /** Bits of a comparison's mask in one byte, and bytes that its rows are rounded up to. */
  private static final long MASK_BITS = 8;

  private static final long MASK_ROW_BYTES = 32;

  /** Equal, not equal, less, less or equal, greater, greater or equal. */
  private static final long COMPARISONS = 6;

  private ElementwiseRules() {}

  public static Call unary(CallCheck call) {
    String param = call.name(SOURCE);
    Operand operand = Operand.of(call, param);
    if (operand == null) {
      return call.done(UnknownType.INSTANCE);
    }
    supported(call, SOURCE, operand);
    if (call.attr(OpAttrs.HIGH_PRECISION)) {
      supported(call, param, operand, ElementTypes.HALF_OR_SINGLE);
    }
    scratch(call, "tmp", operand, true);
    return call.done(operand.result(operand.dtype(), operand.shape(), operand.valid()));
  }

  public static Call convert(CallCheck call) {
    String param = call.name(SOURCE);
    Operand operand = Operand.of(call, param);
    DataType wanted = call.attr(OpAttrs.TARGET_TYPE);
    String mode = call.attr(OpAttrs.ROUNDING);
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

  public static Call binary(CallCheck call, ScalarFn fn) {
    if (fn == ScalarFn.PRELU) {
      return prelu(call);
    }
    Operand lhs = Operand.of(call, "lhs");
    Operand rhs = Operand.of(call, "rhs");
    call.kind("tmp", OPERAND_KIND, TileType.class, "a Tile", "create it with pl.tile.create");
    if (lhs == null || rhs == null) {
      return call.done(UnknownType.INSTANCE);
    }
    if (fn.isBitwise()) {
      integer(call, "lhs", lhs.dtype());
      integer(call, "rhs", rhs.dtype());
    }
    supported(call, LHS, lhs);
    if (call.attr(OpAttrs.HIGH_PRECISION)) {
      supported(call, "lhs", lhs, ElementTypes.HALF_OR_SINGLE);
    }
    if (!fn.isShift()) {
      sameDtype(call, lhs, rhs);
    }
    return call.done(combined(call, lhs, rhs));
  }

  /** A function of two values that needs both of one shape. */
  public static Call part(CallCheck call) {
    String first = call.name(LHS);
    String second = call.name(RHS);
    Operand lhs = Operand.of(call, first);
    Operand rhs = Operand.of(call, second);
    if (lhs == null || rhs == null) {
      return call.done(UnknownType.INSTANCE);
    }
    sameDtype(call, lhs, rhs);
    if (sameShape(call, lhs, rhs)) {
      for (int i = 0; i < lhs.rank(); i++) {
        Proof inside = Extents.lessEqual(rhs.valid().get(i), lhs.valid().get(i));
        if (inside == Proof.FALSE) {
          call.report(
              PART_VALID,
              second,
              second
                  + " is valid in "
                  + CallCheck.text(rhs.valid())
                  + ", but "
                  + first
                  + " in "
                  + CallCheck.text(lhs.valid()),
              "pass the value that is valid everywhere first");
          break;
        }
      }
    }
    return call.done(lhs.result(lhs.dtype(), lhs.shape(), lhs.valid()));
  }

  private static Call prelu(CallCheck call) {
    Operand tile = Operand.of(call, "tile");
    Operand slope = Operand.of(call, "slope");
    TileType tmp = call.tile("tmp");
    if (tile == null || slope == null) {
      return call.done(UnknownType.INSTANCE);
    }
    supported(call, LHS, tile);
    sameDtype(call, tile, slope);
    if (sameShape(call, tile, slope)) {
      call.require(
          !differ(tile.valid(), slope.valid()),
          PART_VALID,
          "slope",
          "slope is valid in "
              + CallCheck.text(slope.valid())
              + ", but tile in "
              + CallCheck.text(tile.valid()),
          "load both with one valid_shape");
    }
    if (tmp != null && tile.rank() == 2) {
      Expr rows = Scalars.add(tile.valid().get(0), IntConst.index(1));
      Expr columns = roundedUp(tile.valid().get(1), MASK_BITS);
      boolean fits =
          tmp.dtype() == DataType.UINT8
              && tmp.rank() == 2
              && Extents.lessEqual(rows, tmp.shape().get(0)) != Proof.FALSE
              && Extents.lessEqual(columns, tmp.validShape().get(1)) != Proof.FALSE;
      call.require(
          fits,
          PRELU_SCRATCH,
          "tmp",
          "tmp is "
              + tmp.dtype().dslName()
              + " "
              + CallCheck.text(tmp.shape())
              + ", but tile is valid in "
              + CallCheck.text(tile.valid()),
          "create it as UINT8 with one row more and a column for each eight");
    }
    return call.done(tile.result(tile.dtype(), tile.shape(), tile.valid()));
  }

  /** Whether two shapes are, or may be, the same; reports otherwise. */
  private static boolean sameShape(CallCheck call, Operand lhs, Operand rhs) {
    boolean same = lhs.rank() == rhs.rank() && !differ(lhs.shape(), rhs.shape());
    call.require(
        same,
        BROADCAST,
        call.name(RHS),
        call.name(RHS)
            + " is "
            + CallCheck.text(rhs.shape())
            + ", but "
            + call.name(LHS)
            + " is "
            + CallCheck.text(lhs.shape()),
        "give both one shape");
    return same;
  }

  private static boolean differ(List<Expr> some, List<Expr> others) {
    for (int i = 0; i < some.size(); i++) {
      if (Extents.equal(some.get(i), others.get(i)) == Proof.FALSE) {
        return true;
      }
    }
    return false;
  }

  /** The mask of a comparison with a value or a number. */
  public static Call compare(CallCheck call, boolean withNumber) {
    Operand lhs = Operand.of(call, "lhs");
    Operand rhs = withNumber ? null : Operand.of(call, "rhs");
    ScalarType number = withNumber ? call.scalar("rhs") : null;
    if (lhs == null || rhs == null && !withNumber) {
      return call.done(UnknownType.INSTANCE);
    }
    if (withNumber) {
      number(call, "lhs", lhs, "rhs", number);
      return call.done(mask(call, lhs, lhs.shape(), lhs.valid()));
    }
    sameDtype(call, lhs, rhs);
    return call.done(combined(call, lhs, rhs));
  }

  /** The choice between two tiles, or a tile and a number, by a mask. */
  public static Call select(CallCheck call, boolean withNumber) {
    if (withNumber) {
      return selectNumber(call);
    }
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

  private static Call selectNumber(CallCheck call) {
    TileType mask = call.tile("mask");
    Operand src = Operand.of(call, "src");
    call.tile("tmp");
    ScalarType scalar = call.scalar("scalar");
    if (src == null) {
      return call.done(UnknownType.INSTANCE);
    }
    supported(call, LHS, src);
    number(call, "src", src, "scalar", scalar);
    if (mask != null && src.rank() == 2) {
      Expr bits = roundedUp(src.valid().get(1), MASK_BITS);
      boolean covers =
          mask.dtype().isInteger()
              && mask.dtype().bits() <= 32
              && mask.rank() == 2
              && Extents.lessEqual(src.valid().get(0), mask.validShape().get(0)) != Proof.FALSE
              && Extents.lessEqual(
                      bits,
                      Scalars.mul(mask.validShape().get(1), IntConst.index(mask.dtype().bytes())))
                  != Proof.FALSE;
      call.require(
          covers,
          SELECT_MASK,
          "mask",
          "mask is "
              + mask.dtype().dslName()
              + " "
              + CallCheck.text(mask.validShape())
              + ", but src is valid in "
              + CallCheck.text(src.valid()),
          "pass the result of pl.tile.cmp or pl.tile.cmps on a tile of this shape");
    }
    return call.done(src.result(src.dtype(), src.shape(), src.valid()));
  }

  private static void sameDtype(CallCheck call, Operand lhs, Operand rhs) {
    String first = call.name(LHS);
    String second = call.name(RHS);
    call.require(
        lhs.dtype() == rhs.dtype(),
        SAME_DTYPE,
        second,
        second + " is " + rhs.dtype().dslName() + ", but " + first + " is " + lhs.dtype().dslName(),
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
    return call.op().kind() instanceof OpKind.Compare
        ? mask(call, lhs, shape, valid)
        : lhs.result(lhs.dtype(), shape, valid);
  }

  public static Call withNumber(CallCheck call, ScalarFn fn) {
    String valueParam = call.name(LHS);
    String numberParam = call.name(RHS);
    Operand lhs = Operand.of(call, valueParam);
    ScalarType scalar = call.scalar(numberParam);
    if (lhs == null) {
      return call.done(UnknownType.INSTANCE);
    }
    if (fn.isBitwise()) {
      integer(call, valueParam, lhs.dtype());
    }
    supported(call, LHS, lhs);
    if (scalar != null && fn.isBitwise()) {
      integer(call, numberParam, scalar.dtype());
      Elements.pattern(call, SAME_DTYPE, numberParam, lhs.dtype());
    } else {
      number(call, valueParam, lhs, numberParam, scalar);
    }
    return call.done(lhs.result(lhs.dtype(), lhs.shape(), lhs.valid()));
  }

  /** A fraction goes with no integers. */
  private static void number(
      CallCheck call, String valueParam, Operand value, String numberParam, ScalarType number) {
    if (number != null && value.dtype().isInteger() && number.dtype().isFloat()) {
      call.report(
          SAME_DTYPE,
          numberParam,
          numberParam
              + " is "
              + number.dtype().dslName()
              + ", but "
              + valueParam
              + " is "
              + value.dtype().dslName(),
          "use an integer, or cast the " + (value.tile() == null ? "tensor" : "tile") + " first");
    } else if (number != null) {
      Elements.held(call, SAME_DTYPE, numberParam, value.dtype());
    }
  }

  private static Type mask(CallCheck call, Operand lhs, List<Expr> shape, List<Expr> valid) {
    long comparison = call.attr(OpAttrs.CMP_TYPE);
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

  private static void integer(CallCheck call, String param, DataType dtype) {
    call.require(
        dtype.isInteger(),
        INTEGER_DTYPE,
        param,
        param + " is " + dtype.dslName() + ", but bits of integers are combined",
        "cast it to an integer type");
  }

  /** Checks the element type of an operand whose row names some. */
  static void supported(CallCheck call, ParamRole role, Operand operand) {
    OpParam param = call.op().signature().operand(role);
    if (param.dtypes() != null) {
      supported(call, param.name(), operand, param.dtypes());
    }
  }

  private static void supported(
      CallCheck call, String param, Operand operand, Set<DataType> types) {
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
  public static void scratch(CallCheck call, String param, Operand operand, boolean exact) {
    TileType tmp = call.tile(param);
    if (tmp == null) {
      return;
    }
    boolean fits = tmp.rank() == operand.rank();
    for (int i = 0; fits && i < tmp.rank(); i++) {
      fits =
          exact
              ? Extents.areEqual(tmp.shape().get(i), operand.shape().get(i))
              : Extents.lessEqual(operand.shape().get(i), tmp.shape().get(i)) != Proof.FALSE;
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
