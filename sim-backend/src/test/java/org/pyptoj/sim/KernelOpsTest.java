package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pyptoj.ir.type.DataType;

/** Local operations of a kernel against plain arithmetic. */
class KernelOpsTest {

  /** Runs a kernel that makes {@code y} of {@code x} on one device. */
  private static double[] run(Buffer x, Buffer y, String body) {
    Simulator.run(
        Programs.parse(
            """
            @pl.program
            class One:
                @pl.function(type=pl.FunctionType.InCore)
                def step(self, x: pl.Tensor[XS, pl.XT], y: pl.Out[pl.Tensor[YS, pl.YT]]):
            BODY
            """
                .replace("BODY\n", body.strip().indent(8))
                .replace("XS", java.util.Arrays.toString(x.shape()))
                .replace("XT", x.dtype().dslName())
                .replace("YS", java.util.Arrays.toString(y.shape()))
                .replace("YT", y.dtype().dslName())),
        SimConfig.free(1),
        List.of(x, y));
    return y.values();
  }

  private static double[] onTiles(Buffer x, Buffer y, String value) {
    return run(
        x,
        y,
        """
        t = pl.load(x, [0, 0], [4, 8])
        y = pl.store(VALUE, [0, 0], y)
        """
            .replace("VALUE", value));
  }

  /** A row's 8 values of 4 bytes are one block, which meets each block of the wider row. */
  @Test
  void aBlockOfARowMeetsEachBlockOfAWiderOne() {
    Buffer x = Buffer.fp32(4, 16).fill(i -> i);
    Buffer y = Buffer.fp32(4, 16);
    double[] sums =
        run(
            x,
            y,
            """
            t = pl.load(x, [0, 0], [4, 16])
            v = pl.load(x, [0, 0], [4, 8])
            y = pl.store(pl.tile.row_expand_add(t, v), [0, 0], y)
            """);
    for (int i = 0; i < 64; i++) {
      assertEquals(i + (i / 16 * 16 + i % 8), sums[i]);
    }
  }

  /**
   * 2048 is where FP16 numbers stand 2 apart, so 2048 + 1 is 2048 again: one row after the other
   * gives 2048 for 2048, 1, 1, 1; pairs give 2048 + 2.
   */
  @ParameterizedTest
  @CsvSource({"4, false, 2048", "4, true, 2050", "5, false, 2048", "5, true, 2050"})
  void columnsAreAddedInTheOrderOfTheCore(int rows, boolean tree, double sum) {
    Buffer x = Buffer.of(DataType.FP16, rows, 16).fill(i -> i < 16 ? 2048 : 1);
    Buffer y = Buffer.of(DataType.FP16, 1, 16);
    String body =
        """
        t = pl.load(x, [0, 0], [ROWS, 16])
        tmp = pl.tile.create([ROWS, 16], dtype=pl.FP16)
        y = pl.store(pl.tile.col_sum(tTMP), [0, 0], y)
        """;
    double[] sums = run(x, y, body.replace("ROWS", "" + rows).replace("TMP", tree ? ", tmp" : ""));
    for (double s : sums) {
      assertEquals(sum, s);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pl.tile.row_sum(t, pl.tile.create([4, 8], dtype=pl.FP32)) | 4 | 1 | 28, 92, 156, 220
          pl.tile.row_max(t, pl.tile.create([4, 8], dtype=pl.FP32)) | 4 | 1 | 7, 15, 23, 31
          pl.tile.col_sum(t)                                        | 1 | 8 | 48, 52, 56, 60, 64, 68, 72, 76
          pl.tile.col_min(t)                                        | 1 | 8 | 0, 1, 2, 3, 4, 5, 6, 7
          pl.tile.slice(t, [2, 8], [1, 0])                          | 2 | 8 | 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
          pl.tile.slice(t, [1, 8], [3, 0], valid_shape=[1, 3])      | 1 | 8 | 24, 25, 26, 0, 0, 0, 0, 0
          pl.tile.fillpad(pl.tile.set_validshape(pl.tile.slice(t, [1, 8], [1, 0]), 1, 2)) | 1 | 8 | 8, 9, 0, 0, 0, 0, 0, 0
          pl.tile.reshape(pl.tile.slice(t, [1, 8], [2, 0]), [1, 8]) | 1 | 8 | 16, 17, 18, 19, 20, 21, 22, 23
          pl.tile.full([1, 8], dtype=pl.FP32, value=2.5)            | 1 | 8 | 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5
          """)
  void tiles(String value, int rows, int columns, String expected) {
    Buffer x = Buffer.fp32(4, 8).fill(i -> i);
    Buffer y = Buffer.fp32(rows, columns);
    double[] want =
        java.util.Arrays.stream(expected.split(",")).mapToDouble(Double::parseDouble).toArray();
    assertArrayEquals(want, onTiles(x, y, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pl.tile.adds(t, 1.5)                                | 1.5
          pl.tile.subs(pl.tile.muls(t, 3.0), 1.0)             | 14
          pl.tile.maximums(pl.tile.neg(t), -2.0)              | -2
          pl.tile.sqrt(pl.tile.muls(t, t0))                   | 5
          pl.tile.recip(pl.tile.adds(t, 3.0))                 | 0.125
          """)
  void arithmetic(String value, double atFive) {
    Buffer x = Buffer.fp32(4, 8).fill(i -> 5);
    double[] got =
        onTiles(
            x,
            Buffer.fp32(4, 8),
            value
                .strip()
                .replace("t0", "5.0")
                .replace("pl.tile.adds(t, 1.5)", "pl.tile.adds(pl.tile.subs(t, 5.0), 1.5)"));
    assertEquals(atFive, got[0]);
    assertEquals(atFive, got[31]);
  }

  /**
   * 2048 + 1 is not a half-precision number: each sum is rounded, so that adding ones one by one
   * stays at 2048.
   */
  @Test
  void halfPrecisionRoundsAfterEachOperation() {
    Buffer x = Buffer.of(DataType.FP16, 1, 16).fill(i -> 2048);
    double[] got =
        run(
            x,
            Buffer.of(DataType.FP16, 1, 16),
            """
            t = pl.load(x, [0, 0], [1, 16])
            t = pl.add(pl.add(t, 1.0), 1.0)
            y = pl.store(t, [0, 0], y)
            """);
    assertEquals(2048, got[0]);
  }

  @Test
  void integersWrap() {
    Buffer x = Buffer.int32(1, 8).fill(i -> Integer.MAX_VALUE);
    double[] got =
        run(
            x,
            Buffer.int32(1, 8),
            """
            t = pl.load(x, [0, 0], [1, 8])
            y = pl.store(pl.add(t, t), [0, 0], y)
            """);
    assertEquals(-2, got[0]);
  }

  @ParameterizedTest
  @CsvSource({
    "rint, 2, -2, 2, 4",
    "round, 3, -3, 2, 4",
    "floor, 2, -3, 1, 3",
    "ceil, 3, -2, 2, 4",
    "trunc, 2, -2, 1, 3"
  })
  void castsRoundAsTheirModeSays(String mode, int a, int b, int c, int d) {
    double[] values = {2.5, -2.5, 1.75, 3.5};
    Buffer x = Buffer.fp32(1, 8).fill(i -> values[i % 4]);
    double[] got =
        run(
            x,
            Buffer.int32(1, 8),
            """
            t = pl.load(x, [0, 0], [1, 8])
            y = pl.store(pl.cast(t, pl.INT32, mode="MODE"), [0, 0], y)
            """
                .replace("MODE", mode));
    assertArrayEquals(new double[] {a, b, c, d}, java.util.Arrays.copyOf(got, 4));
  }

  @Test
  void aRaggedTailIsNeitherReadNorWritten() {
    Buffer x = Buffer.fp32(1, 10).fill(i -> i);
    double[] got =
        run(
            x,
            Buffer.fp32(1, 10),
            """
            for col in pl.range(0, 10, 8):
                valid = pl.min(8, 10 - col)
                t = pl.load(x, [0, col], [1, 8], valid_shape=[1, valid])
                y = pl.store(pl.mul(t, 2.0), [0, col], y)
            """);
    assertArrayEquals(Buffer.model(10, i -> 2 * i), got);
  }

  @Test
  void scalarsFollowTheirTypes() {
    Buffer x = Buffer.int32(1, 8).fill(i -> i - 3);
    double[] got =
        run(
            x,
            Buffer.int32(1, 8),
            """
            a = pl.read(x, [0, 0])
            pl.write(y, [0, 0], a // 2)
            pl.write(y, [0, 1], a % 2)
            pl.write(y, [0, 2], pl.max(a, 1) + pl.min(a, 7))
            n = pl.read(x, [0, 4])
            while n < 100:
                n = n * 3 + 1
            pl.write(y, [0, 3], n)
            if a < 0 and n > 0:
                pl.write(y, [0, 4], 1)
            else:
                pl.write(y, [0, 4], 2)
            """);
    // -3 // 2 and -3 % 2 round down; 1, 4, 13, 40, 121.
    assertArrayEquals(new double[] {-2, 1, -2, 121, 1}, java.util.Arrays.copyOf(got, 5));
  }

  @Test
  void anIntegerDividedByZeroIsReported() {
    Buffer x = Buffer.int32(1, 8);
    SimFailure failure =
        assertThrows(
            SimFailure.class,
            () -> run(x, Buffer.int32(1, 8), "pl.write(y, [0, 0], 7 // pl.read(x, [0, 0]))"));
    assertEquals(SimCode.DIVISION, failure.rule());
  }

  @Test
  void argumentsMustMatchTheirParameters() {
    SimFailure failure =
        assertThrows(
            SimFailure.class,
            () ->
                Simulator.run(
                    Programs.rows(
                        2, 8, "[1, 1]", "pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], y)"),
                    SimConfig.free(2),
                    List.of(Buffer.fp32(2, 1, 9), Buffer.fp32(2, 1, 8))));
    assertEquals(
        "parameter xs of host takes extent 8 in dimension 2, the argument's shape is [2, 1, 9]",
        failure.diagnostic().message());
  }

  @Test
  void matrixProducts() {
    Buffer x = Buffer.fp32(16, 16).fill(i -> (i * 7 % 11) - 5);
    double[] got =
        run(
            x,
            Buffer.fp32(16, 16),
            """
            a = pl.load(x, [0, 0], [16, 16], target_memory=pl.MemorySpace.Mat)
            b = pl.load(x, [0, 0], [16, 16], target_memory=pl.MemorySpace.Mat)
            l = pl.move(a, target_memory=pl.MemorySpace.Left)
            r = pl.move(b, target_memory=pl.MemorySpace.Right)
            y = pl.store(pl.matmul(l, r), [0, 0], y)
            """);
    double[] in = x.values();
    assertArrayEquals(
        Buffer.model(
            256,
            i -> {
              double sum = 0;
              for (int k = 0; k < 16; k++) {
                sum += in[i / 16 * 16 + k] * in[k * 16 + i % 16];
              }
              return sum;
            }),
        got);
  }

  private static final String SYMBOLIC =
      """
      ROWS = pl.dynamic("ROWS")

      @pl.program
      class Symbolic:
          @pl.function(type=pl.FunctionType.InCore)
          def step(self, x: pl.Tensor[[1, ROWS], pl.INT32], y: pl.Out[pl.Tensor[[8, ROWS], pl.INT32]]):
              for i in pl.range(ROWS):
                  pl.write(y, [0, i], pl.read(x, [0, i]) + 1)
      """;

  @Test
  void aDynamicExtentIsTheArguments() {
    Buffer y = Buffer.int32(8, 5);
    Simulator.run(Programs.parse(SYMBOLIC), SimConfig.free(1), List.of(Buffer.int32(1, 5), y));
    assertArrayEquals(Buffer.model(40, i -> i < 5 ? 1 : 0), y.values());
  }

  @Test
  void aDynamicExtentIsTheSameInAllArguments() {
    SimFailure failure =
        assertThrows(
            SimFailure.class,
            () ->
                Simulator.run(
                    Programs.parse(SYMBOLIC),
                    SimConfig.free(1),
                    List.of(Buffer.int32(1, 5), Buffer.int32(8, 6))));
    assertEquals(
        "parameter y of step takes extent ROWS in dimension 1, the argument's shape is [8, 6], and"
            + " ROWS is 5",
        failure.diagnostic().message());
  }
}
