package org.pyptoj.torch;

import java.util.ArrayList;
import java.util.List;

/** Sums of products written as an equation of index letters, such as {@code bij,bjk->bik}. */
final class Einsum {
  /** An operand whose dimension {@code i} carries the label {@code labels.charAt(i)}. */
  private record Labelled(Tensor tensor, String labels) {}

  private Einsum() {}

  static Tensor run(String equation, List<Tensor> operands) {
    String text = equation.replace(" ", "");
    int arrow = text.indexOf("->");
    String[] inputs = (arrow < 0 ? text : text.substring(0, arrow)).split(",", -1);
    if (inputs.length != operands.size()) {
      throw TorchError.runtime(
          "einsum: the equation has %d operands, %d were given"
              .formatted(inputs.length, operands.size()));
    }
    int extra = 0;
    for (int i = 0; i < inputs.length; i++) {
      if (inputs[i].contains("...")) {
        extra = Math.max(extra, operands.get(i).rank() - (inputs[i].length() - 3));
      }
    }
    List<Labelled> parts = new ArrayList<>();
    for (int i = 0; i < inputs.length; i++) {
      parts.add(diagonals(label(inputs[i], operands.get(i), extra)));
    }
    String output = arrow < 0 ? implicit(parts, extra) : dots(text.substring(arrow + 2), extra);
    for (int i = 0; i < output.length(); i++) {
      char c = output.charAt(i);
      boolean known = parts.stream().anyMatch(p -> p.labels.indexOf(c) >= 0);
      if (!known || output.indexOf(c) != i) {
        throw TorchError.runtime("einsum: output label '" + c + "' is unknown or appears twice");
      }
    }
    Labelled result = parts.get(0);
    for (int i = 1; i < parts.size(); i++) {
      StringBuilder needed = new StringBuilder(output);
      parts.subList(i + 1, parts.size()).forEach(p -> needed.append(p.labels));
      result = multiply(result, parts.get(i), needed.toString());
    }
    return arrange(sumOver(result, output), output);
  }

  // Dimensions behind an ellipsis get the labels '0', '1', … counted from the right.

  private static String dots(String labels, int extra) {
    StringBuilder digits = new StringBuilder();
    for (int d = extra - 1; d >= 0; d--) {
      digits.append((char) ('0' + d));
    }
    return labels.replace("...", digits);
  }

  private static Labelled label(String labels, Tensor t, int extra) {
    String full = labels;
    if (labels.contains("...")) {
      full = dots(labels, t.rank() - (labels.length() - 3));
    }
    if (full.length() != t.rank()) {
      throw TorchError.runtime(
          "einsum: '%s' names %d dimensions, the operand has %d"
              .formatted(labels, full.length(), t.rank()));
    }
    return new Labelled(t, full);
  }

  private static String implicit(List<Labelled> parts, int extra) {
    StringBuilder all = new StringBuilder();
    parts.forEach(p -> all.append(p.labels));
    StringBuilder out = new StringBuilder(dots("...", extra));
    all.chars()
        .sorted()
        .filter(Character::isLetter)
        .forEach(
            c -> {
              if (all.indexOf("" + (char) c) == all.lastIndexOf("" + (char) c)) {
                out.append((char) c);
              }
            });
    return out.toString();
  }

  /** A label that appears twice in one operand takes its diagonal. */
  private static Labelled diagonals(Labelled part) {
    for (int i = 0; i < part.labels.length(); i++) {
      int j = part.labels.indexOf(part.labels.charAt(i), i + 1);
      if (j >= 0) {
        if (part.tensor.shape()[i] != part.tensor.shape()[j]) {
          throw TorchError.runtime("einsum: label '" + part.labels.charAt(i) + "' has two sizes");
        }
        String rest = new StringBuilder(part.labels).deleteCharAt(j).deleteCharAt(i).toString();
        return diagonals(new Labelled(part.tensor.diagonal(0, i, j), rest + part.labels.charAt(i)));
      }
    }
    return part;
  }

  private static Labelled sumOver(Labelled part, String kept) {
    List<Long> dims = new ArrayList<>();
    StringBuilder rest = new StringBuilder();
    for (int d = 0; d < part.labels.length(); d++) {
      if (kept.indexOf(part.labels.charAt(d)) < 0) {
        dims.add((long) d);
      } else {
        rest.append(part.labels.charAt(d));
      }
    }
    if (dims.isEmpty()) {
      return part;
    }
    Dtype type = part.tensor.dtype();
    long[] reduced = dims.stream().mapToLong(Long::longValue).toArray();
    return new Labelled(
        Reduction.reduce(Reduction.Op.SUM, part.tensor, reduced, false, type, type),
        rest.toString());
  }

  private static Tensor arrange(Labelled part, String labels) {
    long[] order = new long[labels.length()];
    for (int i = 0; i < order.length; i++) {
      order[i] = part.labels.indexOf(labels.charAt(i));
    }
    return part.tensor.permute(order);
  }

  /** The product of two operands, summed over labels that nothing else needs. */
  private static Labelled multiply(Labelled x, Labelled y, String needed) {
    Labelled a = sumOver(x, needed + y.labels);
    Labelled b = sumOver(y, needed + x.labels);
    StringBuilder batch = new StringBuilder();
    StringBuilder left = new StringBuilder();
    StringBuilder right = new StringBuilder();
    StringBuilder summed = new StringBuilder();
    for (char c : a.labels.toCharArray()) {
      boolean shared = b.labels.indexOf(c) >= 0;
      (shared ? needed.indexOf(c) >= 0 ? batch : summed : left).append(c);
    }
    for (char c : b.labels.toCharArray()) {
      if (a.labels.indexOf(c) < 0) {
        right.append(c);
      }
    }
    // A shared label of size 1 on one side broadcasts.
    Tensor p = arrange(a, "" + batch + left + summed);
    Tensor q = arrange(b, "" + batch + summed + right);
    long[] batchShape = new long[batch.length()];
    long[] sumShape = new long[summed.length()];
    for (int i = 0; i < batchShape.length; i++) {
      batchShape[i] = common(batch.charAt(i), p.shape()[i], q.shape()[i]);
    }
    for (int i = 0; i < sumShape.length; i++) {
      sumShape[i] =
          common(
              summed.charAt(i),
              p.shape()[batchShape.length + left.length() + i],
              q.shape()[batchShape.length + i]);
    }
    long[] leftShape =
        java.util.Arrays.copyOfRange(
            p.shape(), batchShape.length, batchShape.length + left.length());
    long[] rightShape =
        java.util.Arrays.copyOfRange(q.shape(), batchShape.length + sumShape.length, q.rank());
    Tensor u =
        p.expand(join(batchShape, leftShape, sumShape))
            .reshape(Shapes.numel(batchShape), Shapes.numel(leftShape), Shapes.numel(sumShape));
    Tensor v =
        q.expand(join(batchShape, sumShape, rightShape))
            .reshape(Shapes.numel(batchShape), Shapes.numel(sumShape), Shapes.numel(rightShape));
    Tensor product = MatMul.matmul(u, v).reshape(join(batchShape, leftShape, rightShape));
    return new Labelled(product, "" + batch + left + right);
  }

  private static long common(char label, long a, long b) {
    if (a != b && a != 1 && b != 1) {
      throw TorchError.runtime("einsum: label '%c' has sizes %d and %d".formatted(label, a, b));
    }
    return a == 1 ? b : a;
  }

  private static long[] join(long[]... parts) {
    long[] result = {};
    for (long[] part : parts) {
      int at = result.length;
      result = java.util.Arrays.copyOf(result, at + part.length);
      System.arraycopy(part, 0, result, at, part.length);
    }
    return result;
  }
}
