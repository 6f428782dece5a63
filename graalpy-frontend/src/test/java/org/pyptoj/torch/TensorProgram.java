package org.pyptoj.torch;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A random sequence of calls: creation, views, casts, arithmetic, writes into views and bases,
 * random numbers and seeds, reads. Which calls it makes depends on the seed and on shapes and types
 * alone, so that it is the same sequence however values are computed.
 */
final class TensorProgram {
  private static final Dtype[] TYPES = {
    Dtype.FLOAT32,
    Dtype.FLOAT32,
    Dtype.FLOAT64,
    Dtype.BFLOAT16,
    Dtype.FLOAT16,
    Dtype.INT32,
    Dtype.INT64,
    Dtype.UINT8,
    Dtype.BOOL
  };
  private static final String[] UNARY = {
    "neg",
    "abs",
    "exp",
    "relu",
    "sqrt",
    "sign",
    "square",
    "isnan",
    "logical_not",
    "frac",
    "floor",
    "bitwise_not",
    "reciprocal",
    "sigmoid"
  };
  private static final String[] BINARY = {
    "add",
    "sub",
    "mul",
    "div",
    "maximum",
    "minimum",
    "remainder",
    "floor_divide",
    "pow",
    "eq",
    "lt",
    "ge",
    "logical_and",
    "bitwise_xor",
    "fmod",
    "matmul"
  };
  private static final String[] CASTS = {
    "float", "double", "half", "bfloat16", "int", "long", "byte", "bool"
  };
  private static final String[] REDUCTIONS = {"sum", "amax", "mean", "any", "prod", "argmax"};
  private static final String[] IN_PLACE = {
    "add_", "mul_", "sub_", "copy_", "div_", "remainder_", "maximum_"
  };

  /** Larger results are dropped, lest repetitions of repetitions grow without bound. */
  private static final long MOST_ELEMENTS = 1 << 18;

  private final Random random;
  private final Dispatch dispatch = new Dispatch(new RandomFunctions());
  private final TorchGenerator own = new TorchGenerator();
  private final List<Tensor> tensors = new ArrayList<>();
  private final List<MemorySegment> outside = new ArrayList<>();
  private final List<Object> states = new ArrayList<>();
  private final List<String> transcript = new ArrayList<>();
  private final int widest;
  private final Postponed postponed;

  /**
   * @param widest the greatest size of a dimension
   */
  TensorProgram(long seed, int widest) {
    this(seed, widest, null);
  }

  /**
   * @param postponed takes what kernels do; null: they do it at once
   */
  TensorProgram(long seed, int widest, Postponed postponed) {
    random = new Random(seed);
    this.widest = widest;
    this.postponed = postponed;
  }

  /** Makes so many calls and returns what they gave, and at last all tensors' elements. */
  List<String> run(int calls) {
    for (int i = 0; i < calls; i++) {
      String what = "";
      try {
        what = step();
      } catch (TorchError e) {
        what = e.kind() + ": " + e.getMessage();
      } catch (ArithmeticException | IndexOutOfBoundsException e) {
        what = e.toString();
      }
      transcript.add(i + " " + what);
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < tensors.size(); i++) {
      order.add(i);
    }
    java.util.Collections.shuffle(order, random);
    for (int i : order) {
      transcript.add("tensor " + i + ": " + show(tensors.get(i)));
    }
    return transcript;
  }

  private int upTo(int n) {
    return random.nextInt(n);
  }

  private <T> T one(T[] choices) {
    return choices[upTo(choices.length)];
  }

  private Tensor any() {
    return tensors.isEmpty() ? keep(call("ones", size())) : tensors.get(upTo(tensors.size()));
  }

  /** One of those that were made last, so that long chains arise. */
  private Tensor recent() {
    int n = tensors.size();
    return n == 0 ? any() : tensors.get(n - 1 - upTo(Math.min(n, 4)));
  }

  private Tensor keep(Object result) {
    Tensor t = (Tensor) result;
    if (t.numel() <= MOST_ELEMENTS) {
      tensors.add(t);
    }
    return t;
  }

  private Object call(String name, Object... args) {
    return dispatch.call(name, Arrays.asList(args), Map.of());
  }

  private Object with(String name, Map<String, Object> keywords, Object... args) {
    return dispatch.call(name, Arrays.asList(args), keywords);
  }

  private List<Object> size() {
    List<Object> sizes = new ArrayList<>();
    for (int d = upTo(widest > 50 ? 2 : 3); d >= 0; d--) {
      sizes.add((long) (upTo(12) == 0 ? 0 : 1 + upTo(widest)));
    }
    return sizes;
  }

  private String step() {
    return switch (upTo(12)) {
      case 0, 1 -> describe(create());
      case 2 -> describe(keep(view(any())));
      case 3 -> describe(keep(call(one(UNARY), recent())));
      case 4 -> describe(keep(call(one(BINARY), recent(), operand())));
      case 5 -> describe(keep(call(one(CASTS), recent())));
      case 6 -> describe(keep(copy()));
      case 7, 8 -> describe(write());
      case 9 -> seeds();
      case 10 -> describe(keep(call(one(REDUCTIONS), any())));
      default -> read();
    };
  }

  private Object operand() {
    return switch (upTo(4)) {
      case 0 -> (Object) (double) (upTo(9) - 4);
      case 1 -> (Object) (long) (upTo(5) - 1);
      case 2 -> recent();
      default -> any();
    };
  }

  private Tensor create() {
    Dtype dtype = one(TYPES);
    Map<String, Object> typed = Map.of("dtype", dtype);
    Map<String, Object> drawn = upTo(4) == 0 ? Map.of("generator", own) : Map.of();
    return keep(
        switch (upTo(13)) {
          case 0 -> with("zeros", typed, size());
          case 1 -> with("empty", typed, size());
          case 2 -> with("ones", typed, size());
          case 3 -> with("full", typed, size(), (long) upTo(5));
          case 4 -> with("arange", typed, (long) upTo(4), (long) (4 + upTo(widest)));
          case 5 -> with("linspace", Map.of(), -1.0, 2.0, (long) upTo(widest));
          case 6 -> with("rand", drawn, size());
          case 7, 8 -> with("randn", drawn, size());
          case 9 -> with("randint", drawn, -3L, (long) (upTo(9) - 3), size());
          case 10 -> with("randperm", drawn, (long) upTo(widest));
          case 11 -> with("normal", drawn, 1.0, 2.0, size());
          default -> with("rand_like", drawn, any());
        });
  }

  private Tensor view(Tensor t) {
    long dims = Math.max(t.rank(), 1);
    return (Tensor)
        switch (upTo(9)) {
          case 0 -> call("select", t, (long) upTo((int) dims), (long) upTo(3));
          case 1 -> t.slice(upTo((int) dims), upTo(3), 2 + upTo(widest), 1 + upTo(3));
          case 2 -> t.transpose(0, upTo((int) dims));
          case 3 -> call("reshape", t, -1L);
          case 4 -> call("view", t, one(TYPES));
          case 5 -> call("expand", t, 2L, -1L);
          case 6 -> t.unsqueeze(0);
          case 7 -> call("diagonal", t);
          default -> call("detach", t);
        };
  }

  private Tensor copy() {
    Tensor t = recent();
    return (Tensor)
        switch (upTo(8)) {
          case 0 -> call("clone", t);
          case 1 -> call("contiguous", t.transpose(0, -1));
          case 2 -> call("cat", List.of(t, any(), t));
          case 3 -> call("stack", List.of(t, t));
          case 4 -> call("tril", t);
          case 5 -> call("where", call("gt", t, 0L), t, operand());
          case 6 -> call("masked_fill", t, call("lt", any(), 1L), 7L);
          default -> call("repeat", t, 2L, 1L, 1L);
        };
  }

  private Tensor write() {
    Tensor t = upTo(3) == 0 ? view(any()) : any();
    switch (upTo(14)) {
      case 0 -> call("fill_", t, (long) upTo(4));
      case 1 -> call("zero_", t);
      case 2 -> call("normal_", t);
      case 3 -> with("uniform_", upTo(2) == 0 ? Map.of("generator", own) : Map.of(), t);
      case 4 -> call("random_", t, 0L, 9L);
      case 5, 6, 7 -> call(one(IN_PLACE), t, operand());
      case 8 -> call("__setitem__", t, 0L, operand());
      case 9 -> call("__setitem__", t, call("gt", t, 0L), 3L);
      case 10 -> with("add", Map.of("out", t), any(), operand());
      case 11, 12 -> kernel(List.of(t, any(), recent()));
      default -> {
        // As a simulated kernel does: it keeps the memory and writes it later.
        if (outside.size() < 3) {
          outside.add(t.segment());
        }
        for (MemorySegment segment : outside) {
          if (segment.byteSize() > 0) {
            long at = upTo((int) Math.min(segment.byteSize(), 1 << 20));
            segment.set(ValueLayout.JAVA_BYTE, at, (byte) upTo(2));
          }
        }
      }
    }
    return t;
  }

  /** Reads and writes some memory of each, as a dispatch does. */
  private void kernel(List<Tensor> arguments) {
    int[] places = random.ints(arguments.size(), 0, 1 << 20).toArray();
    Runnable body =
        () -> {
          byte seen = 1;
          List<MemorySegment> memory = arguments.stream().map(Tensor::segment).toList();
          for (int i = 0; i < places.length; i++) {
            MemorySegment segment = memory.get(i);
            if (segment.byteSize() > 0) {
              long at = places[i] % segment.byteSize();
              byte old = segment.get(ValueLayout.JAVA_BYTE, at);
              segment.set(ValueLayout.JAVA_BYTE, at, (byte) ((old ^ seen) & 1));
              seen = old;
            }
          }
        };
    if (postponed == null || !postponed.add(arguments, body)) {
      body.run();
    }
  }

  private String seeds() {
    switch (upTo(4)) {
      case 0 -> call("manual_seed", (long) upTo(3));
      case 1 -> own.seed(upTo(3));
      case 2 -> states.add(call("get_rng_state"));
      default -> {
        if (!states.isEmpty()) {
          call("set_rng_state", states.get(upTo(states.size())));
        }
      }
    }
    return "seeds";
  }

  private String read() {
    Tensor t = any();
    return switch (upTo(5)) {
      case 0 -> show(t);
      case 1 -> String.valueOf(call("item", call("__getitem__", call("reshape", t, -1L), 0L)));
      case 2 -> {
        Tensor other = any();
        // Addresses are made up; how they lie to each other is not.
        long distance = (Long) call("data_ptr", t) - (Long) call("data_ptr", other);
        yield t.sharesStorage(other) ? "distance " + distance : "apart";
      }
      case 3 -> String.valueOf(call("equal", t, any()));
      default -> t.toString();
    };
  }

  private static String describe(Tensor t) {
    return t.dtype()
        + Arrays.toString(t.shape())
        + Arrays.toString(t.strides())
        + t.offset()
        + t.isContiguous();
  }

  private static String show(Tensor t) {
    String values =
        t.dtype().compute() == Dtype.Compute.LONG
            ? Arrays.toString(Indexing.toLongs(t))
            : Arrays.toString(
                Arrays.stream(Indexing.toDoubles(t)).mapToLong(Double::doubleToLongBits).toArray());
    // Long ones by their hash: a difference is seen, if not where it is.
    return describe(t) + (values.length() > 2000 ? " #" + values.hashCode() : values);
  }
}
