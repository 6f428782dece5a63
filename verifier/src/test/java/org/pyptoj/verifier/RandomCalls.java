package org.pyptoj.verifier;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.StringConst;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.CommCtxType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.PtrType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TensorView;
import org.pyptoj.ir.type.TileLayout;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.Layouts;
import org.pyptoj.verifier.call.Shapes;

/**
 * Random operands and attributes of an op: mostly fitting ones of a common shape and type, and with
 * some probability anything else.
 */
final class RandomCalls {

  private static final int[] EXTENTS = {1, 2, 4, 8, 16, 32, 64};
  private static final DataType[] COMMON = {
    DataType.FP32, DataType.FP16, DataType.INT32, DataType.INT16, DataType.BF16
  };

  private final Random random;
  private final double noise;
  private final DataType dtype;
  private final List<Expr> shape;

  RandomCalls(long seed) {
    random = new Random(seed);
    noise = random.nextInt(3) == 0 ? 0.15 : 0.01;
    dtype = COMMON[random.nextInt(COMMON.length)];
    shape =
        random.nextInt(12) == 0
            ? randomShape()
            : List.of(extent(EXTENTS[random.nextInt(4)]), extent(EXTENTS[1 + random.nextInt(6)]));
  }

  List<Expr> operands(Op op) {
    List<OpParam> params = op.signature().operands();
    int required = (int) params.stream().filter(OpParam::required).count();
    int count =
        chance(noise)
            ? random.nextInt(params.size() + 2)
            : random.nextBoolean() ? params.size() : required;
    List<Expr> operands = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      operands.add(i >= params.size() || chance(noise) ? anything() : operand(op, params.get(i)));
    }
    return operands;
  }

  Attrs attrs(Op op) {
    Map<String, Object> attrs = new LinkedHashMap<>();
    for (OpParam param : op.signature().attributes()) {
      if ((param.required() && !chance(noise)) || random.nextInt(3) == 0) {
        attrs.put(param.name(), chance(noise) ? anyAttribute() : attribute(op, param));
      }
    }
    return new Attrs(attrs);
  }

  private boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  private static Expr extent(long value) {
    return IntConst.index(value);
  }

  private List<Expr> randomShape() {
    List<Expr> extents = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      extents.add(
          random.nextInt(6) == 0
              ? scalar(DataType.INDEX)
              : extent(
                  random.nextInt(9) == 0 ? random.nextInt(3) - 1 : EXTENTS[random.nextInt(7)]));
    }
    return extents;
  }

  private Expr operand(Op op, OpParam param) {
    return switch (param.kind()) {
      case TENSOR -> tensor(param.name());
      case DISTRIBUTED_TENSOR -> window(op, param.name());
      case TENSOR_LIKE -> random.nextBoolean() ? tensor(param.name()) : window(op, param.name());
      case TILE, TILE_OR_SCALAR -> tile(op, param.name());
      case TENSOR_OR_SCALAR -> tensor(param.name());
      case SCALAR ->
          param.role() == ParamRole.CONDITION
              ? scalar(DataType.BOOL)
              : number(param.name(), DataType.INDEX);
      case NUMBER -> number(param.name(), dtype);
      case INTS -> tuple(op, param.name());
      case INDICES ->
          param.name().equals("size")
              ? random.nextBoolean() ? extent(256) : new MakeTuple(shape, Span.NONE)
              : new MakeTuple(Collections.nCopies(shape.size(), extent(0)), Span.NONE);
      case PTR -> new Var("p", PtrType.INSTANCE, Span.NONE);
      case COMM_CTX -> new Var("c", CommCtxType.INSTANCE, Span.NONE);
      case ARRAY -> new Var("a", new ArrayType(DataType.INT32, 4), Span.NONE);
      case ANY -> extent(0);
      case INT,
          FLOAT,
          BOOL,
          TEXT,
          DTYPE,
          MEMORY,
          PAD,
          TILE_LAYOUT,
          MASK_PATTERN,
          INT_LIST,
          NOTIFY_OP,
          WAIT_CMP,
          ATOMIC_TYPE,
          REDUCE_OP ->
          throw new IllegalArgumentException(param.toString());
    };
  }

  private Expr number(String name, DataType preferred) {
    if (random.nextInt(3) == 0) {
      return scalar(preferred);
    }
    return preferred.isFloat()
        ? new FloatConst(0.5, DataType.FP32, Span.NONE)
        : extent(name.equals("expected") ? 1 : random.nextInt(3));
  }

  private Var scalar(DataType type) {
    return new Var("n", new ScalarType(type), Span.NONE);
  }

  /** The shape that a parameter's name asks for. */
  private List<Expr> shapeOf(String name) {
    if (shape.size() != 2) {
      return shape;
    }
    Expr rows = shape.get(0);
    Expr cols = shape.get(1);
    return switch (name) {
      case "row_vec" -> List.of(rows, extent(1));
      case "col_vec" -> List.of(extent(1), cols);
      case "signal", "recv_counts", "send_counts" -> List.of(rows, extent(1));
      case "local_data" -> List.of(extent(1), cols);
      default -> shape;
    };
  }

  private DataType dtypeOf(String name) {
    return switch (name) {
      case "signal", "recv_counts", "send_counts", "indices", "index" -> DataType.INT32;
      case "idx" -> DataType.UINT32;
      default -> dtype;
    };
  }

  private List<Expr> part(List<Expr> whole) {
    if (random.nextInt(4) != 0) {
      return List.of();
    }
    List<Expr> valid = new ArrayList<>();
    for (Expr extent : whole) {
      valid.add(
          extent instanceof IntConst c && c.value() > 1 && random.nextBoolean()
              ? extent(c.value() - 1)
              : extent);
    }
    return valid;
  }

  private TensorView view(List<Expr> extents) {
    if (chance(noise)) {
      return new TensorView(
          random.nextBoolean() ? List.of() : Shapes.packedStrides(extents),
          part(extents),
          TensorLayout.values()[random.nextInt(3)]);
    }
    return TensorView.PACKED.withValidShape(chance(noise) ? part(extents) : List.of());
  }

  private Var tensor(String name) {
    List<Expr> extents = shapeOf(name);
    return new Var("x", new TensorType(dtypeOf(name), extents, view(extents)), Span.NONE);
  }

  private Var window(Op op, String name) {
    boolean ranked =
        op == DistributedOp.NOTIFY || op == DistributedOp.WAIT || op == DistributedOp.DEFER_WAIT;
    List<Expr> extents = ranked ? shape : shapeOf(name);
    DataType type = op == DistributedOp.DEFER_WAIT ? DataType.INT32 : dtypeOf(name);
    return new Var("w", new DistributedTensorType(type, extents, view(extents), null), Span.NONE);
  }

  private Var tile(Op op, String name) {
    List<Expr> extents = shapeOf(name);
    if (op.kind() instanceof OpKind.Matmul && shape.size() == 2) {
      Expr rows = shape.get(0);
      Expr cols = shape.get(1);
      extents =
          switch (name) {
            case "rhs" -> List.of(cols, rows);
            case "acc" -> List.of(rows, rows);
            case "bias" -> List.of(extent(1), rows);
            default -> shape;
          };
    }
    if (op == TileOp.SCATTER_UPDATE && name.equals("index") && shape.size() == 2) {
      extents = List.of(shape.get(0), extent(1));
    }
    DataType type =
        name.equals("acc") || name.equals("bias")
            ? dtype.isFloat() ? DataType.FP32 : DataType.INT32
            : dtypeOf(name);
    MemorySpace space = random.nextInt(3) == 0 ? null : MemorySpace.VEC;
    if (op == TileOp.TRANSPOSE_VIEW && random.nextBoolean()) {
      space = MemorySpace.MAT;
    }
    List<Expr> valid = part(extents);
    return new Var(
        "t",
        new TileType(
            type,
            extents,
            valid.isEmpty() ? extents : valid,
            Layouts.of(extents, space),
            space,
            null),
        Span.NONE);
  }

  private Expr tuple(Op op, String name) {
    if (name.contains("offset")) {
      return new MakeTuple(
          shape.stream()
              .map(e -> random.nextInt(5) == 0 ? scalar(DataType.INDEX) : extent(0))
              .toList(),
          Span.NONE);
    }
    if (op == TileOp.CI) {
      return new MakeTuple(List.of(extent(1), extent(8)), Span.NONE);
    }
    if (name.equals("valid_shape")) {
      List<Expr> valid = part(shape);
      return new MakeTuple(valid.isEmpty() ? shape : valid, Span.NONE);
    }
    return new MakeTuple(
        (op == TileOp.RESHAPE || op == TensorOp.RESHAPE) && random.nextBoolean()
            ? shape.reversed()
            : shape,
        Span.NONE);
  }

  /** Any operand whatever. */
  private Expr anything() {
    List<Expr> some = randomShape();
    DataType type = DataType.values()[random.nextInt(DataType.values().length)];
    return switch (random.nextInt(11)) {
      case 0 -> new Var("x", new TensorType(type, some, view(some)), Span.NONE);
      case 1 -> new Var("w", new DistributedTensorType(type, some, view(some), null), Span.NONE);
      case 2 -> new Var("t", new TileType(type, some), Span.NONE);
      case 3 -> scalar(type);
      case 4 -> extent(random.nextInt(5) - 2);
      case 5 -> new IntConst(Long.MAX_VALUE, DataType.INT64, Span.NONE);
      case 6 -> new FloatConst(1.5, DataType.FP16, Span.NONE);
      case 7 -> new MakeTuple(some, Span.NONE);
      case 8 -> new MakeTuple(List.of(scalar(type), extent(1)), Span.NONE);
      case 9 -> new StringConst("text", Span.NONE);
      default -> new Var("u", UnknownType.INSTANCE, Span.NONE);
    };
  }

  private Object attribute(Op op, OpParam param) {
    return switch (param.kind()) {
      case INT ->
          switch (param.name()) {
            case "axis2", "core_num", "extent" -> 1L;
            case "axis1", "axis", "root", "cmp_type" -> 0L;
            case "dim" -> (long) (random.nextInt(3) - 2);
            default -> (long) random.nextInt(9);
          };
      case FLOAT -> 1.0;
      case BOOL -> random.nextInt(4) == 0;
      case TEXT ->
          param.name().equals("acc_phase")
              ? "partial"
              : param.name().equals("mode") && op == DistributedOp.ALLREDUCE
                  ? random.nextInt(4) == 0 ? "ring" : "mesh"
                  : "round";
      case DTYPE -> random.nextInt(3) == 0 ? DataType.INT32 : COMMON[random.nextInt(COMMON.length)];
      case MEMORY -> MemorySpace.values()[1 + random.nextInt(5)];
      case PAD -> TileLayout.Pad.values()[1 + random.nextInt(3)];
      case MASK_PATTERN -> (long) (1 + random.nextInt(8));
      case TILE_LAYOUT -> TileLayout.Order.values()[random.nextInt(3)];
      case INT_LIST -> random.nextInt(3) == 0 ? List.of(0L) : List.of();
      case NOTIFY_OP, WAIT_CMP, ATOMIC_TYPE -> (long) random.nextInt(2);
      case REDUCE_OP -> (long) (random.nextBoolean() ? 0 : random.nextInt(4));
      case TENSOR,
          DISTRIBUTED_TENSOR,
          TENSOR_LIKE,
          TILE,
          TILE_OR_SCALAR,
          TENSOR_OR_SCALAR,
          SCALAR,
          NUMBER,
          INTS,
          INDICES,
          PTR,
          COMM_CTX,
          ARRAY,
          ANY ->
          throw new IllegalArgumentException(param.toString());
    };
  }

  private Object anyAttribute() {
    return switch (random.nextInt(9)) {
      case 0 -> (long) (random.nextInt(9) - 4);
      case 1 -> Long.MAX_VALUE;
      case 2 -> 0.25;
      case 3 -> true;
      case 4 -> "other";
      case 5 -> DataType.values()[random.nextInt(DataType.values().length)];
      case 6 -> List.of(0L, 7L, -1L);
      case 7 -> List.of("a");
      default -> MemorySpace.DDR;
    };
  }
}
