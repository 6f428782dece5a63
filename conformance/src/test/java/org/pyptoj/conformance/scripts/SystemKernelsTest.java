package org.pyptoj.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pyptoj.conformance.scripts.Scripts.Ended;
import org.pyptoj.conformance.scripts.Scripts.Job;

/**
 * One kernel for each kind of exchange that the specification's Testing section names. Each is
 * checked by its script against plain arithmetic on tensors, under many interleavings of its ranks
 * and in parallel.
 */
class SystemKernelsTest {

  private static final int SEEDS = 50;

  private static final Map<String, List<String>> CASES =
      new TreeMap<>(
          Map.of(
              "by_hand",
              List.of("mesh", "ring", "allgather", "broadcast", "reduce_scatter", "all_to_all"),
              "signals",
              List.of("total", "relay"),
              "transfers",
              List.of(
                  "put",
                  "put_rows",
                  "put_add",
                  "put_chunked",
                  "put_pipelined",
                  "get",
                  "get_rows",
                  "get_chunked",
                  "store_part",
                  "store_value"),
              "intrinsics",
              List.of(
                  "allreduce", "broadcast", "reduce_scatter", "barrier", "allgather", "all_to_all"),
              "host_collectives",
              List.of(
                  "allreduce",
                  "allreduce_cores",
                  "allreduce_ring",
                  "broadcast",
                  "reduce_scatter",
                  "barrier",
                  "allgather",
                  "all_to_all")));

  private static final List<String> SINGLE =
      List.of(
          "experts",
          "chip_all_to_all_v",
          "host_all_to_all_v",
          "deferred_rounds",
          "deferred_mailbox",
          "route_tokens",
          "jit_halo",
          "scatter_gather_again",
          "host_allreduce");

  private static List<Job> jobs(int ranks) {
    List<Job> jobs = new ArrayList<>();
    CASES.forEach(
        (script, cases) ->
            cases.forEach(
                c ->
                    jobs.add(
                        Job.of(
                            Scripts.KERNELS.resolve(script + ".py"),
                            "--case",
                            c,
                            "-d",
                            Scripts.devices(ranks)))));
    for (String script : SINGLE) {
      jobs.add(Job.of(Scripts.KERNELS.resolve(script + ".py"), "-d", Scripts.devices(ranks)));
    }
    return jobs;
  }

  private static void assertAllOk(List<Ended> ended) {
    assertEquals(List.of(), ended.stream().filter(e -> !e.ok()).toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void givesTheModelsResultUnderEveryInterleaving(int ranks) {
    assertAllOk(Scripts.many(List.of("run", "--seeds", "" + SEEDS), jobs(ranks)));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void givesTheModelsResultInParallel(int ranks) {
    assertAllOk(Scripts.many(List.of("run"), jobs(ranks)));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void leavesNothingUnordered(int ranks) {
    assertAllOk(Scripts.many(List.of("run", "--races", "--deadlocks"), jobs(ranks)));
  }
}
