package org.pyptoj.sim.order;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;

/**
 * What has been notified to a signal cell, and what a wait may conclude from it. A wait is let go
 * by the first notifies that together reach its value; later ones may have come already, but
 * another time they come later, so that nothing is concluded from them.
 */
final class SignalHistory {

  /**
   * A value that has been reached.
   *
   * @param reached sum of what was added up to here, what was taken back not subtracted
   * @param before what came before it was reached
   */
  private record Credit(long reached, Clock before) {}

  private final Deque<Credit> credits = new ArrayDeque<>();

  /** What came before the credits that have been taken back. */
  private Clock taken = new Clock();

  private Clock everything = new Clock();
  private long reached;
  private long takenBack;

  /** Someone notifies the cell, at a moment of his. */
  void notified(NotifyOp op, int value, Clock who) {
    if (op == NotifyOp.SET) {
      credits.clear();
      taken = new Clock();
      everything = new Clock();
      reached = 0;
      takenBack = 0;
    }
    everything.join(who);
    if (value >= 0) {
      reached += value;
      Clock before = (credits.isEmpty() ? taken : credits.peekLast().before).copy();
      before.join(who);
      credits.add(new Credit(reached, before));
    } else {
      takenBack -= value;
      while (!credits.isEmpty() && credits.peekFirst().reached <= takenBack) {
        taken = credits.removeFirst().before;
      }
    }
  }

  /** What has certainly come before a wait that was let go. */
  Clock before(WaitCmp cmp, int expected) {
    long wanted = expected + takenBack;
    if (cmp == WaitCmp.GE && wanted <= takenBack) {
      return new Clock();
    }
    Credit found = null;
    // From the last one on, since waits follow notifies closely.
    for (Iterator<Credit> all = credits.descendingIterator(); all.hasNext(); ) {
      Credit credit = all.next();
      if (credit.reached < wanted) {
        break;
      }
      if (cmp == WaitCmp.GE || credit.reached == wanted) {
        found = credit;
      }
    }
    return found == null ? everything : found.before;
  }
}
