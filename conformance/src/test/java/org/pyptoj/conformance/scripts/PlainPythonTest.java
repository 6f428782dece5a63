package org.pyptoj.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Python says is what runs: generated programs give what plain Python gives, or are refused
 * for a reason that {@code refusals.py} lists, and at least four of five are not refused.
 *
 * <p>{@code -Dpyptoj.kernels=N} and {@code -Dpyptoj.constants=N} try so many kernels and
 * compile-time expressions, {@code -Dpyptoj.seed=S} other ones.
 */
class PlainPythonTest {

  private static final int KERNELS = Integer.getInteger("pyptoj.kernels", 5_000);
  private static final int CONSTANTS = Integer.getInteger("pyptoj.constants", 20_000);
  private static final int SEED = Integer.getInteger("pyptoj.seed", 1);

  /** Python modules beside the two that are executed. */
  private static final List<String> MODULES =
      List.of(
          "check_kernels",
          "check_static",
          "draw_static",
          "exchanges",
          "expressions",
          "kernels",
          "naive",
          "naive_ranks",
          "refusals",
          "runs",
          "statements",
          "support",
          "tree");

  @TempDir private Path folder;

  @Test
  void kernelsComputeWhatPythonComputes() throws IOException {
    check("check_kernels", KERNELS);
  }

  @Test
  void constantsAreWhatTheyAreInPython() throws IOException {
    check("check_static", CONSTANTS);
  }

  private void check(String script, int count) throws IOException {
    for (String module : MODULES) {
      try (InputStream source = getClass().getResourceAsStream("oracle/" + module + ".py")) {
        Files.write(folder.resolve(module + ".py"), source.readAllBytes());
      }
    }
    Scripts.Result result =
        Scripts.call(
            "run",
            folder.resolve(script + ".py").toString(),
            Integer.toString(count),
            Integer.toString(SEED));
    System.out.println(result.out());
    assertEquals(0, result.exitCode(), () -> result.out() + result.err());
  }
}
