package org.pyptoj.conformance.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;
import org.pyptoj.stubs.generate.StubPackage;
import org.pyptoj.stubs.mirror.AbiLock;

/** {@code pypto-j abi} and {@code pypto-j stubs} as a user sees them. */
class AbiCommandTest {
  private static final String HEADER =
      """
      enum class NotifyOp : int { kAtomicAdd = 0, kSet = 1 };
      enum class WaitCmp : int { kEq = 0, kGe = 1 };
      enum class AtomicType : int { kNone = 0, kAdd = 1 };
      enum class ReduceOp : int { kSum = 0, kMax = 1, kMin = 2, kProd = 3 };
      """;

  @TempDir private Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int call(String... args) {
    out.reset();
    err.reset();
    return Main.execute(
        args,
        new Terminal(
            InputStream.nullInputStream(),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false));
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String said(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8).replace(folder + "/", "");
  }

  @Test
  void allLayersAgree() throws IOException {
    int exitCode = call("abi", "check", "--header", file("comm.h", HEADER));
    assertEquals(0, exitCode, said(out) + said(err));
    assertTrue(
        said(out)
            .matches(
                "4 enums and \\d+ functions agree in stubs, header, the served modules and with the"
                    + " released numbers\n"),
        said(out));
  }

  @Test
  void driftsAreReportedWithBothPlaces() throws IOException {
    String header = HEADER.replace("kGe = 1", "kGe = 2").replace("kProd = 3", "kProduct = 3");
    assertEquals(1, call("abi", "check", "--header", file("comm.h", header)));
    assertEquals(
        """
        renumbered variant: WaitCmp.Ge
          truth  org/pyptoj/ir/op/WaitCmp.java:N  Ge = 1
          mirror comm.h:2:37  kGe = 2 (header)
        renamed variant: ReduceOp.Prod
          truth  org/pyptoj/ir/op/ReduceOp.java:N  to be spelled kProd
          mirror comm.h:4:59  kProduct = 3 (header)
        """,
        said(out).replaceAll("(?<=\\.java:)\\d+", "N"));
  }

  @Test
  void changedStubsAreReported() throws IOException {
    StubPackage.install(folder);
    Path enums = folder.resolve("pypto-stubs/language/distributed/__init__.pyi");
    Files.writeString(
        enums, Files.readString(enums).replace("AtomicAdd = 0\n    Set = 1", "AtomicAdd = 0"));
    assertEquals(1, call("abi", "check", "--stubs", folder.toString()));
    assertTrue(said(out).startsWith("missing variant: NotifyOp.Set\n"), said(out));
  }

  @Test
  void whatCannotBeReadIsSaid() throws IOException {
    assertEquals(1, call("abi", "check", "--header", folder.resolve("none.h").toString()));
    assertEquals("pypto-j: cannot read none.h\n", said(err));
    assertEquals(1, call("abi", "check", "--stubs", folder.toString()));
    assertEquals("pypto-j: " + folder + " holds no folder pypto-stubs\n", said(err));
  }

  @Test
  void lockRecordsWhatIsAppendedAndRefusesTheRest() throws IOException {
    String lock = file("abi.lock", "ReduceOp 0 Sum\nReduceOp 1 Max\n");
    assertEquals(0, call("abi", "lock", lock));
    assertTrue(Files.readString(Path.of(lock)).contains("ReduceOp 3 Prod\n"));
    assertEquals(0, call("abi", "lock", lock));
    assertEquals("abi.lock is up to date\n", said(out));

    String other = "ReduceOp 0 Sum\nReduceOp 1 Min\n";
    Files.writeString(Path.of(lock), other);
    assertEquals(1, call("abi", "lock", lock));
    assertTrue(said(err).startsWith("pypto-j: " + AbiLock.RULE + "\n"), said(err));
    assertTrue(said(err).contains("abi.lock:2:1: ReduceOp.Min = 1 has become"), said(err));
    assertEquals(other, Files.readString(Path.of(lock)));
  }

  @Test
  void stubsAreInstalledWholeInPlaceOfOlderOnes() throws IOException {
    Path old = Files.createDirectories(folder.resolve("pypto-stubs/language"));
    Files.writeString(old.resolve("gone.pyi"), "");
    assertEquals(0, call("stubs", "-o", folder.toString()), said(err));
    try (Stream<Path> files = Files.walk(folder)) {
      assertEquals(
          StubPackage.released().keySet().stream().sorted().toList(),
          files
              .filter(Files::isRegularFile)
              .map(f -> folder.relativize(f).toString())
              .sorted()
              .toList());
    }
    for (String editor : List.of("pyrightconfig.json", "settings.json", "PyCharm")) {
      assertTrue(said(out).contains(editor), said(out));
    }
    assertEquals(1, call("stubs", "-o", file("a_file", "")));
    assertTrue(said(err).startsWith("pypto-j: cannot write the stubs to a_file: "), said(err));
  }
}
