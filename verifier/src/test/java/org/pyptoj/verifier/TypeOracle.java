package org.pyptoj.verifier;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.op.MaskPattern;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;

/**
 * What a valid call's result must be, by plain arithmetic on arrays of numbers; it shares no code
 * with the rules. Extents that are not constant are -1 and stand for any.
 */
final class TypeOracle {

  /** Kind, element type, extents and valid extents; null where the oracle has no opinion. */
  record Expected(String kind, DataType dtype, long[] shape, long[] valid) {

    boolean matches(Type type) {
      if (!type.kind().equals(kind)) {
        return false;
      }
      return switch (type) {
        case TileType t ->
            same(dtype, t.dtype()) && fits(shape, t.shape()) && fits(valid, t.validShape());
        case TensorLike t ->
            same(dtype, t.dtype()) && fits(shape, t.shape()) && fits(valid, t.validShape());
        case ScalarType t -> same(dtype, t.dtype());
        case ArrayType t -> same(dtype, t.dtype());
        default -> true;
      };
    }

    private static boolean same(DataType wanted, DataType given) {
      return wanted == null || wanted == given;
    }

    private static boolean fits(long[] wanted, List<Expr> given) {
      if (wanted == null) {
        return true;
      }
      long[] numbers = numbers(given);
      if (numbers.length != wanted.length) {
        return false;
      }
      for (int i = 0; i < wanted.length; i++) {
        if (wanted[i] >= 0 && numbers[i] >= 0 && wanted[i] != numbers[i]) {
          return false;
        }
      }
      return true;
    }

    @Override
    public String toString() {
      return kind + " " + dtype + " " + Arrays.toString(shape) + " valid " + Arrays.toString(valid);
    }
  }

  private final Op op;
  private final List<Expr> args;
  private final Attrs attrs;

  TypeOracle(Op op, List<Expr> args, Attrs attrs) {
    this.op = op;
    this.args = args;
    this.attrs = attrs;
  }

  Expected expected() {
    return switch (op.kind()) {
      case OpKind.Unary k -> like(0);
      case OpKind.Convert k ->
          new Expected(fresh(), attrs.get(OpAttrs.TARGET_TYPE), shape(0), valid(0));
      case OpKind.Binary k -> binary(0, 1);
      case OpKind.ScalarBinary k -> like(0);
      case OpKind.Compare k -> k.withNumber() ? mask(shape(0), valid(0)) : comparison();
      case OpKind.Select k -> k.withNumber() ? like(1) : binary(1, 2);
      case OpKind.Part k -> like(0);
      case OpKind.ArgReduce k ->
          counted(
              switch (k.axis()) {
                case ROWS -> shape(0).length - 1;
                case COLUMNS -> tile() ? 0 : shape(0).length - 2;
              });
      case OpKind.Rearrangement k ->
          switch (k) {
            case GATHER -> new Expected(fresh(), dtype(0), shape(1), shape(1));
            case GATHER_MASK -> masked();
            case SCATTER, SCATTER_ROWS -> like(0);
            case SCATTER_MASK -> like(tile() ? 0 : 1);
            case SORT_BLOCKS -> new Expected(fresh(), dtype(0), twice(shape(0)), twice(valid(0)));
            case MERGE_RUNS -> like(0);
          };
      case OpKind.IndexedTransfer k ->
          switch (k) {
            case ROWS -> like(0);
          };
      case OpKind.Merge k -> merged(k.lists());
      case OpKind.Reduce k ->
          switch (k.axis()) {
            case ROWS -> reduced(shape(0).length - 1);
            case COLUMNS -> reduced(tile() ? 0 : shape(0).length - 2);
          };
      case OpKind.Expand k -> like(0);
      case OpKind.Matmul k -> matmul();
      case OpKind.TileMemory k -> tiles(k);
      case OpKind.TensorMemory k -> tensors(k);
      case OpKind.ArrayAccess k ->
          switch (k) {
            case CREATE -> new Expected("Array", attrs.get(OpAttrs.DTYPE), null, null);
            case GET -> new Expected("Scalar", DataType.INT32, null, null);
            case UPDATE -> new Expected("Array", DataType.INT32, null, null);
          };
      case OpKind.BlockNumber k -> new Expected("Scalar", DataType.INDEX, null, null);
      case OpKind.Window k ->
          switch (k) {
            case WORLD_SIZE, RANK, RANKS -> new Expected("Scalar", DataType.INT32, null, null);
            case COMM_CTX -> new Expected("CommCtx", null, null, null);
            case ALLOCATE -> new Expected("Ptr", null, null, null);
            case VIEW ->
                new Expected("DistributedTensor", attrs.get(OpAttrs.DTYPE), tuple(1), tuple(1));
          };
      case OpKind.Transfer k ->
          k == OpKind.Transfer.REMOTE_LOAD
              ? new Expected("Tile", dtype(0), tuple(3), remoteValid())
              : none();
      case OpKind.Signal k -> none();
      case OpKind.Collective k ->
          switch (k) {
            case ALLREDUCE, BARRIER, BROADCAST, REDUCE_SCATTER -> itself(0);
            case ALLGATHER, ALL_TO_ALL, ALL_TO_ALL_V -> itself(1);
          };
      case OpKind.Fence k -> none();
    };
  }

  /**
   * Per dimension the least of the tile, what is asked for, and what is valid from the offset on;
   * who reads a tail on purpose reads what lies behind the valid box.
   */
  private long[] remoteValid() {
    long[] box = tuple(3);
    long[] offsets = tuple(2);
    long[] source = valid(0);
    long[] physical = shape(0);
    long[] asked = args.size() > 4 ? tuple(4) : box;
    long[] result = new long[box.length];
    for (int i = 0; i < box.length; i++) {
      boolean whole = source[i] == physical[i] || attrs.get(OpAttrs.ALLOW_PHYSICAL_TAIL_PADDING);
      long known = whole || offsets[i] < 0 ? Long.MAX_VALUE : Math.max(0, source[i] - offsets[i]);
      boolean unknown = asked[i] < 0 || (!whole && offsets[i] < 0) || source[i] < 0;
      result[i] = unknown ? -1 : Math.min(Math.min(box[i], asked[i]), known);
    }
    return result;
  }

  private Expected tiles(OpKind.TileMemory kind) {
    return switch (kind) {
      case CREATE, FULL -> new Expected("Tile", attrs.get(OpAttrs.DTYPE), tuple(0), tuple(0));
      case SEQUENCE ->
          new Expected(
              "Tile",
              attrs.has(OpAttrs.DTYPE) ? attrs.get(OpAttrs.DTYPE) : DataType.INT32,
              tuple(1),
              tuple(1));
      case READ -> new Expected("Scalar", dtype(0), null, null);
      case WRITE -> none();
      case LOAD -> new Expected("Tile", dtype(0), tuple(2), null);
      case STORE -> new Expected(args.get(2).type().kind(), dtype(2), shape(2), null);
      case ASSEMBLE -> new Expected(args.get(0).type().kind(), dtype(0), shape(0), null);
      case EXTRACT -> new Expected("Tile", dtype(0), tuple(3), null);
      case MOVE -> like(0);
      case TRIANGLE ->
          new Expected(
              "Tile",
              attrs.has(OpAttrs.DTYPE) ? attrs.get(OpAttrs.DTYPE) : DataType.INT32,
              tuple(1),
              args.size() > 2 ? tuple(2) : tuple(1));
      case FILLPAD, FILLPAD_INPLACE -> new Expected("Tile", dtype(0), shape(0), shape(0));
      case FILLPAD_EXPAND -> new Expected("Tile", dtype(0), tuple(1), tuple(1));
      case SLICE -> slice();
      case RESHAPE -> new Expected(args.get(0).type().kind(), dtype(0), tuple(1), null);
      case TRANSPOSE -> transposed(attrs.get(OpAttrs.AXIS1), attrs.get(OpAttrs.AXIS2));
      case TRANSPOSE_VIEW -> transposed(0, 1);
      case SET_VALIDSHAPE ->
          new Expected(
              "Tile", dtype(0), shape(0), new long[] {number(args.get(1)), number(args.get(2))});
      case CONCAT -> concat();
    };
  }

  private Expected tensors(OpKind.TensorMemory kind) {
    return switch (kind) {
      case CREATE, CREATE_L1, FULL ->
          new Expected("Tensor", attrs.get(OpAttrs.DTYPE), tuple(0), tuple(0));
      case SEQUENCE ->
          new Expected(
              "Tensor",
              attrs.has(OpAttrs.DTYPE) ? attrs.get(OpAttrs.DTYPE) : DataType.INT32,
              tuple(1),
              tuple(1));
      case FILLPAD -> new Expected("Tensor", dtype(0), shape(0), shape(0));
      case FILLPAD_EXPAND -> new Expected("Tensor", dtype(0), tuple(1), tuple(1));
      case SET_VALIDSHAPE ->
          new Expected(
              args.get(0).type().kind(),
              dtype(0),
              shape(0),
              new long[] {number(args.get(1)), number(args.get(2))});
      case READ -> new Expected("Scalar", dtype(0), null, null);
      case WRITE -> none();
      case DIM -> new Expected("Scalar", DataType.INDEX, null, null);
      case SLICE -> slice();
      case ASSEMBLE -> new Expected(args.get(0).type().kind(), dtype(0), shape(0), null);
      case RESHAPE, AS_VIEW -> new Expected(args.get(0).type().kind(), dtype(0), tuple(1), null);
      case TRANSPOSE -> transposed(attrs.get(OpAttrs.AXIS1), attrs.get(OpAttrs.AXIS2));
      case CONCAT -> concat();
    };
  }

  private static Expected none() {
    return new Expected("Unknown", null, null, null);
  }

  private boolean tile() {
    return op.fullName().startsWith("pl.tile.");
  }

  private String fresh() {
    return tile() ? "Tile" : "Tensor";
  }

  private Expected itself(int index) {
    return new Expected("DistributedTensor", dtype(index), shape(index), valid(index));
  }

  private Expected like(int index) {
    return new Expected(fresh(), dtype(index), shape(index), valid(index));
  }

  private Expected comparison() {
    Expected both = binary(0, 1);
    return mask(both.shape(), both.valid());
  }

  private Expected binary(int left, int right) {
    long[] a = shape(left);
    long[] b = shape(right);
    int rank = Math.max(a.length, b.length);
    long[] shape = new long[rank];
    for (int i = 0; i < rank; i++) {
      long x = i < rank - a.length ? 1 : a[i - rank + a.length];
      long y = i < rank - b.length ? 1 : b[i - rank + b.length];
      shape[i] = x < 0 || y < 0 ? -1 : Math.max(x, y);
      if (x == 1 || y == 1) {
        shape[i] = x == 1 ? y : x;
      }
    }
    long[] valid = Arrays.equals(a, b) ? valid(left) : null;
    return new Expected(fresh(), dtype(left), shape, valid);
  }

  /** One bit per element, rows padded to 32 bytes. */
  private Expected mask(long[] shape, long[] valid) {
    int last = shape.length - 1;
    long[] bytes = shape.clone();
    bytes[last] = shape[last] < 0 ? -1 : (shape[last] + 255) / 256 * 32;
    long[] part = valid == null ? null : valid.clone();
    if (part != null) {
      part[last] = part[last] < 0 ? -1 : (part[last] + 7) / 8;
    }
    return new Expected(fresh(), DataType.UINT8, bytes, part);
  }

  private Expected reduced(int axis) {
    long[] shape = shape(0);
    long[] valid = valid(0);
    shape[axis] = 1;
    valid[axis] = 1;
    return new Expected(fresh(), dtype(0), shape, valid);
  }

  private Expected counted(int axis) {
    Expected reduced = reduced(axis);
    return new Expected(reduced.kind(), DataType.INT32, reduced.shape(), reduced.valid());
  }

  /** Half, a quarter or all of the columns, by the number of a pattern. */
  private Expected masked() {
    Object pattern = attrs.values().get(OpAttrs.MASK_PATTERN.name());
    long number = pattern instanceof Long l ? l : ((MaskPattern) pattern).code();
    long group = number <= 2 ? 2 : number <= 6 ? 4 : 1;
    long[] shape = shape(0);
    shape[1] = shape[1] < 0 ? -1 : shape[1] / group;
    DataType as = attrs.has(OpAttrs.OUTPUT_DTYPE) ? attrs.get(OpAttrs.OUTPUT_DTYPE) : dtype(0);
    return new Expected(fresh(), as, shape, shape);
  }

  private static long[] twice(long[] extents) {
    long[] result = extents.clone();
    int last = result.length - 1;
    result[last] = result[last] < 0 ? -1 : 2 * result[last];
    return result;
  }

  private Expected merged(int lists) {
    long[] shape = shape(0);
    int last = shape.length - 1;
    for (int i = 1; i < lists; i++) {
      long more = shape(i)[last];
      shape[last] = shape[last] < 0 || more < 0 ? -1 : shape[last] + more;
    }
    return new Expected(fresh(), dtype(0), shape, shape);
  }

  private Expected matmul() {
    boolean accumulates = ((OpKind.Matmul) op.kind()).accumulates();
    int first = accumulates ? 1 : 0;
    DataType wide = dtype(first).isFloat() ? DataType.FP32 : DataType.INT32;
    if (accumulates) {
      return new Expected(fresh(), wide, shape(0), valid(0));
    }
    long[] a = shape(0);
    long[] b = shape(1);
    long rows = attrs.get(OpAttrs.A_TRANS) ? a[a.length - 1] : a[a.length - 2];
    long cols = attrs.get(OpAttrs.B_TRANS) ? b[b.length - 2] : b[b.length - 1];
    long[] product = a.length == 2 && b.length == 2 ? new long[] {rows, cols} : null;
    DataType result =
        tile() ? wide : attrs.has(OpAttrs.OUT_DTYPE) ? attrs.get(OpAttrs.OUT_DTYPE) : dtype(0);
    return new Expected(fresh(), result, product, null);
  }

  private Expected slice() {
    List<Long> kept = new ArrayList<>();
    List<Long> dropped = attrs.get(OpAttrs.DROP_DIMS);
    long[] shape = tuple(1);
    for (int i = 0; i < shape.length; i++) {
      if (!dropped.contains((long) i)) {
        kept.add(shape[i]);
      }
    }
    while (tile() && kept.size() < 2) {
      kept.addFirst(1L);
    }
    long[] result = kept.stream().mapToLong(Long::longValue).toArray();
    return new Expected(args.get(0).type().kind(), dtype(0), result, null);
  }

  private Expected transposed(long axis1, long axis2) {
    long[] shape = shape(0);
    long[] valid = valid(0);
    int rank = shape.length;
    int a = (int) Math.floorMod(axis1, (long) rank);
    int b = (int) Math.floorMod(axis2, (long) rank);
    swap(shape, a, b);
    swap(valid, a, b);
    return new Expected(args.get(0).type().kind(), dtype(0), shape, valid);
  }

  private static void swap(long[] numbers, int a, int b) {
    long kept = numbers[a];
    numbers[a] = numbers[b];
    numbers[b] = kept;
  }

  private Expected concat() {
    long[] a = shape(0);
    long[] b = shape(1);
    long cols = a[1] < 0 || b[1] < 0 ? -1 : a[1] + b[1];
    return new Expected(fresh(), dtype(0), new long[] {a[0], cols}, null);
  }

  private DataType dtype(int index) {
    return switch (args.get(index).type()) {
      case TileType t -> t.dtype();
      case TensorLike t -> t.dtype();
      default -> throw new AssertionError("operand " + index + " of " + op);
    };
  }

  private long[] shape(int index) {
    return switch (args.get(index).type()) {
      case TileType t -> numbers(t.shape());
      case TensorLike t -> numbers(t.shape());
      default -> throw new AssertionError("operand " + index + " of " + op);
    };
  }

  private long[] valid(int index) {
    return switch (args.get(index).type()) {
      case TileType t -> numbers(t.validShape());
      case DistributedTensorType t -> numbers(t.validShape());
      case TensorLike t -> numbers(t.validShape());
      default -> throw new AssertionError("operand " + index + " of " + op);
    };
  }

  private long[] tuple(int index) {
    return numbers(((MakeTuple) args.get(index)).elements());
  }

  private static long[] numbers(List<Expr> extents) {
    return extents.stream().mapToLong(TypeOracle::number).toArray();
  }

  private static long number(Expr extent) {
    return extent instanceof IntConst c ? c.value() : -1;
  }
}
