package org.pyptoj.sim.kernel;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.AccessListener;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.Elements;
import org.pyptoj.sim.memory.Region;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.memory.Undefined;
import org.pyptoj.sim.tile.Tile;

/**
 * Moves boxes between tensors and tiles, and from tensor to tensor. Every box is checked, counted
 * and shown to the listener.
 */
final class Boxes {

  private Boxes() {}

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
            Accesses.place(task)
                + what
                + " covers ["
                + from[d]
                + ", "
                + (from[d] + box[d])
                + ") in dimension "
                + d
                + ", but "
                + Accesses.name(tensor)
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
    Accesses.visible(task, tensor);
    Accesses.tell(task, AccessListener.Kind.READ, tensor, from, box, span);
    Accesses.count(task, tensor, box);
    if (BoxRows.isDense(tensor.strides(), box) && BoxRows.isDense(tileStrides, box)) {
      Elements.read(
          tensor.region().segment(), tensor.byteOf(from), tile, 0, (int) TensorValue.count(box));
      return;
    }
    BoxRows.rows(
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
    Accesses.visible(task, tensor);
    if (task.listener != null) {
      Accesses.storing(task, tile, tileStrides, tensor, from, box, add, span);
      Accesses.tell(task, kind(tile, tileStrides, tensor, from, box, add), tensor, from, box, span);
    }
    Accesses.count(task, tensor, box);
    if (add) {
      add(tile, tileStrides, tensor, from, box);
    } else if (BoxRows.isDense(tensor.strides(), box) && BoxRows.isDense(tileStrides, box)) {
      Elements.write(
          tile, 0, tensor.region().segment(), tensor.byteOf(from), (int) TensorValue.count(box));
    } else {
      BoxRows.rows(
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
    Accesses.written(task, tensor);
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
    BoxRows.rows(
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
    BoxRows.rows(
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
                  Accesses.place(task)
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
      BoxRows.rows(
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
      BoxRows.rows(
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
    if (!add && BoxRows.isDense(source.strides(), box) && BoxRows.isDense(target.strides(), box)) {
      MemorySegment from = source.region().segment();
      MemorySegment to = target.region().segment();
      long first = source.byteOf(sourceFrom);
      long at = target.byteOf(targetFrom);
      long bytes = TensorValue.count(box) * source.dtype().bytes();
      Accesses.visible(task, source);
      Accesses.tell(task, AccessListener.Kind.READ, source, sourceFrom, box, span);
      Accesses.visible(task, target);
      if (task.listener != null) {
        boolean same = MemorySegment.mismatch(from, first, first + bytes, to, at, at + bytes) < 0;
        Accesses.storing(task, from, first, target, targetFrom, box, span);
        Accesses.tell(
            task,
            same ? AccessListener.Kind.REWRITE : AccessListener.Kind.WRITE,
            target,
            targetFrom,
            box,
            span);
      }
      Accesses.count(task, source, box);
      Accesses.count(task, target, box);
      MemorySegment.copy(from, first, to, at, bytes);
      Accesses.written(task, target);
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
}
