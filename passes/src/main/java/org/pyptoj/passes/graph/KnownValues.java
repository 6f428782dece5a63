package org.pyptoj.passes.graph;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.passes.StorageRoots;

/**
 * Which variable of a graph stands for each variable of its function, at the place that the builder
 * has come to. A tensor is the variable that owns its storage; a loop's result is what the loop
 * carried.
 */
final class KnownValues {

  private final StorageRoots roots;
  private final Map<Var, Var> known = new IdentityHashMap<>();
  private final Set<String> free = new HashSet<>();
  private final Rewriter resolved =
      new Rewriter() {
        @Override
        public Expr expr(Expr expr) {
          return expr instanceof Var v ? of(v) : super.expr(expr);
        }
      };

  KnownValues(Program program, Function function) {
    this.roots = StorageRoots.of(function, program, StorageRoots.Sharing.WHOLE);
  }

  static boolean isTask(Type type) {
    return type instanceof ScalarType(DataType d) && d == DataType.TASK_ID;
  }

  /** Whether a value mentions one of some variables. */
  static boolean mentions(Expr value, List<Var> vars) {
    boolean[] found = new boolean[1];
    new Walker() {
      @Override
      protected void use(Var var) {
        found[0] |= vars.stream().anyMatch(v -> v == var);
      }
    }.expr(value);
    return found[0];
  }

  /** From here on the graph has this variable. */
  void define(Var var) {
    known.put(var, var);
  }

  /** From here on another variable of the graph stands for this one. */
  void alias(Var var, Var other) {
    known.put(var, other);
  }

  boolean isKnown(Var var) {
    return known.containsKey(var);
  }

  boolean areKnown(List<Expr> values) {
    boolean[] all = {true};
    Walker uses =
        new Walker() {
          @Override
          protected void use(Var var) {
            all[0] &= isKnown(var);
          }
        };
    values.forEach(uses::expr);
    return all[0];
  }

  /** Runs what builds a region, and then forgets the task ids that only the region has. */
  void region(Runnable body) {
    Map<Var, Var> before = new IdentityHashMap<>(known);
    body.run();
    known.keySet().removeIf(v -> isTask(v.type()) && !before.containsKey(v));
  }

  /** The variable of the graph that stands for one of the function. */
  Var of(Var var) {
    Var found = known.get(var);
    if (found == null) {
      Var root = roots.root(var);
      found = root == var ? null : known.get(root);
    }
    if (found == null) {
      free.add(var.name());
      return var;
    }
    return found;
  }

  /** A value in terms of the graph's variables. */
  Expr of(Expr value) {
    return resolved.expr(value);
  }

  List<Expr> of(List<Expr> values) {
    return values.stream().map(this::of).toList();
  }

  /** Whether a dynamic extent was asked for that no step defines. Extents are one by name. */
  boolean isFree(Var symbol) {
    return !isKnown(symbol) && free.contains(symbol.name());
  }

  /** Holds that what no step defines is a symbol. */
  void checkAllDefined(List<Var> symbols) {
    Set<String> undefined = new HashSet<>(free);
    symbols.forEach(s -> undefined.remove(s.name()));
    if (!undefined.isEmpty()) {
      throw new IllegalStateException("no step of the task graph defines " + undefined);
    }
  }

  boolean haveOneStorage(Var a, Var b) {
    return roots.root(a) == roots.root(b);
  }

  /** Whether a tensor's storage is another variable's. */
  boolean isOfAnother(Var tensor) {
    return roots.root(tensor) != tensor;
  }

  /** The variable of the function that owns a tensor's storage. */
  Var storage(Var tensor) {
    return roots.root(tensor);
  }
}
