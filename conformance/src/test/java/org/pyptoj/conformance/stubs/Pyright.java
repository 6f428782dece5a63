package org.pyptoj.conformance.stubs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;

/**
 * The type checker Pyright, from the npm registry, installed below {@code target}. Where there is
 * no npm the tests that need it are skipped and say so; with the variable {@code CI} set they fail.
 */
final class Pyright {
  private static final String VERSION = "1.1.414";
  private static final Path FOLDER = Path.of("target", "pyright-" + VERSION).toAbsolutePath();

  private Pyright() {}

  /** The folder of the installed package. */
  static synchronized Path folder() throws IOException, InterruptedException {
    Path installed = FOLDER.resolve("node_modules/pyright");
    if (!Files.exists(installed.resolve("index.js"))) {
      Files.createDirectories(FOLDER);
      ProcessBuilder npm =
          new ProcessBuilder(
                  "npm",
                  "install",
                  "--no-audit",
                  "--no-fund",
                  "--no-save",
                  "--prefix",
                  FOLDER.toString(),
                  "pyright@" + VERSION)
              .redirectErrorStream(true);
      Process process;
      try {
        process = npm.start();
      } catch (IOException e) {
        return missing("there is no npm: " + e.getMessage());
      }
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        return missing("npm cannot install pyright@" + VERSION + ": " + said);
      }
    }
    return installed;
  }

  private static Path missing(String reason) {
    String message = "stubs are not checked with Pyright, since " + reason;
    return System.getenv("CI") == null ? abort(message) : fail(message);
  }

  /**
   * Sets a folder up as {@code pypto-j stubs} tells its users to.
   *
   * @return the settings that it prints for Pyright
   */
  static String installStubs(Path project) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            System.err,
            false);
    String typings = project.resolve("typings").toString();
    assertEquals(0, Main.execute(new String[] {"stubs", "-o", typings}, terminal));
    String said = out.toString(StandardCharsets.UTF_8).replace(typings, "typings");
    Matcher settings = Pattern.compile("(?s)\\{.*?\\}").matcher(said);
    return settings.find() ? settings.group() : fail("no settings in: " + said);
  }
}
