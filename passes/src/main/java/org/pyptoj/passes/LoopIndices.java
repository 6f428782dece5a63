package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.Stmt;

/**
 * Loop indices as Python has them: an ordinary name that each iteration assigns. A body may assign
 * it too, which changes no iteration, and it is still there behind the loop. Where a function does
 * either, the loop gets an index of its own.
 *
 * <pre>
 * for i in pl.range(n):          for i__idx_v0 in pl.range(n):
 *     i = i + 1                      i = i__idx_v0
 *                                    i = i + 1
 * </pre>
 */
final class LoopIndices {

  private LoopIndices() {}

  /** The function with loop indices that are read in their loops only and never assigned. */
  static Function apart(Function function) {
    Set<String> outside = readOutside(function);
    FreshNames names = FreshNames.beside(function);
    return new Rewriter() {
      @Override
      protected void loop(For s, List<Stmt> out) {
        String name = s.index().name();
        if (!outside.contains(name) && !Liveness.assigned(s.body()).contains(name)) {
          super.loop(s, out);
          return;
        }
        Var index = new Var(names.fresh(name, "idx"), s.index().type(), s.index().span());
        if (runs(s)) {
          // Behind the loop the name has the last index; there is one, so this is never seen.
          out.add(new Assign(s.index(), s.start(), s.index().span()));
        }
        List<Stmt> body = new ArrayList<>();
        body.add(new Assign(s.index(), index, s.index().span()));
        body.addAll(s.body().stmts());
        super.loop(
            new For(
                index,
                s.start(),
                s.stop(),
                s.step(),
                s.iterArgs(),
                new Block(body),
                s.results(),
                s.kind(),
                s.attrs(),
                s.span()),
            out);
      }
    }.function(function);
  }

  /** Whether a loop's body runs at least once, as its bounds say. */
  private static boolean runs(For s) {
    Long start = Scalars.constant(s.start());
    Long stop = Scalars.constant(s.stop());
    Long step = Scalars.constant(s.step());
    return start != null
        && stop != null
        && step != null
        && (step > 0 ? start < stop : step < 0 && start > stop);
  }

  /** Names of indices that are read where no loop over them is around. */
  private static Set<String> readOutside(Function function) {
    Set<String> indices = new HashSet<>();
    Set<String> read = new HashSet<>();
    new Walker() {
      private final List<String> around = new ArrayList<>();

      @Override
      public void stmt(Stmt stmt) {
        if (!(stmt instanceof For s)) {
          super.stmt(stmt);
          return;
        }
        indices.add(s.index().name());
        around.add(s.index().name());
        super.stmt(stmt);
        around.removeLast();
      }

      @Override
      protected void use(Var var) {
        if (!around.contains(var.name())) {
          read.add(var.name());
        }
      }
    }.function(function);
    read.retainAll(indices);
    return read;
  }
}
