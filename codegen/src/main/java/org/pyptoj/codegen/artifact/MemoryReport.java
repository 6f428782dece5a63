package org.pyptoj.codegen.artifact;

import java.util.EnumMap;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.Platform;

/** How much of each on-core memory the kernels use. */
final class MemoryReport {

  private MemoryReport() {}

  static String of(Program program, Platform platform) {
    StringBuilder out = new StringBuilder("On-core memory of " + program.name() + " in bytes\n");
    for (Function kernel : program.functions()) {
      if (kernel.kind().isKernel()) {
        out.append('\n').append(kernel.name()).append('\n');
        used(kernel)
            .forEach(
                (space, bytes) ->
                    out.append(
                        "    %-6s %9d of %d\n"
                            .formatted(space.dslName(), bytes, limit(space, platform))));
      }
    }
    return out.toString();
  }

  private static Map<MemorySpace, Long> used(Function kernel) {
    Map<MemorySpace, Long> used = new EnumMap<>(MemorySpace.class);
    new Walker() {
      @Override
      protected void define(Var var) {
        if (var.type() instanceof TileType t
            && t.space() != null
            && t.memRef() != null
            && t.memRef().address() != null
            && Scalars.constant(t.memRef().address()) instanceof Long address) {
          used.merge(t.space(), address + t.memRef().size(), Math::max);
        }
      }
    }.function(kernel);
    return used;
  }

  private static long limit(MemorySpace space, Platform platform) {
    return switch (space) {
      case VEC -> platform.vecBytes();
      case MAT -> platform.matBytes();
      case LEFT -> platform.leftBytes();
      case RIGHT -> platform.rightBytes();
      case ACC -> platform.accBytes();
      case BIAS, DDR -> 0;
    };
  }
}
