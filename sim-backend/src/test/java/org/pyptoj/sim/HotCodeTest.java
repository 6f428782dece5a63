package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements mean the same as they stand, as JVM code, and where one goes over into the other. */
class HotCodeTest {

  private static final int NEVER = Integer.MAX_VALUE;

  private static Buffer run(String body, int compileAfter) {
    Buffer x = Buffer.fp32(1, 1, 8);
    Buffer y = Buffer.fp32(1, 1, 8);
    Simulator.run(
        Programs.rows(1, 8, "[1, 1]", body),
        SimConfig.free(1).withCompileAfter(compileAfter),
        List.of(x, y));
    return y;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5, 13, NEVER})
  void loopsLeaveWhatTheyCarry(int compileAfter) {
    Buffer y =
        run(
            """
            s = pl.cast(me, pl.INDEX)
            for i in pl.range(10, 0, -3):
                for j in pl.range(i):
                    if j == 4:
                        break
                    if (i + j) % 2 == 0:
                        continue
                    s = s + 10 * i + j
            n = pl.cast(me, pl.INDEX)
            while n * n < 50:
                n = n + 3
            pl.write(y, [0, 0], pl.cast(s, pl.FP32))
            pl.write(y, [0, 1], pl.cast(n, pl.FP32))
            """,
            compileAfter);
    // i = 10 adds 101 and 103, i = 7 adds 70 and 72, i = 4 adds 41 and 43, i = 1 adds 10.
    assertArrayEquals(new double[] {440, 9}, new double[] {y.get(0), y.get(1)});
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, NEVER})
  void aBodyTooLongForOneMethodIsSplit(int compileAfter) {
    StringBuilder body = new StringBuilder("s = pl.cast(me, pl.INDEX)\nfor i in pl.range(8):\n");
    for (int k = 0; k < 700; k++) {
      body.append("    s = s * 3 % 1009 + i + ").append(k % 5).append('\n');
      if (k % 100 == 50) {
        body.append("    if s % 7 == 3:\n        continue\n");
      }
    }
    body.append("pl.write(y, [0, 0], pl.cast(s, pl.FP32))\n");
    long s = 0;
    for (int i = 0; i < 8; i++) {
      for (int k = 0; k < 700; k++) {
        s = s * 3 % 1009 + i + k % 5;
        if (k % 100 == 50 && s % 7 == 3) {
          break;
        }
      }
    }
    assertEquals(s, run(body.toString(), compileAfter).get(0));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, NEVER})
  void failuresNameTheirPlace(int compileAfter) {
    var program =
        Programs.rows(
            1,
            8,
            "[1, 1]",
            """
            for i in pl.range(12):
                pl.write(y, [0, i], 1.0)
            """);
    SimFailure failure =
        assertThrows(
            SimFailure.class,
            () ->
                Simulator.run(
                    program,
                    SimConfig.free(1).withCompileAfter(compileAfter),
                    List.of(Buffer.fp32(1, 1, 8), Buffer.fp32(1, 1, 8))));
    assertEquals(
        "rank 0: element [0, 8] is outside a tensor of shape [1, 8]",
        failure.diagnostic().message());
    assertEquals(16, failure.diagnostic().span().line());
  }

  @Test
  void aLoopWithoutAStepFailsAsJvmCodeToo() {
    for (int compileAfter : new int[] {0, NEVER}) {
      SimFailure failure =
          assertThrows(
              SimFailure.class,
              () ->
                  run("for i in pl.range(0, 4, me):\n    pl.write(y, [0, i], 1.0)", compileAfter));
      assertEquals("rank 0: a loop's step is zero", failure.diagnostic().message());
    }
  }
}
