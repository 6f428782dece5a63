package org.pyptoj.torch;

/** The Mersenne Twister of Matsumoto and Nishimura with 32-bit output. */
final class Mt19937 {
  private static final int N = 624;
  private static final int M = 397;

  private int[] state = new int[N];
  private int[] other;
  private int next = N;

  Mt19937(long seed) {
    state[0] = (int) seed;
    for (int i = 1; i < N; i++) {
      state[i] = 1812433253 * (state[i - 1] ^ state[i - 1] >>> 30) + i;
    }
  }

  private Mt19937(Mt19937 other) {
    System.arraycopy(other.state, 0, state, 0, N);
    next = other.next;
  }

  Mt19937 copy() {
    return new Mt19937(this);
  }

  /** The next 32 bits. */
  int nextInt() {
    if (next == N) {
      advance();
    }
    return temper(state[next++]);
  }

  /** Passes over words. */
  void skip(long words) {
    long left = words;
    while (left > N - next) {
      left -= N - next;
      advance();
    }
    next += (int) left;
  }

  /** The next words, which {@link #temper(int[], int)} makes those that {@link #nextInt} gives. */
  void untempered(int[] words, int n) {
    int done = 0;
    while (done < n) {
      if (next == N) {
        advance();
      }
      int count = Math.min(N - next, n - done);
      System.arraycopy(state, next, words, done, count);
      next += count;
      done += count;
    }
  }

  static void temper(int[] words, int n) {
    for (int i = 0; i < n; i++) {
      int y = words[i];
      y ^= y >>> 11;
      y ^= y << 7 & 0x9D2C5680;
      y ^= y << 15 & 0xEFC60000;
      words[i] = y ^ y >>> 18;
    }
  }

  private static int temper(int word) {
    int y = word;
    y ^= y >>> 11;
    y ^= y << 7 & 0x9D2C5680;
    y ^= y << 15 & 0xEFC60000;
    return y ^ y >>> 18;
  }

  private void advance() {
    int[] to = other != null ? other : new int[N];
    twist(state, to);
    other = state;
    state = to;
    next = 0;
  }

  /** The state after {@code s}: from another array and without branches, so that it vectorises. */
  private static void twist(int[] s, int[] t) {
    for (int i = 0; i < N - M; i++) {
      int y = s[i] & 0x80000000 | s[i + 1] & 0x7FFFFFFF;
      t[i] = s[i + M] ^ y >>> 1 ^ -(y & 1) & 0x9908B0DF;
    }
    for (int i = N - M; i < N - 1; i++) {
      int y = s[i] & 0x80000000 | s[i + 1] & 0x7FFFFFFF;
      t[i] = t[i - (N - M)] ^ y >>> 1 ^ -(y & 1) & 0x9908B0DF;
    }
    int y = s[N - 1] & 0x80000000 | t[0] & 0x7FFFFFFF;
    t[N - 1] = t[M - 1] ^ y >>> 1 ^ -(y & 1) & 0x9908B0DF;
  }
}
