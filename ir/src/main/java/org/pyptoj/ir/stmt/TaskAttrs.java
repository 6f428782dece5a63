package org.pyptoj.ir.stmt;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.ArgDirection;
import org.pyptoj.ir.Level;
import org.pyptoj.ir.Role;
import org.pyptoj.ir.expr.AttrKey;
import org.pyptoj.ir.expr.Expr;

/**
 * What a call of a function, or a scope that becomes one, says of its task beside the arguments:
 * where it runs, what it waits for, how it is launched.
 */
public final class TaskAttrs {

  /** The rank that a dispatch goes to. */
  public static final AttrKey<Expr> DEVICE = AttrKey.of("device", Expr.class);

  /** The tasks that must have ended before: task ids, or arrays of them. */
  public static final AttrKey<List<Expr>> DEPS = AttrKey.list("deps", Expr.class);

  /** How many blocks run it. */
  public static final AttrKey<Expr> CORE_NUM = AttrKey.of("core_num", Expr.class);

  /** Whether its blocks start together. */
  public static final AttrKey<Boolean> SYNC_START = AttrKey.flag("sync_start");

  /** What the function that is made of a scope is called. */
  public static final AttrKey<String> NAME_HINT = AttrKey.of("name_hint", String.class);

  /** The level of the machine that a {@code pl.at} scope runs on. */
  public static final AttrKey<Level> LEVEL = AttrKey.of("level", Level.class);

  /** What a {@code pl.at} scope does there. */
  public static final AttrKey<Role> ROLE = AttrKey.of("role", Role.class);

  /** Whether it runs at all. */
  public static final AttrKey<Object> PREDICATE = AttrKey.of("predicate", Object.class);

  /** Whether it counts as done before it has ended. */
  public static final AttrKey<Boolean> ALLOW_EARLY_RESOLVE = AttrKey.flag("allow_early_resolve");

  /** What else a script says; nothing reads it. */
  @SuppressWarnings("rawtypes") // Nothing is known of its entries.
  public static final AttrKey<Map> ATTRS = AttrKey.of("attrs", Map.class);

  /** Whether the call's result ends in the task's id. Set by passes. */
  public static final AttrKey<Boolean> SUBMIT = AttrKey.flag("submit");

  /** How the task uses each argument. Set by passes. */
  public static final AttrKey<List<ArgDirection>> ARG_DIRECTIONS =
      AttrKey.list("arg_directions", ArgDirection.class);

  /** All of them. */
  public static final List<AttrKey<?>> ALL =
      List.of(
          DEVICE,
          DEPS,
          CORE_NUM,
          SYNC_START,
          NAME_HINT,
          LEVEL,
          ROLE,
          PREDICATE,
          ALLOW_EARLY_RESOLVE,
          ATTRS,
          SUBMIT,
          ARG_DIRECTIONS);

  /** Those that a script may write as keywords of a call. */
  public static final Set<AttrKey<?>> OF_A_CALL =
      Set.of(DEVICE, DEPS, NAME_HINT, PREDICATE, ALLOW_EARLY_RESOLVE, CORE_NUM, ATTRS);

  private TaskAttrs() {}

  /** The attribute of a name, or null where there is none. */
  public static AttrKey<?> named(String name) {
    for (AttrKey<?> key : ALL) {
      if (key.name().equals(name)) {
        return key;
      }
    }
    return null;
  }
}
