package org.pyptoj.passes.invariant;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.Type;
import org.pyptoj.passes.PassContext;

/**
 * Single definition, dominance, scoping and yields. A scope is no region of its own: what is
 * defined in it is seen behind it. Symbols of the signature are defined by it.
 */
final class SsaForm implements Check {

  @Override
  public void check(
      Program program, Function function, PassContext context, Consumer<String> found) {
    new Scoping(function, found).function(function);
  }

  private static final class Scoping extends Walker {
    private final Consumer<String> found;
    private final Set<Var> defined = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> names = new HashSet<>();
    private Set<Var> visible = Collections.newSetFromMap(new IdentityHashMap<>());

    Scoping(Function function, Consumer<String> found) {
      this.found = found;
      new Walker() {
        @Override
        protected void use(Var var) {
          visible.add(var);
        }

        void signature() {
          function.params().forEach(p -> type(p.var().type()));
          function.results().forEach(this::type);
        }
      }.signature();
    }

    @Override
    protected void define(Var var) {
      super.define(var);
      if (!defined.add(var)) {
        found.accept(var.name() + " is defined twice");
      } else if (!names.add(var.name())) {
        found.accept("two variables are called " + var.name());
      }
      visible.add(var);
    }

    @Override
    protected void use(Var var) {
      if (!visible.contains(var)) {
        found.accept(
            var.name()
                + (defined.contains(var)
                    ? " is used outside of the region that defines it"
                    : " is used and not defined in front of its use"));
      }
    }

    @Override
    public void stmt(Stmt stmt) {
      switch (stmt) {
        case For s -> {
          expr(s.start());
          expr(s.stop());
          expr(s.step());
          s.iterArgs().forEach(a -> expr(a.init()));
          region(
              () -> {
                define(s.index());
                s.iterArgs().forEach(a -> define(a.var()));
                block(s.body());
              });
          loop("a loop", s.iterArgs(), s.body(), s.results());
          s.results().forEach(this::define);
        }
        case While s -> {
          s.iterArgs().forEach(a -> expr(a.init()));
          region(
              () -> {
                s.iterArgs().forEach(a -> define(a.var()));
                expr(s.condition());
                block(s.body());
              });
          loop("a while loop", s.iterArgs(), s.body(), s.results());
          s.results().forEach(this::define);
        }
        case If s -> {
          expr(s.condition());
          region(() -> block(s.then()));
          region(() -> block(s.orElse()));
          handsOn("the first branch of a choice", s.then(), s.results());
          handsOn("the second branch of a choice", s.orElse(), s.results());
          s.results().forEach(this::define);
        }
        case Scope s -> super.stmt(s);
        default -> super.stmt(stmt);
      }
    }

    private void region(Runnable body) {
      Set<Var> outside = visible;
      visible = Collections.newSetFromMap(new IdentityHashMap<>());
      visible.addAll(outside);
      body.run();
      visible = outside;
    }

    private void loop(String what, List<IterArg> args, Block body, List<Var> results) {
      if (args.size() != results.size()) {
        found.accept(
            what + " carries " + args.size() + " values and has " + results.size() + " results");
        return;
      }
      for (int i = 0; i < args.size(); i++) {
        agree(what + " begins with", args.get(i).init(), args.get(i).var());
        agree(what + " ends with", args.get(i).var(), results.get(i));
      }
      handsOn("the body of " + what, body, results);
    }

    private void handsOn(String what, Block body, List<Var> results) {
      List<Expr> values =
          !body.stmts().isEmpty() && body.stmts().getLast() instanceof Yield y
              ? y.values()
              : List.of();
      if (values.size() != results.size()) {
        found.accept(
            what + " yields " + values.size() + " values for " + results.size() + " results");
        return;
      }
      for (int i = 0; i < values.size(); i++) {
        agree(what + " yields", values.get(i), results.get(i));
      }
    }

    private void agree(String what, Expr value, Var receiver) {
      Type given = value.type();
      Type wanted = receiver.type();
      TypeAgreement.difference(given, wanted, TypeAgreement.Strictness.CARRIED)
          .ifPresent(d -> found.accept(what + " a value for " + receiver.name() + " whose " + d));
    }
  }
}
