package org.pyptoj.sim.kernel;

import org.pyptoj.sim.tile.Tile;

/** The variables of one activation of a function. */
final class Frame {

  final Task task;
  final long[] longs;
  final double[] doubles;
  final Object[] refs;

  /** Tiles that an op may write its next result into, by op. */
  final Tile[] spare;

  /** Keeps the variables off the cache lines of other tasks'. */
  @SuppressWarnings("unused")
  private final long[] room;

  /** Iterations that were run without JVM code of their own. */
  int warmth;

  /** What {@code return} left. */
  Object[] results = NOTHING;

  static final Object[] NOTHING = {};

  /** Two cache lines and more. */
  private static final int ROOM = 32;

  Frame(Task task, int longs, int doubles, int refs, int spare) {
    this.task = task;
    this.longs = new long[longs];
    this.doubles = new double[doubles];
    this.refs = new Object[refs];
    this.spare = new Tile[spare];
    this.room = new long[ROOM];
  }

  private Frame(Task task, Frame from) {
    this.task = task;
    this.longs = from.longs.clone();
    this.doubles = from.doubles.clone();
    this.refs = from.refs.clone();
    this.spare = new Tile[from.spare.length];
    this.room = new long[ROOM];
  }

  /** The same variables for a task of its own. */
  Frame forTask(Task other) {
    return new Frame(other, this);
  }
}
