package org.pyptoj.torch;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The tensors whose address a script has asked for. A number is turned into memory again only where
 * it lies inside one of them, so that no script reaches other memory of the process.
 */
public final class Addresses {

  private static final Map<Long, WeakReference<Storage>> KNOWN = new ConcurrentSkipListMap<>();

  private Addresses() {}

  /** The address of a tensor's first element. */
  static long of(Tensor tensor) {
    KNOWN.values().removeIf(known -> known.get() == null);
    KNOWN.put(tensor.segment().address(), new WeakReference<>(tensor.storage()));
    return tensor.segment().address() + tensor.offset() * tensor.dtype().size();
  }

  /** The bytes at an address; null where they are not all inside one tensor that is still alive. */
  public static Tensor bytes(long address, long length) {
    var below = ((ConcurrentSkipListMap<Long, WeakReference<Storage>>) KNOWN).floorEntry(address);
    Storage storage = below == null ? null : below.getValue().get();
    if (storage == null || length < 0) {
      return null;
    }
    long start = address - below.getKey();
    if (start > storage.segment().byteSize() - length) {
      return null;
    }
    return new Tensor(storage, Dtype.UINT8, new long[] {length}, new long[] {1}, start);
  }
}
