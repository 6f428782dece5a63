package org.pyptoj.sim.order;

import java.util.EnumSet;
import java.util.Set;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.AccessListener;

/**
 * What a task does to memory.
 *
 * <p>A task that stores what it has read there, byte by byte, changes nothing for anybody: so does
 * the root of a broadcast. Where it has not read the bytes before, that it changes nothing is luck.
 *
 * @param task who
 * @param number the task's number in clocks
 * @param time the task's moment
 * @param kind what
 * @param span where it is written
 */
record Access(AccessListener.TaskInfo task, int number, int time, Kind kind, Span span) {

  /** Kinds of accesses; values that are added may come in any order. */
  enum Kind {
    READ("read"),
    WRITE("write"),
    WRITE_BACK("write"),
    ADD("atomic store"),
    NOTIFY_ADD("notify"),
    NOTIFY_SET("notify");

    private final String noun;

    Kind(String noun) {
      this.noun = noun;
    }

    String noun() {
      return noun;
    }

    private Set<Kind> conflicting() {
      return switch (this) {
        case READ -> EnumSet.complementOf(EnumSet.of(READ));
        case WRITE, WRITE_BACK -> EnumSet.allOf(Kind.class);
        case ADD, NOTIFY_ADD -> EnumSet.of(READ, WRITE, WRITE_BACK, NOTIFY_SET);
        case NOTIFY_SET -> EnumSet.of(READ, WRITE, WRITE_BACK, ADD, NOTIFY_ADD);
      };
    }

    /** Whether the order of two accesses matters. */
    boolean conflicts(Kind other) {
      return conflicting().contains(other);
    }

    /** Whether whatever conflicts with another access conflicts with this one. */
    boolean covers(Kind other) {
      return conflicting().containsAll(other.conflicting());
    }
  }
}
