package org.pyptoj.ir.dsl;

import java.util.List;
import java.util.Map;
import org.pyptoj.ir.ArgDirection;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.AttrKey;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.stmt.TaskAttrs;

/** Reads the keywords of calls and scopes that are no arguments but say something of the task. */
final class TaskKeywords {

  private TaskKeywords() {}

  /** Whether a script may write this beside the arguments of a call. */
  static boolean isOfACall(String name) {
    AttrKey<?> key = TaskAttrs.named(name);
    return key != null && TaskAttrs.OF_A_CALL.contains(key);
  }

  /**
   * What a keyword says, as an attribute; null for None.
   *
   * @param of whose it is: a call, a scope
   * @param lenient whether any value will do where the attribute is not known
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException where it is no value of the attribute
   */
  static Object read(
      Evaluator evaluator, String name, Object given, Span at, String of, boolean lenient) {
    Object value = evaluator.values().attrValue(given);
    AttrKey<?> key = TaskAttrs.named(name);
    if (value == null) {
      return null;
    }
    if (key == TaskAttrs.DEVICE || key == TaskAttrs.CORE_NUM) {
      return evaluator.values().scalar(value, at, name);
    }
    if (key == TaskAttrs.ARG_DIRECTIONS && value instanceof List<?> texts) {
      value = texts.stream().map(t -> t instanceof String s ? ArgDirection.of(s) : null).toList();
    }
    if (key == null ? lenient || isAttribute(value) : key.accepts(value)) {
      return value;
    }
    throw Reports.error(
        DslRule.ARGUMENT_VALUE,
        of + "'s " + name + " is " + wanted(key) + ", not " + Values.describe(value),
        at,
        null);
  }

  private static String wanted(AttrKey<?> key) {
    if (key == null) {
      return "a number, a text, an enum's constant or a list of these";
    }
    if (key == TaskAttrs.LEVEL) {
      return "a pl.Level";
    }
    if (key == TaskAttrs.ROLE) {
      return "a pl.Role";
    }
    if (key == TaskAttrs.DEPS) {
      return "a list of task ids";
    }
    if (key == TaskAttrs.ARG_DIRECTIONS) {
      return "a list of directions";
    }
    return key.type() == Boolean.class
        ? "True or False"
        : key.type() == String.class ? "a text" : "a dict";
  }

  private static boolean isAttribute(Object value) {
    return switch (value) {
      case null -> true;
      case List<?> list -> list.stream().allMatch(TaskKeywords::isAttribute);
      case Map<?, ?> map -> map.values().stream().allMatch(TaskKeywords::isAttribute);
      default ->
          value instanceof Number
              || value instanceof Boolean
              || value instanceof String
              || value instanceof Enum<?>
              || value instanceof Expr;
    };
  }
}
