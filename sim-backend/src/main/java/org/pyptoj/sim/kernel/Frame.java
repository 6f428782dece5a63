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

  /** What {@code return} left. */
  Object[] results = NOTHING;

  static final Object[] NOTHING = {};

  Frame(Task task, int longs, int doubles, int refs, int spare) {
    this.task = task;
    this.longs = new long[longs];
    this.doubles = new double[doubles];
    this.refs = new Object[refs];
    this.spare = new Tile[spare];
  }

  private Frame(Task task, Frame from) {
    this.task = task;
    this.longs = from.longs.clone();
    this.doubles = from.doubles.clone();
    this.refs = from.refs.clone();
    this.spare = new Tile[from.spare.length];
  }

  /** The same variables for a task of its own. */
  Frame forTask(Task other) {
    return new Frame(other, this);
  }
}
