package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.MemRef;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.invariant.Invariant;
import org.pyptoj.passes.memory.Buffers;
import org.pyptoj.passes.memory.MemoryRule;
import org.pyptoj.passes.memory.TileSizes;

/**
 * Gives buffers their addresses. Comes in: tiles with buffers that have names and sizes. Goes out:
 * allocations with byte addresses; in each memory, buffers follow each other in the order of their
 * names, each at a multiple of 32 bytes. A part of a tile at a known place gets the place's
 * address.
 *
 * <pre>
 * pl.MemRef("mem_vec_4", None, 1000)  becomes  pl.MemRef("mem_vec_4", 0, 1000)
 * pl.MemRef("mem_vec_5", None, 256)   becomes  pl.MemRef("mem_vec_5", 1024, 256)
 * </pre>
 *
 * <p>A kernel that needs more than its core has is a mistake of the author's: PLP2001 names the
 * memory, the bytes and the largest tiles.
 *
 * <p>Establishes {@link Invariant#ADDRESSES}.
 */
public final class AllocateMemoryAddr extends KernelPass {

  private static final long ALIGNMENT = 32;
  private static final int TILES_SHOWN = 5;

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.ADDRESSES);
  }

  @Override
  protected Function kernel(Function kernel, PassContext context) {
    Map<MemorySpace, TreeMap<String, Long>> sizes = new EnumMap<>(MemorySpace.class);
    List<Var> tiles = new ArrayList<>();
    new Walker() {
      @Override
      protected void define(Var var) {
        if (var.type() instanceof TileType t
            && t.memRef() != null
            && t.space() != MemorySpace.DDR) {
          tiles.add(var);
          sizes
              .computeIfAbsent(t.space(), s -> new TreeMap<>())
              .merge(t.memRef().buffer(), t.memRef().size(), Math::max);
        }
      }
    }.function(kernel);
    Map<String, Long> addresses = new HashMap<>();
    sizes.forEach(
        (space, buffers) -> {
          long next = 0;
          for (Map.Entry<String, Long> buffer : buffers.entrySet()) {
            addresses.put(buffer.getKey(), next);
            next = Math.ceilDiv(next + buffer.getValue(), ALIGNMENT) * ALIGNMENT;
          }
          long needed = end(buffers, addresses);
          long available = TileSizes.capacity(context.platform(), space);
          if (needed > available) {
            throw tooLarge(kernel, space, needed, available, tiles);
          }
        });
    Buffers buffers = Buffers.of(kernel);
    buffers.map(
        ref ->
            addresses.containsKey(ref.buffer())
                ? ref.at(IntConst.index(addresses.get(ref.buffer())))
                : ref);
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Assign a && a.value() instanceof Call c && c.op() == TileOp.SLICE) {
          part(a.target(), c, buffers);
        }
        super.stmt(stmt);
      }
    }.function(kernel);
    return buffers.apply(kernel);
  }

  private static long end(TreeMap<String, Long> buffers, Map<String, Long> addresses) {
    String last = buffers.lastKey();
    return addresses.get(last) + buffers.get(last);
  }

  /** Moves the address of a part by its offset in the whole, where that is known. */
  private static void part(Var part, Call slice, Buffers buffers) {
    MemRef whole = buffers.get(slice.operand(ParamRole.SOURCE));
    MemRef own = buffers.get(part);
    if (whole == null
        || own == null
        || !(slice.operand(ParamRole.OFFSETS) instanceof MakeTuple offsets)) {
      return;
    }
    TileType type = (TileType) slice.operand(ParamRole.SOURCE).type();
    Expr elements = IntConst.index(0);
    for (int i = 0; i < type.rank(); i++) {
      elements = Scalars.add(Scalars.mul(elements, type.shape().get(i)), offsets.elements().get(i));
    }
    Long offset = Scalars.constant(elements);
    Long base = Scalars.constant(whole.address());
    if (offset != null && base != null) {
      buffers.put(part, own.at(IntConst.index(base + offset * type.dtype().bits() / 8)));
    }
  }

  private static RuntimeException tooLarge(
      Function kernel, MemorySpace space, long needed, long available, List<Var> tiles) {
    List<Diagnostic.Note> notes =
        tiles.stream()
            .filter(t -> ((TileType) t.type()).space() == space)
            .sorted(Comparator.comparingLong((Var t) -> -TileSizes.bytes(t)))
            .limit(TILES_SHOWN)
            .map(
                t ->
                    new Diagnostic.Note(
                        "'"
                            + t.name()
                            + "' takes "
                            + TileSizes.bytes(t)
                            + " bytes"
                            + (t.span().isKnown() ? " (line " + t.span().line() + ")" : ""),
                        t.span()))
            .toList();
    String memory = space.dslName().toLowerCase(Locale.ROOT);
    return MemoryRule.OUT_OF_MEMORY.at(
        kernel.span(),
        "the kernel '"
            + kernel.name()
            + "' needs "
            + needed
            + " bytes of "
            + memory
            + " memory; its core has "
            + available,
        "use smaller tiles, or load a large one in pieces inside a loop",
        notes);
  }
}
