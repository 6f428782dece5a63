package org.pyptoj.sim.schedule;

import org.pyptoj.sim.SimFailure;

/** What a fiber waits for. */
public interface Condition {

  /** Whether it may go on; asked by any thread. */
  boolean holds();

  /** The wait as a report shows it. */
  SimFailure.Blocked describe();

  /** Whether it waits for other fibers of the run alone, so that their waits tell the cause. */
  default boolean isConsequence() {
    return false;
  }
}
