package org.pyptoj.torch;

/**
 * The random numbers of PyTorch's CPU generator: the same seed and calls give the same numbers. A
 * call takes a stretch of the seed's words; which numbers they give is computed when somebody asks.
 * A generator remembers the second normal number of a pair for the next call.
 */
public final class TorchGenerator {
  /** The seed of a generator that nobody seeded. */
  static final long DEFAULT_SEED = 67280421310721L;

  private RandomStream stream = new RandomStream(DEFAULT_SEED);
  private long seed = DEFAULT_SEED;
  private long next;
  private NormalPair spare;

  /** A saved position of a generator. */
  record State(RandomStream stream, long seed, long next, NormalPair spare) {}

  /** Consecutive words of a seed. */
  record Stretch(RandomStream stream, long first, long count) {
    Mt19937 open() {
      return stream.open(first);
    }

    void close(Mt19937 twister) {
      stream.close(twister, first + count);
    }
  }

  synchronized void seed(long value) {
    seed = value;
    stream = new RandomStream(value);
    next = 0;
    spare = null;
  }

  synchronized long seed() {
    return seed;
  }

  synchronized State state() {
    return new State(stream, seed, next, spare);
  }

  synchronized void restore(State state) {
    stream = state.stream;
    seed = state.seed;
    next = state.next;
    spare = state.spare;
  }

  /** Takes the next words. */
  synchronized Stretch take(long words) {
    Stretch taken = new Stretch(stream, next, words);
    next += words;
    return taken;
  }

  /** Whether the next word is known without passing over those of many unmade tensors. */
  synchronized boolean isAtHand() {
    return stream.isNear(next);
  }

  /** The second number of a pair whose first one was taken, which is now taken too; or null. */
  synchronized NormalPair takeSpare() {
    NormalPair taken = spare;
    spare = null;
    return taken;
  }

  synchronized void keepSpare(NormalPair pair) {
    spare = pair;
  }
}
