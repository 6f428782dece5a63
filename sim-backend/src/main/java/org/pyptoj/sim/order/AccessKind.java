package org.pyptoj.sim.order;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.pyptoj.sim.AccessListener;

/** Kinds of accesses to memory; values that are added may come in any order. */
enum AccessKind {
  READ("read"),
  WRITE("write"),
  /** A write of what memory holds, which may be luck. */
  REWRITE("write"),
  /**
   * A write of what the task has read there, byte by byte. It changes nothing for those who read:
   * so does the root of a broadcast.
   */
  KEEP("write"),
  ADD("atomic store"),
  NOTIFY_ADD("notify"),
  NOTIFY_SET("notify");

  private static final Map<AccessKind, Set<AccessKind>> CONFLICTS = new EnumMap<>(AccessKind.class);

  static {
    for (AccessKind kind : values()) {
      CONFLICTS.put(kind, conflictsOf(kind));
    }
  }

  private final String noun;

  AccessKind(String noun) {
    this.noun = noun;
  }

  static AccessKind of(AccessListener.Kind kind) {
    return switch (kind) {
      case READ -> READ;
      case WRITE -> WRITE;
      case REWRITE -> REWRITE;
      case ADD -> ADD;
      case NOTIFY_ADD -> NOTIFY_ADD;
      case NOTIFY_SET -> NOTIFY_SET;
      case WAIT -> throw new IllegalArgumentException("a wait touches no memory");
    };
  }

  /** What a report calls it. */
  String noun() {
    return noun;
  }

  private static Set<AccessKind> conflictsOf(AccessKind kind) {
    return switch (kind) {
      case READ, KEEP -> EnumSet.complementOf(EnumSet.of(READ, KEEP));
      case WRITE, REWRITE -> EnumSet.allOf(AccessKind.class);
      case ADD, NOTIFY_ADD -> EnumSet.complementOf(EnumSet.of(ADD, NOTIFY_ADD));
      case NOTIFY_SET -> EnumSet.complementOf(EnumSet.of(NOTIFY_SET));
    };
  }

  /** Whether the order of two accesses matters. */
  boolean conflicts(AccessKind other) {
    return CONFLICTS.get(this).contains(other);
  }

  /** Whether whatever conflicts with another access conflicts with this one. */
  boolean covers(AccessKind other) {
    return CONFLICTS.get(this).containsAll(CONFLICTS.get(other));
  }
}
