package org.pyptoj.torch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;

/** Narrow floats round each operation's single precision result once, to nearest even. */
class RoundingTest {

  @Property(tries = 300)
  void conversionsRoundToNearestEven(@ForAll int bits, @ForAll short exponent) {
    float any = Float.intBitsToFloat(bits);
    float medium = Math.scalb((float) bits, -31 + exponent % 28);
    for (float v : new float[] {any, medium}) {
      for (Dtype d : new Dtype[] {Dtype.FLOAT16, Dtype.BFLOAT16}) {
        Tensor t = Tensor.zeros(d, 1);
        Calls.call("copy_", t, Calls.of(Dtype.FLOAT32, v));
        assertEquals(Model.round(d, v), Calls.values(t)[0], d + " of " + v);
      }
    }
  }

  @Property(tries = 300)
  void arithmeticOfNarrowFloatsIsSinglePrecisionRoundedOnce(
      @ForAll @FloatRange(min = -300f, max = 300f) float p,
      @ForAll @FloatRange(min = 0.01f, max = 300f) float q) {
    for (Dtype d : new Dtype[] {Dtype.FLOAT16, Dtype.BFLOAT16}) {
      float x = (float) Model.round(d, p);
      float y = (float) Model.round(d, q);
      Tensor a = Calls.of(d, x);
      Tensor b = Calls.of(d, y);
      assertEquals(Model.round(d, x + y), Calls.values(Calls.tensor("add", a, b))[0]);
      assertEquals(Model.round(d, x * y), Calls.values(Calls.tensor("mul", a, b))[0]);
      assertEquals(Model.round(d, x / y), Calls.values(Calls.tensor("div", a, b))[0]);
      // A Python number stays in single precision.
      assertEquals(Model.round(d, x * 0.1f), Calls.values(Calls.tensor("mul", a, (Object) 0.1))[0]);
    }
  }

  @Example
  void halfSumsAccumulateInSinglePrecision() {
    // 2048 + 1 is not a half, so adding halves one by one would stay at 2048.
    Tensor ones = Tensor.zeros(Dtype.FLOAT16, 5000);
    Calls.call("fill_", ones, 1L);
    assertEquals(5000, Calls.values(Calls.tensor("sum", ones))[0]);
    Tensor bf = Calls.tensor("bfloat16", ones);
    // 5000 = 0b1001110001000; eight bits keep 0b10011100 · 2^5 = 4992.
    assertEquals(4992, Calls.values(Calls.tensor("sum", bf))[0]);
  }

  @Example
  void matrixProductOfBfloat16RoundsOnce() {
    Tensor a = Tensor.zeros(Dtype.BFLOAT16, 1, 300);
    Tensor b = Tensor.zeros(Dtype.BFLOAT16, 300, 1);
    Calls.call("fill_", a, 1L);
    Calls.call("fill_", b, 1L);
    assertEquals(300, Calls.values(Calls.tensor("matmul", a, b))[0]);
  }

  @Example
  void singlePrecisionSumKeepsSmallAddends() {
    Tensor t = Tensor.zeros(Dtype.FLOAT32, 1 << 22);
    Calls.call("fill_", t, 0.1);
    double exact = (double) 0.1f * (1 << 22);
    double got = Calls.values(Calls.tensor("sum", t))[0];
    assertTrue(Math.abs(got - exact) <= exact * 1e-6, got + " for " + exact);
  }

  @Example
  void eightBitFloats() {
    Tensor e4 =
        Calls.tensor(
            "to",
            Calls.of(Dtype.FLOAT64, 448, 463, 1, 1.0625, 1.1875, 0x1p-9, 0x1p-11, -2),
            Dtype.FLOAT8_E4M3FN);
    // 448 is the largest; 1.0625 and 1.1875 lie between neighbours and go to the even one.
    assertArrayEquals(
        new double[] {448, 448, 1, 1, 1.25, 0x1p-9, 0, -2},
        Calls.values(Calls.tensor("double", e4)));
    Tensor over = Calls.tensor("to", Calls.of(Dtype.FLOAT64, 480, 1e9), Dtype.FLOAT8_E4M3FN);
    assertTrue(Double.isNaN(Calls.values(Calls.tensor("double", over))[0]));
    assertTrue(Double.isNaN(Calls.values(Calls.tensor("double", over))[1]));
    Tensor e5 =
        Calls.tensor(
            "to",
            Calls.of(Dtype.FLOAT64, 57344, 1e9, 1.125, 1.375, 0x1p-16, -0.5),
            Dtype.FLOAT8_E5M2);
    assertArrayEquals(
        new double[] {57344, Double.POSITIVE_INFINITY, 1, 1.5, 0x1p-16, -0.5},
        Calls.values(Calls.tensor("double", e5)));
  }

  @Example
  void integersWrapAndDivideTowardsMinusInfinity() {
    Tensor bytes = Calls.of(Dtype.UINT8, 250);
    assertEquals(4, Calls.values(Calls.tensor("add", bytes, 10L))[0]);
    assertEquals(38, Calls.values(Calls.tensor("add", bytes, 300L))[0]);
    Tensor ints = Calls.of(Dtype.INT32, Integer.MAX_VALUE);
    assertEquals(Integer.MIN_VALUE, Calls.values(Calls.tensor("add", ints, 1L))[0]);
    Tensor seven = Calls.of(Dtype.INT32, -7, 7);
    assertArrayEquals(new double[] {-4, 3}, Calls.values(Calls.tensor("floor_divide", seven, 2L)));
    assertArrayEquals(new double[] {1, 1}, Calls.values(Calls.tensor("remainder", seven, 2L)));
    assertArrayEquals(new double[] {-1, 1}, Calls.values(Calls.tensor("fmod", seven, 2L)));
  }
}
