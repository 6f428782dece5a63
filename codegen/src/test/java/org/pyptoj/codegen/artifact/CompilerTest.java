package org.pyptoj.codegen.artifact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.passes.Platform;
import org.pyptoj.verifier.OpTypes;

class CompilerTest {

  private static final String CHIP =
      """
      import pypto.language as pl
      import pypto.language.distributed as pld

      @pl.program
      class Scale:
          @pl.function(type=pl.FunctionType.InCore)
          def scale(
              self,
              x: pl.Tensor[[8, 64], pl.FP32],
              y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
              factor: pl.Scalar[pl.FP32],
          ) -> pl.Tensor[[8, 64], pl.FP32]:
              t = pl.load(x, [0, 0], [8, 64])
              return pl.store(pl.mul(t, factor), [0, 0], y)

          @pl.function(type=pl.FunctionType.Orchestration)
          def chip(
              self,
              x: pl.Tensor[[8, 64], pl.FP32],
              y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
              factor: pl.Scalar[pl.FP32],
          ) -> pl.Tensor[[8, 64], pl.FP32]:
              return self.scale(x, y, factor)
      """;

  private static final String HOST =
      """

          @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
          def host(
              self,
              x: pl.Tensor[[2, 8, 64], pl.FP32],
              y: pl.Out[pl.Tensor[[2, 8, 64], pl.FP32]],
          ) -> pl.Tensor[[2, 8, 64], pl.FP32]:
              for r in pl.range(pld.world_size()):
                  self.chip(x[r], y[r], 0.5, device=r)
              return y
      """;

  private static Artifact compile(String text) {
    return new Compiler()
        .compile(
            DslParser.parseProgram(text, OpTypes::call),
            CompileSettings.of(Platform.A2A3_SIM, List.of(0, 1)));
  }

  private static List<String> withoutDumps(Artifact artifact) {
    return artifact.files().keySet().stream().filter(f -> !f.startsWith("passes_dump/")).toList();
  }

  @Test
  void aProgramOfOneChipStandsAtTheTop() {
    assertEquals(
        List.of(
            "compiled_meta.json",
            "kernel_config.py",
            "kernels/aiv/scale.pto",
            "orchestration/chip.cpp",
            "report/memory.txt"),
        withoutDumps(compile(CHIP)));
  }

  @Test
  void aDistributedProgramHasAFolderPerChip() {
    Artifact artifact = compile(CHIP + HOST);
    assertEquals(
        List.of(
            "distributed_meta.json",
            "next_levels/chip/kernel_config.py",
            "next_levels/chip/kernels/aiv/scale.pto",
            "next_levels/chip/orchestration/chip.cpp",
            "orchestration/host_orch.py",
            "report/memory.txt"),
        withoutDumps(artifact));
    assertEquals(
        """
        {
          "schema": 2,
          "params": [
            {
              "name": "x__ssa_v0",
              "direction": "In",
              "shape": [
                2,
                8,
                64
              ],
              "dtype": "fp32"
            },
            {
              "name": "y__ssa_v0",
              "direction": "Out",
              "shape": [
                2,
                8,
                64
              ],
              "dtype": "fp32"
            }
          ],
          "num_return_types": 1,
          "platform": "a2a3sim",
          "backend_type": "Ascend910B",
          "distributed_config": {
            "device_ids": [
              0,
              1
            ],
            "num_sub_workers": 0,
            "runtime": "tensormap_and_ringbuffer",
            "aicpu_thread_num": 0
          }
        }
        """,
        artifact.files().get("distributed_meta.json"));
  }

  @Test
  void everyPassIsDumpedAndEveryDumpParsesBack() {
    Artifact artifact = compile(CHIP + HOST);
    List<String> dumps =
        artifact.files().keySet().stream().filter(f -> f.startsWith("passes_dump/")).toList();
    assertEquals(Pipeline.DEFAULT.passes().size() + 1, dumps.size());
    assertEquals("passes_dump/00_frontend.py", dumps.getFirst());
    assertTrue(dumps.contains("passes_dump/04_after_ConvertToSSA.py"), dumps::toString);
    for (String dump : dumps) {
      String text = artifact.files().get(dump);
      Program again = DslParser.parseProgram(text, OpTypes::call);
      assertEquals(text, Printer.print(again), dump);
    }
  }
}
