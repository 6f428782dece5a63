package org.pyptoj.conformance.pto;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which operations of two lists correspond: the longest common row of names, weighted so that
 * operations that agree in more than their name are preferred.
 */
final class Alignment {
  /**
   * A correspondence; one side is null where an operation has none.
   *
   * @param left operation of the left list, or null
   * @param right operation of the right list, or null
   */
  record Pair(PtoOperation left, PtoOperation right) {}

  private Alignment() {}

  static List<Pair> of(List<PtoOperation> left, List<PtoOperation> right) {
    if (names(left).equals(names(right))) {
      List<Pair> pairs = new ArrayList<>();
      for (int i = 0; i < left.size(); i++) {
        pairs.add(new Pair(left.get(i), right.get(i)));
      }
      return pairs;
    }
    List<String> leftShapes = left.stream().map(Alignment::shape).toList();
    List<String> rightShapes = right.stream().map(Alignment::shape).toList();
    int[][] best = new int[left.size() + 1][right.size() + 1];
    for (int i = left.size() - 1; i >= 0; i--) {
      for (int j = right.size() - 1; j >= 0; j--) {
        int match = weight(left.get(i), leftShapes.get(i), right.get(j), rightShapes.get(j));
        best[i][j] = Math.max(best[i + 1][j], best[i][j + 1]);
        if (match > 0) {
          best[i][j] = Math.max(best[i][j], match + best[i + 1][j + 1]);
        }
      }
    }
    List<Pair> pairs = new ArrayList<>();
    List<PtoOperation> leftAlone = new ArrayList<>();
    List<PtoOperation> rightAlone = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < left.size() && j < right.size()) {
      int match = weight(left.get(i), leftShapes.get(i), right.get(j), rightShapes.get(j));
      if (match > 0 && best[i][j] == match + best[i + 1][j + 1]) {
        closeGap(pairs, leftAlone, rightAlone);
        pairs.add(new Pair(left.get(i++), right.get(j++)));
      } else if (best[i][j] == best[i + 1][j]) {
        leftAlone.add(left.get(i++));
      } else {
        rightAlone.add(right.get(j++));
      }
    }
    leftAlone.addAll(left.subList(i, left.size()));
    rightAlone.addAll(right.subList(j, right.size()));
    closeGap(pairs, leftAlone, rightAlone);
    return pairs;
  }

  /** As many on both sides replace each other; otherwise they are missing and extra. */
  private static void closeGap(
      List<Pair> pairs, List<PtoOperation> left, List<PtoOperation> right) {
    if (left.size() == right.size()) {
      for (int k = 0; k < left.size(); k++) {
        pairs.add(new Pair(left.get(k), right.get(k)));
      }
    } else {
      left.forEach(operation -> pairs.add(new Pair(operation, null)));
      right.forEach(operation -> pairs.add(new Pair(null, operation)));
    }
    left.clear();
    right.clear();
  }

  private static int weight(PtoOperation l, String leftShape, PtoOperation r, String rightShape) {
    if (!l.name().equals(r.name())) {
      return 0;
    }
    return leftShape.equals(rightShape) ? 3 : 2;
  }

  private static List<String> names(List<PtoOperation> operations) {
    return operations.stream().map(PtoOperation::name).toList();
  }

  private static String shape(PtoOperation operation) {
    return operation.name()
        + operation.attributes()
        + operation.types()
        + operation.operands().stream().map(PtoOperand::role).toList()
        + operation.regions().stream()
            .flatMap(region -> region.blocks().stream())
            .map(
                block ->
                    block.operations().stream()
                        .filter(o -> !Arithmetic.explains(o))
                        .map(PtoOperation::name)
                        .collect(Collectors.joining(" ", "{", "}")))
            .toList();
  }
}
