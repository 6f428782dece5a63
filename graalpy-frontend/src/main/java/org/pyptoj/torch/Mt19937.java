package org.pyptoj.torch;

/** The Mersenne Twister of Matsumoto and Nishimura with 32-bit output. */
final class Mt19937 {
  private static final int N = 624;
  private static final int M = 397;

  private final int[] state = new int[N];
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
      for (int i = 0; i < N; i++) {
        int y = state[i] & 0x80000000 | state[(i + 1) % N] & 0x7FFFFFFF;
        state[i] = state[(i + M) % N] ^ y >>> 1 ^ ((y & 1) != 0 ? 0x9908B0DF : 0);
      }
      next = 0;
    }
    int y = state[next++];
    y ^= y >>> 11;
    y ^= y << 7 & 0x9D2C5680;
    y ^= y << 15 & 0xEFC60000;
    return y ^ y >>> 18;
  }
}
