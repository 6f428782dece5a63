package org.pyptoj.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pyptoj.conformance.scripts.Scripts.Ended;
import org.pyptoj.conformance.scripts.Scripts.Job;

/**
 * Loops and branches of every kind, nested at random, mean in a kernel what they mean in Python.
 *
 * <p>{@code -Dpyptoj.flows=N} tries so many kernels, {@code -Dpyptoj.flows.seed=S} other ones.
 */
class ControlFlowTest {

  private static final int COUNT = Integer.getInteger("pyptoj.flows", 200);
  private static final long SEED = Long.getLong("pyptoj.flows.seed", 1);

  @TempDir private Path folder;

  @Test
  void meansWhatItMeansInPython() throws IOException {
    Random random = new Random(SEED);
    List<Job> jobs = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      Path script = folder.resolve("flow_%04d.py".formatted(i));
      Files.writeString(script, RandomControlFlow.script(random));
      jobs.add(Job.of(script));
    }
    List<String> wrong = new ArrayList<>();
    for (Ended ended : Scripts.many(List.of("run"), jobs)) {
      if (!ended.ok()) {
        wrong.add(ended + "\n" + Files.readString(ended.job().script()));
      }
    }
    assertEquals(List.of(), wrong);
  }
}
