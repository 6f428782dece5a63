package org.pyptoj.sim;

import org.pyptoj.ir.diagnostic.RuleCode;

/** What can go wrong in a run. */
public enum SimCode implements RuleCode {
  PEER("SIM0101", "a peer is a rank of the window's domain"),
  REGION("SIM0102", "a transfer stays inside its tensor"),
  SIGNAL_CELL("SIM0103", "a signal cell lies inside its window"),
  ELEMENT("SIM0104", "an element's index lies inside its tensor or tile"),
  WINDOW_SIZE("SIM0105", "a view fits into its window allocation"),
  DEVICE("SIM0106", "a dispatch goes to a device of the run"),
  DEADLOCK("SIM0201", "some task can always move until all have ended"),
  TIMEOUT("SIM0202", "a run ends within its time limit"),
  STEP_LIMIT("SIM0203", "a task ends within its step limit"),
  DEFERRED_CONDITIONS("SIM0204", "a task defers at most 64 conditions"),
  GRID("SIM0205", "a grid's blocks fit on the device together"),
  SIGNAL_LEFT("SIM0301", "a collective leaves its signal zero"),
  INTERLEAVING("SIM0302", "results do not depend on the interleaving of ranks"),
  RACE("SIM0303", "signals or ends of tasks order what touches the same memory"),
  ORDER("SIM0304", "no order of signals gets tasks stuck"),
  UNSUPPORTED("SIM0401", "the simulator knows the operation"),
  ARGUMENT("SIM0402", "arguments match their parameters"),
  UNDEFINED("SIM0403", "results do not depend on undefined elements"),
  UNBOUND("SIM0404", "a name has a value before it is used"),
  DIVISION("SIM0405", "an integer is not divided by zero"),
  SHAPE("SIM0406", "operands' run-time shapes go together");

  private final String code;
  private final String title;

  SimCode(String code, String title) {
    this.code = code;
    this.title = title;
  }

  /** Whether one rank breaks the rule with its own values, so that the report names it. */
  boolean isOfRank() {
    return switch (this) {
      case PEER,
          REGION,
          SIGNAL_CELL,
          ELEMENT,
          STEP_LIMIT,
          DEFERRED_CONDITIONS,
          UNDEFINED,
          DIVISION ->
          true;
      case WINDOW_SIZE,
          DEVICE,
          DEADLOCK,
          TIMEOUT,
          GRID,
          SIGNAL_LEFT,
          INTERLEAVING,
          RACE,
          ORDER,
          UNSUPPORTED,
          ARGUMENT,
          UNBOUND,
          SHAPE ->
          false;
    };
  }

  @Override
  public String code() {
    return code;
  }

  @Override
  public String title() {
    return title;
  }
}
