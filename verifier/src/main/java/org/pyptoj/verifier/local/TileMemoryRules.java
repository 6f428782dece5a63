package org.pyptoj.verifier.local;

import static org.pyptoj.verifier.rule.TileRule.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.ir.type.TileLayout.Order;
import org.pyptoj.ir.type.TileLayout.Pad;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.Axes;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.DropDims;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.call.Layouts;
import org.pyptoj.verifier.call.Operand;
import org.pyptoj.verifier.call.ReshapedBox;
import org.pyptoj.verifier.call.WindowRead;
import org.pyptoj.verifier.call.WindowRead.Reach;

/**
 * Ops on the memory of tiles: those that look at a part of a tile, or at all of it in another shape
 * or order, are here.
 */
public final class TileMemoryRules {

  private TileMemoryRules() {}

  /** A call of one of these ops. */
  public static Call check(CallCheck call, OpKind.TileMemory kind) {
    return switch (kind) {
      case CREATE -> TileCreationRules.create(call);
      case READ -> TileTransferRules.read(call);
      case WRITE -> TileTransferRules.write(call);
      case LOAD -> TileTransferRules.load(call);
      case STORE -> TileTransferRules.store(call);
      case ASSEMBLE -> TileTransferRules.assemble(call);
      case EXTRACT -> TileTransferRules.extract(call);
      case MOVE -> TileTransferRules.move(call);
      case FULL -> TileCreationRules.full(call);
      case SEQUENCE -> TileCreationRules.consecutive(call);
      case TRIANGLE -> TileCreationRules.triangle(call);
      case FILLPAD -> TileCreationRules.fillPad(call);
      case FILLPAD_INPLACE -> TileCreationRules.fillPad(call);
      case FILLPAD_EXPAND -> TileCreationRules.fillPadExpand(call);
      case SLICE -> slice(call);
      case RESHAPE -> reshape(call);
      case TRANSPOSE -> transpose(call);
      case TRANSPOSE_VIEW -> transposeView(call);
      case SET_VALIDSHAPE -> setValidShape(call);
      case CONCAT -> concat(call);
    };
  }

  static Call slice(CallCheck call) {
    TileType tile = call.tile("tile");
    List<Expr> shape = GivenShapes.staticShape(call, "shape");
    List<Expr> offsets = call.ints("offset");
    List<Expr> requested = call.ints("valid_shape");
    if (tile == null
        || shape == null
        || offsets == null
        || (call.has("valid_shape") && requested == null)) {
      return call.done(UnknownType.INSTANCE);
    }
    boolean asked = requested != null && !requested.isEmpty();
    int rank = tile.rank();
    if (shape.size() != rank || offsets.size() != rank || (asked && requested.size() != rank)) {
      call.report(
          TUPLE_RANK,
          "shape",
          "shape has "
              + shape.size()
              + " entries and offset "
              + offsets.size()
              + ", but tile has rank "
              + rank,
          "give one entry per dimension of the tile");
      return call.done(UnknownType.INSTANCE);
    }
    List<Expr> valid =
        new WindowRead(
                tile.shape(),
                tile.validShape(),
                offsets,
                shape,
                asked ? requested : null,
                Reach.WHOLE_BOX,
                TileTransferRules.readRules(
                    "offset", "valid_shape", "take a part that lies inside the tile"))
            .validShape(call);
    DropDims dropped = DropDims.of(call, shape, valid);
    if (dropped == null) {
      return call.done(UnknownType.INSTANCE);
    }
    Pad pad = call.attr(OpAttrs.PAD_VALUE);
    TileLayout layout = pad == null ? tile.layout() : tile.layout().withPad(pad);
    return call.done(
        new TileType(
            tile.dtype(),
            atLeastTwo(dropped.shape()),
            atLeastTwo(dropped.valid()),
            layout,
            tile.space(),
            null));
  }

  /** Tiles have two dimensions, so a slice of a row stays a row. */
  private static List<Expr> atLeastTwo(List<Expr> extents) {
    int missing = Math.max(0, 2 - extents.size());
    List<Expr> result = new ArrayList<>(Collections.nCopies(missing, Extents.ONE));
    result.addAll(extents);
    return result;
  }

  static Call reshape(CallCheck call) {
    TileType tile = call.tile("tile");
    List<Expr> shape = GivenShapes.staticShape(call, "shape");
    if (tile == null || shape == null) {
      return call.done(UnknownType.INSTANCE);
    }
    sameCount(call, tile.shape(), shape);
    List<Expr> valid =
        ReshapedBox.of(
            tile.shape(),
            tile.validShape(),
            shape,
            tile.layout().block() == Order.ROW_MAJOR,
            why -> refuseReshape(call, tile.validShape(), shape, why));
    if (valid == null) {
      return call.done(UnknownType.INSTANCE);
    }
    TileLayout layout = Layouts.of(shape, null).withPad(tile.layout().pad());
    return call.done(new TileType(tile.dtype(), shape, valid, layout, tile.space(), null));
  }

  static void refuseReshape(CallCheck call, List<Expr> valid, List<Expr> shape, String why) {
    call.report(
        RESHAPE_VALID,
        "shape",
        "valid box "
            + CallCheck.text(valid)
            + " is no box of "
            + CallCheck.text(shape)
            + ": "
            + why,
        "reshape the whole value and narrow it afterwards");
  }

  static void sameCount(CallCheck call, List<Expr> from, List<Expr> to) {
    Long before = Extents.product(from);
    Long after = Extents.product(to);
    call.require(
        before == null || after == null || before.equals(after),
        RESHAPE_COUNT,
        "shape",
        "shape "
            + CallCheck.text(to)
            + " has "
            + after
            + " elements, but "
            + CallCheck.text(from)
            + " has "
            + before,
        "keep the number of elements");
  }

  /** A matrix in Mat memory under the exchanged orders of its elements is its transpose. */
  static Call transposeView(CallCheck call) {
    TileType tile = call.tile("tile");
    if (tile == null) {
      return call.done(UnknownType.INSTANCE);
    }
    if (tile.rank() != 2 || tile.space() != MemorySpace.MAT) {
      call.report(
          ATTRIBUTE,
          "tile",
          "tile has rank "
              + tile.rank()
              + " and lies in "
              + (tile.space() == null ? "no memory yet" : tile.space().dslName())
              + ", but only a matrix in Mat has a transposed view",
          "move it to pl.MemorySpace.Mat first");
    }
    return call.done(
        new TileType(
            tile.dtype(),
            tile.shape().reversed(),
            tile.validShape().reversed(),
            tile.layout().transposed(),
            tile.space(),
            null));
  }

  static Call transpose(CallCheck call) {
    TileType tile = call.tile("tile");
    TileType tmp = call.tile("tmp_tile");
    if (tile == null) {
      return call.done(UnknownType.INSTANCE);
    }
    if (tmp != null) {
      call.require(
          tmp.dtype() == tile.dtype() && tmp.rank() == tile.rank(),
          SCRATCH,
          "tmp_tile",
          "tmp_tile is "
              + tmp.dtype().dslName()
              + " of rank "
              + tmp.rank()
              + ", but tile is "
              + tile.dtype().dslName()
              + " of rank "
              + tile.rank(),
          "create the scratch tile with the tile's type and rank");
    }
    Axes axes = Axes.of(call, tile.rank());
    if (axes == null) {
      return call.done(UnknownType.INSTANCE);
    }
    List<Expr> shape = axes.exchange(tile.shape());
    return call.done(
        new TileType(
            tile.dtype(),
            shape,
            axes.exchange(tile.validShape()),
            Layouts.of(shape, null),
            Operand.vector(tile.space()),
            null));
  }

  static Call setValidShape(CallCheck call) {
    TileType tile = call.tile("tile");
    call.integer("valid_rows", OPERAND_KIND);
    call.integer("valid_cols", OPERAND_KIND);
    if (tile == null || call.failed()) {
      return call.done(UnknownType.INSTANCE);
    }
    if (tile.rank() != 2) {
      call.report(
          VALID_BOX,
          "tile",
          "tile has rank " + tile.rank() + ", but rows and columns are set",
          "reshape it to two dimensions");
      return call.done(UnknownType.INSTANCE);
    }
    List<Expr> valid = narrowed(call, "tile", tile.shape());
    return call.done(
        new TileType(tile.dtype(), tile.shape(), valid, tile.layout(), tile.space(), null));
  }

  /** The valid box that set_validshape asks for; what lies outside the shape is reported. */
  public static List<Expr> narrowed(CallCheck call, String what, List<Expr> shape) {
    List<Expr> valid =
        List.of(Extents.index(call.arg("valid_rows")), Extents.index(call.arg("valid_cols")));
    for (int i = 0; i < 2; i++) {
      Expr extent = valid.get(i);
      boolean outside =
          Extents.lessEqual(Extents.ZERO, extent) == Proof.FALSE
              || Extents.lessEqual(extent, shape.get(i)) == Proof.FALSE;
      String param = i == 0 ? "valid_rows" : "valid_cols";
      call.require(
          !outside,
          VALID_BOX,
          param,
          param
              + " is "
              + CallCheck.text(extent)
              + ", but the "
              + what
              + " has "
              + CallCheck.text(shape.get(i)),
          "use a number between 0 and the " + what + "'s extent");
    }
    return valid;
  }

  static Call concat(CallCheck call) {
    TileType first = call.tile("src0");
    TileType second = call.tile("src1");
    if (first == null || second == null) {
      return call.done(UnknownType.INSTANCE);
    }
    List<Expr> shape =
        sideBySide(call, first.dtype(), first.shape(), second.dtype(), second.shape());
    return call.done(
        shape == null
            ? UnknownType.INSTANCE
            : new TileType(
                first.dtype(),
                shape,
                shape,
                Layouts.of(shape, null),
                Operand.vector(first.space()),
                null));
  }

  /** The shape of two matrices beside each other; null after reporting. */
  static List<Expr> sideBySide(
      CallCheck call,
      DataType firstType,
      List<Expr> first,
      DataType secondType,
      List<Expr> second) {
    boolean fits =
        firstType == secondType
            && first.size() == 2
            && second.size() == 2
            && Extents.equal(first.get(0), second.get(0)) != Proof.FALSE;
    if (!fits) {
      call.report(
          CONCAT,
          "src1",
          "src1 is "
              + secondType.dslName()
              + " "
              + CallCheck.text(second)
              + ", but src0 is "
              + firstType.dslName()
              + " "
              + CallCheck.text(first),
          "set matrices of one type and as many rows side by side");
      return null;
    }
    return List.of(first.get(0), Scalars.add(first.get(1), second.get(1)));
  }
}
