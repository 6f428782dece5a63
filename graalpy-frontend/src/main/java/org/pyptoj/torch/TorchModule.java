package org.pyptoj.torch;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;

/**
 * The one object through which the Python package {@code torch} reaches this package. One instance
 * belongs to one Python context: it holds the context's classes and its random number generator.
 *
 * <p>A Python wrapper object holds its Java counterpart in the attribute {@code _t}. Java code that
 * gets such a wrapper finds the tensor with {@link #tensor(Value)}.
 */
public final class TorchModule {
  private final Dispatch dispatch = new Dispatch(new RandomFunctions());
  private final Map<Dtype, Value> dtypes = new EnumMap<>(Dtype.class);
  private Value makeTensor;
  private Value makeOther;
  private Value makeSize;
  private Value tuple;
  private Value list;
  private Value dict;
  private Value named;
  private Value raise;

  /** The tensor in a Python {@code torch.Tensor}, or null for any other value. */
  public static Tensor tensor(Value value) {
    return wrapped(value) instanceof Tensor t ? t : null;
  }

  /** The element type in a Python {@code torch.dtype}, or null for any other value. */
  public static Dtype dtype(Value value) {
    return wrapped(value) instanceof Dtype d ? d : null;
  }

  private static Object wrapped(Value value) {
    if (value == null || !value.hasMembers()) {
      return null;
    }
    Value inner = value.getMember("_t");
    return inner != null && inner.isHostObject() ? inner.asHostObject() : null;
  }

  /** A new Python {@code torch.Tensor} that shows the given tensor. */
  public Value wrap(Tensor tensor) {
    return makeTensor.execute(tensor);
  }

  /** Called once by the Python package: the functions that make its objects, by position. */
  @HostAccess.Export
  public void register(Value hooks) {
    makeTensor = hooks.getArrayElement(0);
    makeOther = hooks.getArrayElement(1);
    makeSize = hooks.getArrayElement(2);
    tuple = hooks.getArrayElement(3);
    list = hooks.getArrayElement(4);
    dict = hooks.getArrayElement(5);
    named = hooks.getArrayElement(6);
    raise = hooks.getArrayElement(7);
  }

  /** Called once with a function that makes the Python object of an element type. */
  @HostAccess.Export
  public void registerDtypes(Value make) {
    for (Dtype dtype : Dtype.values()) {
      dtypes.put(dtype, make.execute(dtype.pythonName(), dtype));
    }
  }

  /** A fact about an element type, such as {@code itemsize}; null when there is none such. */
  @HostAccess.Export
  public Object dtypeFact(Object dtype, String fact) {
    Dtype d = (Dtype) dtype;
    return switch (fact) {
      case "itemsize" -> d.size();
      case "is_floating_point" -> d.isFloat();
      case "is_signed" -> d.isSigned();
      case "is_complex" -> false;
      default -> null;
    };
  }

  /** What a Python device object holds. */
  @HostAccess.Export
  public Object device(String type) {
    return new Values.Device(type);
  }

  /** What a new Python generator object holds. */
  @HostAccess.Export
  public Object generator() {
    return new TorchGenerator();
  }

  /** Whether {@link #call} knows the name. */
  @HostAccess.Export
  public boolean has(String name) {
    return dispatch.has(name);
  }

  /** Whether the torch module has a function of that name. */
  @HostAccess.Export
  public boolean hasFunction(String name) {
    return dispatch.hasFunction(name);
  }

  /**
   * Calls a function or method.
   *
   * @param name the function's name, without module
   * @param args a tuple of positional arguments; a method's tensor comes first
   * @param keywords a dict, or None
   * @return the result as a Python object
   */
  @HostAccess.Export
  public Object call(String name, Value args, Value keywords) {
    List<Object> positional = new ArrayList<>();
    try {
      long n = args.getArraySize();
      for (long i = 0; i < n; i++) {
        positional.add(fromPython(args.getArrayElement(i)));
      }
      Map<String, Object> named = Map.of();
      if (!keywords.isNull()) {
        named = new LinkedHashMap<>();
        Value entries = keywords.getHashEntriesIterator();
        while (entries.hasIteratorNextElement()) {
          Value entry = entries.getIteratorNextElement();
          named.put(entry.getArrayElement(0).asString(), fromPython(entry.getArrayElement(1)));
        }
      }
      Object result = dispatch.call(name, positional, named);
      if (result instanceof Tensor && n > 0 && result == positional.get(0)) {
        return args.getArrayElement(0);
      }
      Object out = result instanceof Tensor ? named.get("out") : null;
      if (out == result && out != null) {
        return keywords.getHashValue("out");
      }
      return toPython(result);
    } catch (TorchError e) {
      raise.executeVoid(e.kind().pythonName(), e.getMessage());
    } catch (PolyglotException e) {
      throw e;
    } catch (OutOfMemoryError e) {
      raise.executeVoid(
          "MemoryError", "torch." + name + ": not enough memory (" + e.getMessage() + ")");
    } catch (RuntimeException e) {
      raise.executeVoid("RuntimeError", "torch." + name + " failed in pypto-j: " + e);
    }
    throw new IllegalStateException("the Python hook must raise");
  }

  private Object fromPython(Value v) {
    if (v.isNull()) {
      return null;
    }
    if (v.isBoolean()) {
      return v.asBoolean();
    }
    if (v.isNumber()) {
      return number(v);
    }
    if (v.isString()) {
      return v.asString();
    }
    Object inner = wrapped(v);
    if (inner != null) {
      return inner;
    }
    if (v.isMetaObject()) {
      return type(v);
    }
    String kind = v.getMetaObject().getMetaSimpleName();
    switch (kind) {
      case "slice":
        return new Values.Slice(
            bound(v.getMember("start")), bound(v.getMember("stop")), bound(v.getMember("step")));
      case "ellipsis":
        return Values.ELLIPSIS;
      case "bytes", "bytearray":
        return bytes(v);
      default:
        break;
    }
    if (v.hasHashEntries()) {
      Map<Object, Object> map = new LinkedHashMap<>();
      Value entries = v.getHashEntriesIterator();
      while (entries.hasIteratorNextElement()) {
        Value entry = entries.getIteratorNextElement();
        map.put(fromPython(entry.getArrayElement(0)), fromPython(entry.getArrayElement(1)));
      }
      return map;
    }
    if (v.hasArrayElements()) {
      int n = (int) v.getArraySize();
      Object[] items = new Object[n];
      for (int i = 0; i < n; i++) {
        items[i] = fromPython(v.getArrayElement(i));
      }
      return kind.equals("list") || kind.equals("range")
          ? java.util.Arrays.asList(items)
          : Values.Tuple.of(items);
    }
    if (v.canInvokeMember("__index__")) {
      return number(v.invokeMember("__index__"));
    }
    throw TorchError.type("torch cannot use a value of type " + kind);
  }

  private static Object number(Value v) {
    Object o = v.as(Object.class);
    return switch (o) {
      case Double d -> d;
      case Float f -> (double) f;
      case BigInteger b -> throw TorchError.runtime("the integer " + b + " does not fit 64 bits");
      case Number n -> n.longValue();
      default -> v.asDouble();
    };
  }

  private static Dtype type(Value v) {
    String name = v.getMetaSimpleName();
    return switch (name) {
      case "int" -> Dtype.INT64;
      case "float" -> Dtype.FLOAT64;
      case "bool" -> Dtype.BOOL;
      default -> throw TorchError.type("torch cannot use the class " + name);
    };
  }

  private Long bound(Value v) {
    return switch (fromPython(v)) {
      case null -> null;
      case Long l -> l;
      case Boolean b -> b ? 1L : 0L;
      case Tensor t when t.numel() == 1 && !t.dtype().isFloat() -> (Long) t.to(Dtype.INT64).item();
      default -> throw TorchError.type("slice bounds are ints or None");
    };
  }

  private static byte[] bytes(Value v) {
    int n = (int) v.getArraySize();
    byte[] result = new byte[n];
    if (v.hasBufferElements() && v.getBufferSize() == n) {
      v.readBuffer(0, result, 0, n);
      return result;
    }
    for (int i = 0; i < n; i++) {
      result[i] = (byte) v.getArrayElement(i).asInt();
    }
    return result;
  }

  private Object toPython(Object result) {
    return switch (result) {
      case null -> null;
      case Tensor t -> makeTensor.execute(t);
      case Values.Size s -> makeSize.execute(box(s.sizes()));
      case Values.Tuple t -> tuple.execute(items(t));
      case List<?> l -> list.execute(items(l));
      case Map<?, ?> m -> {
        Value d = dict.execute();
        m.forEach((k, v) -> d.putHashEntry(toPython(k), toPython(v)));
        yield d;
      }
      case Values.Named n ->
          named.execute(
              n.name(), tuple.execute(n.fields().toArray()), tuple.execute(items(n.items())));
      case Dtype d -> dtypes.get(d);
      case Values.Device d -> makeOther.execute("device", d, d.type());
      case TorchGenerator g -> makeOther.execute("Generator", g, null);
      case TorchGenerator.State s -> makeOther.execute("State", s, null);
      case byte[] b -> new String(b, java.nio.charset.StandardCharsets.ISO_8859_1);
      default -> result;
    };
  }

  private Value box(long[] sizes) {
    Object[] boxed = new Object[sizes.length];
    for (int i = 0; i < sizes.length; i++) {
      boxed[i] = sizes[i];
    }
    return tuple.execute(boxed);
  }

  private Object[] items(List<?> list) {
    Object[] converted = new Object[list.size()];
    for (int i = 0; i < converted.length; i++) {
      converted[i] = toPython(list.get(i));
    }
    return converted;
  }
}
