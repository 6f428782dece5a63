package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Accesses outside of what there is end the run with rank, line, index and bound. */
class BoundsTest {

  // Operands depend on the rank, so that only the run can know.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a = pld.tile.remote_load(data, peer=me + 1, offsets=[0, 0], shape=[1, 8]) | SIM0101 | rank 1: remote_load names peer 2, but data_buf is shared by ranks 0 to 1
          pld.system.notify(signal, peer=me - 1, offsets=[0, 0], value=1, op=pld.NotifyOp.Set) | SIM0101 | rank 0: notify names peer -1, but signal_buf is shared by ranks 0 to 1
          pld.system.notify(signal, peer=0, offsets=[me + 1, 0], value=1, op=pld.NotifyOp.Set) | SIM0103 | rank 1: notify names cell [2, 0] of window signal_buf, whose shape is [2, 1]
          pld.system.wait(signal, offsets=[me * 5, 0], expected=0, cmp=pld.WaitCmp.Ge) | SIM0103 | rank 1: wait names cell [5, 0] of window signal_buf, whose shape is [2, 1]
          a = pl.load(data, [0, me * 4], [1, 8]) | SIM0102 | rank 1: load covers [4, 12) in dimension 1, but window data_buf of shape [2, 8] ends at 8
          a = pld.tile.remote_load(data, peer=0, offsets=[me * 2, 0], shape=[1, 8]) | SIM0102 | rank 1: remote_load covers [2, 3) in dimension 0, but window data_buf of shape [2, 8] ends at 2
          a = pl.load(x, [me, 0], [1, 8]) | SIM0102 | rank 1: load covers [1, 2) in dimension 0, but a tensor of shape [1, 8] ends at 1
          a = pl.read(x, [0, me * 8]) | SIM0104 | rank 1: element [0, 8] is outside a tensor of shape [1, 8]
          a = pl.read(signal, [me - 1, 0]) | SIM0104 | rank 0: element [-1, 0] is outside window signal_buf of shape [2, 1]
          """)
  void areReported(String statement, String code, String message) {
    var program = Programs.rows(2, "[1, 8]", "[2, 8]", "[2, 1]", "FP32", statement);
    Buffer x = Buffer.fp32(2, 1, 8);
    Buffer y = Buffer.fp32(2, 1, 8);
    SimFailure failure =
        assertThrows(
            SimFailure.class, () -> Simulator.run(program, SimConfig.seeded(2, 0), List.of(x, y)));
    assertEquals(code, failure.rule().code());
    assertEquals(message, failure.diagnostic().message());
    assertEquals(15, failure.diagnostic().span().line());
  }
}
