package org.pyptoj.verifier.local;

import static org.pyptoj.verifier.rule.TileRule.*;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.ir.type.TileLayout.Order;
import org.pyptoj.ir.type.TileLayout.Pad;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.AtomicDtypes;
import org.pyptoj.verifier.call.Axes;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.DropDims;
import org.pyptoj.verifier.call.Elements;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.call.Layouts;
import org.pyptoj.verifier.call.Operand;
import org.pyptoj.verifier.call.ReshapedBox;
import org.pyptoj.verifier.call.WindowRead;
import org.pyptoj.verifier.call.WindowRead.Reach;
import org.pyptoj.verifier.call.WindowWrite;
import org.pyptoj.verifier.distributed.RemoteAccessRules;

/** Ops that make tiles, move them, and change how they are looked at. */
public final class TileMemoryRules {

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

  private TileMemoryRules() {}

  /** A call of one of these ops. */
  public static Call check(CallCheck call, OpKind.TileMemory kind) {
    return switch (kind) {
      case CREATE -> create(call);
      case READ -> read(call);
      case WRITE -> write(call);
      case LOAD -> load(call);
      case STORE -> store(call);
      case ASSEMBLE -> assemble(call);
      case EXTRACT -> extract(call);
      case MOVE -> move(call);
      case FULL -> full(call);
      case SEQUENCE -> consecutive(call);
      case TRIANGLE -> triangle(call);
      case FILLPAD -> fillPad(call);
      case FILLPAD_INPLACE -> fillPad(call);
      case FILLPAD_EXPAND -> fillPadExpand(call);
      case SLICE -> slice(call);
      case RESHAPE -> reshape(call);
      case TRANSPOSE -> transpose(call);
      case TRANSPOSE_VIEW -> transposeView(call);
      case SET_VALIDSHAPE -> setValidShape(call);
      case CONCAT -> concat(call);
    };
  }

  private static Call create(CallCheck call) {
    List<Expr> shape = staticShape(call, "shape");
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

  private static Call full(CallCheck call) {
    List<Expr> shape = staticShape(call, "shape");
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
  private static Call triangle(CallCheck call) {
    call.integer("diagonal", OPERAND_KIND);
    List<Expr> shape = staticShape(call, "shape");
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

  private static Call fillPadExpand(CallCheck call) {
    TileType tile = call.tile("tile");
    List<Expr> shape = staticShape(call, "shape");
    Pad pad = padValue(call);
    if (tile == null || shape == null) {
      return call.done(UnknownType.INSTANCE);
    }
    larger(call, tile.shape(), shape);
    TileLayout layout = tile.layout().withPad(pad == null ? Pad.ZERO : pad);
    return call.done(new TileType(tile.dtype(), shape, shape, layout, tile.space(), null));
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

  private static Call consecutive(CallCheck call) {
    List<Expr> shape = staticShape(call, "shape");
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

  private static MemorySpace memory(CallCheck call) {
    MemorySpace space = call.attr(OpAttrs.TARGET_MEMORY);
    return space == null ? MemorySpace.VEC : space;
  }

  /**
   * A shape of positive extents that are known when the kernel is compiled; null after reporting.
   */
  static List<Expr> staticShape(CallCheck call, String param) {
    List<Expr> shape = shape(call, param);
    if (shape != null && Extents.product(shape) == null) {
      call.report(
          STATIC_SHAPE,
          param,
          param + " is " + CallCheck.text(shape) + ", but on-core memory is laid out beforehand",
          "use constants, and say with valid_shape how much of the tile counts");
      return null;
    }
    return shape;
  }

  /** A shape of at least one extent whose static ones are positive; null after reporting. */
  public static List<Expr> shape(CallCheck call, String param) {
    List<Expr> shape = call.ints(param);
    if (shape == null) {
      return null;
    }
    if (shape.isEmpty()) {
      call.report(POSITIVE_SHAPE, param, param + " is empty", "give at least one extent");
      return null;
    }
    if (shape.stream().anyMatch(e -> Extents.lessEqual(e, Extents.ZERO) == Proof.TRUE)) {
      RemoteAccessRules.positive(call, POSITIVE_SHAPE, param, shape);
      return null;
    }
    return shape;
  }

  private static Call load(CallCheck call) {
    TensorLike tensor = call.tensorLike("tensor");
    List<Expr> shape = shape(call, "shapes");
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
    MemorySpace space = memory(call);
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

  private static Call store(CallCheck call) {
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

  private static Call assemble(CallCheck call) {
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

  private static Call extract(CallCheck call) {
    TileType source = call.tile("src");
    call.integer("index_row", OPERAND_KIND);
    call.integer("index_col", OPERAND_KIND);
    List<Expr> shape = staticShape(call, "shape");
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
    MemorySpace space = memory(call);
    return call.done(
        new TileType(source.dtype(), shape, valid, Layouts.of(shape, space), space, null));
  }

  private static WindowRead.Rules readRules(String offset, String valid, String help) {
    return new WindowRead.Rules(READ_OFFSET, READ_VALID, READ_BOUNDS, offset, valid, help);
  }

  private static Call move(CallCheck call) {
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

  private static Call fillPad(CallCheck call) {
    TileType tile = call.tile("tile");
    Pad pad = padValue(call);
    if (tile == null) {
      return call.done(UnknownType.INSTANCE);
    }
    TileLayout layout = tile.layout().withPad(pad == null ? Pad.ZERO : pad);
    return call.done(
        new TileType(tile.dtype(), tile.shape(), tile.shape(), layout, tile.space(), null));
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

  private static Call slice(CallCheck call) {
    TileType tile = call.tile("tile");
    List<Expr> shape = staticShape(call, "shape");
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
                readRules("offset", "valid_shape", "take a part that lies inside the tile"))
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

  private static Call reshape(CallCheck call) {
    TileType tile = call.tile("tile");
    List<Expr> shape = staticShape(call, "shape");
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
  private static Call transposeView(CallCheck call) {
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

  private static Call transpose(CallCheck call) {
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

  private static Call setValidShape(CallCheck call) {
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

  private static Call concat(CallCheck call) {
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

  private static Call read(CallCheck call) {
    TileType tile = call.tile("tile");
    if (tile == null) {
      return call.done(UnknownType.INSTANCE);
    }
    Elements.indices(call, "tile", tile.shape());
    return call.done(new ScalarType(tile.dtype()));
  }

  private static Call write(CallCheck call) {
    TileType tile = call.tile("tile");
    if (tile != null) {
      Elements.indices(call, "tile", tile.shape());
      Elements.value(call, tile.dtype());
    }
    return call.done(UnknownType.INSTANCE);
  }
}
