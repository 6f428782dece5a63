package org.pyptoj.verifier.local;

import static org.pyptoj.verifier.rule.TileRule.*;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.ir.type.TileLayout.Order;
import org.pyptoj.ir.type.TileLayout.Pad;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Elements;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.call.Layouts;

/** Ops that make tiles of numbers, or fill what a tile has beside its valid elements. */
final class TileCreationRules {

  private static final Set<DataType> COUNTING =
      EnumSet.of(DataType.INT32, DataType.INT16, DataType.UINT16, DataType.UINT32);

  private static final Set<DataType> TRIANGULAR =
      EnumSet.of(
          DataType.INT16,
          DataType.INT32,
          DataType.UINT16,
          DataType.UINT32,
          DataType.FP16,
          DataType.FP32);

  private TileCreationRules() {}

  static Call create(CallCheck call) {
    List<Expr> shape = GivenShapes.staticShape(call, "shape");
    DataType dtype = call.attr(OpAttrs.DTYPE);
    MemorySpace space = memory(call);
    if (shape == null || dtype == null) {
      return call.done(UnknownType.INSTANCE);
    }
    boolean transposed = call.attr(OpAttrs.TRANSPOSE);
    if (transposed) {
      matrixBesideCube(call, shape.size(), space);
    }
    TileLayout layout =
        transposed
            ? new TileLayout(Order.ROW_MAJOR, Order.COL_MAJOR, 512, Pad.NULL)
            : Layouts.of(shape, space);
    return call.done(new TileType(dtype, shape, shape, layout, space, null));
  }

  /** Only a matrix beside the cube is laid out transposed. */
  static void matrixBesideCube(CallCheck call, int rank, MemorySpace space) {
    call.require(
        rank == 2 && space == MemorySpace.MAT,
        ATTRIBUTE,
        "transpose",
        "transpose is given for a tile of rank "
            + rank
            + " in "
            + space.dslName()
            + ", but it orders matrices in Mat",
        "leave transpose out, or create a matrix with target_memory=pl.MemorySpace.Mat");
  }

  static Call full(CallCheck call) {
    List<Expr> shape = GivenShapes.staticShape(call, "shape");
    constant(call);
    return call.done(vectorTile(call, shape));
  }

  /** A fill value is a constant. */
  public static void constant(CallCheck call) {
    Expr value = call.arg("value");
    if (call.scalar("value") != null) {
      call.require(
          value instanceof IntConst || value instanceof FloatConst,
          FILL_VALUE,
          "value",
          "value is computed at run time, but it must be a constant",
          "fill with a constant and add the number to the result");
      DataType dtype = call.attr(OpAttrs.DTYPE);
      if (dtype != null) {
        Elements.held(call, FILL_VALUE, "value", dtype);
      }
    }
  }

  /** Ones and zeros beside a diagonal. */
  static Call triangle(CallCheck call) {
    call.integer("diagonal", OPERAND_KIND);
    List<Expr> shape = GivenShapes.staticShape(call, "shape");
    List<Expr> valid =
        shape == null
            ? call.ints("valid_shape")
            : call.ints("valid_shape", OPERAND_KIND, TUPLE_RANK, shape.size(), "shape");
    DataType given = call.attr(OpAttrs.DTYPE);
    DataType dtype = given == null ? DataType.INT32 : given;
    call.require(
        TRIANGULAR.contains(dtype),
        SUPPORTED_DTYPE,
        "dtype",
        "dtype is " + dtype.dslName() + ", but tri makes numbers of 16 or 32 bits",
        "use INT16, INT32, UINT16, UINT32, FP16 or FP32");
    if (shape == null) {
      return call.done(UnknownType.INSTANCE);
    }
    if (shape.size() != 2) {
      call.report(
          TUPLE_RANK,
          "shape",
          "shape has " + shape.size() + " entries, but a triangle has rows and columns",
          "use two dimensions");
      return call.done(UnknownType.INSTANCE);
    }
    for (int i = 0; valid != null && i < 2; i++) {
      call.require(
          Extents.lessEqual(Extents.ZERO, valid.get(i)) != Proof.FALSE
              && Extents.lessEqual(valid.get(i), shape.get(i)) != Proof.FALSE,
          READ_VALID,
          "valid_shape",
          "valid_shape is " + CallCheck.text(valid) + ", but shape is " + CallCheck.text(shape),
          "use numbers between 0 and the tile's extents");
    }
    return call.done(
        new TileType(
            dtype,
            shape,
            valid == null ? shape : valid,
            TileLayout.ROW_MAJOR,
            MemorySpace.VEC,
            null));
  }

  static Call consecutive(CallCheck call) {
    List<Expr> shape = GivenShapes.staticShape(call, "shape");
    DataType dtype = sequence(call, shape);
    return call.done(
        shape == null
            ? UnknownType.INSTANCE
            : new TileType(dtype, shape, shape, Layouts.of(shape, null), MemorySpace.VEC, null));
  }

  /** Checks a row of consecutive integers, and says of which type they are. */
  static DataType sequence(CallCheck call, List<Expr> shape) {
    DataType dtype = call.attr(OpAttrs.DTYPE);
    DataType wanted = dtype == null ? DataType.INT32 : dtype;
    ScalarType start = call.integer("start", CONSECUTIVE);
    boolean bare = call.arg("start") instanceof IntConst;
    call.require(
        COUNTING.contains(wanted) && (start == null || bare || start.dtype() == wanted),
        CONSECUTIVE,
        "start",
        "start is "
            + (start == null ? null : start.dtype().dslName())
            + " and the elements are "
            + wanted.dslName(),
        "count in INT32, INT16, UINT32 or UINT16, and start with the same type");
    if (shape != null) {
      boolean row =
          shape.subList(0, shape.size() - 1).stream().allMatch(e -> Extents.isConstant(e, 1))
              && !Extents.isConstant(shape.getLast(), 1);
      call.require(
          row,
          CONSECUTIVE,
          "shape",
          "shape is " + CallCheck.text(shape) + ", but one row of several columns is filled",
          "use [1, N] with N greater than 1");
    }
    return wanted;
  }

  private static Type vectorTile(CallCheck call, List<Expr> shape) {
    DataType dtype = call.attr(OpAttrs.DTYPE);
    return shape == null || dtype == null
        ? UnknownType.INSTANCE
        : new TileType(dtype, shape, shape, Layouts.of(shape, null), MemorySpace.VEC, null);
  }

  static Call fillPad(CallCheck call) {
    TileType tile = call.tile("tile");
    Pad pad = padValue(call);
    if (tile == null) {
      return call.done(UnknownType.INSTANCE);
    }
    TileLayout layout = tile.layout().withPad(pad == null ? Pad.ZERO : pad);
    return call.done(
        new TileType(tile.dtype(), tile.shape(), tile.shape(), layout, tile.space(), null));
  }

  static Call fillPadExpand(CallCheck call) {
    TileType tile = call.tile("tile");
    List<Expr> shape = GivenShapes.staticShape(call, "shape");
    Pad pad = padValue(call);
    if (tile == null || shape == null) {
      return call.done(UnknownType.INSTANCE);
    }
    larger(call, tile.shape(), shape);
    TileLayout layout = tile.layout().withPad(pad == null ? Pad.ZERO : pad);
    return call.done(new TileType(tile.dtype(), shape, shape, layout, tile.space(), null));
  }

  /** The pad value of a call, or null for the default; one that fills with nothing is reported. */
  static Pad padValue(CallCheck call) {
    Pad pad = call.attr(OpAttrs.PAD_VALUE);
    call.require(
        pad != Pad.NULL,
        FILL_PAD,
        "pad_value",
        "pad_value is null, which fills with nothing",
        "pass pl.PadValue.zero, max or min");
    return pad;
  }

  /** A shape of the same rank with extents that are no smaller. */
  public static void larger(CallCheck call, List<Expr> from, List<Expr> to) {
    boolean fits = from.size() == to.size();
    for (int i = 0; fits && i < to.size(); i++) {
      fits = Extents.lessEqual(from.get(i), to.get(i)) != Proof.FALSE;
    }
    call.require(
        fits,
        LARGER_SHAPE,
        "shape",
        "shape is " + CallCheck.text(to) + ", but what is padded is " + CallCheck.text(from),
        "use extents that are no smaller");
  }

  static MemorySpace memory(CallCheck call) {
    MemorySpace space = call.attr(OpAttrs.TARGET_MEMORY);
    return space == null ? MemorySpace.VEC : space;
  }
}
