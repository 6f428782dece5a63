package org.pyptoj.passes.invariant;

import java.util.function.Consumer;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionAttrs;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Role;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.Owner;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.type.CommCtxType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.collective.Collectives;

/** What the passes over orchestrations bring about. */
final class Orchestrations {

  private Orchestrations() {}

  static void callDirections(
      Program program, Function function, PassContext context, Consumer<String> found) {
    new Walker() {
      @Override
      public void expr(Expr expr) {
        if (expr instanceof FunctionCall c
            && c.attrs().get(TaskAttrs.ARG_DIRECTIONS).size() != c.args().size()) {
          found.accept(
              "the call has "
                  + c.attrs().get(TaskAttrs.ARG_DIRECTIONS).size()
                  + " directions for "
                  + c.args().size()
                  + " arguments: "
                  + Printer.print(c));
        }
        super.expr(expr);
      }
    }.function(function);
  }

  static void hostSignals(
      Program program, Function function, PassContext context, Consumer<String> found) {
    if (function.isHostOrchestrator()) {
      Forms.forEachCall(
          function,
          c -> {
            if (c.op() == DistributedOp.ALLREDUCE && Collectives.signal(c) == null) {
              found.accept("an allreduce has no signal: " + Printer.print(c));
            }
          });
    }
  }

  static void noHostCollectives(
      Program program, Function function, PassContext context, Consumer<String> found) {
    noCollectives(function.isHostOrchestrator(), function, found);
  }

  static void noChipCollectives(
      Program program, Function function, PassContext context, Consumer<String> found) {
    noCollectives(function.isChipOrchestration(), function, found);
  }

  private static void noCollectives(boolean applies, Function function, Consumer<String> found) {
    if (applies) {
      Forms.forEachCall(
          function,
          c -> {
            if (Collectives.isCollective(c.op())) {
              found.accept("there is a collective: " + Printer.print(c));
            }
          });
    }
  }

  static void contexts(
      Program program, Function function, PassContext context, Consumer<String> found) {
    long windows = count(function, DistributedTensorType.class);
    long contexts = count(function, CommCtxType.class);
    if (windows > contexts) {
      found.accept("it has " + windows + " windows and " + contexts + " contexts");
    }
    if (function.isHostOrchestrator()) {
      return;
    }
    Forms.forEachCall(
        function,
        c -> {
          if (c.op() == DistributedOp.GET_COMM_CTX) {
            found.accept("it asks for a context: " + Printer.print(c));
          } else if (reachesPeer(c) && !c.has(ParamRole.CONTEXT)) {
            found.accept("an op that reaches a peer has no context: " + Printer.print(c));
          }
        });
  }

  private static boolean reachesPeer(Call call) {
    return call.operands().stream().anyMatch(o -> o.param().owner() == Owner.PEER);
  }

  private static long count(Function function, Class<?> type) {
    return function.params().stream().filter(p -> type.isInstance(p.var().type())).count();
  }

  static void runtimeScopes(
      Program program, Function function, PassContext context, Consumer<String> found) {
    if (!function.isChipOrchestration() || !function.attrs().has(FunctionAttrs.AUTO_SCOPE)) {
      if (function.isChipOrchestration()) {
        found.accept("nothing says whether its scopes are placed");
      }
      return;
    }
    boolean placed =
        program.functions().stream()
            .anyMatch(f -> f.name().equals(function.name()) && f.role() != Role.SUB_WORKER);
    if (!placed) {
      return;
    }
    new Walker() {
      private int scopes;

      @Override
      public void stmt(Stmt stmt) {
        boolean scope =
            stmt instanceof Scope s
                && (s.kind() == ScopeKind.RUNTIME || s.kind() == ScopeKind.MANUAL);
        scopes += scope ? 1 : 0;
        Expr value =
            switch (stmt) {
              case Assign a -> a.value();
              case Eval e -> e.value();
              default -> null;
            };
        if (value instanceof FunctionCall c && scopes == 0) {
          found.accept("a task stands in no runtime scope: " + Printer.print(c));
        }
        super.stmt(stmt);
        scopes -= scope ? 1 : 0;
      }
    }.function(function);
  }
}
