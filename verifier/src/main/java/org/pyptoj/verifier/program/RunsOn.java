package org.pyptoj.verifier.program;

import org.pyptoj.ir.Function;
import org.pyptoj.ir.Level;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.TaskAttrs;

/** Where a statement runs. */
public enum RunsOn {
  /** In the host orchestrator. */
  HOST("the host orchestrator"),
  /** In a chip orchestration, outside its task scopes. */
  CHIP("a chip orchestration"),
  /** On an AI core. */
  KERNEL("kernel code"),
  /** Where the function is not placed yet: it is inlined or outlined first. */
  OPEN("a function that is not placed yet");

  private final String text;

  RunsOn(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }

  public static RunsOn of(Function function) {
    if (function.isHostOrchestrator()) {
      return HOST;
    }
    return switch (function.kind()) {
      case INCORE, AIC, AIV -> KERNEL;
      case ORCHESTRATION -> function.isChipOrchestration() ? CHIP : OPEN;
      case OPAQUE, GROUP, SPMD, INLINE -> OPEN;
    };
  }

  /** The place of a scope's body. */
  public RunsOn inside(Scope scope) {
    if (this == KERNEL) {
      return this;
    }
    return switch (scope.kind()) {
      case AT -> at(scope);
      // What a grid or a cluster computes itself becomes a kernel, as in a core group's scope.
      case SPMD, CLUSTER -> this == HOST ? this : KERNEL;
      case SPLIT_AIV, MANUAL, COMM_DOMAIN, RUNTIME -> this;
    };
  }

  private RunsOn at(Scope scope) {
    return switch (scope.attrs().get(TaskAttrs.LEVEL)) {
      case Level level when level == Level.CORE_GROUP || level == Level.AIC || level == Level.AIV ->
          KERNEL;
      case Level level when level == Level.CHIP || level == Level.CHIP_DIE -> CHIP;
      case null -> KERNEL;
      default -> this;
    };
  }
}
