package org.pyptoj.passes.invariant;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.type.MemRef;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.memory.TileSizes;

/** Where buffers lie in their memories. */
final class Addresses implements Check {

  private static final long ALIGNMENT = 32;

  /** The bytes from {@code from} to {@code to}, which is excluded. */
  private record Range(long from, long to) {

    Range with(Range other) {
      return new Range(Math.min(from, other.from), Math.max(to, other.to));
    }

    boolean overlaps(Range other) {
      return from < other.to && other.from < to;
    }
  }

  @Override
  public void check(
      Program program, Function function, PassContext context, Consumer<String> found) {
    Map<MemorySpace, Map<String, Range>> buffers = new EnumMap<>(MemorySpace.class);
    Kernels.tiles(
        function,
        (tile, type) -> {
          MemRef ref = type.memRef();
          if (ref == null || type.space() == MemorySpace.DDR) {
            return;
          }
          Long address = ref.address() == null ? null : Scalars.constant(ref.address());
          if (address == null) {
            found.accept(tile.name() + " has no address");
            return;
          }
          Range range = new Range(address, address + TileSizes.bytes(tile));
          buffers
              .computeIfAbsent(type.space(), s -> new LinkedHashMap<>())
              .merge(ref.buffer(), range, Range::with);
        });
    buffers.forEach(
        (space, ranges) -> ranges(ranges, TileSizes.capacity(context.platform(), space), found));
  }

  private static void ranges(Map<String, Range> buffers, long capacity, Consumer<String> found) {
    List<String> names = new ArrayList<>(buffers.keySet());
    for (int i = 0; i < names.size(); i++) {
      Range range = buffers.get(names.get(i));
      if (range.from() % ALIGNMENT != 0) {
        found.accept(names.get(i) + " begins at " + range.from());
      }
      if (range.from() < 0 || range.to() > capacity) {
        found.accept(names.get(i) + " ends at " + range.to() + " of " + capacity + " bytes");
      }
      for (String other : names.subList(0, i)) {
        if (range.overlaps(buffers.get(other))) {
          found.accept(other + " and " + names.get(i) + " overlap");
        }
      }
    }
  }
}
