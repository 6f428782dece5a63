package org.pyptoj.sim.kernel;

import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionKind;

/** Where a function runs, which decides what its calls of other functions mean. */
enum Role {
  /** Calls are dispatches to devices. */
  HOST,
  /** Calls are tasks of a device. */
  CHIP,
  /** Calls run in place. */
  KERNEL;

  static Role of(Function function) {
    if (function.isHostOrchestrator()) {
      return HOST;
    }
    return function.kind() == FunctionKind.ORCHESTRATION || function.kind() == FunctionKind.OPAQUE
        ? CHIP
        : KERNEL;
  }
}
