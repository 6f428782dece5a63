package org.pyptoj.torch;

/** Functions of elements: arithmetic, comparisons, rounding, elementary functions. */
final class PointwiseFunctions {
  private PointwiseFunctions() {}

  static Object call(String name, Arguments a) {
    BinaryOp binary = binary(name);
    if (binary != null) {
      a.bind("input other * rounding_mode alpha");
      return arithmetic(binary, a);
    }
    CompareOp compare = compare(name);
    if (compare != null) {
      a.bind("input other");
      Object other = a.required("other");
      if (name.startsWith("__") && (other == null || other instanceof String)) {
        // As between any two Python objects without a common comparison.
        return switch (compare) {
          case EQ -> false;
          case NE -> true;
          default -> throw TorchError.type("a Tensor cannot be ordered against None or a str");
        };
      }
      return Elementwise.compare(compare, a.operand("input"), a.operand("other"));
    }
    UnaryOp unary = unary(name);
    if (unary != null) {
      a.bind("input");
      return Elementwise.unary(unary, a.tensor("input"));
    }
    return switch (name) {
      case "rsub", "__rsub__" -> {
        a.bind("input other * alpha");
        yield Elementwise.binary(BinaryOp.SUB, a.operand("other"), scaled(a, a.operand("input")));
      }
      case "__rtruediv__", "__rdiv__" -> reflected(BinaryOp.DIV, a);
      case "__rfloordiv__" -> reflected(BinaryOp.FLOOR_DIVIDE, a);
      case "__rmod__" -> reflected(BinaryOp.REMAINDER, a);
      case "__rpow__" -> reflected(BinaryOp.POW, a);
      case "__rlshift__" -> reflected(BinaryOp.BITWISE_LEFT_SHIFT, a);
      case "__rrshift__" -> reflected(BinaryOp.BITWISE_RIGHT_SHIFT, a);
      case "round" -> round(a.bind("input * decimals"));
      case "clamp", "clip" -> clamp(a.bind("input min max"));
      case "clamp_min" -> bound(BinaryOp.MAXIMUM, a.bind("input min").tensor("input"), a, "min");
      case "clamp_max" -> bound(BinaryOp.MINIMUM, a.bind("input max").tensor("input"), a, "max");
      case "addcmul" -> {
        a.bind("input tensor1 tensor2 * value");
        yield fused(a, BinaryOp.MUL);
      }
      case "addcdiv" -> {
        a.bind("input tensor1 tensor2 * value");
        yield fused(a, BinaryOp.DIV);
      }
      case "lerp" -> lerp(a.bind("input end weight"));
      case "where" -> where(a.bind("condition input other"));
      case "masked_fill" -> {
        a.bind("input mask value");
        Object value = a.operand("value");
        if (value instanceof Tensor t) {
          value = t.item();
        }
        Tensor x = a.tensor("input");
        Tensor fill = Creation.scalar(value, x.dtype());
        long[] shape = Shapes.broadcast(x.shape(), a.tensor("mask").shape());
        Tensor out = x.expand(shape).copy();
        Elementwise.maskedCopy(out, a.tensor("mask").expand(shape), fill.expand(shape));
        yield out;
      }
      case "isclose" -> {
        a.bind("input other rtol atol equal_nan");
        yield Closeness.isClose(
            a.tensor("input"),
            a.tensor("other"),
            a.number("rtol", 1e-5),
            a.number("atol", 1e-8),
            a.flag("equal_nan", false));
      }
      case "nan_to_num" -> nanToNum(a.bind("input nan posinf neginf"));
      case "logit" -> {
        a.bind("input eps");
        Tensor x = a.tensor("input");
        Tensor p = a.given("eps") ? limits(x, a.number("eps"), 1 - a.number("eps")) : x;
        yield Elementwise.unary(UnaryOp.LOG, divide(p, Elementwise.binary(BinaryOp.SUB, 1L, p)));
      }
      case "leaky_relu" -> {
        a.bind("input negative_slope");
        Tensor x = a.tensor("input");
        Tensor scaled =
            Elementwise.binary(BinaryOp.MUL, x, (Object) a.number("negative_slope", 0.01));
        yield Elementwise.where(Elementwise.compare(CompareOp.GT, x, 0L), x, scaled);
      }
      case "gelu" -> {
        a.bind("input approximate");
        boolean tanh = a.text("approximate", "none").equals("tanh");
        yield Elementwise.unary(tanh ? UnaryOp.GELU_TANH : UnaryOp.GELU, a.tensor("input"));
      }
      case "hardtanh" -> {
        a.bind("input min_val max_val");
        yield limits(a.tensor("input"), a.number("min_val", -1), a.number("max_val", 1));
      }
      case "threshold" -> {
        a.bind("input threshold value");
        Tensor x = a.tensor("input");
        yield Elementwise.where(
            Elementwise.compare(CompareOp.GT, x, a.operand("threshold")),
            x,
            Creation.scalar(a.operand("value"), x.dtype()));
      }
      case "heaviside" -> {
        a.bind("input values");
        Tensor x = a.tensor("input");
        Tensor step = Elementwise.compare(CompareOp.GT, x, 0L).to(x.dtype());
        yield Elementwise.where(Elementwise.compare(CompareOp.EQ, x, 0L), a.tensor("values"), step);
      }
      default -> Dispatch.MISSING;
    };
  }

  private static Tensor reflected(BinaryOp op, Arguments a) {
    a.bind("input other");
    return Elementwise.binary(op, a.operand("other"), a.operand("input"));
  }

  private static Object scaled(Arguments a, Object operand) {
    return a.given("alpha")
        ? Elementwise.binary(
            BinaryOp.MUL, operand instanceof Tensor ? operand : wrap(operand), a.operand("alpha"))
        : operand;
  }

  private static Tensor wrap(Object number) {
    return Creation.scalar(number, Promotion.ofNumber(number));
  }

  private static Object arithmetic(BinaryOp op, Arguments a) {
    Object x = a.operand("input");
    Object y = scaled(a, a.operand("other"));
    BinaryOp chosen = op;
    if (op == BinaryOp.DIV && a.given("rounding_mode")) {
      String mode = a.text("rounding_mode", "");
      switch (mode) {
        case "floor" -> chosen = BinaryOp.FLOOR_DIVIDE;
        case "trunc" -> {
          return truncatedQuotient(x, y);
        }
        default ->
            throw TorchError.runtime(
                "div: rounding_mode is None, 'trunc' or 'floor', not '" + mode + "'");
      }
    }
    if (op == BinaryOp.POW && y instanceof Long e && e < 0 && isInteger(x)) {
      throw TorchError.runtime("integers cannot be raised to the negative power " + e);
    }
    if (a.function().endsWith("_") && !a.function().startsWith("__") && x instanceof Tensor
        || isInPlaceOperator(a.function()) && x instanceof Tensor) {
      return Elementwise.binaryInPlace(chosen, (Tensor) x, y);
    }
    if (!(x instanceof Tensor) && !(y instanceof Tensor)) {
      throw TorchError.type(a.function() + "() needs at least one Tensor");
    }
    return Elementwise.binary(chosen, x, y);
  }

  private static boolean isInPlaceOperator(String name) {
    return switch (name) {
      case "__iadd__",
          "__isub__",
          "__imul__",
          "__itruediv__",
          "__ifloordiv__",
          "__imod__",
          "__ipow__",
          "__iand__",
          "__ior__",
          "__ixor__",
          "__ilshift__",
          "__irshift__" ->
          true;
      default -> false;
    };
  }

  private static boolean isInteger(Object x) {
    return x instanceof Tensor t ? !t.dtype().isFloat() : x instanceof Long;
  }

  private static Tensor truncatedQuotient(Object x, Object y) {
    Dtype dtype = Promotion.of(java.util.List.of(x, y));
    if (dtype.isFloat()) {
      return Elementwise.unary(UnaryOp.TRUNC, Elementwise.binary(BinaryOp.DIV, x, y));
    }
    // The remainder with the dividend's sign leaves what divides without rest.
    Tensor rest = Elementwise.binary(BinaryOp.FMOD, x, y);
    return Elementwise.binary(BinaryOp.FLOOR_DIVIDE, Elementwise.binary(BinaryOp.SUB, x, rest), y);
  }

  private static Tensor divide(Object x, Object y) {
    return Elementwise.binary(BinaryOp.DIV, x, y);
  }

  static Tensor limits(Tensor x, double low, double high) {
    Tensor raised = Elementwise.binary(BinaryOp.MAXIMUM, x, number(x, low));
    return Elementwise.binary(BinaryOp.MINIMUM, raised, number(x, high));
  }

  private static Object number(Tensor x, double value) {
    return x.dtype().isFloat() ? (Object) value : (Object) (long) value;
  }

  private static Tensor round(Arguments a) {
    Tensor x = a.tensor("input");
    long decimals = a.integer("decimals", 0);
    if (decimals == 0 || !x.dtype().isFloat()) {
      return Elementwise.unary(UnaryOp.ROUND, x);
    }
    double scale = Math.pow(10, Math.abs(decimals));
    BinaryOp up = decimals > 0 ? BinaryOp.MUL : BinaryOp.DIV;
    BinaryOp down = decimals > 0 ? BinaryOp.DIV : BinaryOp.MUL;
    Tensor scaled = Elementwise.binary(up, x, (Object) scale);
    return Elementwise.binary(down, Elementwise.unary(UnaryOp.ROUND, scaled), (Object) scale);
  }

  private static Tensor clamp(Arguments a) {
    Tensor x = a.tensor("input");
    if (!a.given("min") && !a.given("max")) {
      throw TorchError.runtime("clamp needs min, max or both");
    }
    if (a.given("min")) {
      x = bound(BinaryOp.MAXIMUM, x, a, "min");
    }
    return a.given("max") ? bound(BinaryOp.MINIMUM, x, a, "max") : x;
  }

  private static Tensor bound(BinaryOp op, Tensor x, Arguments a, String name) {
    return Elementwise.binary(op, x, a.operand(name));
  }

  private static Tensor fused(Arguments a, BinaryOp op) {
    Object product = Elementwise.binary(op, a.tensor("tensor1"), a.tensor("tensor2"));
    if (a.given("value")) {
      product = Elementwise.binary(BinaryOp.MUL, product, a.operand("value"));
    }
    return Elementwise.binary(BinaryOp.ADD, a.tensor("input"), product);
  }

  private static Tensor lerp(Arguments a) {
    Tensor x = a.tensor("input");
    Tensor step = Elementwise.binary(BinaryOp.SUB, a.tensor("end"), x);
    return Elementwise.binary(
        BinaryOp.ADD, x, Elementwise.binary(BinaryOp.MUL, step, a.operand("weight")));
  }

  private static Object where(Arguments a) {
    Tensor condition = a.tensor("condition");
    if (a.get("input") == null) {
      return new Values.Tuple(Indexing.nonzero(condition).unbind(1));
    }
    // As a method the first operand is the tensor and the condition comes second.
    Object x = a.operand("input");
    if (condition.dtype() != Dtype.BOOL && x instanceof Tensor t && t.dtype() == Dtype.BOOL) {
      return Elementwise.where(t, condition, a.operand("other"));
    }
    return Elementwise.where(condition, x, a.operand("other"));
  }

  private static Tensor nanToNum(Arguments a) {
    Tensor x = a.tensor("input");
    if (!x.dtype().isFloat()) {
      return x.copy();
    }
    Tensor out = x.copy();
    replace(out, UnaryOp.ISNAN, x, a.number("nan", 0));
    replace(out, UnaryOp.ISPOSINF, x, a.number("posinf", x.dtype().max()));
    replace(out, UnaryOp.ISNEGINF, x, a.number("neginf", x.dtype().min()));
    return out;
  }

  private static void replace(Tensor out, UnaryOp test, Tensor x, double value) {
    Tensor fill = Creation.scalar(value, x.dtype());
    Elementwise.maskedCopy(out, Elementwise.unary(test, x), fill.expand(x.shape()));
  }

  private static BinaryOp binary(String name) {
    return switch (name) {
      case "add", "add_", "__add__", "__radd__", "__iadd__" -> BinaryOp.ADD;
      case "sub", "sub_", "subtract", "subtract_", "__sub__", "__isub__" -> BinaryOp.SUB;
      case "mul", "mul_", "multiply", "multiply_", "__mul__", "__rmul__", "__imul__" ->
          BinaryOp.MUL;
      case "div",
          "div_",
          "divide",
          "divide_",
          "true_divide",
          "true_divide_",
          "__truediv__",
          "__itruediv__" ->
          BinaryOp.DIV;
      case "floor_divide", "floor_divide_", "__floordiv__", "__ifloordiv__" ->
          BinaryOp.FLOOR_DIVIDE;
      case "remainder", "remainder_", "__mod__", "__imod__" -> BinaryOp.REMAINDER;
      case "fmod", "fmod_" -> BinaryOp.FMOD;
      case "pow", "pow_", "float_power", "__pow__", "__ipow__" -> BinaryOp.POW;
      case "maximum" -> BinaryOp.MAXIMUM;
      case "minimum" -> BinaryOp.MINIMUM;
      case "fmax" -> BinaryOp.FMAX;
      case "fmin" -> BinaryOp.FMIN;
      case "atan2", "arctan2" -> BinaryOp.ATAN2;
      case "hypot" -> BinaryOp.HYPOT;
      case "copysign" -> BinaryOp.COPYSIGN;
      case "logaddexp" -> BinaryOp.LOGADDEXP;
      case "xlogy" -> BinaryOp.XLOGY;
      case "gcd" -> BinaryOp.GCD;
      case "lcm" -> BinaryOp.LCM;
      case "bitwise_and", "bitwise_and_", "__and__", "__rand__", "__iand__" -> BinaryOp.BITWISE_AND;
      case "bitwise_or", "bitwise_or_", "__or__", "__ror__", "__ior__" -> BinaryOp.BITWISE_OR;
      case "bitwise_xor", "bitwise_xor_", "__xor__", "__rxor__", "__ixor__" -> BinaryOp.BITWISE_XOR;
      case "bitwise_left_shift", "__lshift__", "__ilshift__" -> BinaryOp.BITWISE_LEFT_SHIFT;
      case "bitwise_right_shift", "__rshift__", "__irshift__" -> BinaryOp.BITWISE_RIGHT_SHIFT;
      default -> null;
    };
  }

  private static CompareOp compare(String name) {
    return switch (name) {
      case "eq", "__eq__" -> CompareOp.EQ;
      case "ne", "not_equal", "__ne__" -> CompareOp.NE;
      case "lt", "less", "__lt__" -> CompareOp.LT;
      case "le", "less_equal", "__le__" -> CompareOp.LE;
      case "gt", "greater", "__gt__" -> CompareOp.GT;
      case "ge", "greater_equal", "__ge__" -> CompareOp.GE;
      case "logical_and" -> CompareOp.LOGICAL_AND;
      case "logical_or" -> CompareOp.LOGICAL_OR;
      case "logical_xor" -> CompareOp.LOGICAL_XOR;
      default -> null;
    };
  }

  private static UnaryOp unary(String name) {
    return switch (name) {
      case "neg", "negative", "__neg__" -> UnaryOp.NEG;
      case "positive", "__pos__" -> UnaryOp.POSITIVE;
      case "abs", "absolute", "__abs__" -> UnaryOp.ABS;
      case "sign", "sgn" -> UnaryOp.SIGN;
      case "square" -> UnaryOp.SQUARE;
      case "floor" -> UnaryOp.FLOOR;
      case "ceil" -> UnaryOp.CEIL;
      case "trunc", "fix" -> UnaryOp.TRUNC;
      case "frac" -> UnaryOp.FRAC;
      case "relu" -> UnaryOp.RELU;
      case "relu6" -> UnaryOp.RELU6;
      case "bitwise_not", "__invert__" -> UnaryOp.BITWISE_NOT;
      case "logical_not" -> UnaryOp.LOGICAL_NOT;
      case "isnan" -> UnaryOp.ISNAN;
      case "isinf" -> UnaryOp.ISINF;
      case "isfinite" -> UnaryOp.ISFINITE;
      case "isposinf" -> UnaryOp.ISPOSINF;
      case "isneginf" -> UnaryOp.ISNEGINF;
      case "signbit" -> UnaryOp.SIGNBIT;
      case "reciprocal" -> UnaryOp.RECIPROCAL;
      case "sqrt" -> UnaryOp.SQRT;
      case "rsqrt" -> UnaryOp.RSQRT;
      case "exp" -> UnaryOp.EXP;
      case "exp2" -> UnaryOp.EXP2;
      case "expm1" -> UnaryOp.EXPM1;
      case "log" -> UnaryOp.LOG;
      case "log2" -> UnaryOp.LOG2;
      case "log10" -> UnaryOp.LOG10;
      case "log1p" -> UnaryOp.LOG1P;
      case "sin" -> UnaryOp.SIN;
      case "cos" -> UnaryOp.COS;
      case "tan" -> UnaryOp.TAN;
      case "asin", "arcsin" -> UnaryOp.ASIN;
      case "acos", "arccos" -> UnaryOp.ACOS;
      case "atan", "arctan" -> UnaryOp.ATAN;
      case "sinh" -> UnaryOp.SINH;
      case "cosh" -> UnaryOp.COSH;
      case "tanh" -> UnaryOp.TANH;
      case "asinh", "arcsinh" -> UnaryOp.ASINH;
      case "acosh", "arccosh" -> UnaryOp.ACOSH;
      case "atanh", "arctanh" -> UnaryOp.ATANH;
      case "sigmoid", "expit" -> UnaryOp.SIGMOID;
      case "silu" -> UnaryOp.SILU;
      case "logsigmoid" -> UnaryOp.LOGSIGMOID;
      case "softplus" -> UnaryOp.SOFTPLUS;
      case "elu" -> UnaryOp.ELU;
      case "erf" -> UnaryOp.ERF;
      case "erfc" -> UnaryOp.ERFC;
      case "deg2rad" -> UnaryOp.DEG2RAD;
      case "rad2deg" -> UnaryOp.RAD2DEG;
      default -> null;
    };
  }
}
