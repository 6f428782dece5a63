package org.pyptoj.ir.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Level;
import org.pyptoj.ir.Role;
import org.pyptoj.ir.op.AbiEnum;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.MaskPattern;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TileLayout;

/** What the names below {@code pl} and {@code pld} stand for. */
public final class Surface {

  /** The distributed ops that have a short form; the rest is reached by its full name alone. */
  private static final Set<String> DISTRIBUTED_SHORT_FORMS =
      Set.of(
          "remote_load",
          "remote_store",
          "world_size",
          "get_comm_ctx",
          "rank",
          "nranks",
          "alloc_window_buffer",
          "window");

  private static final Map<String, List<Op>> SHORT = new LinkedHashMap<>();

  /** Names that several ops of one dialect share, with their namespace. */
  private static final Map<String, List<Op>> SHARED = new LinkedHashMap<>();

  private static final Map<String, Object> CONSTANTS = new LinkedHashMap<>();

  static {
    for (Op op : Op.all()) {
      boolean distributed = op.dialect().isDistributed();
      if (op.sharedName() != null) {
        String shared = op.namespace() + "." + op.sharedName();
        SHARED.computeIfAbsent(shared, Surface::named).add(op);
      }
      if (op.isInternal() || op.isFullNameOnly()) {
        continue;
      }
      if (!distributed || DISTRIBUTED_SHORT_FORMS.contains(op.shortName())) {
        String prefix = distributed ? "pld." : "pl.";
        SHORT.computeIfAbsent(prefix + op.shortName(), k -> new ArrayList<>()).add(op);
      }
    }
    SHORT.put("pl.create_tensor", List.of(TensorOp.CREATE));
    SHORT.put("pl.create_tile", List.of(TileOp.CREATE));
    // A short form that ops share stands for those of both dialects.
    SHARED.forEach(
        (path, ops) ->
            SHORT.computeIfPresent(
                "pl" + path.substring(path.lastIndexOf('.')),
                (name, given) -> {
                  ops.stream().filter(op -> !given.contains(op)).forEach(given::add);
                  return given;
                }));
    SHORT.put("pl.arange", List.of(TensorOp.CI));
    for (DataType d : DataType.values()) {
      CONSTANTS.put("pl." + d.dslName(), d);
      CONSTANTS.put("pl.DataType." + d.dslName(), d);
    }
    for (MemorySpace m : MemorySpace.values()) {
      CONSTANTS.put("pl.MemorySpace." + m.dslName(), m);
      CONSTANTS.put("pl.Mem." + m.dslName(), m);
    }
    for (TensorLayout l : TensorLayout.values()) {
      CONSTANTS.put("pl." + l.name(), l);
      CONSTANTS.put("pl.TensorLayout." + l.name(), l);
    }
    for (TileLayout.Pad p : TileLayout.Pad.values()) {
      CONSTANTS.put("pl.PadValue." + p.text(), p);
    }
    for (TileLayout.Order o : TileLayout.Order.values()) {
      CONSTANTS.put("pl.TileLayout." + o.text(), o);
    }
    for (Level l : Level.values()) {
      CONSTANTS.put("pl.Level." + l.name(), l);
    }
    for (Role r : Role.values()) {
      CONSTANTS.put("pl.Role." + r.dslName(), r);
    }
    for (FunctionKind k : FunctionKind.values()) {
      CONSTANTS.put("pl.FunctionType." + k.dslName(), k);
    }
    for (MaskPattern p : MaskPattern.values()) {
      CONSTANTS.put("pl.tile.MaskPattern." + p.dslName(), p);
    }
    abi("NotifyOp", NotifyOp.values());
    abi("WaitCmp", WaitCmp.values());
    abi("AtomicType", AtomicType.values());
    abi("ReduceOp", ReduceOp.values());
    for (AtomicType a : AtomicType.values()) {
      CONSTANTS.put("pl.AtomicType." + a.dslName(), a);
    }
  }

  private Surface() {}

  private static List<Op> named(String path) {
    return new ArrayList<>(Op.of(path).map(List::of).orElse(List.of()));
  }

  private static void abi(String name, AbiEnum[] variants) {
    for (AbiEnum variant : variants) {
      CONSTANTS.put("pld." + name + "." + variant.dslName(), variant);
    }
  }

  /** The constant of a path such as {@code pl.FP32}, or null. */
  public static Object constant(String path) {
    return CONSTANTS.get(path);
  }

  /** All constants by path. */
  public static Map<String, Object> constants() {
    return java.util.Collections.unmodifiableMap(CONSTANTS);
  }

  /** The ops that a path may mean, told apart by their first operand; empty where it names none. */
  public static List<Op> ops(String path, boolean internalToo) {
    if (SHARED.containsKey(path)) {
      return SHARED.get(path);
    }
    Op exact = Op.of(path).orElse(null);
    if (exact != null && (internalToo || !exact.isInternal())) {
      return List.of(exact);
    }
    return SHORT.getOrDefault(path, List.of());
  }

  /** All public paths that name ops, full and short. */
  public static Map<String, List<Op>> paths() {
    Map<String, List<Op>> all = new LinkedHashMap<>(SHORT);
    for (Op op : Op.all()) {
      if (!op.isInternal()) {
        all.put(op.fullName(), List.of(op));
      }
    }
    all.putAll(SHARED);
    return all;
  }
}
