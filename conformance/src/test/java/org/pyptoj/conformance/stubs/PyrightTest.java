package org.pyptoj.conformance.stubs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pyright, set up as the stubs' installation tells, finds no error in the stubs under its strict
 * rules and none in any kernel script, and finds each planted mistake.
 */
class PyrightTest {
  private static final String MISTAKES =
      """
      import pypto.language as pl
      import pypto.language.distributed as pld


      @pl.jit.incore
      def k(x: pl.Tensor[[4, 8], pl.FP32], d: pld.DistributedTensor[[4, 8], pl.FP32], n: pl.Scalar[pl.INT32]):
          t = pl.load(x, [0, 0], [4, 8])
          pld.tensor.put(d, peer=n, src=x)
          pld.tensor.put(d, peer=n, src=d)
          pld.tensor.get(x, peer=n ^ 1, src=d)
          pld.remote_store(pl.add(t, 1.0), d, peer=pld.rank(pld.get_comm_ctx(d)) + 1, offsets=[0, 0])
          pld.tensor.put(x, peer=0, src=x)  # a plain Tensor in a window slot
          pld.tensor.put(d, peer=0, src=t)  # a Tile where a tensor is wanted
          pld.tensor.get(x, peer=0, src=x)  # a plain Tensor in a window slot
          pld.tensor.put(d, peer=0, source=x)  # a wrong keyword
          pld.remote_load(x, 0, [0, 0], [4, 8])  # a plain Tensor in a window slot
          pld.tensor.concat(x, x)  # no such op
          pl.tensor.concat(d, d)  # a window where only a Tensor fits
          pld.system.notify(d, 0, [0, 0], 1, op=pld.WaitCmp.Ge)  # another enum
          pld.system.wait(d, [0, 0], 1, pld.WaitCmp.Ge)  # keyword-only
          pld.tensor.barrier(x[0])  # a plain Tensor in a window slot
          pl.load(x, [0.5, 0], [4, 8])  # a fraction as an offset
          pl.add(t, x)  # a tile and a tensor


      @pl.program
      class P:
          @pl.function(type=pl.FunctionType.InCore)
          def step(self, x: pl.Tensor[[4, 8], pl.FP32], d: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]]) -> pl.Tensor[[4, 8], pl.FP32]:
              return x

          @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
          def host(self, x: pl.Tensor[[2, 4, 8], pl.FP32]) -> pl.Tensor[[2, 4, 8], pl.FP32]:
              d = pld.window(pld.alloc_window_buffer([4, 8], dtype=pl.FP32), [4, 8], dtype=pl.FP32)
              for r in pl.range(pld.world_size()):
                  k(x[r], d, 1, device=r)
                  self.step(x[r], d, device=r)
                  self.step(x[r], d=d)
                  self.step(d, x[r], device=r)  # the other way round
                  self.step(x[r], x[r], device=r)  # a plain Tensor in a window slot
                  self.step(x[r], d, devise=r)  # a wrong keyword
              return x
      """;

  @TempDir private Path project;

  @Test
  void stubsAndKernelsAreWithoutErrorsAndMistakesAreFound() throws Exception {
    Path pyright = Pyright.folder();
    String settings = Pyright.installStubs(project);
    Files.writeString(
        project.resolve("pyrightconfig.json"),
        settings.replaceFirst(
            "\\{", "{ \"strict\": [\"typings\"], \"include\": [\"typings\", \"kernels\"],"));
    Path kernels = Files.createDirectory(project.resolve("kernels"));
    try (Stream<Path> scripts =
        Files.list(Path.of(System.getProperty("pyptoj.root"), "conformance", "kernels"))) {
      for (Path script : (Iterable<Path>) scripts.filter(this::isPython)::iterator) {
        Files.copy(script, kernels.resolve(script.getFileName()));
      }
    }
    Files.writeString(kernels.resolve("mistakes.py"), MISTAKES);

    Object report = run(pyright);
    Map<String, List<String>> errors = new TreeMap<>();
    List<String> mistakes = new ArrayList<>();
    for (Object one : Json.list(report, "generalDiagnostics")) {
      String file = Path.of((String) Json.at(one, "file")).getFileName().toString();
      String message = Json.at(one, "message").toString();
      Long line = (Long) Json.at(one, "range", "start", "line");
      if (file.equals("mistakes.py")) {
        mistakes.add(MISTAKES.lines().toList().get(line.intValue()).strip());
      } else if (!"reportMissingImports".equals(Json.at(one, "rule"))
          || !message.startsWith("Import \"torch\"")) {
        // torch is the one import that users install and this test does not.
        errors.computeIfAbsent(file, k -> new ArrayList<>()).add((line + 1) + ": " + message);
      }
    }
    assertEquals(Map.of(), errors);
    assertEquals(
        MISTAKES.lines().filter(line -> line.contains("  # ")).map(String::strip).toList(),
        mistakes.stream().distinct().toList());
    long files = (Long) Json.at(report, "summary", "filesAnalyzed");
    assertTrue(files >= 27, "only " + files + " files were checked");
  }

  private boolean isPython(Path file) {
    return file.toString().endsWith(".py");
  }

  private Object run(Path pyright) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "node",
                pyright.resolve("index.js").toString(),
                "--outputjson",
                "--project",
                project.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return Json.read(out);
  }
}
