package org.pyptoj.conformance.pto;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One operation.
 *
 * @param name full name with its dialect; {@code module} and {@code func.return} included
 * @param results names of the values that it defines, without the percent sign
 * @param operands values that it uses, each with the role that the text gives it
 * @param attributes by name; those that the operation's own syntax places have the role that an
 *     operand would have there
 * @param types in the order of the text
 * @param regions in the order of the text
 * @param place where the operation's name stands
 */
public record PtoOperation(
    String name,
    List<String> results,
    List<PtoOperand> operands,
    SortedMap<String, PtoAttribute> attributes,
    List<PtoTypeUse> types,
    List<PtoRegion> regions,
    Place place) {
  public PtoOperation {
    results = List.copyOf(results);
    operands = List.copyOf(operands);
    attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
    types = List.copyOf(types);
    regions = List.copyOf(regions);
  }

  /** The dialect's name, or the whole name where there is no dot. */
  public String dialect() {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  /** Types of the results, as far as the text tells: those after the arrow, else the only ones. */
  public List<String> resultTypes() {
    List<String> after =
        types.stream().filter(t -> t.role().endsWith("->")).map(PtoTypeUse::type).toList();
    if (!after.isEmpty()) {
      return after;
    }
    List<String> before =
        types.stream().filter(t -> t.role().equals(":")).map(PtoTypeUse::type).toList();
    return before.size() == results.size() ? before : List.of();
  }
}
