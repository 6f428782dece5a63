package org.pyptoj.frontend.language;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.dsl.Annotation;
import org.pyptoj.ir.dsl.DynamicExtent;
import org.pyptoj.ir.dsl.Environment;
import org.pyptoj.ir.dsl.FunctionRef;
import org.pyptoj.ir.dsl.HostException;
import org.pyptoj.ir.dsl.HostValue;
import org.pyptoj.ir.dsl.Namespace;
import org.pyptoj.ir.dsl.PyNone;
import org.pyptoj.ir.dsl.Surface;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.Type;

/**
 * Turns Python objects into compile-time values and back. The Python side describes an object in
 * one call (a tag and what belongs to it), since every step across the language border costs.
 */
final class PythonBridge {

  private final Value lookup;
  private final Value builtin;
  private final Value attribute;
  private final Value call;
  private final Value item;
  private final Value binary;
  private final Value truth;
  private final Value typeName;

  PythonBridge(
      Value lookup,
      Value builtin,
      Value attribute,
      Value call,
      Value item,
      Value binary,
      Value truth,
      Value typeName) {
    this.lookup = lookup;
    this.builtin = builtin;
    this.attribute = attribute;
    this.call = call;
    this.item = item;
    this.binary = binary;
    this.truth = truth;
    this.typeName = typeName;
  }

  /** The names that a function sees in these mappings, innermost first. */
  Environment environment(Value scopes) {
    return new Environment() {
      private final Map<String, Object> seen = new LinkedHashMap<>();

      @Override
      public Object lookup(String name) {
        return seen.computeIfAbsent(name, n -> found(lookup.execute(scopes, n)));
      }

      @Override
      public Object builtin(String name) {
        return found(builtin.execute(name));
      }
    };
  }

  private Object found(Value description) {
    return description.isNull() ? Environment.UNBOUND : value(description);
  }

  /** The value that a description stands for. */
  Object value(Value description) {
    Value payload = description.getArrayElement(1);
    return switch (description.getArrayElement(0).asInt()) {
      case 0 -> plain(payload);
      case 1 -> list(payload);
      case 2 -> path(payload.asString());
      case 3 -> new DynamicExtent(payload.asString());
      case 4 -> annotation(payload.asString(), list(description.getArrayElement(2)));
      case 5 -> new FunctionRef(payload.asString(), description.getArrayElement(2));
      case 6 -> {
        List<Object> keys = list(payload);
        List<Object> values = list(description.getArrayElement(2));
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
          map.put(keys.get(i), values.get(i));
        }
        yield map;
      }
      default -> new Opaque(payload);
    };
  }

  private static Object plain(Value v) {
    if (v.isNull()) {
      return PyNone.NONE;
    }
    if (v.isBoolean()) {
      return v.asBoolean();
    }
    if (v.isString()) {
      return v.asString();
    }
    if (v.fitsInLong()) {
      return v.asLong();
    }
    if (v.fitsInDouble()) {
      return v.asDouble();
    }
    throw new HostException("the number " + v + " is too large for a kernel");
  }

  private List<Object> list(Value v) {
    List<Object> out = new ArrayList<>();
    for (long i = 0; i < v.getArraySize(); i++) {
      out.add(value(v.getArrayElement(i)));
    }
    return out;
  }

  static Object path(String path) {
    Object constant = Surface.constant(path);
    return constant != null ? constant : new Namespace(path);
  }

  private static Object annotation(String path, List<Object> args) {
    return switch (path) {
      case "pl.Out" -> new Annotation(type(args.getFirst()), Direction.OUT);
      case "pl.InOut" -> new Annotation(type(args.getFirst()), Direction.INOUT);
      case "pl.Tensor" -> new TensorType((DataType) args.get(1), extents(args.getFirst()));
      case "pld.DistributedTensor" ->
          new DistributedTensorType((DataType) args.get(1), extents(args.getFirst()));
      case "pl.Scalar" -> new ScalarType((DataType) args.getFirst());
      default -> new Namespace(path);
    };
  }

  private static Type type(Object value) {
    return value instanceof Type t ? t : null;
  }

  private static List<Expr> extents(Object shape) {
    List<Expr> out = new ArrayList<>();
    for (Object extent : (List<?>) shape) {
      if (!(extent instanceof Long n)) {
        throw new HostException(
            "a tensor annotation kept in a variable needs constant extents; write it in place");
      }
      out.add(IntConst.index(n));
    }
    return out;
  }

  /** A compile-time value for Python. */
  private Object python(Object value) {
    return switch (value) {
      case PyNone n -> null;
      case List<?> list -> ProxyArray.fromArray(list.stream().map(this::python).toArray());
      case Opaque o -> o.value;
      case IntConst c -> c.value();
      default -> value;
    };
  }

  private interface Action {
    Value run();
  }

  private Object guarded(Action action) {
    try {
      return value(action.run());
    } catch (PolyglotException e) {
      throw failed(e);
    }
  }

  private static HostException failed(PolyglotException e) {
    return new HostException(e.getMessage());
  }

  /** A Python object that only Python can evaluate. */
  private final class Opaque implements HostValue {

    private final Value value;

    Opaque(Value value) {
      this.value = value;
    }

    @Override
    public Object attribute(String name) {
      return guarded(() -> attribute.execute(value, name));
    }

    @Override
    public Object call(List<Object> args, Map<String, Object> keywords) {
      Object[] pairs =
          keywords.entrySet().stream()
              .map(e -> ProxyArray.fromArray(e.getKey(), python(e.getValue())))
              .toArray();
      return guarded(() -> call.execute(value, python(args), ProxyArray.fromArray(pairs)));
    }

    @Override
    public Object item(Object key) {
      return guarded(() -> item.execute(value, python(key)));
    }

    @Override
    public Object binary(String symbol, Object left, Object right) {
      return guarded(() -> binary.execute(symbol, python(left), python(right)));
    }

    @Override
    public boolean truth() {
      try {
        return truth.execute(value).asBoolean();
      } catch (PolyglotException e) {
        throw failed(e);
      }
    }

    @Override
    public String typeName() {
      return typeName.execute(value).asString();
    }
  }
}
