package org.pyptoj.conformance.pto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;

/**
 * The modules of kernel scripts against those of the reference, in the folder that the system
 * property {@code pyptoj.golden} names; the scripts are in {@code kernels} beside it. A folder
 * {@code allreduce_lengths.ring.fp16.17} is the script with these options. What we mean to do
 * differently is listed here and explained in the code generator's README.
 */
class GoldenKernelsTest {

  /** By folder, what differences begin with. */
  private static final Map<String, List<String>> MEANT =
      Map.of(
          "route_tokens",
          List.of(
              "value: pto.comm.tnotify",
              "value: pto.partition_view: sizes 0",
              "type: pto.partition_view",
              "type: pto.comm.tput",
              "type: pto.cmo.cacheinvalid"),
          "allreduce_lengths.ring.fp32.17",
          List.of("value: pto.set_validshape", "value: pto.partition_view"),
          "allreduce_lengths.ring.fp32.9001",
          List.of("value: pto.set_validshape", "value: pto.partition_view"));

  @TempDir private Path output;

  @TestFactory
  Stream<DynamicTest> kernels() throws IOException {
    String property = System.getProperty("pyptoj.golden");
    assumeTrue(property != null, "pyptoj.golden is not set");
    Path golden = Path.of(property);
    Path scripts = golden.resolveSibling("kernels");
    assumeTrue(Files.isDirectory(scripts), scripts + " is missing");
    List<Path> folders;
    try (Stream<Path> list = Files.list(golden)) {
      folders = list.filter(GoldenKernelsTest::hasModules).sorted().toList();
    }
    assertFalse(folders.isEmpty());
    return folders.stream()
        .map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> compare(f, scripts)));
  }

  private static boolean hasModules(Path folder) {
    try (Stream<Path> files = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
      return files.anyMatch(f -> f.toString().endsWith(".pto"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void compare(Path folder, Path scripts) throws IOException {
    String name = folder.getFileName().toString();
    String[] parts = name.split("\\.");
    Path artifacts = output.resolve(name);
    List<String> args =
        new ArrayList<>(
            List.of(
                "compile",
                "-o",
                artifacts.toString(),
                scripts.resolve(parts[0] + ".py").toString(),
                "--compile-only"));
    if (parts.length > 1) {
      args.addAll(List.of("--mode", parts[1], "--dtype", parts[2], "--size", parts[3]));
    }
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false);
    int exitCode = Main.execute(args.toArray(new String[0]), terminal);
    assertEquals(0, exitCode, err.toString(StandardCharsets.UTF_8));
    try (Stream<Path> modules = Files.list(folder)) {
      for (Path module : modules.filter(f -> f.toString().endsWith(".pto")).toList()) {
        List<String> unexpected =
            PtoSameness.compare(
                    Files.readString(module), Files.readString(found(artifacts, module)))
                .stream()
                .map(Difference::toString)
                .filter(d -> MEANT.getOrDefault(name, List.of()).stream().noneMatch(d::startsWith))
                .toList();
        assertEquals(List.of(), unexpected, module.toString());
      }
    }
  }

  private static Path found(Path artifacts, Path module) throws IOException {
    try (Stream<Path> files = Files.walk(artifacts)) {
      return files
          .filter(f -> f.getFileName().equals(module.getFileName()))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no " + module.getFileName() + " was written"));
    }
  }
}
