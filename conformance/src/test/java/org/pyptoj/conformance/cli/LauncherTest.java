package org.pyptoj.conformance.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher script in a checkout whose Maven and JDK are stand-ins: they note each call in a
 * file, make the files that the real ones make, and let a test hold the build.
 */
class LauncherTest {

  private static final String MAVEN =
      """
      #!/usr/bin/env bash
      echo maven >>"$CALLS"
      while [[ -e $HOLD ]]; do sleep 0.05; done
      [[ -e $BROKEN ]] && echo 'COMPILATION ERROR' && exit 1
      mkdir -p graalpy-frontend/target/lib graalpy-frontend/target/classes/org/pyptoj/python
      touch graalpy-frontend/target/graalpy-frontend-0.1.0.jar graalpy-frontend/target/lib/x.jar
      """;

  private static final String JAVA =
      """
      #!/usr/bin/env bash
      for word in "$@"; do
        case $word in
          -XX:AOTCacheOutput=*) echo training >>"$CALLS"; echo x >"${word#*=}"; exit ;;
          -Dpyptoj.preparing=true) echo preparing >>"$CALLS"; exit ;;
          -XX:AOTCache=*) [[ -s ${word#*=} ]] && cached=with ;;
        esac
      done
      while [[ $1 != org.pyptoj.frontend.cli.Main ]]; do shift; done
      shift
      echo "${cached:-without} cache: $*"
      exit 3
      """;

  @TempDir private Path folder;
  private Path root;
  private Path hold;

  @BeforeEach
  void checkout() throws IOException {
    root = Files.createDirectory(folder.resolve("a checkout"));
    hold = folder.resolve("hold");
    Files.copy(
        Path.of(System.getProperty("pyptoj.root"), "pypto-j"),
        root.resolve("pypto-j"),
        StandardCopyOption.COPY_ATTRIBUTES);
    source("pom.xml");
    source("ir/src/main/java/Ir.java");
    executable(folder.resolve("bin/mvn"), MAVEN);
    executable(folder.resolve("jdk/bin/java"), JAVA);
    Files.writeString(
        folder.resolve("jdk/release"),
        "JAVA_RUNTIME_VERSION=\"25.0.1+9\"\nJAVA_VERSION=\"25.0.1\"\n");
  }

  private void source(String name) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
  }

  private static void executable(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertTrue(file.toFile().setExecutable(true));
  }

  private Process start(String... args) throws IOException {
    List<String> command = new ArrayList<>(List.of(root.resolve("pypto-j").toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().put("CALLS", folder.resolve("calls").toString());
    builder.environment().put("HOLD", hold.toString());
    builder.environment().put("BROKEN", folder.resolve("broken").toString());
    return builder.start();
  }

  private static String output(Process process) throws IOException, InterruptedException {
    String text = new String(process.getInputStream().readAllBytes());
    assertTrue(process.waitFor(20, TimeUnit.SECONDS));
    return text;
  }

  private List<String> calls() throws IOException {
    return Files.readAllLines(folder.resolve("calls"));
  }

  private void awaitCall(String call) throws IOException, InterruptedException {
    while (!Files.exists(folder.resolve("calls")) || !calls().contains(call)) {
      Thread.sleep(20);
    }
  }

  private List<String> builds() throws IOException {
    try (Stream<Path> files = Files.list(root.resolve("target/dist"))) {
      return files.filter(Files::isDirectory).map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void firstCallBuildsAndLaterOnesDoNot() throws Exception {
    Process first = start("run", "a b.py", "-x");
    assertEquals(
        "pypto-j: building, once (a minute or two) ... done\nwith cache: run a b.py -x\n",
        output(first));
    assertEquals(3, first.exitValue());
    assertEquals("with cache: check\n", output(start("check")));
    assertEquals(List.of("maven", "preparing", "training"), calls());
  }

  @Test
  void changedSourceIsBuiltAgainAndTheBuildBeforeStays() throws Exception {
    output(start("check"));
    Path source = root.resolve("ir/src/main/java/Ir.java");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
    Thread.sleep(1000); // names of builds differ by the second
    output(start("check"));
    assertEquals(2, calls().stream().filter("maven"::equals).count());
    assertEquals(2, builds().size());
  }

  @Test
  void concurrentFirstCallsBuildOnce() throws Exception {
    Files.createFile(hold);
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      processes.add(start("run", Integer.toString(i)));
    }
    awaitCall("maven");
    Files.delete(hold);
    for (int i = 0; i < 4; i++) {
      String text = output(processes.get(i));
      assertTrue(text.endsWith("with cache: run " + i + "\n"), text);
    }
    assertEquals(List.of("maven", "preparing", "training"), calls());
  }

  @Test
  void interruptedBuildLeavesNothingAndTheNextCallBuilds() throws Exception {
    Files.createFile(hold);
    Process process = start("run", "x");
    awaitCall("maven");
    List<ProcessHandle> maven = process.descendants().toList();
    process
        .toHandle()
        .destroy(); // as Ctrl-C does: the launcher is told, and what it waits for ends
    maven.forEach(ProcessHandle::destroy);
    output(process);
    assertEquals(130, process.exitValue());
    assertEquals(List.of(), builds());
    assertFalse(Files.exists(root.resolve("target/dist/current")));
    Files.delete(hold);
    assertTrue(output(start("run", "x")).endsWith("with cache: run x\n"));
  }

  @Test
  void brokenBuildNamesItsLog() throws Exception {
    Files.createFile(folder.resolve("broken"));
    Process process = start("run", "x");
    Path log = root.resolve("target/dist/build.log");
    assertEquals(
        "pypto-j: building, once (a minute or two) ... failed\n"
            + "pypto-j: the build failed; what it said is in "
            + log
            + "\n",
        output(process));
    assertEquals(70, process.exitValue());
    assertTrue(Files.readString(log).contains("COMPILATION ERROR"));
    assertEquals(List.of(), builds());
  }

  @Test
  void anotherJdkGetsACacheOfItsOwn() throws Exception {
    output(start("check"));
    Files.writeString(
        folder.resolve("jdk/release"), "JAVA_RUNTIME_VERSION=\"26+1\"\nJAVA_VERSION=\"26\"\n");
    String text = output(start("check"));
    assertTrue(text.startsWith("pypto-j: preparing for "), text);
    assertTrue(text.endsWith("with cache: check\n"), text);
    assertEquals(List.of("maven", "preparing", "training", "training"), calls());
  }

  @Test
  void startsThroughALink() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("bin/p"), root.resolve("pypto-j"));
    output(start("check"));
    ProcessBuilder builder = new ProcessBuilder(link.toString(), "check").redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    assertEquals("with cache: check\n", output(builder.start()));
  }
}
