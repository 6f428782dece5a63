package org.pyptoj.torch;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;

/**
 * The tensors whose address a script has asked for. A number is turned into memory again only where
 * it lies inside one of them, so that no script reaches other memory of the process.
 *
 * <p>An array has no address that lasts, since the collector moves it. It gets a number that no
 * other memory has; the addresses inside count bytes from there.
 */
public final class Addresses {
  /** Bytes between the numbers of two arrays: more than an array can have. */
  private static final long DISTANCE = 1L << 35;

  private static final Map<Object, Long> ARRAYS = new WeakHashMap<>();
  private static final TreeMap<Long, WeakReference<Storage>> KNOWN = new TreeMap<>();

  /** Numbers for arrays start above every address of native memory. */
  private static long free = 1L << 52;

  private Addresses() {}

  /** The address of a tensor's first element. */
  static synchronized long of(Tensor tensor) {
    KNOWN.values().removeIf(known -> known.get() == null);
    long start = start(tensor.storage().place());
    KNOWN.put(start, new WeakReference<>(tensor.storage()));
    return start + tensor.offset() * tensor.dtype().size();
  }

  private static long start(MemorySegment segment) {
    Object array = segment.heapBase().orElse(null);
    if (array == null) {
      return segment.address();
    }
    return ARRAYS.computeIfAbsent(array, _ -> nextNumber()) + segment.address();
  }

  private static long nextNumber() {
    long number = free;
    free += DISTANCE;
    return number;
  }

  /** The bytes at an address; null where they are not all inside one tensor that is still alive. */
  public static synchronized Tensor bytes(long address, long length) {
    var below = KNOWN.floorEntry(address);
    Storage storage = below == null ? null : below.getValue().get();
    if (storage == null || length < 0) {
      return null;
    }
    long start = address - below.getKey();
    if (start > storage.byteSize() - length) {
      return null;
    }
    return new Tensor(storage, Dtype.UINT8, new long[] {length}, new long[] {1}, start);
  }
}
