package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pyptoj.ir.type.DataType;

/** Strict runs find results that depend on what nobody has defined; other runs see zeros there. */
class StrictRunTest {

  private static double[] run(String dtype, String body, boolean strict) {
    Buffer x = Buffer.of(DataType.valueOf(dtype), 2, 1, 16).fill(i -> i);
    Buffer y = Buffer.of(DataType.valueOf(dtype), 2, 1, 16);
    Simulator.run(
        Programs.rows(2, "[1, 16]", "[1, 16]", "[2, 1]", dtype, body),
        SimConfig.seeded(2, 4).withStrict(strict),
        List.of(x, y));
    return y.values();
  }

  private static final String FRESH_WINDOW =
      """
      t = pl.load(data, [0, 0], [1, 16])
      y = pl.store(pl.add(t, 1.0), [0, 0], y)
      """;

  @ParameterizedTest
  @ValueSource(strings = {"FP32", "FP16"})
  void aWindowIsReadBeforeItIsWritten(String dtype) {
    assertArrayEquals(Buffer.model(32, i -> 1), run(dtype, FRESH_WINDOW, false));
    SimFailure failure = assertThrows(SimFailure.class, () -> run(dtype, FRESH_WINDOW, true));
    assertEquals(SimCode.UNDEFINED, failure.rule());
    assertEquals(16, failure.diagnostic().span().line());
  }

  @Test
  void anElementOutsideTheValidBoxEscapes() {
    SimFailure failure =
        assertThrows(
            SimFailure.class,
            () ->
                run(
                    "FP32",
                    """
                    t = pl.load(x, [0, 0], [1, 16], valid_shape=[1, 10])
                    whole = pl.tile.set_validshape(t, 1, 16)
                    y = pl.store(whole, [0, 0], y)
                    """,
                    true));
    assertEquals(
        "element [0, 10] of a result depends on something that nobody has defined",
        failure.diagnostic().message().replaceFirst("^rank .: ", ""));
  }

  @Test
  void whatIsDefinedPasses() {
    String body =
        """
        t = pl.load(x, [0, 0], [1, 16])
        data = pl.store(t, [0, 0], data)
        signal = pld.tensor.barrier(signal)
        theirs = pld.tile.remote_load(data, peer=1 - me, offsets=[0, 0], shape=[1, 16])
        y = pl.store(theirs, [0, 0], y)
        """;
    assertArrayEquals(Buffer.model(32, i -> (i + 16) % 32), run("FP32", body, true));
  }
}
