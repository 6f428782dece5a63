package org.pyptoj.ir.dsl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The names below {@code pl} that are part of the language rather than ops: loops, scopes,
 * directives, constants.
 */
public enum SpecialForm {
  RANGE(
      "pl.range",
      "*bounds: IntLike, init_values: Sequence[Any] | None = None, attrs: dict[str, Any] | None = None",
      "Any",
      "A loop at run time. With init_values it carries values: for i, (acc,) in pl.range(n, init_values=(acc0,))."),
  PARALLEL(
      "pl.parallel",
      "*bounds: IntLike, init_values: Sequence[Any] | None = None, attrs: dict[str, Any] | None = None",
      "Any",
      "A loop whose iterations may run at the same time."),
  UNROLL(
      "pl.unroll",
      "*bounds: IntLike, init_values: Sequence[Any] | None = None, attrs: dict[str, Any] | None = None",
      "Any",
      "A loop with constant bounds that is written out."),
  PIPELINE(
      "pl.pipeline",
      "*bounds: IntLike, init_values: Sequence[Any] | None = None, stage: int = 2,"
          + " attrs: dict[str, Any] | None = None",
      "Any",
      "A loop whose iterations overlap in stages."),
  WHILE(
      "pl.while_",
      "*, init_values: Sequence[Any]",
      "Any",
      "A loop while pl.cond(...) holds, with carried values."),
  COND(
      "pl.cond",
      "condition: Any",
      "None",
      "The condition of a pl.while_ loop; its first statement."),
  YIELD("pl.yield_", "*values: Any", "Any", "Hands values on from a loop's body or a branch."),
  CONST(
      "pl.const",
      "value: int | float, dtype: DataType",
      "Scalar",
      "A constant of an element type."),
  AT(
      "pl.at",
      "level: Level, role: Role | None = None, *, name_hint: str = \"\", deps: Sequence[Any] | None = None,"
          + " optimizations: Sequence[Any] | None = None, predicate: Any = None,"
          + " allow_early_resolve: bool = False, no_dep_args: Sequence[Any] | None = None,"
          + " dumps: Sequence[Any] | None = None",
      "Any",
      "A region that becomes a function of its own at a level of the machine."),
  CLUSTER(
      "pl.cluster",
      "*, name_hint: str = \"\"",
      "Any",
      "A region for a cube core and its vector cores."),
  SPMD(
      "pl.spmd",
      "core_num: IntLike, *, sync_start: bool = False, name_hint: str = \"\","
          + " optimizations: Sequence[Any] | None = None, deps: Sequence[Any] | None = None,"
          + " allow_early_resolve: bool = False, predicate: Any = None",
      "Any",
      "A region or loop that runs as one block per core."),
  SPLIT_AIV(
      "pl.split_aiv",
      "mode: Any = None, *, name_hint: str = \"\"",
      "Any",
      "Vector work of a mixed kernel."),
  MANUAL_SCOPE(
      "pl.manual_scope", "", "Any", "A region whose task dependencies are those that are written."),
  STATIC_PRINT("pl.static_print", "*values: Any", "None", "Prints while the kernel is compiled."),
  STATIC_ASSERT(
      "pl.static_assert",
      "condition: Any, message: str = \"\"",
      "None",
      "Fails the compilation where a compile-time condition does not hold."),
  SCALAR_MIN("pl.min", "lhs: Any, rhs: Any", "Any", "The smaller of two scalars."),
  SCALAR_MAX("pl.max", "lhs: Any, rhs: Any", "Any", "The larger of two scalars.");

  private static final Map<String, SpecialForm> BY_PATH = new HashMap<>();

  static {
    for (SpecialForm form : values()) {
      BY_PATH.put(form.path, form);
    }
  }

  private final String path;
  private final String parameters;
  private final String result;
  private final String doc;

  SpecialForm(String path, String parameters, String result, String doc) {
    this.path = path;
    this.parameters = parameters;
    this.result = result;
    this.doc = doc;
  }

  /** The form of a path. */
  public static Optional<SpecialForm> of(String path) {
    return Optional.ofNullable(BY_PATH.get(path));
  }

  public String path() {
    return path;
  }

  /** The last part of the path. */
  public String shortName() {
    return path.substring(path.indexOf('.') + 1);
  }

  /** The parameter list as a stub writes it. */
  public String parameters() {
    return parameters;
  }

  /** The names of the parameters that can be given by keyword. */
  public List<String> keywords() {
    List<String> names = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= parameters.length(); i++) {
      char c = i < parameters.length() ? parameters.charAt(i) : ',';
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && depth == 0) {
        String name = parameters.substring(start, i).split(":")[0].strip();
        if (!name.isEmpty() && !name.startsWith("*")) {
          names.add(name);
        }
        start = i + 1;
      }
    }
    return names;
  }

  /** The result as a stub writes it. */
  public String result() {
    return result;
  }

  public String doc() {
    return doc;
  }
}
