package org.pyptoj.torch;

import java.util.List;

/** Matrix products and what is built of them. */
final class LinearFunctions {
  private LinearFunctions() {}

  static Object call(String name, Arguments a) {
    return switch (name) {
      case "matmul", "__matmul__" -> {
        a.bind("input other");
        yield MatMul.matmul(a.tensor("input"), a.tensor("other"));
      }
      case "__rmatmul__" -> {
        a.bind("input other");
        yield MatMul.matmul(a.tensor("other"), a.tensor("input"));
      }
      case "mm" -> {
        a.bind("input mat2");
        yield product(name, a.tensor("input"), 2, a.tensor("mat2"), 2);
      }
      case "bmm" -> {
        a.bind("input mat2");
        Tensor x = a.tensor("input");
        Tensor y = a.tensor("mat2");
        if (x.rank() == 3 && y.rank() == 3 && x.shape()[0] != y.shape()[0]) {
          throw TorchError.runtime(
              "bmm: batch sizes %d and %d differ".formatted(x.shape()[0], y.shape()[0]));
        }
        yield product(name, x, 3, y, 3);
      }
      case "mv" -> {
        a.bind("input vec");
        yield product(name, a.tensor("input"), 2, a.tensor("vec"), 1);
      }
      case "dot", "vdot", "inner" -> {
        a.bind("input other");
        Tensor x = a.tensor("input");
        Tensor y = a.tensor("other");
        if (name.equals("inner") && (x.rank() > 1 || y.rank() > 1)) {
          yield MatMul.matmul(x, y.rank() == 1 ? y : y.transpose(-2, -1));
        }
        yield product(name, x, 1, y, 1);
      }
      case "outer", "ger" -> {
        a.bind("input vec2");
        Tensor x = a.tensor("input");
        Tensor y = a.tensor("vec2");
        if (x.rank() != 1 || y.rank() != 1) {
          throw TorchError.runtime("outer needs two vectors");
        }
        yield Elementwise.binary(BinaryOp.MUL, x.unsqueeze(1), y.unsqueeze(0));
      }
      case "addmm", "addbmm", "baddbmm", "addmv" -> added(name, a);
      case "chain_matmul" -> chain(a.bind("matrices...").tensors("matrices"));
      case "kron" -> {
        a.bind("input other");
        yield kron(a.tensor("input"), a.tensor("other"));
      }
      case "trace" -> {
        Tensor x = a.bind("input").tensor("input");
        yield ReductionFunctions.sum(Reduction.Op.SUM, x.diagonal(0, 0, 1), null, false, null);
      }
      case "tensordot" -> tensordot(a.bind("input other dims"));
      case "einsum" -> {
        a.bind("equation operands...");
        yield Einsum.run(a.text("equation", null), a.tensors("operands"));
      }
      case "_linalg_qr" -> HouseholderQr.factor(a.bind("input").tensor("input"));
      default -> Dispatch.MISSING;
    };
  }

  private static Tensor product(String name, Tensor x, int xRank, Tensor y, int yRank) {
    if (x.rank() != xRank || y.rank() != yRank) {
      throw TorchError.runtime(
          "%s needs operands of %d and %d dimensions, got shapes %s and %s"
              .formatted(name, xRank, yRank, Shapes.text(x.shape()), Shapes.text(y.shape())));
    }
    return MatMul.matmul(x, y);
  }

  private static Tensor added(String name, Arguments a) {
    a.bind("input mat1 mat2 * beta alpha");
    Tensor product = MatMul.matmul(a.tensor("mat1"), a.tensor("mat2"));
    if (name.equals("addbmm")) {
      product = ReductionFunctions.sum(Reduction.Op.SUM, product, new long[] {0}, false, null);
    }
    Object scaled =
        a.given("alpha") ? Elementwise.binary(BinaryOp.MUL, product, a.operand("alpha")) : product;
    Object base =
        a.given("beta")
            ? Elementwise.binary(BinaryOp.MUL, a.tensor("input"), a.operand("beta"))
            : a.tensor("input");
    return Elementwise.binary(BinaryOp.ADD, base, scaled);
  }

  private static Tensor chain(List<Tensor> matrices) {
    Tensor result = matrices.get(0);
    for (Tensor m : matrices.subList(1, matrices.size())) {
      result = MatMul.matmul(result, m);
    }
    return result;
  }

  private static Tensor kron(Tensor x, Tensor y) {
    int rank = Math.max(x.rank(), y.rank());
    Tensor p = x;
    Tensor q = y;
    while (p.rank() < rank) {
      p = p.unsqueeze(0);
    }
    while (q.rank() < rank) {
      q = q.unsqueeze(0);
    }
    long[] shape = new long[rank];
    for (int d = 0; d < rank; d++) {
      shape[d] = p.shape()[d] * q.shape()[d];
    }
    for (int d = rank - 1; d >= 0; d--) {
      p = p.unsqueeze(d + 1);
      q = q.unsqueeze(d);
    }
    return Elementwise.binary(BinaryOp.MUL, p, q).reshape(shape);
  }

  private static Tensor tensordot(Arguments a) {
    Tensor x = a.tensor("input");
    Tensor y = a.tensor("other");
    long[] left;
    long[] right;
    if (a.get("dims") instanceof List<?> both) {
      Arguments pair = new Arguments("tensordot", List.copyOf(both), java.util.Map.of());
      pair.bind("left right");
      left = pair.integers("left");
      right = pair.integers("right");
    } else {
      int n = (int) a.integer("dims", 2);
      left = new long[n];
      right = new long[n];
      for (int i = 0; i < n; i++) {
        left[i] = x.rank() - n + i;
        right[i] = i;
      }
    }
    StringBuilder first = new StringBuilder();
    StringBuilder second = new StringBuilder();
    StringBuilder out = new StringBuilder();
    char letter = 'a';
    for (int d = 0; d < x.rank(); d++) {
      first.append(letter++);
    }
    for (int d = 0; d < y.rank(); d++) {
      second.append(letter++);
    }
    for (int i = 0; i < left.length; i++) {
      second.setCharAt(Shapes.dim(right[i], y.rank()), first.charAt(Shapes.dim(left[i], x.rank())));
    }
    for (String part : List.of(first.toString(), second.toString())) {
      for (char c : part.toCharArray()) {
        boolean summed = first.indexOf("" + c) >= 0 && second.indexOf("" + c) >= 0;
        if (!summed) {
          out.append(c);
        }
      }
    }
    return Einsum.run(first + "," + second + "->" + out, List.of(x, y));
  }
}
