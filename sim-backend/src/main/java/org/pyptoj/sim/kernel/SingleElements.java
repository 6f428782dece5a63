package org.pyptoj.sim.kernel;

import java.util.Arrays;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.AccessListener;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.memory.Undefined;

/** Elements of tensors that are read and written one by one. */
final class SingleElements {

  private SingleElements() {}

  /** The byte of an element, checked. */
  static long element(Task task, TensorValue tensor, long[] index, Span span) {
    long[] at = index;
    if (index.length == 1 && tensor.dims() > 1) {
      at = unflatten(tensor, index[0]);
    }
    if (at.length != tensor.dims()) {
      throw new SimFailure(
          SimCode.ELEMENT, at.length + " indices for a tensor of rank " + tensor.dims(), span);
    }
    for (int d = 0; d < at.length; d++) {
      if (at[d] < 0 || at[d] >= tensor.shape()[d]) {
        throw new SimFailure(
            SimCode.ELEMENT,
            Accesses.place(task)
                + "element "
                + Arrays.toString(index)
                + " is outside "
                + Accesses.name(tensor)
                + " of shape "
                + Arrays.toString(tensor.shape()),
            span);
      }
    }
    return tensor.byteOf(at);
  }

  private static AccessListener.Box box(TensorValue tensor, long at) {
    return new AccessListener.Box(
        tensor.region().window().name(),
        tensor.region().window(),
        tensor.region().owner(),
        at,
        tensor.dtype().bytes(),
        new long[] {1},
        new long[] {tensor.dtype().bytes()});
  }

  /** A flat index counts elements in row-major order. */
  private static long[] unflatten(TensorValue tensor, long flat) {
    long[] at = new long[tensor.dims()];
    long rest = flat;
    for (int d = at.length - 1; d > 0; d--) {
      at[d] = Math.floorMod(rest, Math.max(1, tensor.shape()[d]));
      rest = Math.floorDiv(rest, Math.max(1, tensor.shape()[d]));
    }
    at[0] = rest;
    return at;
  }

  /** Tells the listener that one element is read, after giving other ranks a turn. */
  static void reading(Task task, TensorValue tensor, long at, Span span) {
    if (tensor.region().window() != null) {
      task.visible();
      if (task.listener != null) {
        task.listener.access(task.info, AccessListener.Kind.READ, box(tensor, at), span);
      }
    }
  }

  /**
   * Tells the listener that one element is written, after giving other ranks a turn.
   *
   * @param value the element, where it is an integer
   */
  static void writing(Task task, TensorValue tensor, long at, long value, Span span) {
    if (tensor.region().window() != null) {
      task.visible();
      if (task.listener != null) {
        AccessListener.Box box = box(tensor, at);
        if (Accesses.holdsCells(tensor)) {
          task.listener.storing(task.info, box, false, new int[] {(int) value}, span);
        }
        task.listener.access(task.info, AccessListener.Kind.WRITE, box, span);
      }
    }
  }

  /** Tells waiters that one element has been written. */
  static void touched(Task task, TensorValue tensor, long at, Span span) {
    Accesses.written(task, tensor);
    if (tensor.region().isCallers()
        && task.run.config().strict()
        && Undefined.isAt(tensor.region().segment(), tensor.dtype(), at)) {
      throw new SimFailure(
          SimCode.UNDEFINED,
          Accesses.place(task)
              + "an element of a result depends on something that nobody has defined",
          span);
    }
  }
}
