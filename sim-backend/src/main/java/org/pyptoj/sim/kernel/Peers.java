package org.pyptoj.sim.kernel;

import org.pyptoj.ir.Span;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.TensorValue;

/** Views of windows on other ranks. */
final class Peers {

  private Peers() {}

  /** The peer's view of a window-bound tensor. */
  static TensorValue peer(TensorValue tensor, long peer, String what, Span span) {
    bound(tensor, span);
    if (peer < 0 || peer >= tensor.domain().ranks()) {
      throw new SimFailure(
          SimCode.PEER,
          "rank "
              + tensor.rank()
              + ": "
              + what
              + " names peer "
              + peer
              + ", but "
              + tensor.region().window().name()
              + " is shared by ranks 0 to "
              + (tensor.domain().ranks() - 1),
          span);
    }
    return tensor.at((int) peer);
  }

  static void bound(TensorValue tensor, Span span) {
    if (tensor.domain() == null) {
      throw new SimFailure(
          SimCode.ARGUMENT,
          tensor.region().window() == null
              ? "a window-bound tensor is needed here"
              : "a window has no ranks before it is dispatched to a device",
          span);
    }
  }
}
