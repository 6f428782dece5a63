package org.pyptoj.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pyptoj.conformance.scripts.Scripts.Result;

/** What users read about mistakes that are made often, in full: place, cause and way out. */
class MessagesTest {

  @TempDir private Path folder;

  private Path script(String text) throws IOException {
    return Files.writeString(
        folder.resolve("script.py"),
        "import sys\nimport pypto.language as pl\nimport pypto.language.distributed as pld\n"
            + "import torch\nfrom pypto.ir.distributed_compiled_program import DistributedConfig\n"
            + "from pypto.runtime import RunConfig\n"
            + text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          for i, j in enumerate(pl.range(4)): | PLY0108 | 'pl.range' makes a loop and has no value     | write for i in pl.range(...); its index counts the rounds
          for k in range(n):                  | PLY0112 | range('n' (Scalar)) cannot be computed in a kernel | a loop at run time is for i in pl.range(...)
          for z in [pld.tensor.put(w, 0, x)]: | PLY0111 | put returns nothing that could be used       | use what it has written
          """)
  void aKernelsMistakesSayWhatToWrite(String head, String code, String message, String help)
      throws IOException {
    Path script =
        script(
            """
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def f(self, x: pl.Tensor[[4, 16], pl.FP32], w: pl.InOut[pld.DistributedTensor[[4, 16], pl.FP32]], n: pl.Scalar[pl.INT32], y: pl.InOut[pl.Tensor[[4, 16], pl.FP32]]):
                    z = pl.load(x, [0, 0], [4, 16])
                    HEAD
                        pl.store(z, [0, 0], y)
            """
                .replace("HEAD", head));
    Result result = Scripts.call("check", script.toString());
    assertEquals(1, result.exitCode(), result.out());
    assertTrue(result.err().contains("error[" + code + "]: " + message + "\n"), result.err());
    assertTrue(result.err().contains("\n  help: " + help + "\n"), result.err());
  }

  @Test
  void theHostsLoopIsThePrograms() throws IOException {
    Path script =
        script(
            """
            @pl.program
            class P:
                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, x: pl.Tensor[[4, 16], pl.FP32]):
                    for r in range(pld.world_size()):
                        pass
            """);
    Result result = Scripts.call("check", script.toString());
    assertTrue(
        result.err().contains("\n  help: a loop at run time is for i in pl.range(...)\n"),
        result.err());
  }

  private static final String DIVISION =
      """
      @pl.jit
      def chip(x: pl.Tensor[[8], pl.INT32], y: pl.InOut[pl.Tensor[[8], pl.INT32]], me: pl.Scalar[pl.INT32]):
          with pl.at(level=pl.Level.CORE_GROUP):
              pl.write(y, [0], pl.read(x, [0]) // pl.read(x, [me]))


      @pl.jit.host
      def host(x: pl.Tensor[[2, 8], pl.INT32], y: pl.InOut[pl.Tensor[[2, 8], pl.INT32]]):
          for r in pl.range(pld.world_size()):
              chip(x[r], y[r], r, device=r)


      x = torch.ones((2, 8), dtype=torch.int32)
      y = torch.zeros_like(x)
      config = RunConfig(platform="a2a3sim", distributed_config=DistributedConfig(device_ids=[0, 1]))
      compiled = host.compile(x, y, config=config)
      if sys.argv[1] == "zero":
          x[1, 1] = 0
      if sys.argv[1] == "dtype":
          y = y.float()
      compiled(x, y, config=config)
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          zero  | error[SIM0405]: rank 1: an integer is divided by zero
          dtype | error[SIM0402]: parameter y of host takes elements of INT32, the argument has FP32
          """)
  void aRunsMistakesNameRankAndParameter(String mistake, String message) throws IOException {
    Result result = Scripts.call("run", script(DIVISION).toString(), mistake);
    assertEquals(1, result.exitCode(), result.err());
    assertTrue(result.err().contains(message + "\n"), result.err());
  }

  @Test
  void seedsThatAgreeAreCounted() throws IOException {
    Result result = Scripts.call("run", "--seeds", "3", script(DIVISION).toString(), "well");
    assertEquals(0, result.exitCode(), result.err());
    assertTrue(
        result.err().contains("1 dispatch with equal results under 3 seeds\n"), result.err());
  }
}
