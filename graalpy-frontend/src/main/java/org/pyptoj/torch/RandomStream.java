package org.pyptoj.torch;

import java.util.Map;
import java.util.TreeMap;

/**
 * The 32-bit words that follow from one seed, by their number. A tensor takes a stretch of them
 * when it is created and reads them when it is made, in whatever order tensors are made.
 */
final class RandomStream {
  /** Words between two copies of the twister on its way. */
  private static final long DISTANCE = 1 << 22;

  /** So many words are passed over in less time than a call from Python takes. */
  private static final long NEAR = 1 << 14;

  /** Twisters before certain words, which stay there. */
  private final TreeMap<Long, Mt19937> marks = new TreeMap<>();

  /** The one that is furthest on, and the word that it is before; null while somebody uses it. */
  private Mt19937 last;

  private long lastAt;

  RandomStream(long seed) {
    marks.put(0L, new Mt19937(seed));
  }

  /** Whether the word is reached at once from one that was reached before. */
  synchronized boolean isNear(long word) {
    long from = marks.floorKey(word);
    if (last != null && lastAt <= word) {
      from = Math.max(from, lastAt);
    }
    return word - from <= NEAR;
  }

  /** A twister whose next word has the given number; to be given back with {@link #close}. */
  synchronized Mt19937 open(long word) {
    Map.Entry<Long, Mt19937> mark = marks.floorEntry(word);
    Mt19937 twister;
    long at;
    if (last != null && lastAt <= word && lastAt >= mark.getKey()) {
      twister = last;
      at = lastAt;
      last = null;
    } else {
      twister = mark.getValue().copy();
      at = mark.getKey();
    }
    while (at < word) {
      long count = Math.min(word - at, DISTANCE - at % DISTANCE);
      twister.skip(count);
      at += count;
      if (at % DISTANCE == 0 && !marks.containsKey(at)) {
        marks.put(at, twister.copy());
      }
    }
    return twister;
  }

  /** Takes a twister back that is now before the given word. */
  synchronized void close(Mt19937 twister, long word) {
    if (last == null || lastAt < word) {
      last = twister;
      lastAt = word;
    }
  }
}
