package org.pyptoj.sim.kernel;

import java.lang.foreign.MemorySegment;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.AccessListener;
import org.pyptoj.sim.memory.Elements;
import org.pyptoj.sim.memory.Region;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.memory.Window;
import org.pyptoj.sim.tile.Tile;

/**
 * What an access is outside of the memory that it touches: the scheduler gives other ranks a turn
 * before it, the listener hears of it, bytes are counted, and waiters are told of what is written.
 */
final class Accesses {

  private Accesses() {}

  static void visible(Task task, TensorValue tensor) {
    if (tensor.region().window() != null) {
      task.visible();
    }
  }

  static void tell(
      Task task, AccessListener.Kind kind, TensorValue tensor, long[] from, long[] box, Span span) {
    if (task.listener != null && tensor.region().window() != null) {
      task.listener.access(task.info, kind, box(tensor, from, box), span);
    }
  }

  static void storing(
      Task task,
      Tile tile,
      long[] tileStrides,
      TensorValue tensor,
      long[] from,
      long[] box,
      boolean add,
      Span span) {
    long count = TensorValue.count(box);
    if (!holdsCells(tensor) || count <= 0) {
      return;
    }
    int[] values = new int[Math.toIntExact(count)];
    long[] packed = TensorValue.packedStrides(box);
    for (int i = 0; i < values.length; i++) {
      long at = 0;
      long rest = i;
      for (int d = 0; d < box.length; d++) {
        at += rest / packed[d] * tileStrides[d];
        rest %= packed[d];
      }
      values[i] = tile.ints()[(int) at];
    }
    task.listener.storing(task.info, box(tensor, from, box), add, values, span);
  }

  static void storing(
      Task task,
      MemorySegment source,
      long first,
      TensorValue tensor,
      long[] from,
      long[] box,
      Span span) {
    if (!holdsCells(tensor)) {
      return;
    }
    int[] values = new int[Math.toIntExact(TensorValue.count(box))];
    for (int i = 0; i < values.length; i++) {
      values[i] = (int) Elements.getLong(source, DataType.INT32, first + 4L * i);
    }
    task.listener.storing(task.info, box(tensor, from, box), false, values, span);
  }

  static void count(Task task, TensorValue tensor, long[] box) {
    long bytes = TensorValue.count(box) * tensor.dtype().bytes();
    Region region = tensor.region();
    if (region.window() != null && region.owner() != task.device) {
      task.remoteBytes += bytes;
    } else {
      task.localBytes += bytes;
    }
  }

  static void written(Task task, TensorValue tensor) {
    Window window = tensor.region().window();
    if (window != null) {
      task.scheduler.changed(window.queue(tensor.region().owner()));
    }
  }

  /** Cells are of this width; what is stored into one counts as its value. */
  static boolean holdsCells(TensorValue tensor) {
    return tensor.region().window() != null
        && (tensor.dtype() == DataType.INT32 || tensor.dtype() == DataType.UINT32);
  }

  static AccessListener.Box box(TensorValue tensor, long[] from, long[] box) {
    int bytes = tensor.dtype().bytes();
    long[] strides = tensor.strides().clone();
    for (int d = 0; d < strides.length; d++) {
      strides[d] *= bytes;
    }
    return new AccessListener.Box(
        tensor.region().window().name(),
        tensor.region().window(),
        tensor.region().owner(),
        tensor.byteOf(from),
        bytes,
        box.clone(),
        strides);
  }

  static String place(Task task) {
    return task.device < 0 ? "" : "rank " + task.device + ": ";
  }

  static String name(TensorValue tensor) {
    Window window = tensor.region().window();
    return window == null ? "a tensor" : "window " + window.name();
  }
}
