package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.ArgDirection;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.ForKind;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Says of each argument of each call how the task uses it ({@link ArgDirection}, attribute {@code
 * arg_directions}). In comes a program whose kernels declare directions; out goes the same program
 * with the attribute on every call that had none.
 *
 * <p>A parameter that a callee only writes is {@code output_existing} at the call, except where an
 * earlier write to the same storage must come first: inside a sequential loop, behind another
 * writer in the same region, or where the calling function declares the storage {@code InOut}.
 * There it is {@code inout}.
 *
 * <pre>
 * y = self.k(x, y)        y = self.k(x, y, arg_directions=["input", "output_existing"])
 * y = self.k(x, y)        y = self.k(x, y, arg_directions=["input", "inout"])
 * </pre>
 *
 * <p>Establishes {@link Invariant#CALL_DIRECTIONS}.
 */
public final class DeriveCallDirections implements Pass {

  @Override
  public String name() {
    return "DeriveCallDirections";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.CALL_DIRECTIONS);
  }

  /**
   * The program with directions.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP0106 for a call of a function that does
   *     not exist
   */
  @Override
  public Program run(Program program, PassContext context) {
    Program declared = wrapped(program);
    return declared.map(f -> new Marker(f, declared).function(f));
  }

  /**
   * Groups and SPMD wrappers take the directions of what they call, as far as theirs are weaker.
   */
  private static Program wrapped(Program program) {
    Program current = program;
    while (true) {
      Program before = current;
      boolean[] changed = new boolean[1];
      current = before.map(f -> isWrapper(f) ? promoted(f, before, changed) : f);
      if (!changed[0]) {
        return current;
      }
    }
  }

  private static boolean isWrapper(Function f) {
    return f.kind() == FunctionKind.GROUP || f.kind() == FunctionKind.SPMD;
  }

  private static Function promoted(Function f, Program program, boolean[] changed) {
    Map<Var, Direction> directions = new IdentityHashMap<>();
    f.params().forEach(p -> directions.put(p.var(), p.direction()));
    new Walker() {
      @Override
      public void expr(Expr e) {
        if (e instanceof FunctionCall c) {
          Function callee = program.function(c.callee()).orElse(null);
          for (int i = 0; callee != null && i < c.args().size(); i++) {
            Direction inner = callee.params().get(i).direction();
            if (c.args().get(i) instanceof Var v
                && directions.containsKey(v)
                && inner.compareTo(directions.get(v)) > 0) {
              directions.put(v, inner);
              changed[0] = true;
            }
          }
        }
        super.expr(e);
      }
    }.function(f);
    return f.withParams(
        f.params().stream().map(p -> new Param(p.var(), directions.get(p.var()))).toList());
  }

  private static final class Marker extends Rewriter {

    private final Program program;
    private final StorageRoots roots;
    private final Map<Var, Direction> params = new IdentityHashMap<>();
    private Set<Var> written = identitySet();
    private int sequential;

    Marker(Function function, Program program) {
      this.program = program;
      this.roots = StorageRoots.of(function, program, StorageRoots.Sharing.PARTS);
      function.params().forEach(p -> params.put(p.var(), p.direction()));
    }

    private static Set<Var> identitySet() {
      return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    @Override
    protected Expr functionCall(FunctionCall c) {
      Function callee =
          program
              .function(c.callee())
              .orElseThrow(
                  () ->
                      StructureRule.UNKNOWN_CALLEE.at(
                          c.span(),
                          "the program has no function `" + c.callee() + "`",
                          "define it in the program, or call one that is there"));
      if (c.attrs().has(TaskAttrs.ARG_DIRECTIONS)) {
        return super.functionCall(c);
      }
      List<ArgDirection> directions = new ArrayList<>();
      List<Var> writes = new ArrayList<>();
      for (int i = 0; i < c.args().size(); i++) {
        Expr arg = c.args().get(i);
        ArgDirection direction = ArgDirection.SCALAR;
        if (arg.type() instanceof TensorLike) {
          Direction declared = callee.params().get(i).direction();
          Var root = roots.root(arg);
          direction =
              switch (declared) {
                case IN -> ArgDirection.INPUT;
                case INOUT -> ArgDirection.INOUT;
                case OUT -> mustFollow(root) ? ArgDirection.INOUT : ArgDirection.OUTPUT_EXISTING;
              };
          if (declared != Direction.IN && root != null) {
            writes.add(root);
          }
        }
        directions.add(direction);
      }
      written.addAll(writes);
      return super.functionCall(
          new FunctionCall(
              c.callee(),
              c.args(),
              c.attrs().with(TaskAttrs.ARG_DIRECTIONS, directions),
              c.type(),
              c.span()));
    }

    private boolean mustFollow(Var root) {
      return sequential > 0
          || root != null && (written.contains(root) || params.get(root) == Direction.INOUT);
    }

    @Override
    protected void loop(For s, List<Stmt> out) {
      int step = s.kind() == ForKind.PARALLEL ? 0 : 1;
      region(step, () -> super.loop(s, out));
    }

    @Override
    protected void loop(While s, List<Stmt> out) {
      region(1, () -> super.loop(s, out));
    }

    /**
     * Writes inside a region do not order calls inside it against each other's siblings, but do
     * order what follows.
     */
    private void region(int step, Runnable inside) {
      Set<Var> before = identitySet();
      before.addAll(written);
      sequential += step;
      inside.run();
      sequential -= step;
      before.addAll(written);
      written = before;
    }

    @Override
    protected void choice(If s, List<Stmt> out) {
      Expr condition = expr(s.condition());
      Set<Var> before = identitySet();
      before.addAll(written);
      Block then = block(s.then());
      Set<Var> afterThen = written;
      written = identitySet();
      written.addAll(before);
      Block orElse = block(s.orElse());
      written.addAll(afterThen);
      List<Var> results = s.results().stream().map(this::define).toList();
      out.add(new If(condition, then, orElse, results, s.span()));
    }
  }
}
