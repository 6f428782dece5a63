package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.AliasTy;
import com.oracle.graal.python.pegparser.sst.ArgTy;
import com.oracle.graal.python.pegparser.sst.ArgumentsTy;
import com.oracle.graal.python.pegparser.sst.ComprehensionTy;
import com.oracle.graal.python.pegparser.sst.ExceptHandlerTy;
import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.KeywordTy;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import com.oracle.graal.python.pegparser.sst.WithItemTy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What can be said of names from a text alone. */
final class Names {

  private Names() {}

  /** The names that an expression reads and does not bind itself. */
  static Set<String> free(ExprTy expr) {
    Set<String> found = new LinkedHashSet<>();
    free(expr, Set.of(), found);
    return found;
  }

  private static void free(ExprTy expr, Set<String> bound, Set<String> found) {
    switch (expr) {
      case null -> {}
      case ExprTy.Name n -> {
        if (!bound.contains(n.id)) {
          found.add(n.id);
        }
      }
      case ExprTy.Lambda l -> {
        free(l.args.defaults, bound, found);
        free(l.args.kwDefaults, bound, found);
        Set<String> inner = new HashSet<>(bound);
        inner.addAll(parameters(l.args));
        free(l.body, inner, found);
      }
      case ExprTy.ListComp c -> comprehension(c.generators, bound, found, c.element);
      case ExprTy.SetComp c -> comprehension(c.generators, bound, found, c.element);
      case ExprTy.GeneratorExp c -> comprehension(c.generators, bound, found, c.element);
      case ExprTy.DictComp c -> comprehension(c.generators, bound, found, c.key, c.value);
      default -> {
        for (ExprTy part : parts(expr)) {
          free(part, bound, found);
        }
      }
    }
  }

  private static void free(ExprTy[] exprs, Set<String> bound, Set<String> found) {
    for (ExprTy e : exprs == null ? new ExprTy[0] : exprs) {
      free(e, bound, found);
    }
  }

  private static void comprehension(
      ComprehensionTy[] generators, Set<String> bound, Set<String> found, ExprTy... elements) {
    Set<String> inner = new HashSet<>(bound);
    boolean first = true;
    for (ComprehensionTy g : generators) {
      // The first iterable is evaluated outside, the others see the names before them.
      free(g.iter, first ? bound : inner, found);
      first = false;
      inner.addAll(targets(g.target));
      free(g.ifs, inner, found);
    }
    free(elements, inner, found);
  }

  /** The names of parameters. */
  static List<String> parameters(ArgumentsTy args) {
    List<String> names = new ArrayList<>();
    for (ArgTy[] group : new ArgTy[][] {args.posOnlyArgs, args.args, args.kwOnlyArgs}) {
      for (ArgTy a : group == null ? new ArgTy[0] : group) {
        names.add(a.arg);
      }
    }
    if (args.varArg != null) {
      names.add(args.varArg.arg);
    }
    if (args.kwArg != null) {
      names.add(args.kwArg.arg);
    }
    return names;
  }

  /** The names that a target binds. */
  static List<String> targets(ExprTy target) {
    List<String> names = new ArrayList<>();
    switch (target) {
      case null -> {}
      case ExprTy.Name n -> names.add(n.id);
      case ExprTy.Tuple t -> each(t.elements, e -> names.addAll(targets(e)));
      case ExprTy.List l -> each(l.elements, e -> names.addAll(targets(e)));
      case ExprTy.Starred s -> names.addAll(targets(s.value));
      default -> {}
    }
    return names;
  }

  /** The expressions directly below one, in Python's order of evaluation. */
  static List<ExprTy> parts(ExprTy expr) {
    List<ExprTy> parts = new ArrayList<>();
    switch (expr) {
      case ExprTy.Attribute a -> parts.add(a.value);
      case ExprTy.Subscript s -> {
        parts.add(s.value);
        parts.add(s.slice);
      }
      case ExprTy.Starred s -> parts.add(s.value);
      case ExprTy.BinOp b -> {
        parts.add(b.left);
        parts.add(b.right);
      }
      case ExprTy.UnaryOp u -> parts.add(u.operand);
      case ExprTy.BoolOp b -> each(b.values, parts::add);
      case ExprTy.Compare c -> {
        parts.add(c.left);
        each(c.comparators, parts::add);
      }
      case ExprTy.IfExp i -> {
        parts.add(i.test);
        parts.add(i.body);
        parts.add(i.orElse);
      }
      case ExprTy.Call c -> {
        parts.add(c.func);
        each(c.args, parts::add);
        for (KeywordTy k : c.keywords == null ? new KeywordTy[0] : c.keywords) {
          parts.add(k.value);
        }
      }
      case ExprTy.List l -> each(l.elements, parts::add);
      case ExprTy.Tuple t -> each(t.elements, parts::add);
      case ExprTy.Set s -> each(s.elements, parts::add);
      case ExprTy.Dict d -> {
        for (int i = 0; i < (d.keys == null ? 0 : d.keys.length); i++) {
          if (d.keys[i] != null) {
            parts.add(d.keys[i]);
          }
          parts.add(d.values[i]);
        }
      }
      case ExprTy.JoinedStr j -> each(j.values, parts::add);
      case ExprTy.FormattedValue f -> {
        parts.add(f.value);
        if (f.formatSpec != null) {
          parts.add(f.formatSpec);
        }
      }
      case ExprTy.Slice s -> {
        for (ExprTy bound : new ExprTy[] {s.lower, s.upper, s.step}) {
          if (bound != null) {
            parts.add(bound);
          }
        }
      }
      case ExprTy.NamedExpr n -> {
        parts.add(n.target);
        parts.add(n.value);
      }
      case ExprTy.Lambda l -> parts.add(l.body);
      case ExprTy.ListComp c -> comprehension(parts, c.generators, c.element);
      case ExprTy.SetComp c -> comprehension(parts, c.generators, c.element);
      case ExprTy.GeneratorExp c -> comprehension(parts, c.generators, c.element);
      case ExprTy.DictComp c -> comprehension(parts, c.generators, c.key, c.value);
      default -> {}
    }
    return parts;
  }

  /** Whether an expression has a call in it. */
  static boolean calls(ExprTy expr) {
    return expr instanceof ExprTy.Call || parts(expr).stream().anyMatch(Names::calls);
  }

  private static void comprehension(
      List<ExprTy> parts, ComprehensionTy[] generators, ExprTy... elements) {
    for (ComprehensionTy g : generators) {
      parts.add(g.iter);
      each(g.ifs, parts::add);
    }
    parts.addAll(List.of(elements));
  }

  private static void each(ExprTy[] exprs, Consumer<ExprTy> action) {
    for (ExprTy e : exprs == null ? new ExprTy[0] : exprs) {
      action.accept(e);
    }
  }

  /**
   * How often each name is bound in a function's body, by whatever statement. Python makes all of
   * them local to the function.
   */
  static Map<String, Integer> bound(StmtTy[] body) {
    Map<String, Integer> counts = new HashMap<>();
    each(body, true, stmt -> bindings(stmt).forEach(n -> counts.merge(n, 1, Integer::sum)));
    return counts;
  }

  /**
   * The names that a block gives another value: those that it binds, and tensors that it writes.
   */
  static Set<String> changed(StmtTy[] body) {
    Set<String> names = new LinkedHashSet<>(bound(body).keySet());
    each(
        body,
        true,
        stmt -> {
          switch (stmt) {
            case StmtTy.Assign a -> each(a.targets, t -> written(t, names));
            case StmtTy.AugAssign a -> written(a.target, names);
            default -> {}
          }
        });
    return names;
  }

  /** Whether a loop's body has a break or continue of that loop. */
  static boolean jumps(StmtTy[] body) {
    boolean[] found = {false};
    each(body, false, s -> found[0] |= s instanceof StmtTy.Break || s instanceof StmtTy.Continue);
    return found[0];
  }

  /** Whether a loop's body has a break of that loop. */
  static boolean breaks(StmtTy[] body) {
    boolean[] found = {false};
    each(body, false, s -> found[0] |= s instanceof StmtTy.Break);
    return found[0];
  }

  /**
   * Hands over every statement of a block and of the blocks below it, but not of inner functions
   * and classes.
   *
   * @param loops whether the bodies of inner loops are looked at
   */
  private static void each(StmtTy[] body, boolean loops, Consumer<StmtTy> action) {
    for (StmtTy stmt : body == null ? new StmtTy[0] : body) {
      action.accept(stmt);
      switch (stmt) {
        case StmtTy.For f -> {
          each(loops ? f.body : null, loops, action);
          each(f.orElse, loops, action);
        }
        case StmtTy.While w -> {
          each(loops ? w.body : null, loops, action);
          each(w.orElse, loops, action);
        }
        case StmtTy.If i -> {
          each(i.body, loops, action);
          each(i.orElse, loops, action);
        }
        case StmtTy.With w -> each(w.body, loops, action);
        case StmtTy.Try t -> {
          each(t.body, loops, action);
          for (ExceptHandlerTy h : t.handlers == null ? new ExceptHandlerTy[0] : t.handlers) {
            each(((ExceptHandlerTy.ExceptHandler) h).body, loops, action);
          }
          each(t.orElse, loops, action);
          each(t.finalBody, loops, action);
        }
        default -> {}
      }
    }
  }

  /** The names that a statement itself binds, one as often as it does. */
  private static List<String> bindings(StmtTy stmt) {
    List<String> names = new ArrayList<>();
    switch (stmt) {
      case StmtTy.Assign a -> each(a.targets, t -> names.addAll(targets(t)));
      case StmtTy.AnnAssign a -> names.addAll(targets(a.target));
      case StmtTy.AugAssign a -> {
        // It reads what an earlier statement bound, so the name is bound more than once.
        names.addAll(targets(a.target));
        names.addAll(targets(a.target));
      }
      case StmtTy.For f -> names.addAll(targets(f.target));
      case StmtTy.With w -> {
        for (WithItemTy item : w.items) {
          names.addAll(targets(item.optionalVars));
        }
      }
      case StmtTy.FunctionDef f -> names.add(f.name);
      case StmtTy.ClassDef c -> names.add(c.name);
      case StmtTy.Import i -> aliases(i.names, names);
      case StmtTy.ImportFrom i -> aliases(i.names, names);
      case StmtTy.Delete d -> each(d.targets, t -> names.addAll(targets(t)));
      default -> {}
    }
    return names;
  }

  private static void aliases(AliasTy[] imported, List<String> names) {
    for (AliasTy a : imported) {
      names.add(a.asName != null ? a.asName : a.name.split("\\.")[0]);
    }
  }

  /** Names whose elements are assigned: {@code t[...] = part} makes {@code t} a new value. */
  private static void written(ExprTy target, Set<String> names) {
    switch (target) {
      case ExprTy.Subscript s when s.value instanceof ExprTy.Name n -> names.add(n.id);
      case ExprTy.Tuple t -> each(t.elements, e -> written(e, names));
      case ExprTy.List l -> each(l.elements, e -> written(e, names));
      case ExprTy.Starred s -> written(s.value, names);
      default -> {}
    }
  }
}
