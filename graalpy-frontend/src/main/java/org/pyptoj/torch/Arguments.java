package org.pyptoj.torch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The arguments of one call. A function first {@linkplain #bind binds} them to its parameter names
 * and then reads them by name with the type that it wants.
 */
final class Arguments {
  /** Binding these ends the call: a way to ask whether a function exists. */
  static final Arguments PROBE = new Arguments("", List.of(), Map.of());

  /** What binding {@link #PROBE} throws. */
  static final class Probed extends RuntimeException {
    private static final Probed INSTANCE = new Probed();

    private Probed() {
      super(null, null, false, false);
    }
  }

  private static final Object ABSENT = new Object();
  private static final Map<String, String[]> SIGNATURES = new HashMap<>();

  private final String function;
  private final List<Object> positional;
  private final Map<String, Object> keywords;
  private String[] names = {};
  private Object[] values = {};

  Arguments(String function, List<Object> positional, Map<String, Object> keywords) {
    this.function = function;
    this.positional = positional;
    this.keywords = keywords;
  }

  String function() {
    return function;
  }

  List<Object> positional() {
    return positional;
  }

  Map<String, Object> keywords() {
    return keywords;
  }

  /**
   * Assigns arguments to parameters.
   *
   * @param signature parameter names, separated by spaces. A {@code *} begins the keyword-only
   *     ones. A last positional name ending in {@code ...} takes all further positional arguments,
   *     given one by one or as one sequence.
   */
  Arguments bind(String signature) {
    if (this == PROBE) {
      throw Probed.INSTANCE;
    }
    String[] parameters;
    synchronized (SIGNATURES) {
      parameters = SIGNATURES.computeIfAbsent(signature, s -> s.split(" "));
    }
    names = parameters;
    values = new Object[parameters.length];
    java.util.Arrays.fill(values, ABSENT);
    int next = 0;
    for (int i = 0; i < parameters.length && next < positional.size(); i++) {
      if (parameters[i].equals("*")) {
        break;
      }
      if (parameters[i].endsWith("...")) {
        List<Object> rest = new ArrayList<>(positional.subList(next, positional.size()));
        values[i] = rest.size() == 1 && rest.get(0) instanceof List<?> list ? list : rest;
        next = positional.size();
      } else {
        values[i] = positional.get(next++);
      }
    }
    if (next < positional.size()) {
      throw TorchError.type(
          "%s() takes at most %d positional arguments, got %d"
              .formatted(function, next, positional.size()));
    }
    keywords.forEach(this::bindKeyword);
    return this;
  }

  private void bindKeyword(String keyword, Object value) {
    String name =
        switch (keyword) {
          case "axis" -> has("axis") ? "axis" : "dim";
          case "keepdims" -> "keepdim";
          case "x", "self" -> has(keyword) ? keyword : "input";
          default -> keyword;
        };
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name) || names[i].equals(name + "...")) {
        if (values[i] != ABSENT) {
          throw TorchError.type(
              "%s() got more than one value for argument '%s'".formatted(function, keyword));
        }
        values[i] = value;
        return;
      }
    }
    switch (keyword) {
      // How a tensor is kept makes no difference here.
      case "requires_grad", "pin_memory", "layout", "non_blocking", "memory_format" -> {}
      case "device" -> checkDevice(value);
      default ->
          throw TorchError.type(
              "%s() got an unexpected keyword argument '%s'".formatted(function, keyword));
    }
  }

  /** There is one device, the CPU; a script that names another must not believe it got it. */
  static void checkDevice(Object device) {
    String text = device instanceof Values.Device d ? d.type() : String.valueOf(device);
    if (device != null && !text.equals("cpu") && !text.startsWith("cpu:")) {
      throw TorchError.missing("device('" + text + "')");
    }
  }

  private boolean has(String name) {
    for (String n : names) {
      if (n.equals(name)) {
        return true;
      }
    }
    return false;
  }

  private Object raw(String name) {
    for (int i = 0; i < names.length; i++) {
      if (names[i].equals(name) || names[i].endsWith("...") && names[i].startsWith(name)) {
        return values[i];
      }
    }
    throw new IllegalArgumentException("no parameter " + name + " in " + function);
  }

  boolean given(String name) {
    Object value = raw(name);
    return value != ABSENT && value != null;
  }

  /** The argument as it came; null also when absent. */
  Object get(String name) {
    Object value = raw(name);
    return value == ABSENT ? null : value;
  }

  Object required(String name) {
    Object value = raw(name);
    if (value == ABSENT) {
      throw TorchError.type("%s() misses argument '%s'".formatted(function, name));
    }
    return value;
  }

  Tensor tensor(String name) {
    if (required(name) instanceof Tensor t) {
      return t;
    }
    throw wrong(name, "a Tensor");
  }

  Tensor tensorOrNull(String name) {
    return given(name) ? tensor(name) : null;
  }

  /** A tensor, or a number, which stays one for type promotion. */
  Object operand(String name) {
    Object value = required(name);
    if (value instanceof Tensor || isNumber(value)) {
      return value;
    }
    throw wrong(name, "a Tensor or a number");
  }

  private static boolean isNumber(Object value) {
    return value instanceof Long || value instanceof Double || value instanceof Boolean;
  }

  boolean flag(String name, boolean otherwise) {
    if (!given(name)) {
      return otherwise;
    }
    return switch (get(name)) {
      case Boolean b -> b;
      case Long l -> l != 0;
      default -> throw wrong(name, "a bool");
    };
  }

  long integer(String name, long otherwise) {
    return given(name) ? integer(name) : otherwise;
  }

  long integer(String name) {
    return toLong(required(name), name);
  }

  private long toLong(Object value, String name) {
    return switch (value) {
      case Long l -> l;
      case Boolean b -> b ? 1 : 0;
      case Tensor t when t.numel() == 1 && !t.dtype().isFloat() -> toLong(t.item(), name);
      case null, default -> throw wrong(name, "an int");
    };
  }

  double number(String name, double otherwise) {
    return given(name) ? number(name) : otherwise;
  }

  double number(String name) {
    Object value = required(name);
    if (isNumber(value) || value instanceof Tensor) {
      return Creation.number(value);
    }
    throw wrong(name, "a number");
  }

  String text(String name, String otherwise) {
    if (!given(name)) {
      return otherwise;
    }
    if (get(name) instanceof String s) {
      return s;
    }
    throw wrong(name, "a str");
  }

  Dtype dtype(String name, Dtype otherwise) {
    if (!given(name)) {
      return otherwise;
    }
    if (get(name) instanceof Dtype d) {
      return d;
    }
    throw wrong(name, "a torch.dtype");
  }

  /** One int or a sequence of ints; null when absent or None. */
  long[] integersOrNull(String name) {
    if (!given(name)) {
      return null;
    }
    if (get(name) instanceof List<?> list) {
      long[] result = new long[list.size()];
      for (int i = 0; i < result.length; i++) {
        result[i] = toLong(list.get(i), name);
      }
      return result;
    }
    if (get(name) instanceof Values.Size size) {
      return size.sizes();
    }
    return new long[] {toLong(get(name), name)};
  }

  long[] integers(String name) {
    long[] result = integersOrNull(name);
    if (result == null) {
      throw TorchError.type("%s() misses argument '%s'".formatted(function, name));
    }
    return result;
  }

  List<Tensor> tensors(String name) {
    if (!(required(name) instanceof List<?> list)) {
      throw wrong(name, "a sequence of Tensors");
    }
    List<Tensor> result = new ArrayList<>();
    for (Object item : list) {
      if (!(item instanceof Tensor t)) {
        throw TorchError.type(
            "%s() expects Tensors in argument '%s', got %s"
                .formatted(function, name, PythonText.typeName(item)));
      }
      result.add(t);
    }
    return result;
  }

  List<?> list(String name) {
    if (required(name) instanceof List<?> list) {
      return list;
    }
    throw wrong(name, "a sequence");
  }

  TorchGenerator generator(String name, TorchGenerator otherwise) {
    if (!given(name)) {
      return otherwise;
    }
    if (get(name) instanceof TorchGenerator g) {
      return g;
    }
    throw wrong(name, "a torch.Generator");
  }

  private TorchError wrong(String name, String expected) {
    return TorchError.type(
        "%s(): argument '%s' must be %s, not %s"
            .formatted(function, name, expected, PythonText.typeName(get(name))));
  }
}
