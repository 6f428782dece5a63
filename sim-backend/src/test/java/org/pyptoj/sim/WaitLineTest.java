package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;

/** Equal waits of several ranks are one line; what differs in anything has a line of its own. */
class WaitLineTest {

  private static final Span LINE = new Span("kernel.py", 7, 5, 7, 30);

  /** A wait for the cell {@code flag[0, 0]}, which is 0. */
  private static SimFailure.Blocked wait(int rank, String lastChange) {
    return new SimFailure.Blocked(rank, rank + 4, "step", LINE, "flag[0, 0] >= 1", 0L, lastChange);
  }

  private static String report(SimFailure.Blocked... waits) {
    StringBuilder text = new StringBuilder();
    for (Diagnostic.Note note : WaitLine.notes(List.of(waits))) {
      text.append(note.message()).append('\n');
    }
    return text.toString();
  }

  @Test
  void oneRank() {
    assertEquals(
        """
        rank 2 (device 6), step at kernel.py:7:5: waits for flag[0, 0] >= 1, is 0; nobody has changed it
        """,
        report(wait(2, null)));
  }

  @Test
  void equalWaitsAreOneLineInOrderOfRank() {
    assertEquals(
        """
        ranks 0, 2, 3, 5 to 7 (devices 4, 6, 7, 9 to 11), step at kernel.py:7:5: each waits for flag[0, 0] >= 1, is 0; nobody has changed it
        """,
        report(
            wait(5, null),
            wait(0, null),
            wait(3, null),
            wait(2, null),
            wait(7, null),
            wait(6, null)));
  }

  @Test
  void whoeverChangedTheCellIsNotLost() {
    assertEquals(
        """
        ranks 0, 2 (devices 4, 6), step at kernel.py:7:5: each waits for flag[0, 0] >= 1, is 0; nobody has changed it
        rank 1 (device 5), step at kernel.py:7:5: waits for flag[0, 0] >= 1, is 0; last changed by rank 2 (Set at kernel.py:6:5)
        """,
        report(wait(0, null), wait(1, "rank 2 (Set at kernel.py:6:5)"), wait(2, null)));
  }

  @Test
  void anotherPlaceOrAnotherValueIsAnotherLine() {
    Span other = new Span("kernel.py", 9, 5, 9, 30);
    assertEquals(
        """
        rank 0 (device 4), step at kernel.py:7:5: waits for flag[0, 0] >= 1, is 0; nobody has changed it
        rank 1 (device 5), step at kernel.py:9:5: waits for flag[0, 0] >= 1, is 0; nobody has changed it
        rank 2 (device 6), step at kernel.py:7:5: waits for flag[0, 0] >= 1, is -1; nobody has changed it
        """,
        report(
            wait(0, null),
            new SimFailure.Blocked(1, 5, "step", other, "flag[0, 0] >= 1", 0L, null),
            new SimFailure.Blocked(2, 6, "step", LINE, "flag[0, 0] >= 1", -1L, null)));
  }

  /** Rank 0 has two tasks that wait so, rank 1 one: neither may be taken for the other. */
  @Test
  void equalTasksOfARankAreCounted() {
    assertEquals(
        """
        rank 0 (device 4), 2 tasks of step at kernel.py:7:5: each waits for flag[0, 0] >= 1, is 0; nobody has changed it
        rank 1 (device 5), step at kernel.py:7:5: waits for flag[0, 0] >= 1, is 0; nobody has changed it
        """,
        report(wait(0, null), wait(0, null), wait(1, null)));
  }

  @Test
  void theHostIsNoRank() {
    assertEquals(
        """
        host, main at kernel.py:7:5: waits for its tasks
        rank 0 (device 0), main at kernel.py:7:5: waits for its tasks
        """,
        report(
            new SimFailure.Blocked(-1, -1, "main", LINE, "its tasks", null, null),
            new SimFailure.Blocked(0, 0, "main", LINE, "its tasks", null, null)));
  }

  /** 70 lines, of which the first has two ranks: six tasks are left. */
  @Test
  void whatIsLeftOutOfAVeryLongReportIsCounted() {
    List<SimFailure.Blocked> waits = new ArrayList<>(List.of(wait(0, null), wait(1, null)));
    for (int rank = 2; rank < 71; rank++) {
      waits.add(wait(rank, "rank " + rank));
    }
    List<Diagnostic.Note> notes = WaitLine.notes(waits);
    assertEquals(65, notes.size());
    assertEquals(new Diagnostic.Note("and 6 more", Span.NONE), notes.getLast());
  }
}
