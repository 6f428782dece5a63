package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;

/**
 * Lets a caller read off which parameter a kernel's result is. In comes a program whose kernels are
 * outlined; out goes one in which a kernel returns a parameter itself where it returns what it
 * stored into it, and kernels whose results are all parameters return them in the parameters'
 * order. Callers pick their results from the new places.
 *
 * <pre>
 * def k(x, a: Out, b: Out):                  def k(x, a: Out, b: Out):
 *     b__ssa_v1 = pl.store(t, [0], b)            b__ssa_v1 = pl.store(t, [0], b)
 *     a__ssa_v1 = pl.store(t, [0], a)            a__ssa_v1 = pl.store(t, [0], a)
 *     return b__ssa_v1, a__ssa_v1                return a, b
 * </pre>
 */
public final class NormalizeReturnOrder implements Pass {

  @Override
  public String name() {
    return "NormalizeReturnOrder";
  }

  @Override
  public Program run(Program program, PassContext context) {
    Map<String, int[]> orders = new HashMap<>();
    Program named = program.map(f -> isTask(f) ? returningParams(f, program, orders) : f);
    return orders.isEmpty() ? named : named.map(f -> new Callers(orders).function(f));
  }

  private static boolean isTask(Function f) {
    return f.kind().isKernel() || f.kind() == FunctionKind.GROUP || f.kind() == FunctionKind.SPMD;
  }

  private static Function returningParams(Function f, Program program, Map<String, int[]> orders) {
    int[] params = StorageRoots.returnedParams(f, program);
    boolean all = params.length > 1 && Arrays.stream(params).allMatch(p -> p >= 0);
    int[] order =
        all
            ? IntStream.range(0, params.length)
                .boxed()
                .sorted(Comparator.comparingInt(i -> params[i]))
                .mapToInt(Integer::intValue)
                .toArray()
            : IntStream.range(0, params.length).toArray();
    if (!isIdentity(order)) {
      orders.put(f.name(), order);
    }
    Function changed =
        new Rewriter() {
          @Override
          protected void stmt(Stmt stmt, List<Stmt> out) {
            if (stmt instanceof Return end) {
              List<Expr> values = new ArrayList<>();
              for (int from : order) {
                Expr value = StorageRoots.flat(end).get(from);
                values.add(params[from] >= 0 ? f.params().get(params[from]).var() : value);
              }
              out.add(new Return(values, end.span()));
            } else {
              super.stmt(stmt, out);
            }
          }
        }.function(f);
    if (f.results().size() == order.length && !isIdentity(order)) {
      List<Type> results = new ArrayList<>();
      for (int from : order) {
        results.add(f.results().get(from));
      }
      return changed.withResults(results);
    }
    return changed;
  }

  private static boolean isIdentity(int[] order) {
    return IntStream.range(0, order.length).allMatch(i -> order[i] == i);
  }

  private static final class Callers extends Rewriter {

    private final Map<String, int[]> orders;
    private final Map<Var, int[]> reordered = new IdentityHashMap<>();

    Callers(Map<String, int[]> orders) {
      this.orders = orders;
    }

    @Override
    protected void assign(Assign s, List<Stmt> out) {
      int[] order = s.value() instanceof FunctionCall c ? orders.get(c.callee()) : null;
      if (order == null) {
        super.assign(s, out);
        return;
      }
      FunctionCall call = (FunctionCall) expr(s.value());
      Var target = new Var(s.target().name(), call.type(), s.target().span());
      substitute(s.target(), target);
      reordered.put(target, order);
      out.add(new Assign(target, call, s.span()));
    }

    @Override
    protected Expr functionCall(FunctionCall c) {
      FunctionCall call = (FunctionCall) super.functionCall(c);
      int[] order = orders.get(c.callee());
      if (order == null || !(call.type() instanceof TupleType t)) {
        return call;
      }
      List<Type> types = new ArrayList<>(t.elements());
      for (int to = 0; to < order.length; to++) {
        types.set(to, t.elements().get(order[to]));
      }
      return new FunctionCall(
          call.callee(), call.args(), call.attrs(), new TupleType(types), call.span());
    }

    @Override
    public Expr expr(Expr expr) {
      if (expr instanceof TupleGet g && expr(g.tuple()) instanceof Var v) {
        int[] order = reordered.get(v);
        return new TupleGet(v, order == null ? g.index() : newPlace(order, g.index()), g.span());
      }
      return super.expr(expr);
    }

    private static int newPlace(int[] order, int old) {
      for (int to = 0; to < order.length; to++) {
        if (order[to] == old) {
          return to;
        }
      }
      return old;
    }
  }
}
