package org.pyptoj.stubs.mirror;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.dsl.Surface;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpParam;

/**
 * The names by which kernels call ops. Where a name stands for several ops, each is an overload.
 */
public final class PublicOps {
  private PublicOps() {}

  /**
   * The ops of each path, full names and short forms, in the order in which the language tries
   * them. An op with the parameters of one before it can never be meant and is left out.
   */
  public static Map<String, List<Op>> overloads() {
    Map<String, List<Op>> paths = new LinkedHashMap<>();
    Surface.paths()
        .forEach(
            (path, ops) -> {
              List<Op> reachable = new ArrayList<>();
              List<List<OpParam>> seen = new ArrayList<>();
              for (Op op : ops) {
                List<OpParam> params = op.signature().written();
                if (!seen.contains(params)) {
                  seen.add(params);
                  reachable.add(op);
                }
              }
              paths.put(path, List.copyOf(reachable));
            });
    return paths;
  }
}
