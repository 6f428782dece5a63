package org.pyptoj.torch;

import java.util.List;

/** Random tensors; holds the generator that calls without one draw from. */
final class RandomFunctions {
  private final TorchGenerator shared = new TorchGenerator();

  Object call(String name, Arguments a) {
    return switch (name) {
      case "manual_seed", "_manual_seed" -> {
        a.bind("seed");
        shared.seed(a.integer("seed"));
        yield shared;
      }
      case "initial_seed" -> {
        a.bind("none");
        yield shared.seed();
      }
      case "seed" -> {
        a.bind("none");
        shared.seed(System.nanoTime());
        yield shared.seed();
      }
      case "default_generator" -> {
        a.bind("none");
        yield shared;
      }
      case "_generator_seed" -> {
        a.bind("generator seed");
        TorchGenerator g = a.generator("generator", shared);
        if (a.given("seed")) {
          g.seed(a.integer("seed"));
        }
        yield g.seed();
      }
      case "get_rng_state", "_generator_state" -> {
        a.bind("generator");
        yield a.generator("generator", shared).state();
      }
      case "set_rng_state" -> {
        a.bind("state generator");
        if (!(a.required("state") instanceof TorchGenerator.State state)) {
          throw TorchError.type("set_rng_state expects what get_rng_state returned");
        }
        a.generator("generator", shared).restore(state);
        yield null;
      }
      case "rand" -> {
        a.bind("size... * generator dtype out");
        Tensor t = RandomNumbers.fresh(floating(a), a.integers("size"), generator(a));
        RandomNumbers.uniform(t, 0, 1, generator(a));
        yield t;
      }
      case "rand_like" -> {
        a.bind("input * generator dtype");
        Tensor x = a.tensor("input");
        Tensor t = RandomNumbers.fresh(a.dtype("dtype", x.dtype()), x.shape(), generator(a));
        checkFloat(t.dtype(), name);
        RandomNumbers.uniform(t, 0, 1, generator(a));
        yield t;
      }
      case "randn" -> {
        a.bind("size... * generator dtype out");
        Tensor t = RandomNumbers.fresh(floating(a), a.integers("size"), generator(a));
        RandomNumbers.normal(t, 0, 1, generator(a));
        yield t;
      }
      case "randn_like" -> {
        a.bind("input * generator dtype");
        Tensor x = a.tensor("input");
        Tensor t = RandomNumbers.fresh(a.dtype("dtype", x.dtype()), x.shape(), generator(a));
        checkFloat(t.dtype(), name);
        RandomNumbers.normal(t, 0, 1, generator(a));
        yield t;
      }
      case "randint" -> randint(a);
      case "randint_like" -> {
        a.bind("input low high * generator dtype");
        Tensor x = a.tensor("input");
        boolean one = !a.given("high");
        Tensor t = RandomNumbers.fresh(a.dtype("dtype", x.dtype()), x.shape(), generator(a));
        RandomNumbers.integers(
            t, one ? 0 : a.integer("low"), a.integer(one ? "low" : "high"), generator(a));
        yield t;
      }
      case "randperm" -> {
        a.bind("n * generator dtype");
        yield RandomNumbers.permutation(
            a.integer("n"), a.dtype("dtype", Dtype.INT64), generator(a));
      }
      case "normal" -> normal(a.bind("mean std size * generator dtype"));
      case "uniform_" -> {
        a.bind("input from to * generator");
        Tensor t = a.tensor("input");
        RandomNumbers.uniform(t, a.number("from", 0), a.number("to", 1), generator(a));
        yield t;
      }
      case "normal_" -> {
        a.bind("input mean std * generator");
        Tensor t = a.tensor("input");
        RandomNumbers.normal(t, a.number("mean", 0), a.number("std", 1), generator(a));
        yield t;
      }
      case "random_" -> {
        a.bind("input from to * generator");
        Tensor t = a.tensor("input");
        long from = a.given("to") ? a.integer("from") : 0;
        long to = a.given("to") ? a.integer("to") : a.integer("from", limit(t.dtype()));
        RandomNumbers.integers(t, from, to, generator(a));
        yield t;
      }
      default -> Dispatch.MISSING;
    };
  }

  /** One more than the largest integer that a type holds without gaps. */
  private static long limit(Dtype d) {
    if (d.isFloat()) {
      return (1L << d.mantissaBits() + 1) + 1;
    }
    return d == Dtype.INT64 ? Long.MAX_VALUE : d.maxLong() + 1;
  }

  private TorchGenerator generator(Arguments a) {
    return a.generator("generator", shared);
  }

  private static Dtype floating(Arguments a) {
    Dtype dtype = a.dtype("dtype", Promotion.DEFAULT_FLOAT);
    checkFloat(dtype, a.function());
    return dtype;
  }

  private static void checkFloat(Dtype dtype, String name) {
    if (!dtype.isFloat() || dtype.isFloat8()) {
      throw TorchError.runtime(name + " is not defined for " + dtype);
    }
  }

  private Tensor randint(Arguments a) {
    // The lower bound may be left out although it comes first.
    boolean two =
        a.positional().size() > 1 && a.positional().get(1) instanceof List<?>
            || a.positional().size() == 1
                && a.keywords().containsKey("size")
                && !a.keywords().containsKey("high");
    a.bind(two ? "high size * low generator dtype" : "low high size * generator dtype");
    Tensor t = RandomNumbers.fresh(a.dtype("dtype", Dtype.INT64), a.integers("size"), generator(a));
    RandomNumbers.integers(t, a.integer("low", 0), a.integer("high"), generator(a));
    return t;
  }

  private Tensor normal(Arguments a) {
    Object mean = a.given("mean") ? a.operand("mean") : (Object) 0.0;
    Object std = a.given("std") ? a.operand("std") : (Object) 1.0;
    if (!(mean instanceof Tensor) && !(std instanceof Tensor)) {
      Tensor t = RandomNumbers.fresh(floating(a), a.integers("size"), generator(a));
      RandomNumbers.normal(t, Creation.number(mean), Creation.number(std), generator(a));
      return t;
    }
    Dtype dtype = Promotion.toFloat(Promotion.of(List.of(mean, std)));
    long[] first = mean instanceof Tensor m ? m.shape() : new long[0];
    long[] second = std instanceof Tensor s ? s.shape() : new long[0];
    Tensor t = RandomNumbers.fresh(dtype, Shapes.broadcast(first, second), generator(a));
    RandomNumbers.normal(t, 0, 1, generator(a));
    return Elementwise.binary(BinaryOp.ADD, Elementwise.binary(BinaryOp.MUL, t, std), mean);
  }
}
