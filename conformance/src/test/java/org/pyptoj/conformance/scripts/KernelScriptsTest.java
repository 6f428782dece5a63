package org.pyptoj.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pyptoj.conformance.scripts.Scripts.Ended;
import org.pyptoj.conformance.scripts.Scripts.Job;
import org.pyptoj.conformance.scripts.Scripts.Result;

/**
 * The conformance kernels run, check their own results and compile. Each does so once through the
 * command line as a user calls it; the many combinations of options share an interpreter.
 */
class KernelScriptsTest {

  private static final List<String> MODES = List.of("mesh", "ring");
  private static final List<String> OPS = List.of("sum", "max", "min", "prod");
  private static final List<String> DTYPES = List.of("fp32", "fp16");
  private static final List<String> SIZES = List.of("1", "2", "3", "17", "4097", "65537");
  private static final List<String> RANKS = List.of("2", "3", "4", "8");

  @TempDir private Path folder;

  static Stream<Path> scripts() {
    return Scripts.in(Scripts.KERNELS).stream();
  }

  private static void assertAllOk(List<Ended> ended) {
    assertEquals(List.of(), ended.stream().filter(e -> !e.ok()).toList());
  }

  @ParameterizedTest
  @MethodSource("scripts")
  void runsByItself(Path script) {
    Result result = Scripts.call("run", script.toString());
    assertEquals("OK\n", result.out());
    assertEquals("", result.err());
    assertEquals(0, result.exitCode());
  }

  @Test
  void runsOnTwoThreeAndFourRanks() {
    List<Job> jobs = new ArrayList<>();
    for (Path script : scripts().toList()) {
      for (int ranks = 2; ranks <= 4; ranks++) {
        if (script.endsWith("host_allreduce.py")) {
          for (String cores : List.of("1", "3", "8")) {
            jobs.add(Job.of(script, "-d", Scripts.devices(ranks), "--cores", cores));
          }
        } else if (script.endsWith("allreduce_lengths.py")) {
          jobs.add(Job.of(script, "-d", Scripts.devices(ranks), "--mode", "mesh"));
          jobs.add(Job.of(script, "-d", Scripts.devices(ranks), "--mode", "ring"));
        } else {
          jobs.add(Job.of(script, "-d", Scripts.devices(ranks)));
        }
      }
    }
    assertAllOk(Scripts.many(List.of("run"), jobs));
    assertAllOk(Scripts.many(List.of("run", "--races", "--deadlocks"), jobs));
  }

  /** All pairs of two options' values; {@code -Dpyptoj.full=true} takes the whole product. */
  @Test
  void allReduceOverItsOptions() {
    List<List<String>> cases = product();
    List<List<String>> chosen = Boolean.getBoolean("pyptoj.full") ? cases : covering(cases);
    assertAllOk(
        Scripts.many(
            List.of("run"),
            chosen.stream()
                .map(
                    c ->
                        Job.of(
                            Scripts.KERNELS.resolve("allreduce_lengths.py"),
                            "--mode",
                            c.get(0),
                            "--op",
                            c.get(1),
                            "--dtype",
                            c.get(2),
                            "--size",
                            c.get(3),
                            "-d",
                            Scripts.devices(Integer.parseInt(c.get(4)))))
                .toList()));
  }

  private static List<List<String>> product() {
    List<List<String>> cases = List.of(List.of());
    for (List<String> values : List.of(MODES, OPS, DTYPES, SIZES, RANKS)) {
      List<List<String>> longer = new ArrayList<>();
      for (List<String> c : cases) {
        for (String value : values) {
          List<String> next = new ArrayList<>(c);
          next.add(value);
          longer.add(next);
        }
      }
      cases = longer;
    }
    return cases;
  }

  /** Takes, again and again, the case with the most pairs that no earlier one has. */
  private static List<List<String>> covering(List<List<String>> cases) {
    Set<String> covered = new HashSet<>();
    List<List<String>> chosen = new ArrayList<>();
    while (true) {
      List<String> best = null;
      long most = 0;
      for (List<String> c : cases) {
        long fresh = pairs(c).stream().filter(p -> !covered.contains(p)).count();
        if (fresh > most) {
          most = fresh;
          best = c;
        }
      }
      if (best == null) {
        return chosen;
      }
      covered.addAll(pairs(best));
      chosen.add(best);
    }
  }

  private static List<String> pairs(List<String> values) {
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      for (int j = i + 1; j < values.size(); j++) {
        pairs.add(i + values.get(i) + " " + j + values.get(j));
      }
    }
    return pairs;
  }

  @Test
  void everyProgramHasItsFolder() throws IOException {
    Path first = folder.resolve("first");
    List<Job> jobs = scripts().map(s -> Job.of(s, "--compile-only")).toList();
    List<Ended> ended = Scripts.many(List.of("compile", "-o", first.toString()), jobs);
    for (Ended e : ended) {
      assertEquals("0", e.status(), e.toString());
      assertTrue(e.out().startsWith("compiled: "), e.toString());
      assertLayout(Path.of(e.out().substring("compiled: ".length()).strip()), e.job().script());
    }
    assertEquals(jobs.size(), ended.stream().map(Ended::out).distinct().count());
  }

  @Test
  void oneProgramsFolderIsTheOneThatIsNamed() throws IOException {
    Path out = folder.resolve("out");
    Path script = Scripts.KERNELS.resolve("jit_halo.py");
    Result result = Scripts.call("compile", "-o", out.toString(), script.toString());
    assertEquals(0, result.exitCode(), result.err());
    assertLayout(out, script);
  }

  private static void assertLayout(Path out, Path script) throws IOException {
    List<String> files;
    try (Stream<Path> walk = Files.walk(out)) {
      files = walk.filter(Files::isRegularFile).map(f -> out.relativize(f).toString()).toList();
    }
    String chip = one(files, "next_levels/([^/]+)/orchestration/\\1\\.cpp");
    String level = chip.substring(0, chip.indexOf("/orchestration"));
    for (String form :
        List.of(
            "passes_dump/00_frontend\\.py",
            "orchestration/host_orch\\.py",
            "distributed_meta\\.json",
            level + "/kernel_config\\.py",
            level + "/kernels/ai[vc]/\\w+\\.pto",
            "report/.+")) {
      assertTrue(files.stream().anyMatch(f -> f.matches(form)), script + ": no " + form);
    }
    for (String file : files) {
      assertTrue(Files.size(out.resolve(file)) > 0, script + ": " + file + " is empty");
    }
  }

  private static String one(List<String> files, String form) {
    return files.stream()
        .filter(f -> f.matches(form))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + form + " in " + files));
  }
}
