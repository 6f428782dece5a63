package org.pyptoj.torch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The transform in steps over arrays against the same functions of one number at a time. */
class NormalTransformTest {

  @Test
  void bitsAreThoseOfThePlainFunctions() {
    Random random = new Random(5);
    float[] uniform = new float[1 << 16];
    for (int i = 0; i < uniform.length; i++) {
      uniform[i] =
          switch (random.nextInt(8)) {
            case 0 -> random.nextInt(64) * 0x1p-24f;
            case 1 -> 1 - (1 + random.nextInt(64)) * 0x1p-24f;
            case 2 -> random.nextInt(8) / 8f;
            default -> random.nextFloat();
          };
    }
    float mean = 0.25f;
    float std = 1.5f;
    float[] expected = new float[uniform.length];
    for (int at = 0; at < uniform.length; at += 16) {
      for (int i = at; i < at + 8; i++) {
        float radius = (float) Math.sqrt(-2f * SinglePrecision.log(1f - uniform[i]));
        float angle = (float) (2 * Math.PI) * uniform[i + 8];
        expected[i] = Math.fma(radius * SinglePrecision.cos(angle), std, mean);
        expected[i + 8] = Math.fma(radius * SinglePrecision.sin(angle), std, mean);
      }
    }
    float[] got = uniform.clone();
    NormalTransform.run(got, mean, std, got.length);
    assertArrayEquals(bits(expected), bits(got));
  }

  private static int[] bits(float[] values) {
    int[] bits = new int[values.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Float.floatToRawIntBits(values[i]);
    }
    return bits;
  }
}
