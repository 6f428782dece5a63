package org.pyptoj.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pyptoj.conformance.scripts.Scripts.Result;

/**
 * A run that cannot go on ends at once and says which rank stands in which line, at which cell,
 * with which value, and what it waits for.
 */
class FaultyKernelsTest {

  private static final Path SCRIPT = Scripts.KERNELS.resolve("faulty/faults.py");

  /** Far below the time after which anybody would call it a hang, far above what a run takes. */
  private static final Duration AT_ONCE = Duration.ofSeconds(60);

  /** The report, with short file names and without the excerpts of the source. */
  private static List<String> report(String fault) {
    long start = System.nanoTime();
    Result result = Scripts.call("run", SCRIPT.toString(), "--case", fault);
    assertTrue(System.nanoTime() - start < AT_ONCE.toNanos());
    assertEquals("", result.out());
    assertEquals(1, result.exitCode(), result.err());
    return result
        .err()
        .replace(SCRIPT.toString(), "faults.py")
        .lines()
        .filter(line -> !line.startsWith("  ") || line.startsWith("  help"))
        .toList();
  }

  /** Where the first line with a text is: file, line, column. */
  private static String at(String text) {
    try {
      List<String> lines = Files.readAllLines(SCRIPT);
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).contains(text)) {
          return "faults.py:" + (i + 1) + ":" + (lines.get(i).indexOf(text) + 1);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new AssertionError("no line has " + text);
  }

  private static final String HELP =
      "  help: see who should have notified each cell, and whether every rank takes the same path";

  /** Rank 1 notifies nobody, so that rank 2 (device 6) waits for ever. */
  @Test
  void aMissingNotify() {
    String wait = at("pld.system.wait(signal, offsets=[0, 0], expected=1");
    assertEquals(
        List.of(
            wait
                + ": error[SIM0201]: no rank can move: 1 task waits for a signal, and nothing that"
                + " is left can let them go",
            wait
                + ": note: rank 2 (device 6), faulty_step at "
                + wait
                + ": waits for signal_buf[0, 0] >= 1, is 0; nobody has changed it",
            HELP),
        report("missing_notify"));
  }

  /** Everybody is told 1 and waits for 2: each names its own cell and who wrote it. */
  @Test
  void aWrongExpectedValue() {
    String wait = at("pld.system.wait(signal, offsets=[(me + nr - 1) % nr, 0]");
    String notify = at("pld.system.notify(signal, peer=right, offsets=[me, 0]");
    List<String> lines = report("wrong_value");
    assertEquals(
        wait
            + ": error[SIM0201]: no rank can move: 3 tasks wait for a signal, and nothing that is"
            + " left can let them go",
        lines.getFirst());
    for (int rank = 0; rank < 3; rank++) {
      int left = (rank + 2) % 3;
      assertEquals(
          "%s: note: rank %d (device %d), faulty_step at %s: waits for signal_buf[%d, 0] == 2, is 1; last changed by rank %d (Set at %s)"
              .formatted(wait, rank, rank + 4, wait, left, left, notify),
          lines.get(rank + 1));
    }
    assertEquals(HELP, lines.getLast());
    assertEquals(5, lines.size());
  }

  @Test
  void aPeerThatDoesNotExist() {
    assertEquals(
        List.of(
            at("pld.system.notify(signal, peer=me + 1")
                + ": error[SIM0101]: rank 2: notify names peer 3, but signal_buf is shared by ranks"
                + " 0 to 2"),
        report("peer"));
  }

  @Test
  void aSignalCellThatDoesNotExist() {
    assertEquals(
        List.of(
            at("pld.system.notify(signal, peer=right, offsets=[me + 1, 0]")
                + ": error[SIM0103]: rank 2: notify names cell [3, 0] of window signal_buf, whose"
                + " shape is [3, 1]"),
        report("cell"));
  }

  @Test
  void anOffsetBeyondTheWindow() {
    assertEquals(
        List.of(
            at("pld.tile.remote_store(mine, data, peer=right, offsets=[me + 1, 0])")
                + ": error[SIM0102]: rank 2: remote_store covers [3, 4) in dimension 0, but window"
                + " data_buf of shape [3, 32] ends at 3"),
        report("offset"));
  }

  @Test
  void anElementThatDoesNotExist() {
    assertEquals(
        List.of(
            at("pl.read(signal, [me + 1, 0])")
                + ": error[SIM0104]: rank 2: element [3, 0] is outside window signal_buf of shape"
                + " [3, 1]"),
        report("element"));
  }

  /** A row is read before or after the neighbour has written it, as it happens. */
  @Test
  void aRaceShowsUnderSeveralSeeds() {
    Result result = Scripts.call("run", "--seeds", "20", SCRIPT.toString(), "--case", "race");
    assertTrue(
        result
            .err()
            .lines()
            .findFirst()
            .orElseThrow()
            .matches(
                ".*error\\[SIM0302]: the seeds 0 and \\d+ leave different values in argument 'y'"),
        result.err());
    assertEquals(1, result.exitCode());
  }

  @Test
  void oneSeedIsOneInterleaving() {
    Result first = Scripts.call("run", "--seed", "3", SCRIPT.toString(), "--case", "race");
    assertEquals("the fault was not noticed\n", first.out());
    assertEquals(0, first.exitCode(), first.err());
    Result none = Scripts.call("run", "--seeds", "0", SCRIPT.toString());
    assertTrue(none.err().startsWith("--seeds takes a number above 0, not 0\n"), none.err());
    assertEquals(2, none.exitCode());
  }

  /** Whoever was faster, and whatever the values. */
  @Test
  void aRaceShowsWithoutSeeds() {
    Result result = Scripts.call("run", "--races", SCRIPT.toString(), "--case", "race");
    assertEquals(1, result.exitCode());
    List<String> lines =
        result
            .err()
            .replace(SCRIPT.toString(), "faults.py")
            .lines()
            .filter(l -> !l.startsWith("  "))
            .toList();
    String write = at("pld.tile.remote_store(mine, data, peer=right, offsets=[0, 0])");
    String read = at("pl.load(data, [0, 0], [1, W])");
    assertEquals(2, lines.size(), result.err());
    assertTrue(
        lines
            .getFirst()
            .matches(".*error\\[SIM0303]: nothing orders the (read|write) of rank \\d in .*"),
        result.err());
    assertEquals(
        List.of(read, write),
        lines.stream()
            .map(l -> l.replaceAll(": (error|note).*", ""))
            .sorted(Comparator.reverseOrder())
            .toList());
  }

  /** Seed 4 gets through. */
  @Test
  void aDeadlockShowsInARunThatGoesWell() {
    Result well = Scripts.call("run", "--seed", "4", SCRIPT.toString(), "--case", "overrun");
    assertEquals("the fault was not noticed\n", well.out());
    Result result =
        Scripts.call("run", "--deadlocks", "--seed", "4", SCRIPT.toString(), "--case", "overrun");
    assertEquals(1, result.exitCode());
    assertEquals("", result.out());
    assertTrue(
        result
            .err()
            .lines()
            .findFirst()
            .orElseThrow()
            .replace(SCRIPT.toString(), "faults.py")
            .matches(
                at("pld.system.wait(signal, offsets=[0, 0], expected=i + 1")
                    + ": error\\[SIM0304]: signals that arrive in another order get stuck: rank (.) in"
                    + " faulty_step waits for element 0 of rank \\1's slice of window signal_buf == 1,"
                    + " which is 2"),
        result.err());
  }

  /** Each of four ranks writes four chunks, notifies and loads; its one wait has one credit. */
  @Test
  void verdictsAreToldWhereAllIsWell() {
    String script = Scripts.KERNELS.resolve("put_rows_pipelined.py").toString();
    Result result = Scripts.call("run", "--races", "--deadlocks", script, "-d", "0,1,2,3");
    assertEquals("OK\n", result.out());
    assertEquals(
        """
        pypto-j: 1 dispatch without a race in any order of its signals; accesses compared: 24
        pypto-j: 1 dispatch that no order of signals gets stuck; situations looked at: 1
        pypto-j: verdicts cover windows and signal cells, and the branches that these runs have taken
        """,
        result.err());
    assertEquals("", Scripts.call("run", script).err());
  }
}
