package org.pyptoj.torch;

import java.util.Arrays;

/** Functions of {@code torch.nn.functional} and their plain twins. */
final class NeuralFunctions {
  private NeuralFunctions() {}

  static Object call(String name, Arguments a) {
    return switch (name) {
      case "softmax", "log_softmax", "softmin" -> {
        a.bind("input dim _stacklevel dtype");
        Tensor x = a.tensor("input");
        Dtype dtype = a.dtype("dtype", x.dtype());
        yield softmax(x.to(dtype), a.integer("dim"), name);
      }
      case "linear" -> {
        a.bind("input weight bias");
        Tensor w = a.tensor("weight");
        Tensor product = MatMul.matmul(a.tensor("input"), w.rank() == 1 ? w : w.transpose(0, 1));
        yield a.given("bias")
            ? Elementwise.binary(BinaryOp.ADD, product, a.tensor("bias"))
            : product;
      }
      case "layer_norm" -> layerNorm(a.bind("input normalized_shape weight bias eps"));
      case "rms_norm" -> rmsNorm(a.bind("input normalized_shape weight eps"));
      case "normalize" -> {
        a.bind("input p dim eps");
        Tensor x = a.tensor("input");
        Tensor n =
            ReductionFunctions.norm(x, a.number("p", 2), new long[] {a.integer("dim", 1)}, true);
        Tensor bounded = Elementwise.binary(BinaryOp.MAXIMUM, n, (Object) a.number("eps", 1e-12));
        yield Elementwise.binary(BinaryOp.DIV, x, bounded);
      }
      case "cosine_similarity" -> cosine(a.bind("x1 x2 dim eps"));
      case "one_hot" -> oneHot(a.bind("tensor num_classes"));
      case "embedding" -> {
        a.bind("input weight padding_idx");
        Tensor index = a.tensor("input");
        Tensor w = a.tensor("weight");
        Tensor rows = IndexFunctions.indexSelect(w, 0, index.flatten(0, -1));
        long[] shape = Shapes.insert(index.shape(), index.rank(), w.shape()[1]);
        yield rows.reshape(shape);
      }
      case "pad" -> pad(a.bind("input pad mode value"));
      case "mse_loss" -> {
        a.bind("input target * reduction");
        Tensor d = Elementwise.binary(BinaryOp.SUB, a.tensor("input"), a.tensor("target"));
        yield loss(Elementwise.unary(UnaryOp.SQUARE, d), a);
      }
      case "l1_loss" -> {
        a.bind("input target * reduction");
        Tensor d = Elementwise.binary(BinaryOp.SUB, a.tensor("input"), a.tensor("target"));
        yield loss(Elementwise.unary(UnaryOp.ABS, d), a);
      }
      case "scaled_dot_product_attention" ->
          attention(a.bind("query key value attn_mask dropout_p is_causal * scale enable_gqa"));
      default -> Dispatch.MISSING;
    };
  }

  private static Tensor loss(Tensor values, Arguments a) {
    String reduction = a.text("reduction", "mean");
    return switch (reduction) {
      case "none" -> values;
      case "sum" -> ReductionFunctions.sum(Reduction.Op.SUM, values, null, false, null);
      case "mean" -> ReductionFunctions.mean(values, null, false, null);
      default -> throw TorchError.value("unknown reduction '" + reduction + "'");
    };
  }

  private static Tensor softmax(Tensor x, long dim, String kind) {
    if (!x.dtype().isFloat()) {
      throw TorchError.runtime(kind + " is not defined for " + x.dtype());
    }
    boolean log = kind.equals("log_softmax");
    double sign = kind.equals("softmin") ? -1 : 1;
    return Lines.map(
        x,
        Shapes.dim(dim, x.rank()),
        x.dtype(),
        (in, n, out) -> {
          double top = Double.NEGATIVE_INFINITY;
          for (int i = 0; i < n; i++) {
            top = Math.max(top, sign * in[i]);
          }
          double total = 0;
          for (int i = 0; i < n; i++) {
            out[i] = Math.exp(sign * in[i] - top);
            total += out[i];
          }
          for (int i = 0; i < n; i++) {
            out[i] = log ? in[i] - top - Math.log(total) : out[i] / total;
          }
        });
  }

  /** Lines over the trailing dimensions of a normalisation, and the way back. */
  private static Tensor normalised(Tensor x, long[] shape, Lines.DoubleLine f) {
    int lead = x.rank() - shape.length;
    if (lead < 0 || !Arrays.equals(Arrays.copyOfRange(x.shape(), lead, x.rank()), shape)) {
      throw TorchError.runtime(
          "normalized_shape %s does not end shape %s"
              .formatted(Shapes.text(shape), Shapes.text(x.shape())));
    }
    Tensor lines = x.reshape(-1, Shapes.numel(shape));
    Tensor out = Tensor.zeros(x.dtype(), lines.shape());
    Lines.run(lines, out, f);
    return out.reshape(x.shape());
  }

  private static Tensor layerNorm(Arguments a) {
    double eps = a.number("eps", 1e-5);
    Tensor y =
        normalised(
            a.tensor("input"),
            a.integers("normalized_shape"),
            (in, n, out) -> {
              double mean = 0;
              for (int i = 0; i < n; i++) {
                mean += in[i];
              }
              mean /= n;
              double squares = 0;
              for (int i = 0; i < n; i++) {
                squares += (in[i] - mean) * (in[i] - mean);
              }
              double scale = 1 / Math.sqrt(squares / n + eps);
              for (int i = 0; i < n; i++) {
                out[i] = (in[i] - mean) * scale;
              }
            });
    return affine(y, a.tensorOrNull("weight"), a.tensorOrNull("bias"));
  }

  private static Tensor rmsNorm(Arguments a) {
    Tensor x = a.tensor("input");
    double eps = a.number("eps", Math.scalb(1.0, -x.dtype().mantissaBits()));
    Tensor y =
        normalised(
            x,
            a.integers("normalized_shape"),
            (in, n, out) -> {
              double squares = 0;
              for (int i = 0; i < n; i++) {
                squares += in[i] * in[i];
              }
              double scale = 1 / Math.sqrt(squares / n + eps);
              for (int i = 0; i < n; i++) {
                out[i] = in[i] * scale;
              }
            });
    return affine(y, a.tensorOrNull("weight"), null);
  }

  private static Tensor affine(Tensor x, Tensor weight, Tensor bias) {
    Tensor y = weight == null ? x : Elementwise.binary(BinaryOp.MUL, x, weight);
    return bias == null ? y : Elementwise.binary(BinaryOp.ADD, y, bias);
  }

  private static Tensor cosine(Arguments a) {
    Tensor x = a.tensor("x1");
    Tensor y = a.tensor("x2");
    long[] dim = {a.integer("dim", 1)};
    Object eps = a.number("eps", 1e-8);
    Tensor dot =
        ReductionFunctions.sum(
            Reduction.Op.SUM, Elementwise.binary(BinaryOp.MUL, x, y), dim, false, null);
    Tensor p = Elementwise.binary(BinaryOp.MAXIMUM, ReductionFunctions.norm(x, 2, dim, false), eps);
    Tensor q = Elementwise.binary(BinaryOp.MAXIMUM, ReductionFunctions.norm(y, 2, dim, false), eps);
    return Elementwise.binary(BinaryOp.DIV, dot, Elementwise.binary(BinaryOp.MUL, p, q));
  }

  private static Tensor oneHot(Arguments a) {
    Tensor x = a.tensor("tensor");
    if (x.dtype() != Dtype.INT64) {
      throw TorchError.runtime("one_hot needs an int64 tensor, got " + x.dtype());
    }
    long[] values = Indexing.toLongs(x);
    long classes = a.integer("num_classes", -1);
    if (classes < 0) {
      classes = Arrays.stream(values).max().orElse(-1) + 1;
    }
    long[] flags = new long[(int) (values.length * classes)];
    for (int i = 0; i < values.length; i++) {
      if (values[i] < 0 || values[i] >= classes) {
        throw TorchError.runtime("one_hot: class %d is not below %d".formatted(values[i], classes));
      }
      flags[(int) (i * classes + values[i])] = 1;
    }
    return Creation.ofLongs(flags, Dtype.INT64, Shapes.insert(x.shape(), x.rank(), classes));
  }

  private static Tensor pad(Arguments a) {
    Tensor x = a.tensor("input");
    long[] amounts = a.integers("pad");
    if (!a.text("mode", "constant").equals("constant")) {
      throw TorchError.missing("nn.functional.pad with mode '" + a.text("mode", "") + "'");
    }
    long[] shape = x.shape().clone();
    Tensor source = x;
    int pairs = amounts.length / 2;
    if (amounts.length % 2 != 0 || pairs > x.rank()) {
      throw TorchError.runtime("pad needs a pair of amounts for each of the last dimensions");
    }
    for (int i = 0; i < pairs; i++) {
      int d = x.rank() - 1 - i;
      long before = amounts[2 * i];
      long after = amounts[2 * i + 1];
      shape[d] += before + after;
      long from = Math.max(-before, 0);
      source = source.narrow(d, from, x.shape()[d] - from - Math.max(-after, 0));
    }
    Object value = a.given("value") ? a.operand("value") : (Object) 0L;
    Tensor out = Creation.full(value, x.dtype(), shape);
    Tensor inside = out;
    for (int i = 0; i < pairs; i++) {
      int d = x.rank() - 1 - i;
      inside = inside.narrow(d, Math.max(amounts[2 * i], 0), source.shape()[d]);
    }
    Copy.copy(source, inside);
    return out;
  }

  private static Tensor attention(Arguments a) {
    Tensor q = a.tensor("query");
    Tensor k = a.tensor("key");
    if (a.number("dropout_p", 0) != 0 || a.flag("enable_gqa", false)) {
      throw TorchError.missing("scaled_dot_product_attention with dropout or grouped heads");
    }
    double scale = a.number("scale", 1 / Math.sqrt(q.size(-1)));
    Tensor scores =
        Elementwise.binary(BinaryOp.MUL, MatMul.matmul(q, k.transpose(-2, -1)), (Object) scale);
    Object least = Double.NEGATIVE_INFINITY;
    if (a.flag("is_causal", false)) {
      Tensor ones = Creation.full(1L, Dtype.BOOL, q.size(-2), k.size(-2));
      Tensor lower =
          (Tensor)
              CreationFunctions.call(
                  "tril", new Arguments("tril", java.util.List.of(ones), java.util.Map.of()));
      scores = Elementwise.where(lower, scores, least);
    }
    if (a.given("attn_mask")) {
      Tensor mask = a.tensor("attn_mask");
      scores =
          mask.dtype() == Dtype.BOOL
              ? Elementwise.where(mask, scores, least)
              : Elementwise.binary(BinaryOp.ADD, scores, mask);
    }
    return MatMul.matmul(softmax(scores, -1, "softmax"), a.tensor("value"));
  }
}
