package org.pyptoj.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pyptoj.conformance.scripts.Scripts.Batch;
import org.pyptoj.conformance.scripts.Scripts.Ended;
import org.pyptoj.conformance.scripts.Scripts.Job;

/**
 * Whatever is done to a token of a kernel script, a run of it ends by itself, with a Python
 * exception or with a diagnostic. It never ends with a Java exception and never hangs.
 *
 * <p>{@code -Dpyptoj.mutations=N} tries so many mutants, {@code -Dpyptoj.mutations.seed=S} other
 * ones, {@code -Dpyptoj.mutations.keep=DIR} keeps those that fail.
 */
class MutatedScriptsTest {

  private static final int COUNT = Integer.getInteger("pyptoj.mutations", 2000);
  private static final long SEED = Long.getLong("pyptoj.mutations.seed", 1);
  private static final int BATCH = 100;
  private static final int WORKERS = 2;

  /** Far above what the mutants of a batch take together. */
  private static final String BATCH_SECONDS = "240";

  /** Names that only the compiler makes. */
  private static final Pattern INTERNAL =
      Pattern.compile("__(?:ssa|iter|phi|rv|tile|tmp)_v[0-9]|_(?:inline|kept)[0-9]");

  @TempDir private Path folder;

  @Test
  void endWithoutADefect() throws IOException, InterruptedException, ExecutionException {
    for (String shared : List.of("common.py", "exchange.py")) {
      Files.copy(Scripts.KERNELS.resolve(shared), folder.resolve(shared));
    }
    List<Path> scripts = Scripts.in(Scripts.KERNELS);
    Map<Path, String> changes = new LinkedHashMap<>();
    Random random = new Random(SEED);
    for (int i = 0; i < COUNT; i++) {
      Path script = scripts.get(i % scripts.size());
      Mutations.Mutant mutant = Mutations.mutate(Files.readString(script), random);
      Path file = folder.resolve("mutant_%05d.py".formatted(i));
      Files.writeString(file, mutant.text());
      changes.put(file, script.getFileName() + ": " + mutant.change());
    }
    List<Job> jobs = changes.keySet().stream().map(Job::of).toList();
    List<String> defects = new ArrayList<>();
    Map<String, Integer> ends = new TreeMap<>();
    try (ExecutorService workers = Executors.newFixedThreadPool(WORKERS)) {
      List<Future<List<Ended>>> running = new ArrayList<>();
      for (int from = 0; from < jobs.size(); from += BATCH) {
        List<Job> part = jobs.subList(from, Math.min(jobs.size(), from + BATCH));
        running.add(workers.submit(() -> toTheEnd(part)));
      }
      for (Future<List<Ended>> batch : running) {
        for (Ended e : batch.get()) {
          ends.merge(e.ok() ? "OK" : e.status(), 1, Integer::sum);
          String defect = defect(e);
          if (defect != null) {
            defects.add(changes.get(e.job().script()) + ": " + defect);
            keep(e.job().script());
          }
        }
      }
    }
    assertEquals(List.of(), defects, ends.toString());
    // Mutants reach every stage: Python's parser, the kernel language and its rules, the simulator.
    assertTrue(
        ends.keySet().containsAll(List.of("OK", "SyntaxError", "KernelError", "SimulationError")),
        ends.toString());
  }

  /** Runs all of a batch; one that does not end is left out and the rest begins anew. */
  private static List<Ended> toTheEnd(List<Job> jobs) {
    List<Ended> ended = new ArrayList<>();
    List<Job> rest = jobs;
    while (!rest.isEmpty()) {
      Batch batch = Scripts.batch(List.of("run", "--timeout", BATCH_SECONDS), rest);
      int done = 0;
      while (done < rest.size() && !batch.ended().get(done).status().isEmpty()) {
        done++;
      }
      ended.addAll(batch.ended().subList(0, Math.min(done + 1, rest.size())));
      if (batch.result().err().contains("\tat ")) {
        ended.add(new Ended(rest.getFirst(), "", "stack trace: " + batch.result().err(), ""));
      }
      rest = rest.subList(Math.min(done + 1, rest.size()), rest.size());
    }
    return ended;
  }

  private static String defect(Ended e) {
    boolean java =
        e.status().equals("ForeignException")
            || e.message().contains("java.lang.")
            || e.message().contains("org.pyptoj.")
            || e.out().contains("\tat ");
    if (INTERNAL.matcher(e.message()).find()) {
      return "names of the compiler's: " + e.message();
    }
    if (e.status().isEmpty()) {
      return "did not end: " + e.message();
    }
    return java ? e.status() + ": " + e.message() : null;
  }

  private static void keep(Path mutant) throws IOException {
    String where = System.getProperty("pyptoj.mutations.keep");
    if (where != null) {
      Files.createDirectories(Path.of(where));
      Files.writeString(Path.of(where).resolve(mutant.getFileName()), Files.readString(mutant));
    }
  }
}
