package org.pyptoj.codegen.pto;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;

/**
 * What the emission of one kernel shares: the text, the values of variables and the places of
 * tensors.
 */
final class KernelScope {

  final PtoWriter out = new PtoWriter();
  final ScalarEmitter scalars;
  private final Map<Var, TensorPlace> tensors = new IdentityHashMap<>();
  private final Map<String, String> tileTypes = new HashMap<>();
  private boolean deferred;

  KernelScope(Function kernel) {
    this.scalars = new ScalarEmitter(out, kernel);
  }

  void place(Var tensor, TensorPlace place) {
    tensors.put(tensor, place);
  }

  boolean hasPlace(Var tensor) {
    return tensors.containsKey(tensor);
  }

  TensorPlace place(Expr tensor) {
    TensorPlace place = tensor instanceof Var v ? tensors.get(v) : null;
    if (place == null) {
      throw new IllegalStateException("a tensor operand is not bound to a parameter: " + tensor);
    }
    return place;
  }

  /** The handle of a tile or array. */
  String handle(Expr value) {
    return scalars.emit(value);
  }

  /** The type with which a tile's handle was defined. */
  String tileType(Expr tile) {
    String handle = handle(tile);
    return tileTypes.getOrDefault(handle, PtoTypes.tile((TileType) tile.type()));
  }

  void tileType(String handle, String type) {
    tileTypes.put(handle, type);
  }

  void useDeferredCompletion() {
    deferred = true;
  }

  boolean usesDeferredCompletion() {
    return deferred;
  }

  static List<Expr> elements(Expr tuple) {
    return tuple instanceof MakeTuple t ? t.elements() : List.of(tuple);
  }

  /** A tile's box as a region of a tensor of another rank: leading extents are 1, or left out. */
  static List<Expr> boxIn(List<Expr> box, int rank) {
    if (box.size() == rank) {
      return box;
    }
    List<Expr> sizes = new ArrayList<>(Collections.nCopies(rank, IntConst.index(1)));
    for (int i = 1; i <= Math.min(rank, box.size()); i++) {
      sizes.set(rank - i, box.get(box.size() - i));
    }
    return sizes;
  }

  String zero() {
    return out.constant(0, DataType.INDEX);
  }

  /** Offsets of a region; what is not known is kept from going below 0. */
  List<String> offsets(List<Expr> offsets) {
    List<String> codes = new ArrayList<>(offsets.size());
    for (Expr offset : offsets) {
      if (offset instanceof IntConst c) {
        codes.add(out.constant(Math.max(c.value(), 0), DataType.INDEX));
        continue;
      }
      String value = scalars.index(offset);
      String zero = zero();
      String clamped = out.fresh();
      out.line(clamped + " = arith.maxsi " + value + ", " + zero + " : index");
      codes.add(clamped);
    }
    return codes;
  }

  List<String> indices(List<Expr> values) {
    return values.stream().map(scalars::index).toList();
  }

  /** A view of a whole tensor over a pointer. */
  void tensorView(String name, String pointer, TensorLike type) {
    List<String> extents = indices(type.shape());
    List<String> strides = strides(type, extents);
    out.line(
        name
            + " = pto.make_tensor_view "
            + pointer
            + ", shape = ["
            + String.join(", ", extents)
            + "], strides = ["
            + String.join(", ", strides)
            + "] {layout = #pto.layout<"
            + layout(type).name().toLowerCase(Locale.ROOT)
            + ">} : "
            + PtoTypes.tensorView(type));
  }

  /** A tensor whose last extent is 1 is read as a column: PTO knows no other layout for it. */
  private static boolean isColumn(TensorLike type) {
    Long last = Scalars.constant(type.shape().getLast());
    return type.rank() >= 2 && last != null && last == 1;
  }

  private static TensorLayout layout(TensorLike type) {
    return isColumn(type) ? TensorLayout.DN : type.view().layout();
  }

  private List<String> strides(TensorLike type, List<String> extents) {
    if (!type.view().stride().isEmpty()) {
      return indices(type.view().stride());
    }
    int rank = type.rank();
    String[] strides = new String[rank];
    int outer;
    if (layout(type) == TensorLayout.DN) {
      strides[rank - 2] = out.constant(1, DataType.INDEX);
      strides[rank - 1] = extents.get(rank - 2);
      if (rank > 2) {
        strides[rank - 3] = product(extents.get(rank - 2), extents.get(rank - 1));
      }
      outer = rank - 4;
    } else {
      strides[rank - 1] = out.constant(1, DataType.INDEX);
      if (rank > 1) {
        strides[rank - 2] = extents.get(rank - 1);
      }
      outer = rank - 3;
    }
    for (int i = outer; i >= 0; i--) {
      strides[i] = product(strides[i + 1], extents.get(i + 1));
    }
    return List.of(strides);
  }

  private String product(String left, String right) {
    String result = out.fresh();
    out.line(result + " = arith.muli " + left + ", " + right + " : index");
    return result;
  }

  /** A region of a view. */
  String partition(
      String hint, String view, TensorLike type, List<String> offsets, List<Expr> sizes) {
    return partition(hint, view, type, offsets, sizes, indices(sizes));
  }

  String partition(
      String hint,
      String view,
      TensorLike type,
      List<String> offsets,
      List<Expr> sizes,
      List<String> sizeValues) {
    String name = out.named(hint);
    out.line(
        name
            + " = pto.partition_view "
            + view
            + ", offsets = ["
            + String.join(", ", offsets)
            + "], sizes = ["
            + String.join(", ", sizeValues)
            + "] : "
            + PtoTypes.tensorView(type)
            + " -> "
            + PtoTypes.partition(sizes, type.dtype()));
    return name;
  }

  /** The element offset of indices into packed extents. */
  String flatOffset(List<Expr> indices, List<Expr> shape) {
    if (indices.stream().allMatch(i -> i instanceof IntConst)
        && shape.stream().allMatch(e -> e instanceof IntConst)) {
      long flat = 0;
      for (int i = 0; i < indices.size(); i++) {
        flat =
            flat * (i == 0 ? 1 : Scalars.constant(shape.get(i))) + Scalars.constant(indices.get(i));
      }
      return out.constant(flat, DataType.INDEX);
    }
    String flat = scalars.index(indices.getFirst());
    for (int i = 1; i < indices.size(); i++) {
      String scaled = product(flat, scalars.index(shape.get(i)));
      String index = scalars.index(indices.get(i));
      String sum = out.fresh();
      out.line(sum + " = arith.addi " + scaled + ", " + index + " : index");
      flat = sum;
    }
    return flat;
  }
}
