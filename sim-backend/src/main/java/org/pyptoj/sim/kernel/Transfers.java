package org.pyptoj.sim.kernel;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.AccessListener;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.Elements;
import org.pyptoj.sim.memory.Region;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.memory.Undefined;
import org.pyptoj.sim.memory.Window;
import org.pyptoj.sim.tile.Tile;

/**
 * Data moved between tensors and tiles, and signals. Every access is checked, counted and shown to
 * the listener.
 */
final class Transfers {

  private Transfers() {}

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

  /**
   * Checks that a box lies inside a tensor. A read of a window may run past the end of the last row
   * up to the next 32-byte boundary of the allocation, since windows are allocated with that much
   * room.
   */
  static void check(
      Task task,
      TensorValue tensor,
      long[] from,
      long[] box,
      boolean read,
      String what,
      Span span) {
    long[] shape = tensor.shape();
    for (int d = 0; d < shape.length; d++) {
      if (box[d] == 0) {
        return;
      }
    }
    for (int d = 0; d < shape.length; d++) {
      if (from[d] < 0 || box[d] < 0 || from[d] + box[d] > shape[d]) {
        if (read && d == shape.length - 1 && from[d] >= 0 && isRoundedTail(tensor, from, box)) {
          continue;
        }
        throw new SimFailure(
            SimCode.REGION,
            place(task)
                + what
                + " covers ["
                + from[d]
                + ", "
                + (from[d] + box[d])
                + ") in dimension "
                + d
                + ", but "
                + name(tensor)
                + " of shape "
                + Arrays.toString(shape)
                + " ends at "
                + shape[d],
            span);
      }
    }
  }

  private static boolean isRoundedTail(TensorValue tensor, long[] from, long[] box) {
    int last = box.length - 1;
    for (int d = 0; d < last; d++) {
      if (box[d] != 1 || from[d] != tensor.shape()[d] - 1) {
        return false;
      }
    }
    int bytes = tensor.dtype().bytes();
    long past = (from[last] + box[last] - tensor.shape()[last]) * bytes;
    Region region = tensor.region();
    long end = tensor.byteOf(from) + box[last] * tensor.strides()[last] * bytes;
    return region.window() != null && past < Region.ALIGNMENT && end <= region.segment().byteSize();
  }

  private static String place(Task task) {
    return task.device < 0 ? "" : "rank " + task.device + ": ";
  }

  private static String name(TensorValue tensor) {
    Window window = tensor.region().window();
    return window == null ? "a tensor" : "window " + window.name();
  }

  private static AccessListener.Box box(TensorValue tensor, long[] from, long[] box) {
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

  private static void tell(
      Task task, AccessListener.Kind kind, TensorValue tensor, long[] from, long[] box, Span span) {
    if (task.listener != null && tensor.region().window() != null) {
      task.listener.access(task.info, kind, box(tensor, from, box), span);
    }
  }

  /** Cells are of this width; what is stored into one counts as its value. */
  private static boolean holdsCells(TensorValue tensor) {
    return tensor.region().window() != null
        && (tensor.dtype() == DataType.INT32 || tensor.dtype() == DataType.UINT32);
  }

  private static void storing(
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

  private static void storing(
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

  private static void count(Task task, TensorValue tensor, long[] box) {
    long bytes = TensorValue.count(box) * tensor.dtype().bytes();
    Region region = tensor.region();
    if (region.window() != null && region.owner() != task.device) {
      task.remoteBytes += bytes;
    } else {
      task.localBytes += bytes;
    }
  }

  private static void visible(Task task, TensorValue tensor) {
    if (tensor.region().window() != null) {
      task.visible();
    }
  }

  /**
   * Copies a box into a tile.
   *
   * @param tileStrides elements between a tile's neighbours along each dimension of the tensor
   */
  static void read(
      Task task,
      TensorValue tensor,
      long[] from,
      long[] box,
      Tile tile,
      long[] tileStrides,
      String what,
      Span span) {
    check(task, tensor, from, box, true, what, span);
    visible(task, tensor);
    tell(task, AccessListener.Kind.READ, tensor, from, box, span);
    count(task, tensor, box);
    if (isDense(tensor.strides(), box) && isDense(tileStrides, box)) {
      Elements.read(
          tensor.region().segment(), tensor.byteOf(from), tile, 0, (int) TensorValue.count(box));
      return;
    }
    rows(
        tensor,
        from,
        box,
        tileStrides,
        0,
        (memory, at, step, n, stride) -> {
          MemorySegment segment = tensor.region().segment();
          int bytes = tensor.dtype().bytes();
          if (step == 1 && stride == 1) {
            Elements.read(segment, memory, tile, at, n);
          } else {
            for (int i = 0; i < n; i++) {
              Elements.readOne(segment, memory + i * step * bytes, tile, at + (int) (i * stride));
            }
          }
        });
  }

  /** Copies a box of a tile into memory, or adds it to what memory holds. */
  static void write(
      Task task,
      Tile tile,
      long[] tileStrides,
      TensorValue tensor,
      long[] from,
      long[] box,
      boolean add,
      String what,
      Span span) {
    check(task, tensor, from, box, false, what, span);
    visible(task, tensor);
    if (task.listener != null) {
      storing(task, tile, tileStrides, tensor, from, box, add, span);
      tell(task, kind(tile, tileStrides, tensor, from, box, add), tensor, from, box, span);
    }
    count(task, tensor, box);
    if (add) {
      add(tile, tileStrides, tensor, from, box);
    } else if (isDense(tensor.strides(), box) && isDense(tileStrides, box)) {
      Elements.write(
          tile, 0, tensor.region().segment(), tensor.byteOf(from), (int) TensorValue.count(box));
    } else {
      rows(
          tensor,
          from,
          box,
          tileStrides,
          0,
          (memory, at, step, n, stride) -> {
            MemorySegment segment = tensor.region().segment();
            int bytes = tensor.dtype().bytes();
            if (step == 1 && stride == 1) {
              Elements.write(tile, at, segment, memory, n);
            } else {
              for (int i = 0; i < n; i++) {
                Elements.writeOne(
                    tile, at + (int) (i * stride), segment, memory + i * step * bytes);
              }
            }
          });
    }
    written(task, tensor);
    defined(task, tensor, from, box, span);
  }

  private static AccessListener.Kind kind(
      Tile tile, long[] tileStrides, TensorValue tensor, long[] from, long[] box, boolean add) {
    if (add) {
      return AccessListener.Kind.ADD;
    }
    if (tensor.region().window() == null) {
      return AccessListener.Kind.WRITE;
    }
    Tile there = Tile.create(tile.dtype(), tile.shape(), tile.valid());
    boolean[] same = {true};
    rows(
        tensor,
        from,
        box,
        tileStrides,
        0,
        (memory, at, step, n, stride) -> {
          for (int i = 0; i < n; i++) {
            int place = at + (int) (i * stride);
            Elements.readOne(
                tensor.region().segment(),
                memory + i * step * tensor.dtype().bytes(),
                there,
                place);
            same[0] &= there.isSameAt(place, tile);
          }
        });
    return same[0] ? AccessListener.Kind.REWRITE : AccessListener.Kind.WRITE;
  }

  /** In a strict run, what the caller gets to see must be defined. */
  private static void defined(Task task, TensorValue tensor, long[] from, long[] box, Span span) {
    if (!tensor.region().isCallers() || !task.run.config().strict()) {
      return;
    }
    rows(
        tensor,
        from,
        box,
        TensorValue.packedStrides(box),
        0,
        (memory, at, step, n, stride) -> {
          int bytes = tensor.dtype().bytes();
          for (int i = 0; i < n; i++) {
            if (Undefined.isAt(
                tensor.region().segment(), tensor.dtype(), memory + i * step * bytes)) {
              long element = at + i * stride;
              long[] index = from.clone();
              for (int d = box.length - 1; d >= 0; d--) {
                index[d] += element % box[d];
                element /= box[d];
              }
              throw new SimFailure(
                  SimCode.UNDEFINED,
                  place(task)
                      + "element "
                      + Arrays.toString(index)
                      + " of a result depends on something that nobody has defined",
                  span,
                  "look for memory that is read before it is written, or for elements outside of a"
                      + " valid box",
                  List.of());
            }
          }
        });
  }

  private static void add(
      Tile tile, long[] tileStrides, TensorValue tensor, long[] from, long[] box) {
    MemorySegment segment = tensor.region().segment();
    int bytes = tensor.dtype().bytes();
    if (tensor.dtype() == DataType.INT32 && tensor.region().isAligned()) {
      // Cells may be notified at the same time, so integers of a cell's width are added as cells
      // are.
      rows(
          tensor,
          from,
          box,
          tileStrides,
          0,
          (memory, at, step, n, stride) -> {
            for (int i = 0; i < n; i++) {
              Elements.addCell(
                  segment, memory + i * step * bytes, tile.ints()[at + (int) (i * stride)]);
            }
          });
      return;
    }
    synchronized (tensor.region()) {
      rows(
          tensor,
          from,
          box,
          tileStrides,
          0,
          (memory, at, step, n, stride) -> {
            for (int i = 0; i < n; i++) {
              Elements.addOne(tile, at + (int) (i * stride), segment, memory + i * step * bytes);
            }
          });
    }
  }

  private static void written(Task task, TensorValue tensor) {
    Window window = tensor.region().window();
    if (window != null) {
      task.scheduler.changed(window.queue(tensor.region().owner()));
    }
  }

  /** A row of a box. */
  private interface Row {

    /**
     * Handles it.
     *
     * @param memory byte of its first element
     * @param at position of its first element in the tile
     * @param step elements between its neighbours in memory
     * @param n elements
     * @param stride elements between its neighbours in the tile
     */
    void handle(long memory, int at, long step, int n, long stride);
  }

  private static void rows(
      TensorValue tensor, long[] from, long[] box, long[] tileStrides, int tileAt, Row row) {
    int dims = box.length;
    int bytes = tensor.dtype().bytes();
    long[] strides = tensor.strides();
    if (dims == 0) {
      row.handle(tensor.offset() * bytes, tileAt, 1, 1, 1);
      return;
    }
    for (long extent : box) {
      if (extent <= 0) {
        return;
      }
    }
    // Dimensions that are dense in both memory and tile are moved as one row.
    int inner = dims - 1;
    long n = box[inner];
    long step = strides[inner];
    long stride = tileStrides[inner];
    while (inner > 0
        && (box[inner - 1] == 1
            || (strides[inner - 1] == n * step && tileStrides[inner - 1] == n * stride))) {
      inner--;
      n *= box[inner];
    }
    if (n == 1) {
      step = 1;
      stride = 1;
    }
    long base = tensor.byteOf(from);
    if (inner == 0) {
      row.handle(base, tileAt, step, Math.toIntExact(n), stride);
      return;
    }
    long outer = 1;
    for (int d = 0; d < inner; d++) {
      outer *= box[d];
    }
    for (long i = 0; i < outer; i++) {
      long rest = i;
      long memory = 0;
      long at = tileAt;
      for (int d = inner - 1; d >= 0; d--) {
        long index = rest % box[d];
        rest /= box[d];
        memory += index * strides[d];
        at += index * tileStrides[d];
      }
      row.handle(base + memory * bytes, (int) at, step, Math.toIntExact(n), stride);
    }
  }

  /**
   * Copies a box from one tensor to another in chunks of rows and columns; each chunk is a visible
   * step.
   */
  static void copy(
      Task task,
      TensorValue source,
      long[] sourceFrom,
      TensorValue target,
      long[] targetFrom,
      long[] box,
      long chunkRows,
      long chunkColumns,
      boolean add,
      String what,
      Span span) {
    if (source.dtype() != target.dtype()) {
      throw new SimFailure(SimCode.SHAPE, what + " moves " + source + " into " + target, span);
    }
    check(task, source, sourceFrom, box, false, what + "'s source", span);
    check(task, target, targetFrom, box, false, what + "'s destination", span);
    int dims = box.length;
    long columns = dims == 0 ? 1 : box[dims - 1];
    long rows = 1;
    for (int d = 0; d < dims - 1; d++) {
      rows *= box[d];
    }
    if (columns == 0 || rows == 0) {
      return;
    }
    long width = chunkColumns <= 0 ? columns : Math.min(chunkColumns, columns);
    long height = chunkRows <= 0 ? rows : Math.min(chunkRows, rows);
    boolean whole = width == columns && height == rows;
    if (whole) {
      piece(task, source, sourceFrom, target, targetFrom, box, add, what, span);
      return;
    }
    // Chunks slide over the transfer flattened to rows and columns.
    for (long r = 0; r < rows; r += height) {
      long some = Math.min(height, rows - r);
      for (long c = 0; c < columns; c += width) {
        long part = Math.min(width, columns - c);
        if (dims <= 2) {
          long[] piece = box.clone();
          long[] a = sourceFrom.clone();
          long[] b = targetFrom.clone();
          piece[dims - 1] = part;
          a[dims - 1] += c;
          b[dims - 1] += c;
          if (dims == 2) {
            piece[0] = some;
            a[0] += r;
            b[0] += r;
          }
          piece(task, source, a, target, b, piece, add, what, span);
        } else {
          for (long row = r; row < r + some; row++) {
            long[] piece = new long[dims];
            Arrays.fill(piece, 1);
            piece[dims - 1] = part;
            long[] a = sourceFrom.clone();
            long[] b = targetFrom.clone();
            a[dims - 1] += c;
            b[dims - 1] += c;
            long rest = row;
            for (int d = dims - 2; d >= 0; d--) {
              a[d] += rest % box[d];
              b[d] += rest % box[d];
              rest /= box[d];
            }
            piece(task, source, a, target, b, piece, add, what, span);
          }
        }
      }
    }
  }

  private static void piece(
      Task task,
      TensorValue source,
      long[] sourceFrom,
      TensorValue target,
      long[] targetFrom,
      long[] box,
      boolean add,
      String what,
      Span span) {
    if (!add && isDense(source.strides(), box) && isDense(target.strides(), box)) {
      MemorySegment from = source.region().segment();
      MemorySegment to = target.region().segment();
      long first = source.byteOf(sourceFrom);
      long at = target.byteOf(targetFrom);
      long bytes = TensorValue.count(box) * source.dtype().bytes();
      visible(task, source);
      tell(task, AccessListener.Kind.READ, source, sourceFrom, box, span);
      visible(task, target);
      if (task.listener != null) {
        boolean same = MemorySegment.mismatch(from, first, first + bytes, to, at, at + bytes) < 0;
        storing(task, from, first, target, targetFrom, box, span);
        tell(
            task,
            same ? AccessListener.Kind.REWRITE : AccessListener.Kind.WRITE,
            target,
            targetFrom,
            box,
            span);
      }
      count(task, source, box);
      count(task, target, box);
      MemorySegment.copy(from, first, to, at, bytes);
      written(task, target);
      defined(task, target, targetFrom, box, span);
      return;
    }
    int[] shape = new int[box.length];
    for (int d = 0; d < shape.length; d++) {
      shape[d] = Math.toIntExact(box[d]);
    }
    Tile stage = Tile.create(source.dtype(), shape, shape);
    long[] strides = TensorValue.packedStrides(box);
    read(task, source, sourceFrom, box, stage, strides, what, span);
    write(task, stage, strides, target, targetFrom, box, add, what, span);
  }

  /** Whether a box has elements that all lie next to each other. */
  private static boolean isDense(long[] strides, long[] box) {
    long step = 1;
    for (int d = box.length - 1; d >= 0; d--) {
      if (box[d] == 0 || box[d] != 1 && strides[d] != step) {
        return false;
      }
      step *= box[d];
    }
    return true;
  }

  /** The byte of a signal cell, checked. */
  static long cell(Task task, TensorValue signal, long[] index, String what, Span span) {
    bound(signal, span);
    if (signal.dtype() != DataType.INT32 && signal.dtype() != DataType.UINT32) {
      throw new SimFailure(
          SimCode.ARGUMENT,
          "a signal holds 32-bit integers, not " + signal.dtype().dslName(),
          span);
    }
    for (int d = 0; d < index.length; d++) {
      if (index[d] < 0 || index[d] >= signal.shape()[d]) {
        throw new SimFailure(
            SimCode.SIGNAL_CELL,
            place(task)
                + what
                + " names cell "
                + Arrays.toString(index)
                + " of "
                + name(signal)
                + ", whose shape is "
                + Arrays.toString(signal.shape()),
            span);
      }
    }
    return signal.byteOf(index);
  }

  /** Changes a peer's signal cell. */
  static void notify(
      Task task,
      TensorValue signal,
      long peer,
      long[] index,
      int value,
      NotifyOp op,
      Object who,
      Span span) {
    TensorValue at = peer(signal, peer, "notify", span);
    long cell = cell(task, at, index, "notify", span);
    task.visible();
    task.notifies++;
    if (task.listener != null) {
      long[] one = new long[index.length];
      Arrays.fill(one, 1);
      task.listener.notifying(task.info, box(at, index, one), op, value, span);
      tell(
          task,
          op == NotifyOp.SET ? AccessListener.Kind.NOTIFY_SET : AccessListener.Kind.NOTIFY_ADD,
          at,
          index,
          one,
          span);
    }
    Region region = at.region();
    region.window().changed(region.owner(), cell, who);
    switch (op) {
      case ATOMIC_ADD -> Elements.addCell(region.segment(), cell, value);
      case SET -> Elements.setCell(region.segment(), cell, value);
    }
    task.scheduler.changed(region.window().queue(region.owner()));
  }

  /** Blocks until a cell of this rank satisfies a comparison, or defers the task's completion. */
  static void await(
      Task task,
      TensorValue signal,
      long[] index,
      int expected,
      WaitCmp cmp,
      boolean deferred,
      Span span) {
    long cell = cell(task, signal, index, deferred ? "defer_wait" : "wait", span);
    if (task.listener != null) {
      long[] one = new long[index.length];
      Arrays.fill(one, 1);
      task.listener.waiting(task.info, box(signal, index, one), cmp, expected, deferred, span);
    }
    SignalWait wait = new SignalWait(task, signal, cell, index, expected, cmp, deferred, span);
    if (deferred) {
      task.defer(wait);
    } else {
      task.await(wait);
      wait.tell();
    }
  }

  /** Tells the listener that a wait was let go. */
  static void waited(Task task, TensorValue signal, long[] index, Span span) {
    if (task.listener != null) {
      long[] one = new long[index.length];
      Arrays.fill(one, 1);
      tell(task, AccessListener.Kind.WAIT, signal, index, one, span);
    }
  }

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
            place(task)
                + "element "
                + Arrays.toString(index)
                + " is outside "
                + name(tensor)
                + " of shape "
                + Arrays.toString(tensor.shape()),
            span);
      }
    }
    return tensor.byteOf(at);
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
        task.listener.access(task.info, AccessListener.Kind.READ, element(tensor, at), span);
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
        AccessListener.Box box = element(tensor, at);
        if (holdsCells(tensor)) {
          task.listener.storing(task.info, box, false, new int[] {(int) value}, span);
        }
        task.listener.access(task.info, AccessListener.Kind.WRITE, box, span);
      }
    }
  }

  private static AccessListener.Box element(TensorValue tensor, long at) {
    return new AccessListener.Box(
        tensor.region().window().name(),
        tensor.region().window(),
        tensor.region().owner(),
        at,
        tensor.dtype().bytes(),
        new long[] {1},
        new long[] {tensor.dtype().bytes()});
  }

  /** Tells waiters that one element has been written. */
  static void touched(Task task, TensorValue tensor, long at, Span span) {
    written(task, tensor);
    if (tensor.region().isCallers()
        && task.run.config().strict()
        && Undefined.isAt(tensor.region().segment(), tensor.dtype(), at)) {
      throw new SimFailure(
          SimCode.UNDEFINED,
          place(task) + "an element of a result depends on something that nobody has defined",
          span);
    }
  }
}
