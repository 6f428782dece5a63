package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Host orchestrators before and after signals, comm domains and dispatches. */
class HostCollectivesTest {

  private static final Pass[] HOST_RAIL = {
    new SynthesizeAllReduceSignals(),
    new MaterializeCommDomainScopes(),
    new LowerHostTensorCollectives()
  };

  /** A chip orchestration that hands its window back. */
  private static final String CHIP =
      """
      @pl.function(type=pl.FunctionType.Orchestration)
      def chip(
          self,
          data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
      ) -> pld.DistributedTensor[[1, 8], pl.FP32]:
          return data

      @pl.function(type=pl.FunctionType.Orchestration)
      def two(
          self,
          data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
          signal: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
      ):
          pass

      """;

  private static String host(String body) {
    return CHIP
        + "@pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.HOST, role=pl.Role.Orchestrator)\n"
        + "def host(\n    self,\n):\n"
        + body.indent(4);
  }

  private static void assertHost(String expected, String body, Pass... passes) {
    assertEquals(
        host(expected).substring(CHIP.length()), CheckedText.function("host", host(body), passes));
  }

  @Test
  void anAllReduceWithoutASignalGetsOne() {
    assertHost(
        """
        buf: pl.Ptr = pld.tensor.alloc_window_buffer(32)
        d: pld.DistributedTensor[[1, 8], pl.FP32] = pld.tensor.window(buf, [1, 8], dtype=pl.FP32)
        allreduce_world_size: pl.Scalar[pl.INT32] = pld.system.world_size()
        allreduce_signal_buf: pl.Ptr = pld.tensor.alloc_window_buffer(pl.cast(allreduce_world_size, pl.INDEX) * 8, name="allreduce_signal_buf")
        allreduce_signal: pld.DistributedTensor[[pl.cast(allreduce_world_size, pl.INDEX), 2], pl.INT32] = pld.tensor.window(allreduce_signal_buf, [pl.cast(allreduce_world_size, pl.INDEX), 2], dtype=pl.INT32)
        d2: pld.DistributedTensor[[1, 8], pl.FP32] = pld.tensor.allreduce(d, allreduce_signal, core_num=2)
        """,
        """
        buf = pld.tensor.alloc_window_buffer(32)
        d = pld.tensor.window(buf, [1, 8], dtype=pl.FP32)
        d2 = pld.tensor.allreduce(d, core_num=2)
        """,
        new SynthesizeAllReduceSignals());
  }

  @Test
  void theCollectiveIsDispatchedToEveryDeviceAndItsResultIsTheWindow() {
    assertHost(
        """
        with pld.comm_domain(name="comm_d0", devices="all", slots=[{"name": "buf", "bytes": 32}, {"name": "sig", "bytes": 32}]):
            buf: pl.Ptr = pld.tensor.alloc_window_buffer([1, 8], dtype=pl.FP32)
            sig: pl.Ptr = pld.tensor.alloc_window_buffer(32)
            n: pl.Scalar[pl.INT32] = pld.system.world_size()
            for r in pl.range(0, n, 1):
                d: pld.DistributedTensor[[1, 8], pl.FP32, "buf"] = pld.tensor.window(buf, [1, 8], dtype=pl.FP32)
                self.chip(d, device=r)
            d1: pld.DistributedTensor[[1, 8], pl.FP32, "buf"] = pld.tensor.window(buf, [1, 8], dtype=pl.FP32)
            s: pld.DistributedTensor[[8], pl.INT32, "sig"] = pld.tensor.window(sig, [8], dtype=pl.INT32)
            collective__view_tmp_v0: pld.DistributedTensor[[8, 1], pl.INT32, "sig"] = pld.tensor.window(sig, [8, 1], dtype=pl.INT32)
            collective__world_size_tmp_v1: pl.Scalar[pl.INT32] = pld.system.world_size()
            for collective__r_tmp_v2 in pl.range(0, pl.cast(collective__world_size_tmp_v1, pl.INDEX), 1):
                self.builtin_tensor_allreduce__max__fp32(d1, collective__view_tmp_v0, arg_directions=["inout", "inout"], device=collective__r_tmp_v2, core_num=1)
            for r2 in pl.range(0, n, 1):
                self.chip(d1, device=r2)
        """,
        """
        buf = pld.tensor.alloc_window_buffer([1, 8], dtype=pl.FP32)
        sig = pld.tensor.alloc_window_buffer(32)
        n = pld.system.world_size()
        for r in pl.range(0, n, 1):
            d = pld.tensor.window(buf, [1, 8], dtype=pl.FP32)
            self.chip(d, device=r)
        d1 = pld.tensor.window(buf, [1, 8], dtype=pl.FP32)
        s = pld.tensor.window(sig, [8], dtype=pl.INT32)
        d2 = pld.tensor.allreduce(d1, s, op=pld.ReduceOp.Max)
        for r2 in pl.range(0, n, 1):
            self.chip(d2, device=r2)
        """,
        HOST_RAIL);
  }

  /**
   * Domains nest in the order of their allocations; a collective runs on the devices of its own.
   */
  @Test
  void windowsOfDifferentDevicesAreDifferentDomains() {
    assertHost(
        """
        with pld.comm_domain(name="comm_d0", devices=[0, 1], slots=[{"name": "a", "bytes": 32}]):
            with pld.comm_domain(name="comm_d1", devices=[1, 2], slots=[{"name": "b", "bytes": 32}, {"name": "sig", "bytes": 8}]):
                a: pl.Ptr = pld.tensor.alloc_window_buffer(32)
                b: pl.Ptr = pld.tensor.alloc_window_buffer(32)
                sig: pl.Ptr = pld.tensor.alloc_window_buffer(8)
                for r in pl.range(0, 2, 1):
                    d: pld.DistributedTensor[[1, 8], pl.FP32, "a"] = pld.tensor.window(a, [1, 8], dtype=pl.FP32)
                    self.chip(d, device=r)
                e0: pld.DistributedTensor[[1, 8], pl.FP32, "b"] = pld.tensor.window(b, [1, 8], dtype=pl.FP32)
                self.chip(e0, device=2)
                self.chip(e0, device=1)
                s: pld.DistributedTensor[[2, 1], pl.INT32, "sig"] = pld.tensor.window(sig, [2, 1], dtype=pl.INT32)
                self.builtin_tensor_broadcast__root1__fp32(e0, s, arg_directions=["inout", "inout"], device=1, core_num=1)
                self.builtin_tensor_broadcast__root1__fp32(e0, s, arg_directions=["inout", "inout"], device=2, core_num=1)
        """,
        """
        a = pld.tensor.alloc_window_buffer(32)
        b = pld.tensor.alloc_window_buffer(32)
        sig = pld.tensor.alloc_window_buffer(8)
        for r in pl.range(0, 2, 1):
            d = pld.tensor.window(a, [1, 8], dtype=pl.FP32)
            self.chip(d, device=r)
        e0 = pld.tensor.window(b, [1, 8], dtype=pl.FP32)
        self.chip(e0, device=2)
        self.chip(e0, device=1)
        s = pld.tensor.window(sig, [2, 1], dtype=pl.INT32)
        e1 = pld.tensor.broadcast(e0, s, root=1)
        """,
        HOST_RAIL);
  }

  /** A dispatch that returns its window, and a loop that carries it, are views like any other. */
  @Test
  void windowsAreFollowedThroughDispatchesAndLoops() {
    assertHost(
        """
        with pld.comm_domain(name="comm_d0", devices="all", slots=[{"name": "buf", "bytes": 32}]):
            buf: pl.Ptr = pld.tensor.alloc_window_buffer(32)
            n: pl.Scalar[pl.INT32] = pld.system.world_size()
            d0: pld.DistributedTensor[[1, 8], pl.FP32, "buf"] = pld.tensor.window(buf, [1, 8], dtype=pl.FP32)
            for r, (carried,) in pl.range(0, n, 1, init_values=(d0,)):
                given: pld.DistributedTensor[[1, 8], pl.FP32, "buf"] = self.chip(carried, device=r)
                last: pld.DistributedTensor[[1, 8], pl.FP32, "buf"] = pl.yield_(given)
            for r2 in pl.range(0, n, 1):
                self.chip(last, device=r2)
        """,
        """
        buf = pld.tensor.alloc_window_buffer(32)
        n = pld.system.world_size()
        d0 = pld.tensor.window(buf, [1, 8], dtype=pl.FP32)
        for r, (carried,) in pl.range(0, n, 1, init_values=(d0,)):
            given: pld.DistributedTensor[[1, 8], pl.FP32] = self.chip(carried, device=r)
            last: pld.DistributedTensor[[1, 8], pl.FP32] = pl.yield_(given)
        for r2 in pl.range(0, n, 1):
            self.chip(last, device=r2)
        """,
        new MaterializeCommDomainScopes());
  }

  /** Each row is a body, and the rule that it breaks. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          PLP1020 | for i in pl.range(0, 2, 1):;    d2 = pld.tensor.allreduce(d)
          PLP1022 | d2 = pld.tensor.allreduce(d, mode="ring")
          PLP1042 | s = pld.tensor.window(buf, [2, 1], dtype=pl.INT32);d2 = pld.tensor.allreduce(d, s)
          PLP1044 | s = pld.tensor.window(sig, [1, 1], dtype=pl.INT32);d2 = pld.tensor.allreduce(d, s)
          PLP1045 | s = pld.tensor.window(sig, [2, 2], dtype=pl.INT32);d2 = pld.tensor.allreduce(d, s, core_num=3)
          PLP1045 | s = pld.tensor.window(sig, [2], dtype=pl.INT32);d2 = pld.tensor.allreduce(d, s, core_num=2)
          PLP1046 | s = pld.tensor.window(sig, [2, 64], dtype=pl.INT32);d2 = pld.tensor.allreduce(d, s, core_num=49)
          PLP1046 | s = pld.tensor.window(sig, [3, 2], dtype=pl.INT32);d2 = pld.tensor.allreduce(d, s, mode="ring", core_num=2)
          PLP1047 | s = pld.tensor.window(sig, [2, 2], dtype=pl.INT32);d2 = pld.tensor.allreduce(d, s, mode="ring")
          PLP1050 | s = pld.tensor.window(sig, [2, 1], dtype=pl.INT32);d2 = pld.tensor.broadcast(d, s, root=2)
          """)
  void whatAHostCollectiveMayNotBe(String code, String statements) {
    String body =
        """
        buf = pld.tensor.alloc_window_buffer(32)
        sig = pld.tensor.alloc_window_buffer(512)
        d = pld.tensor.window(buf, [1, 8], dtype=pl.FP32)
        for r in pl.range(0, 2, 1):
            self.chip(d, device=r)
        """;
    if (!statements.contains("(sig,")) {
      body = body.replace("sig = pld.tensor.alloc_window_buffer(512)\n", "");
    }
    assertEquals(
        code, CheckedText.rejection(host(body + statements.replace(";", "\n")), HOST_RAIL));
  }

  @Test
  void allToAllVDoesNotStandInALoop() {
    assertEquals(
        "PLP1051",
        CheckedText.rejection(
            host(
                """
                a = pld.tensor.alloc_window_buffer(64)
                b = pld.tensor.alloc_window_buffer(64)
                c = pld.tensor.alloc_window_buffer(8)
                e = pld.tensor.alloc_window_buffer(8)
                f = pld.tensor.alloc_window_buffer(8)
                x = pld.tensor.window(a, [2, 8], dtype=pl.FP32)
                y = pld.tensor.window(b, [2, 8], dtype=pl.FP32)
                s = pld.tensor.window(c, [2, 1], dtype=pl.INT32)
                n = pld.tensor.window(e, [2, 1], dtype=pl.INT32)
                m = pld.tensor.window(f, [2, 1], dtype=pl.INT32)
                for i in pl.range(0, 3, 1):
                    z = pld.tensor.all_to_all_v(x, y, s, n, m)
                """),
            HOST_RAIL));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          PLP1030 | buf = pld.tensor.alloc_window_buffer(32)
          PLP1031 | buf = pld.tensor.alloc_window_buffer(32);d = pld.tensor.window(buf, [1, 8], dtype=pl.FP32)
          PLP1032 | buf = pld.tensor.alloc_window_buffer(32);d = pld.tensor.window(buf, [1, 8], dtype=pl.FP32);for r in pl.range(0, 2, 1):;    self.chip(d, device=r + 1)
          PLP1034 | buf = pld.tensor.alloc_window_buffer(32);d = pld.tensor.window(buf, [1, 8], dtype=pl.FP32);self.chip(d)
          PLP1041 | buf = pld.tensor.alloc_window_buffer(32);sig = pld.tensor.alloc_window_buffer(8);d = pld.tensor.window(buf, [1, 8], dtype=pl.FP32);s = pld.tensor.window(sig, [2, 1], dtype=pl.INT32);self.chip(d, device=0);self.chip(d, device=1);t = pld.tensor.alloc_window_buffer(32);u = pld.tensor.window(t, [1, 8], dtype=pl.FP32);self.two(u, s, device=0);d2 = pld.tensor.allreduce(d, s)
          """)
  void whatAWindowMayNotBe(String code, String statements) {
    assertEquals(code, CheckedText.rejection(host(statements.replace(";", "\n")), HOST_RAIL));
  }
}
