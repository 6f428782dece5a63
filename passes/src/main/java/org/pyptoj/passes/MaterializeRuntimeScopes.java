package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionAttrs;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Places the runtime's task scopes. In comes a program whose chip orchestrations call kernels; out
 * goes one in which the body of such a function, of each counted loop and of each branch in it is a
 * scope of kind {@code RUNTIME}. A region's yield or return stays behind its scope. A function with
 * {@code auto_scope=False} keeps the scopes that its author wrote, and afterwards every
 * orchestration has that attribute.
 *
 * <pre>
 * def chip(a, out: Out):           def chip(a, out: Out):
 *     self.k(a, out)                   with pl.scope():
 *     return out                           self.k(a, out)
 *                                      return out
 * </pre>
 *
 * <p>Establishes {@link Invariant#RUNTIME_SCOPES}.
 */
public final class MaterializeRuntimeScopes implements Pass {

  @Override
  public String name() {
    return "MaterializeRuntimeScopes";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.RUNTIME_SCOPES);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.map(
        f ->
            f.isChipOrchestration()
                    && !Boolean.FALSE.equals(f.attrs().get(FunctionAttrs.AUTO_SCOPE))
                ? scoped(f)
                : f);
  }

  private static Function scoped(Function f) {
    Function inside =
        new Rewriter() {
          private int manual;

          @Override
          protected void scope(Scope s, List<Stmt> out) {
            int step = s.kind() == ScopeKind.MANUAL ? 1 : 0;
            manual += step;
            super.scope(s, out);
            manual -= step;
          }

          @Override
          protected void loop(For s, List<Stmt> out) {
            List<Stmt> one = new ArrayList<>();
            super.loop(s, one);
            For l = (For) one.getFirst();
            out.add(l.carrying(l.iterArgs(), around(l.body()), l.results()));
          }

          @Override
          protected void choice(If s, List<Stmt> out) {
            List<Stmt> one = new ArrayList<>();
            super.choice(s, one);
            If i = (If) one.getFirst();
            out.add(
                new If(i.condition(), around(i.then()), around(i.orElse()), i.results(), i.span()));
          }

          private Block around(Block block) {
            return manual > 0 ? block : wrap(block);
          }
        }.function(f);
    return inside
        .withBody(wrap(inside.body()))
        .withAttrs(f.attrs().with(FunctionAttrs.AUTO_SCOPE, false));
  }

  private static Block wrap(Block block) {
    List<Stmt> inner = new ArrayList<>(block.stmts());
    Stmt end = null;
    if (!inner.isEmpty()
        && (inner.getLast() instanceof Yield || inner.getLast() instanceof Return)) {
      end = inner.removeLast();
    }
    if (inner.isEmpty()) {
      return block;
    }
    List<Stmt> out = new ArrayList<>();
    out.add(new Scope(ScopeKind.RUNTIME, Attrs.NONE, null, new Block(inner), Span.NONE));
    if (end != null) {
      out.add(end);
    }
    return new Block(out);
  }
}
