package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;

/**
 * What each rank's kernel does to signals, in order: an abstract transition system of the lowered
 * kernel.
 */
final class SignalTraces {

  /** One act of a rank. */
  sealed interface Act {}

  /** Changes a peer's cell. */
  record Notify(int peer, int cell, long value, NotifyOp op) implements Act {}

  /** Goes on when an own cell compares. */
  record Wait(int cell, long expected, WaitCmp cmp) implements Act {}

  private SignalTraces() {}

  /** The acts of every rank; control flow must not depend on data. */
  static List<List<Act>> of(Function kernel, int ranks, Map<String, int[]> shapes) {
    List<List<Act>> traces = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      List<Act> acts = new ArrayList<>();
      KernelModel.Memory recorder =
          new KernelModel.Memory() {
            @Override
            public double[] of(String tensor, int owner) {
              return new double[4096];
            }

            @Override
            public void notify(String tensor, int peer, int cell, long value, NotifyOp op) {
              acts.add(new Notify(peer, cell, value, op));
            }

            @Override
            public void await(String tensor, int cell, long expected, WaitCmp cmp) {
              acts.add(new Wait(cell, expected, cmp));
            }
          };
      new KernelModel(rank, ranks, 0, 1, recorder).run(kernel, shapes);
      traces.add(acts);
    }
    return traces;
  }
}
