package org.pyptoj.ir;

import java.util.List;
import org.pyptoj.ir.expr.AttrKey;

/** What decorators and passes say of functions. */
public final class FunctionAttrs {

  /**
   * The variables with signals of collectives that have been lowered, by name. When the last rank
   * has left the last of them, every cell is zero (specification, Barrier-signal protocol), which
   * the simulator checks.
   */
  public static final AttrKey<List<String>> COLLECTIVE_SIGNALS =
      AttrKey.list("collective_signals", String.class);

  /** The name of the artifact folder, where it is not the function's own. */
  public static final AttrKey<String> ARTIFACT = AttrKey.of("artifact", String.class);

  /** Whether the runtime opens task scopes in an orchestration by itself; it does unless told. */
  public static final AttrKey<Boolean> AUTO_SCOPE = AttrKey.of("auto_scope", Boolean.class);

  /** How many blocks run a kernel whose calls do not say. */
  public static final AttrKey<Long> CORE_NUM = AttrKey.integer("core_num");

  /** Whether the blocks of a kernel start together. */
  public static final AttrKey<Boolean> SYNC_START = AttrKey.flag("sync_start");

  /** Whether both vector cores of a cluster run a kernel. */
  public static final AttrKey<Boolean> DUAL_AIV_DISPATCH = AttrKey.flag("dual_aiv_dispatch");

  /**
   * The mark of a kernel that was made from a waiter scope: a task that registers deferred
   * conditions. The mark alone proves nothing; body and call sites are checked again.
   */
  public static final AttrKey<Boolean> WAITER = AttrKey.flag("deferred_completion_waiter");

  /** All of them. */
  public static final List<AttrKey<?>> ALL =
      List.of(
          COLLECTIVE_SIGNALS,
          ARTIFACT,
          AUTO_SCOPE,
          CORE_NUM,
          SYNC_START,
          DUAL_AIV_DISPATCH,
          WAITER);

  private FunctionAttrs() {}
}
