package org.pyptoj.verifier.local;

import static org.pyptoj.verifier.rule.TileRule.*;

import java.util.List;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.ir.type.TileLayout.Order;
import org.pyptoj.ir.type.TileLayout.Pad;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.AtomicDtypes;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Elements;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.call.Layouts;
import org.pyptoj.verifier.call.WindowRead;
import org.pyptoj.verifier.call.WindowRead.Reach;
import org.pyptoj.verifier.call.WindowWrite;

/** Ops that move elements between memories, whole boxes or single ones. */
final class TileTransferRules {

  private TileTransferRules() {}

  static Call load(CallCheck call) {
    TensorLike tensor = call.tensorLike("tensor");
    List<Expr> shape = GivenShapes.shape(call, "shapes");
    List<Expr> offsets =
        shape == null
            ? call.ints("offsets")
            : call.ints("offsets", OPERAND_KIND, TUPLE_RANK, shape.size(), "shapes");
    List<Expr> requested =
        shape == null
            ? call.ints("valid_shape")
            : call.ints("valid_shape", OPERAND_KIND, TUPLE_RANK, shape.size(), "shapes");
    if (tensor == null
        || shape == null
        || offsets == null
        || (call.has("valid_shape") && requested == null)) {
      return call.done(UnknownType.INSTANCE);
    }
    boolean clamp = call.attr(OpAttrs.CLAMP);
    List<Expr> valid = requested == null ? shape : requested;
    // A window of another rank reads the tensor under another shape, so that its dimensions bound
    // nothing.
    if (shape.size() == tensor.rank()) {
      valid =
          new WindowRead(
                  tensor.shape(),
                  tensor.validShape(),
                  offsets,
                  shape,
                  requested,
                  clamp ? Reach.CLAMPED : Reach.REQUEST,
                  new WindowRead.Rules(
                      READ_OFFSET,
                      READ_VALID,
                      READ_BOUNDS,
                      "offsets",
                      "valid_shape",
                      "read less, pass valid_shape, or pass clamp=True to stop at the end"))
              .validShape(call);
    }
    MemorySpace space = TileCreationRules.memory(call);
    return call.done(
        new TileType(tensor.dtype(), shape, valid, loaded(tensor, shape, space), space, null));
  }

  private static TileLayout loaded(TensorLike tensor, List<Expr> shape, MemorySpace space) {
    boolean columnMajor = tensor.view().layout() == TensorLayout.DN;
    if (space != MemorySpace.MAT) {
      return Layouts.of(shape, space);
    }
    if (shape.size() == 2 && Extents.isConstant(shape.get(columnMajor ? 1 : 0), 1)) {
      return TileLayout.ROW_MAJOR;
    }
    return columnMajor
        ? new TileLayout(Order.ROW_MAJOR, Order.COL_MAJOR, 512, Pad.NULL)
        : Layouts.of(shape, space);
  }

  static Call store(CallCheck call) {
    TileType tile = call.tile("tile");
    TensorLike output = call.tensorLike("output_tensor");
    List<Expr> offsets = call.ints("offsets");
    List<Expr> shapes =
        offsets == null
            ? call.ints("shapes")
            : call.ints("shapes", OPERAND_KIND, TUPLE_RANK, offsets.size(), "offsets");
    if (tile != null) {
      AtomicDtypes.check(call, ATOMIC_DTYPE, tile.dtype());
    }
    if (tile == null || output == null || offsets == null) {
      return call.done(output == null ? UnknownType.INSTANCE : output);
    }
    if (shapes != null) {
      Long given = count(shapes);
      Long valid = count(tile.validShape());
      Long all = count(tile.shape());
      call.require(
          given == null || valid == null || all == null || given.equals(valid) || given.equals(all),
          STORE_SHAPES,
          "shapes",
          "shapes counts " + given + " elements, but " + valid + " are valid in the tile",
          "leave shapes out; set_validshape says how much of a tile is stored");
    }
    boolean narrowed = tile.space() == MemorySpace.ACC;
    call.require(
        tile.dtype() == output.dtype() || narrowed,
        STORE_DTYPE,
        "tile",
        "tile is " + tile.dtype().dslName() + ", but output_tensor is " + output.dtype().dslName(),
        "cast the tile: pl.cast(tile, pl." + output.dtype().dslName() + ")");
    call.require(
        offsets.size() <= output.rank(),
        TUPLE_RANK,
        "offsets",
        CallCheck.hasEntries("offsets", offsets.size())
            + ", but output_tensor has rank "
            + output.rank(),
        "give one offset per dimension of output_tensor");
    boolean aligned =
        shapes == null && tile.rank() == output.rank() && offsets.size() == output.rank();
    if (!aligned) {
      return call.done(output);
    }
    List<Expr> valid =
        new WindowWrite(
                output.shape(),
                output.validShape(),
                offsets,
                tile.validShape(),
                tile.validShape(),
                "offsets")
            .validShape(call);
    return call.done(
        Extents.areEqual(valid, output.validShape())
            ? output
            : output.withView(
                output
                    .view()
                    .withValidShape(Extents.areEqual(valid, output.shape()) ? List.of() : valid)));
  }

  /** How many elements a box has, or null where that is known at run time. */
  private static Long count(List<Expr> extents) {
    long count = 1;
    for (Expr extent : extents) {
      Long known = Scalars.constant(extent);
      if (known == null) {
        return null;
      }
      count *= known;
    }
    return count;
  }

  static Call assemble(CallCheck call) {
    TileType target = call.tile("target");
    TileType source = call.tile("source");
    List<Expr> offsets = call.ints("offset");
    if (target == null || source == null || offsets == null) {
      return call.done(target == null ? UnknownType.INSTANCE : target);
    }
    boolean narrowed =
        source.dtype() == DataType.FP32
            && (target.dtype() == DataType.BF16 || target.dtype() == DataType.FP16);
    call.require(
        source.dtype() == target.dtype() || narrowed,
        ASSEMBLE_DTYPE,
        "source",
        "source is " + source.dtype().dslName() + ", but target is " + target.dtype().dslName(),
        "cast the source first");
    if (source.rank() != target.rank() || offsets.size() != target.rank()) {
      call.report(
          TUPLE_RANK,
          "offset",
          "source has rank "
              + source.rank()
              + " and offset "
              + offsets.size()
              + " entries, but target has rank "
              + target.rank(),
          "give all three one rank");
      return call.done(target);
    }
    List<Expr> valid =
        new WindowWrite(
                target.shape(),
                target.validShape(),
                offsets,
                source.shape(),
                source.validShape(),
                "offset")
            .validShape(call);
    return call.done(
        new TileType(target.dtype(), target.shape(), valid, target.layout(), target.space(), null));
  }

  static Call extract(CallCheck call) {
    TileType source = call.tile("src");
    call.integer("index_row", OPERAND_KIND);
    call.integer("index_col", OPERAND_KIND);
    List<Expr> shape = GivenShapes.staticShape(call, "shape");
    if (source == null || shape == null || call.failed()) {
      return call.done(UnknownType.INSTANCE);
    }
    if (source.rank() != 2 || shape.size() != 2) {
      call.report(
          TUPLE_RANK,
          "shape",
          "src has rank "
              + source.rank()
              + " and shape "
              + shape.size()
              + " entries, but a matrix is cut out of a matrix",
          "use two dimensions");
      return call.done(UnknownType.INSTANCE);
    }
    List<Expr> offsets =
        List.of(Extents.normal(call.arg("index_row")), Extents.normal(call.arg("index_col")));
    List<Expr> valid =
        new WindowRead(
                source.shape(),
                source.validShape(),
                offsets,
                shape,
                null,
                Reach.WHOLE_BOX,
                readRules("index_row", "shape", "cut out a part that lies inside the tile"))
            .validShape(call);
    MemorySpace space = TileCreationRules.memory(call);
    return call.done(
        new TileType(source.dtype(), shape, valid, Layouts.of(shape, space), space, null));
  }

  static WindowRead.Rules readRules(String offset, String valid, String help) {
    return new WindowRead.Rules(READ_OFFSET, READ_VALID, READ_BOUNDS, offset, valid, help);
  }

  static Call move(CallCheck call) {
    TileType tile = call.tile("tile");
    MemorySpace space = call.attr(OpAttrs.TARGET_MEMORY);
    if (tile == null || space == null) {
      return call.done(UnknownType.INSTANCE);
    }
    TileLayout implied = Layouts.of(tile.shape(), space);
    boolean ordered = !implied.equals(Layouts.of(tile.shape(), null));
    Order block =
        space == MemorySpace.RIGHT
            ? Order.ROW_MAJOR
            : ordered ? implied.block() : tile.layout().block();
    Order inner = ordered ? implied.inner() : tile.layout().inner();
    Order wantedBlock = call.attr(OpAttrs.BLOCK_LAYOUT);
    Order wantedInner = call.attr(OpAttrs.INNER_LAYOUT);
    TileLayout layout =
        new TileLayout(
            wantedBlock == null ? block : wantedBlock,
            wantedInner == null ? inner : wantedInner,
            implied.fractal(),
            tile.layout().pad());
    return call.done(
        new TileType(tile.dtype(), tile.shape(), tile.validShape(), layout, space, null));
  }

  static Call read(CallCheck call) {
    TileType tile = call.tile("tile");
    if (tile == null) {
      return call.done(UnknownType.INSTANCE);
    }
    Elements.indices(call, "tile", tile.shape());
    return call.done(new ScalarType(tile.dtype()));
  }

  static Call write(CallCheck call) {
    TileType tile = call.tile("tile");
    if (tile != null) {
      Elements.indices(call, "tile", tile.shape());
      Elements.value(call, tile.dtype());
    }
    return call.done(UnknownType.INSTANCE);
  }
}
