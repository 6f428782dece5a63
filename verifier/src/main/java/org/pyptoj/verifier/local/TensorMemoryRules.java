package org.pyptoj.verifier.local;

import static org.pyptoj.verifier.rule.TileRule.*;

import java.util.List;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TensorView;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.AtomicDtypes;
import org.pyptoj.verifier.call.Axes;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.DropDims;
import org.pyptoj.verifier.call.Elements;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.call.ReshapedBox;
import org.pyptoj.verifier.call.Shapes;
import org.pyptoj.verifier.call.WindowRead;
import org.pyptoj.verifier.call.WindowRead.Reach;
import org.pyptoj.verifier.call.WindowWrite;

/** Ops that make tensors, read and write their elements, and look at them under another shape. */
public final class TensorMemoryRules {

  private TensorMemoryRules() {}

  /** A call of one of these ops. */
  public static Call check(CallCheck call, OpKind.TensorMemory kind) {
    return switch (kind) {
      case CREATE -> create(call);
      case CREATE_L1 -> createBesideCube(call);
      case FULL -> full(call);
      case SEQUENCE -> sequence(call);
      case FILLPAD -> fillPad(call);
      case FILLPAD_EXPAND -> fillPadExpand(call);
      case SET_VALIDSHAPE -> setValidShape(call);
      case READ -> read(call);
      case WRITE -> write(call);
      case DIM -> dim(call);
      case SLICE -> slice(call);
      case ASSEMBLE -> assemble(call);
      case RESHAPE -> reshape(call);
      case TRANSPOSE -> transpose(call);
      case CONCAT -> concat(call);
      case AS_VIEW -> asView(call);
    };
  }

  private static Call create(CallCheck call) {
    return call.done(fresh(call));
  }

  private static Call createBesideCube(CallCheck call) {
    List<Expr> shape = GivenShapes.staticShape(call, "shape");
    DataType dtype = call.attr(OpAttrs.DTYPE);
    if (shape == null || dtype == null) {
      return call.done(UnknownType.INSTANCE);
    }
    if (call.attr(OpAttrs.TRANSPOSE)) {
      TileCreationRules.matrixBesideCube(call, shape.size(), MemorySpace.MAT);
    }
    return call.done(new TensorType(dtype, shape));
  }

  private static Call full(CallCheck call) {
    TileCreationRules.constant(call);
    return call.done(fresh(call));
  }

  private static Call sequence(CallCheck call) {
    List<Expr> shape = GivenShapes.shape(call, "shape");
    DataType dtype = TileCreationRules.sequence(call, shape);
    return call.done(shape == null ? UnknownType.INSTANCE : new TensorType(dtype, shape));
  }

  private static Call fillPad(CallCheck call) {
    TensorLike tensor = call.tensorLike("tensor");
    TileCreationRules.padValue(call);
    return call.done(
        tensor == null ? UnknownType.INSTANCE : new TensorType(tensor.dtype(), tensor.shape()));
  }

  private static Call fillPadExpand(CallCheck call) {
    TensorLike tensor = call.tensorLike("tensor");
    List<Expr> shape = GivenShapes.shape(call, "shape");
    TileCreationRules.padValue(call);
    if (tensor == null || shape == null) {
      return call.done(UnknownType.INSTANCE);
    }
    TileCreationRules.larger(call, tensor.shape(), shape);
    return call.done(new TensorType(tensor.dtype(), shape));
  }

  private static Call setValidShape(CallCheck call) {
    TensorLike tensor = call.tensorLike("tensor");
    call.integer("valid_rows", OPERAND_KIND);
    call.integer("valid_cols", OPERAND_KIND);
    if (tensor == null || call.failed()) {
      return call.done(UnknownType.INSTANCE);
    }
    if (tensor.rank() != 2) {
      call.report(
          VALID_BOX,
          "tensor",
          "tensor has rank " + tensor.rank() + ", but rows and columns are set",
          "reshape it to two dimensions");
      return call.done(UnknownType.INSTANCE);
    }
    List<Expr> valid = TileMemoryRules.narrowed(call, "tensor", tensor.shape());
    return call.done(
        tensor.withView(
            tensor
                .view()
                .withValidShape(Extents.areEqual(valid, tensor.shape()) ? List.of() : valid)));
  }

  private static Type fresh(CallCheck call) {
    List<Expr> shape = GivenShapes.shape(call, "shape");
    DataType dtype = call.attr(OpAttrs.DTYPE);
    return shape == null || dtype == null ? UnknownType.INSTANCE : new TensorType(dtype, shape);
  }

  private static Call read(CallCheck call) {
    TensorLike tensor = call.tensorLike("tensor");
    if (tensor == null) {
      return call.done(UnknownType.INSTANCE);
    }
    Elements.indices(call, "tensor", tensor.shape());
    return call.done(new ScalarType(tensor.dtype()));
  }

  private static Call write(CallCheck call) {
    TensorLike tensor = call.tensorLike("tensor");
    if (tensor != null) {
      Elements.indices(call, "tensor", tensor.shape());
      Elements.value(call, tensor.dtype());
    }
    return call.done(UnknownType.INSTANCE);
  }

  private static Call dim(CallCheck call) {
    TensorLike tensor = call.tensorLike("tensor");
    long axis = call.attr(OpAttrs.AXIS, 0L);
    if (tensor != null) {
      call.require(
          axis >= -tensor.rank() && axis < tensor.rank(),
          AXIS,
          "axis",
          "axis is " + axis + ", but tensor has rank " + tensor.rank(),
          "count dimensions from 0, or from -1 at the end");
      if (axis < 0) {
        // From here on dimensions are counted from 0.
        call.replace(OpAttrs.AXIS, axis + tensor.rank());
      }
    }
    return call.done(ScalarType.INDEX);
  }

  private static Call slice(CallCheck call) {
    TensorLike tensor = call.tensorLike("tensor");
    List<Expr> shape = GivenShapes.shape(call, "shape");
    List<Expr> offsets =
        shape == null
            ? call.ints("offset")
            : call.ints("offset", OPERAND_KIND, TUPLE_RANK, shape.size(), "shape");
    List<Expr> given = call.ints("valid_shape");
    if (tensor == null
        || shape == null
        || offsets == null
        || (call.has("valid_shape") && given == null)) {
      return call.done(UnknownType.INSTANCE);
    }
    List<Expr> requested = given == null || given.isEmpty() ? null : given;
    if (requested != null && requested.size() != shape.size()) {
      call.report(
          TUPLE_RANK,
          "valid_shape",
          "valid_shape has " + requested.size() + " entries, but shape has rank " + shape.size(),
          "give one entry per dimension of the shape");
      return call.done(UnknownType.INSTANCE);
    }
    List<Expr> valid = requested == null ? shape : requested;
    if (shape.size() == tensor.rank()) {
      valid =
          new WindowRead(
                  tensor.shape(),
                  tensor.validShape(),
                  offsets,
                  shape,
                  requested,
                  Reach.REQUEST,
                  new WindowRead.Rules(
                      READ_OFFSET,
                      READ_VALID,
                      READ_BOUNDS,
                      "offset",
                      "valid_shape",
                      "take a part that lies inside the tensor, or pass valid_shape"))
              .validShape(call);
    }
    DropDims dropped = DropDims.of(call, shape, valid);
    if (dropped == null) {
      return call.done(UnknownType.INSTANCE);
    }
    call.require(
        !dropped.shape().isEmpty(),
        DROP_DIMS,
        "drop_dims",
        "all dimensions of " + CallCheck.text(shape) + " are dropped",
        "keep one, or read the element with pl.read");
    return call.done(view(tensor, dropped.shape(), dropped.valid()));
  }

  /** The same kind of tensor, packed, under another shape. */
  private static TensorLike view(TensorLike tensor, List<Expr> shape, List<Expr> valid) {
    TensorView whole = TensorView.PACKED;
    TensorView view = Extents.areEqual(valid, shape) ? whole : whole.withValidShape(valid);
    return tensor.withShape(shape).withView(view);
  }

  private static Call assemble(CallCheck call) {
    TensorLike target = call.tensorLike("target");
    TensorLike source = call.tensorLike("source");
    List<Expr> offsets = call.ints("offset");
    if (target == null || source == null || offsets == null) {
      return call.done(target == null ? UnknownType.INSTANCE : target);
    }
    AtomicDtypes.check(call, ATOMIC_DTYPE, source.dtype());
    call.require(
        source.dtype() == target.dtype(),
        ASSEMBLE_DTYPE,
        "source",
        "source is " + source.dtype().dslName() + ", but target is " + target.dtype().dslName(),
        "cast the source first");
    call.require(
        offsets.size() == target.rank(),
        TUPLE_RANK,
        "offset",
        "offset has " + offsets.size() + " entries, but target has rank " + target.rank(),
        "give one entry per dimension of the target");
    if (source.rank() != target.rank() || offsets.size() != target.rank()) {
      return call.done(target);
    }
    List<Expr> valid =
        new WindowWrite(
                target.shape(),
                target.validShape(),
                offsets,
                source.validShape(),
                source.validShape(),
                "offset")
            .validShape(call);
    List<Expr> written = Extents.areEqual(valid, target.shape()) ? List.of() : valid;
    return call.done(target.withView(target.view().withValidShape(written)));
  }

  private static Call reshape(CallCheck call) {
    TensorLike tensor = call.tensorLike("tensor");
    List<Expr> shape = GivenShapes.shape(call, "shape");
    if (tensor == null || shape == null) {
      return call.done(UnknownType.INSTANCE);
    }
    TileMemoryRules.sameCount(call, tensor.shape(), shape);
    List<Expr> valid =
        ReshapedBox.of(
            tensor.shape(),
            tensor.validShape(),
            shape,
            isPacked(tensor),
            why -> TileMemoryRules.refuseReshape(call, tensor.validShape(), shape, why));
    return call.done(valid == null ? UnknownType.INSTANCE : view(tensor, shape, valid));
  }

  private static boolean isPacked(TensorLike tensor) {
    List<Expr> stride = tensor.view().stride();
    return tensor.view().layout() == TensorLayout.ND
        && (stride.isEmpty() || Extents.areEqual(stride, Shapes.packedStrides(tensor.shape())));
  }

  /** The flat view that lowered collectives work on; its valid box is what they say. */
  private static Call asView(CallCheck call) {
    TensorLike tensor = call.tensorLike("tensor");
    List<Expr> shape = GivenShapes.shape(call, "shape");
    List<Expr> valid =
        shape == null
            ? call.ints("valid_shape")
            : call.ints("valid_shape", OPERAND_KIND, TUPLE_RANK, shape.size(), "shape");
    if (tensor == null || shape == null) {
      return call.done(UnknownType.INSTANCE);
    }
    TileMemoryRules.sameCount(call, tensor.shape(), shape);
    return call.done(view(tensor, shape, valid == null ? shape : valid));
  }

  private static Call transpose(CallCheck call) {
    TensorLike tensor = call.tensorLike("tensor");
    if (tensor == null) {
      return call.done(UnknownType.INSTANCE);
    }
    Axes axes = Axes.of(call, tensor.rank());
    if (axes == null) {
      return call.done(UnknownType.INSTANCE);
    }
    TensorView before = tensor.view();
    List<Expr> shape = axes.exchange(tensor.shape());
    List<Expr> stride =
        axes.exchange(
            before.stride().isEmpty() ? Shapes.packedStrides(tensor.shape()) : before.stride());
    TensorLayout layout =
        !axes.isInnermost(tensor.rank())
            ? before.layout()
            : before.layout() == TensorLayout.ND ? TensorLayout.DN : TensorLayout.ND;
    boolean packed =
        layout == TensorLayout.ND && Extents.areEqual(stride, Shapes.packedStrides(shape));
    List<Expr> valid =
        before.validShape().isEmpty() ? List.of() : axes.exchange(before.validShape());
    TensorView view = new TensorView(packed ? List.of() : stride, valid, layout);
    return call.done(tensor.withShape(shape).withView(view));
  }

  private static Call concat(CallCheck call) {
    TensorLike first = call.tensor("src0", OPERAND_KIND, "pass a plain tensor here");
    TensorLike second = call.tensor("src1", OPERAND_KIND, "pass a plain tensor here");
    if (first == null || second == null) {
      return call.done(UnknownType.INSTANCE);
    }
    List<Expr> shape =
        TileMemoryRules.sideBySide(
            call, first.dtype(), first.shape(), second.dtype(), second.shape());
    return call.done(shape == null ? UnknownType.INSTANCE : new TensorType(first.dtype(), shape));
  }
}
