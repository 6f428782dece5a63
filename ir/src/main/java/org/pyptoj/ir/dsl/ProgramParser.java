package org.pyptoj.ir.dsl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionAttrs;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Role;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.expr.AttrKey;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpTyping;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.Type;

/**
 * Parses the functions of a program. A function that another one calls is parsed when its result
 * types are needed, so that functions without a declared result work in any order.
 */
public final class ProgramParser implements ProgramScope {

  /**
   * Finds the source of a function that is named outside a class; null where the name is no
   * function of the DSL.
   */
  @FunctionalInterface
  public interface Resolver {
    FunctionSource resolve(FunctionRef ref);
  }

  private final OpTyping typing;
  private final boolean irText;
  private final Resolver resolver;
  private final Reports reports = new Reports();
  private final Map<String, FunctionSource> sources = new LinkedHashMap<>();
  private final Map<String, Function> parsed = new LinkedHashMap<>();
  private final Map<String, Callee> headers = new HashMap<>();
  private final Map<String, Var> symbols = new HashMap<>();
  private final Set<String> open = new HashSet<>();

  public ProgramParser(OpTyping typing, Resolver resolver, boolean irText) {
    this.typing = typing;
    this.resolver = resolver;
    this.irText = irText;
  }

  /**
   * The program of a function and of those that it reaches.
   *
   * @throws DiagnosticException with every mistake found
   */
  public Program parse(FunctionSource entry) {
    return parse(entry.name(), entry.source().span(entry.def()), List.of(entry));
  }

  /**
   * The program of a class's functions and of those that they reach.
   *
   * @param place of the class
   * @throws DiagnosticException with every mistake found
   */
  public Program parse(String name, Span place, List<FunctionSource> functions) {
    if (functions.isEmpty()) {
      throw Reports.error(
          DslRule.PROGRAM,
          "the program " + name + " has no function",
          place,
          "decorate its methods with @pl.function");
    }
    functions.forEach(f -> sources.put(f.name(), f));
    for (String function : List.copyOf(sources.keySet())) {
      parsed(function, Span.NONE);
    }
    reports.throwIfAny();
    List<Function> ordered = new ArrayList<>();
    if (resolver == null) {
      sources.keySet().forEach(n -> ordered.add(parsed.get(n)));
    } else {
      ordered.addAll(parsed.values());
    }
    return new Program(name, ordered);
  }

  private Function parsed(String name, Span use) {
    Function done = parsed.get(name);
    if (done != null) {
      return done;
    }
    if (!open.add(name)) {
      throw Reports.error(
          DslRule.RECURSION, "'" + name + "' calls itself", use, "write it as a loop");
    }
    FunctionSource source = sources.get(name);
    Span span = source.source().span(source.def());
    Evaluator evaluator =
        new Evaluator(source.source(), source.environment(), this, typing, irText);
    FunctionParser parser = new FunctionParser(evaluator, reports, irText);
    List<Param> params = List.of();
    Function function;
    try {
      params = parser.params(source.def(), source.given());
      List<Type> declared = parser.declaredResults(source.def());
      if (declared != null) {
        headers.put(name, new Callee(name, params, declared));
      }
      // A sub-worker's body is Python for the host; its parameters are all that kernels see of it.
      boolean isSubWorker = source.role() == Role.SUB_WORKER;
      Block body =
          isSubWorker
              ? returnsOutputs(params, declared, span)
              : parser.body(source.def(), params, declared);
      function =
          new Function(
              name,
              source.kind(),
              source.level(),
              source.role(),
              params,
              !isSubWorker ? parser.results() : declared == null ? List.of() : declared,
              body,
              attrs(source, span),
              span);
    } catch (DiagnosticException e) {
      reports.add(e);
      function = null;
    } catch (PoisonedException | TypeExpression e) {
      function = null;
    }
    open.remove(name);
    if (function == null) {
      function =
          new Function(
              name,
              source.kind(),
              source.level(),
              source.role(),
              params,
              List.of(),
              Block.EMPTY,
              Attrs.NONE,
              span);
      failed.add(name);
    }
    parsed.put(name, function);
    headers.put(name, new Callee(name, function.params(), function.results()));
    return function;
  }

  /** What its decorator says, as attributes that we know of. */
  private static Attrs attrs(FunctionSource source, Span at) {
    for (AttrKey<?> key : FunctionAttrs.ALL) {
      Object value = source.attrs().values().get(key.name());
      if (value != null && !key.accepts(value)) {
        throw Reports.error(
            DslRule.ARGUMENT_VALUE,
            source.name() + " has the attribute " + key + ", but not as " + Values.describe(value),
            at,
            "drop it: passes set it where it is needed");
      }
    }
    return source.attrs();
  }

  /** What a sub-worker returns are its outputs, in order. */
  private static Block returnsOutputs(List<Param> params, List<Type> declared, Span span) {
    if (declared == null || declared.isEmpty()) {
      return Block.EMPTY;
    }
    List<Expr> outputs = new ArrayList<>();
    params.stream()
        .filter(p -> p.direction() != Direction.IN && outputs.size() < declared.size())
        .forEach(p -> outputs.add(p.var()));
    if (outputs.size() < declared.size()) {
      throw Reports.error(
          DslRule.RETURN,
          "a sub-worker returns its outputs; "
              + declared.size()
              + " results are declared, "
              + outputs.size()
              + " parameters are pl.Out or pl.InOut",
          span,
          "declare what it writes, for example out: pl.Out[pl.Tensor[[16, 16], pl.FP32]]");
    }
    return new Block(List.of(new Return(outputs, span)));
  }

  private final Set<String> failed = new HashSet<>();

  private Callee callee(String name, Span use) {
    Callee header = headers.get(name);
    if (header == null) {
      parsed(name, use);
      header = headers.get(name);
    }
    if (failed.contains(name)) {
      throw new PoisonedException();
    }
    return header;
  }

  @Override
  public Callee method(String name, Span use) {
    return sources.containsKey(name) ? callee(name, use) : null;
  }

  @Override
  public Callee function(
      FunctionRef ref, List<Object> arguments, Map<String, Object> keywords, Span use) {
    FunctionSource source = resolver == null ? null : resolver.resolve(ref);
    if (source == null) {
      throw Reports.error(
          DslRule.CALLEE, "'" + ref.name() + "' is no function of the program", use, null);
    }
    Map<String, Type> given = BareParameters.types(source.def(), arguments, keywords);
    FunctionSource known = sources.get(ref.name());
    String name = ref.name();
    // A function with bare parameters is one function per set of argument types.
    for (int i = 1; known != null && !known.given().equals(given); i++) {
      name = ref.name() + "_" + i;
      known = sources.get(name);
    }
    if (known == null) {
      sources.put(
          name,
          new FunctionSource(
              name,
              source.source(),
              source.def(),
              source.environment(),
              source.kind(),
              source.level(),
              source.role(),
              source.attrs(),
              given));
    }
    return callee(name, use);
  }

  @Override
  public Var symbol(String name) {
    return symbols.computeIfAbsent(name, n -> new Var(n, ScalarType.INDEX, Span.NONE));
  }
}
