package org.pyptoj.sim.schedule;

/** Ends a fiber of a run that has failed elsewhere. */
public final class Stopped extends RuntimeException {

  private static final long serialVersionUID = 1L;

  static final Stopped INSTANCE = new Stopped();

  private Stopped() {
    super("the run has ended", null, false, false);
  }
}
