package org.pyptoj.frontend.language;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.dsl.Annotation;
import org.pyptoj.ir.dsl.DynamicExtent;
import org.pyptoj.ir.dsl.Environment;
import org.pyptoj.ir.dsl.FunctionRef;
import org.pyptoj.ir.dsl.HostException;
import org.pyptoj.ir.dsl.HostValue;
import org.pyptoj.ir.dsl.Namespace;
import org.pyptoj.ir.dsl.PyNone;
import org.pyptoj.ir.dsl.Python;
import org.pyptoj.ir.dsl.Sequence;
import org.pyptoj.ir.dsl.Surface;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.Type;

/**
 * Turns Python objects into compile-time values and back. The Python side, {@code pypto._static},
 * describes an object in one call (a tag and what belongs to it), since every step across the
 * language border costs.
 */
final class PythonBridge {

  private final Value module;
  private final Map<String, Value> functions = new HashMap<>();
  private Map<Object, String> paths;

  /**
   * A bridge.
   *
   * @param module {@code pypto._static}
   */
  PythonBridge(Value module) {
    this.module = module;
  }

  private Value function(String name) {
    return functions.computeIfAbsent(name, module::getMember);
  }

  private Value run(String name, Object... args) {
    try {
      return function(name).execute(args);
    } catch (PolyglotException e) {
      if (e.isExit() || e.isCancelled() || e.isInterrupted() || e.isInternalError()) {
        throw e;
      }
      throw new HostException(e.getMessage());
    }
  }

  /** The names that a function sees in its scopes. */
  Environment environment(Value scopes) {
    Python python = new Interpreter(scopes);
    return new Environment() {
      private final Map<String, Object> seen = new HashMap<>();
      private final Map<String, Object> annotations = new HashMap<>();

      @Override
      public Object lookup(String name) {
        return seen.computeIfAbsent(name, n -> found(run("lookup", scopes, n)));
      }

      @Override
      public Object lookupInAnnotation(String name) {
        return annotations.computeIfAbsent(name, n -> found(run("annotation", scopes, n)));
      }

      @Override
      public Object builtin(String name) {
        return found(run("builtin", name));
      }

      @Override
      public Python python() {
        return python;
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
      case 7 -> new Opaque(payload, description.getArrayElement(2).asBoolean());
      case 8 -> payload.asDouble();
      default -> throw new IllegalStateException("an unknown tag: " + description);
    };
  }

  private static Object plain(Value v) {
    if (v.isNull()) {
      return PyNone.NONE;
    }
    if (v.isBoolean()) {
      return v.asBoolean();
    }
    return v.isString() ? (Object) v.asString() : (Object) v.asLong();
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
    for (Object extent : shape instanceof List<?> list ? list : List.of(shape)) {
      if (!(extent instanceof Long n)) {
        throw new HostException(
            "a tensor annotation kept in a variable needs constant extents; write it in place");
      }
      out.add(IntConst.index(n));
    }
    return out;
  }

  // ---------------------------------------------------------------- to Python

  /** A compile-time value as a Python object; the same one for the same value. */
  private Object python(Object value) {
    return switch (value) {
      case PyNone n -> run("nothing");
      case Opaque o -> o.value;
      case Sequence s -> sequence(s);
      case FunctionRef f -> f.key();
      case Namespace n -> run("constant", n.path());
      case Enum<?> e -> run("constant", pathOf(e));
      case Long l -> l;
      case Double d -> d;
      case Boolean b -> b;
      case String s -> s;
      case IntConst c -> c.value();
      case null, default ->
          throw new HostException(
              "a Python function cannot take a value of the language: " + value);
    };
  }

  private String pathOf(Object constant) {
    if (paths == null) {
      paths = new IdentityHashMap<>();
      Surface.constants().forEach((path, c) -> paths.putIfAbsent(c, path));
    }
    return paths.get(constant);
  }

  private Object sequence(Sequence s) {
    if (s.host() == null) {
      Object[] elements = s.elements().stream().map(this::python).toArray();
      s.give(new Opaque(run(s.isTuple() ? "tuple_of" : "list_of", elements), true));
    }
    return ((Opaque) s.host()).value;
  }

  private Value tuple(List<Object> values) {
    return run("tuple_of", values.stream().map(this::python).toArray());
  }

  /** A Python object that Java only holds. */
  private final class Opaque implements HostValue {

    private final Value value;
    private final boolean isSequence;

    Opaque(Value value, boolean isSequence) {
      this.value = value;
      this.isSequence = isSequence;
    }

    @Override
    public String typeName() {
      return run("type_name", value).asString();
    }

    @Override
    public boolean isSequence() {
      return isSequence;
    }
  }

  /** Python as the body of one function sees it. */
  private final class Interpreter implements Python {

    private final Value scopes;

    Interpreter(Value scopes) {
      this.scopes = scopes;
    }

    @Override
    public Object binary(String symbol, Object left, Object right) {
      return value(run("binary", symbol, python(left), python(right)));
    }

    @Override
    public Object inPlace(String symbol, Object left, Object right) {
      Object result = value(run("in_place", symbol, python(left), python(right)));
      // A list that is changed in place stays the object that the kernel has made.
      return left instanceof Sequence s && !s.isTuple() ? s : result;
    }

    @Override
    public Object unary(String symbol, Object operand) {
      return value(run("unary", symbol, python(operand)));
    }

    @Override
    public boolean truth(Object value) {
      return run("truth", python(value)).asBoolean();
    }

    @Override
    public Object attribute(Object owner, String name) {
      return value(run("attribute", python(owner), name));
    }

    @Override
    public Object item(Object container, Object key) {
      return value(run("item", python(container), python(key)));
    }

    @Override
    public void setItem(Object container, Object key, Object value) {
      run("set_item", python(container), python(key), python(value));
    }

    @Override
    public void deleteItem(Object container, Object key) {
      run("delete_item", python(container), python(key));
    }

    @Override
    public Object slice(Object lower, Object upper, Object step) {
      return value(run("slice_of", python(lower), python(upper), python(step)));
    }

    @Override
    public Object call(Object callee, List<Object> args, Map<String, Object> keywords) {
      return called(python(callee), args, keywords);
    }

    private Object called(Object callee, List<Object> args, Map<String, Object> keywords) {
      Object[] pairs =
          keywords.entrySet().stream()
              .map(e -> run("tuple_of", e.getKey(), python(e.getValue())))
              .toArray();
      return value(run("call", callee, tuple(args), run("tuple_of", pairs)));
    }

    @Override
    public Object builtin(String name, List<Object> args, Map<String, Object> keywords) {
      return called(run("constant", "builtins." + name), args, keywords);
    }

    @Override
    public List<Object> elements(Object iterable) {
      return list(run("elements", python(iterable)));
    }

    @Override
    public String text(Object value) {
      return run("text", python(value)).asString();
    }

    @Override
    public Object evaluate(String text, Map<String, Object> names, HostValue scope) {
      return value(
          run(
              "evaluate",
              text,
              scopes,
              run("tuple_of", names.keySet().toArray()),
              tuple(List.copyOf(names.values())),
              scope == null ? null : ((Opaque) scope).value));
    }

    @Override
    public Object define(String text, String name, HostValue scope) {
      return value(run("define", text, name, scopes, ((Opaque) scope).value));
    }

    @Override
    public HostValue scope() {
      return new Opaque(run("Namespace"), false);
    }

    @Override
    public void bind(HostValue scope, String name, Object value) {
      Object namespace = ((Opaque) scope).value;
      if (value == null) {
        run("unbind", namespace, name);
      } else {
        run("bind", namespace, name, python(value));
      }
    }

    @Override
    public Object plain(Object value) {
      return PythonBridge.this.value(run("deeply", python(value)));
    }
  }
}
