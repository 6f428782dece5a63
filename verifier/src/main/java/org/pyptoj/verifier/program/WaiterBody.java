package org.pyptoj.verifier.program;

import static org.pyptoj.verifier.rule.DistributedRule.*;

import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Cast;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.StringConst;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Unary;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Break;
import org.pyptoj.ir.stmt.Continue;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.ForKind;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;

/**
 * What the body of a waiter may hold: scalar work, registrations, and before the first of these
 * reads of tensors.
 */
public final class WaiterBody {

  /** Conditions that the runtime keeps for one task. */
  static final long MAX_CONDITIONS = 64;

  private static final String HELP =
      "keep only scalars and defer_wait here, and put the rest into a task that depends on this"
          + " one";

  private final Function function;
  private final Findings findings;

  WaiterBody(Function function, Findings findings) {
    this.function = function;
    this.findings = findings;
  }

  /**
   * What a part of the body does.
   *
   * @param conditions registrations at most, capped behind the limit
   * @param readsTensor whether it reads a tensor
   */
  private record Effect(long conditions, boolean readsTensor) {

    static final Effect NONE = new Effect(0, false);

    Effect then(Effect next) {
      return new Effect(
          Math.min(MAX_CONDITIONS + 1, conditions + next.conditions),
          readsTensor || next.readsTensor);
    }
  }

  public void check(Block body, Span span) {
    long conditions = block(body).conditions();
    if (conditions > MAX_CONDITIONS) {
      findings.report(
          DEFER_WAIT_LIMIT,
          span,
          "a waiter of "
              + function.name()
              + " may register more than "
              + MAX_CONDITIONS
              + " conditions",
          "spread them over several waiter tasks");
    }
  }

  private Effect block(Block block) {
    Effect total = Effect.NONE;
    for (Stmt stmt : block.stmts()) {
      Effect next = stmt(stmt);
      if (total.conditions() > 0 && next.readsTensor()) {
        refuse(stmt.span(), "a tensor is read after the first registration");
      }
      total = total.then(next);
    }
    return total;
  }

  private Effect stmt(Stmt stmt) {
    return switch (stmt) {
      case Eval s -> eval(s);
      case Assign s -> assign(s);
      case If s -> branch(s);
      case For s -> loop(s);
      case While s -> whileLoop(s);
      case Yield s -> scalars(s.values(), s.span());
      case Return s -> {
        if (!s.values().isEmpty()) {
          refuse(s.span(), "a waiter returns a value");
        }
        yield Effect.NONE;
      }
      case Break s -> Effect.NONE;
      case Continue s -> Effect.NONE;
      case Scope s -> {
        refuse(s.span(), "a waiter opens a scope");
        yield Effect.NONE;
      }
    };
  }

  private Effect eval(Eval eval) {
    if (!(eval.value() instanceof Call call) || call.op() != DistributedOp.DEFER_WAIT) {
      refuse(eval.span(), "a waiter calls " + name(eval.value()));
      return Effect.NONE;
    }
    boolean parameter =
        function.params().stream().anyMatch(p -> p.var() == call.operand(ParamRole.SIGNAL));
    if (!parameter) {
      findings.report(
          DEFER_WAIT_PARAMETER,
          call.span(),
          "the signal of defer_wait is no parameter of " + function.name() + " itself",
          "use the parameter as it is, and say with offsets which cell is meant");
    }
    Effect offsets = scalar(call.operand(ParamRole.OFFSETS), eval.span());
    Effect expected = scalar(call.operand(ParamRole.EXPECTED), eval.span());
    return new Effect(1, offsets.readsTensor() || expected.readsTensor());
  }

  private Effect assign(Assign assign) {
    if (assign.value() instanceof Call call && call.op() == DistributedOp.DEFER_WAIT) {
      refuse(assign.span(), "the result of defer_wait is given a name, but it has none");
      return new Effect(1, false);
    }
    return scalar(assign.value(), assign.span());
  }

  private Effect branch(If branch) {
    Effect condition = scalar(branch.condition(), branch.span());
    Effect then = block(branch.then());
    Effect orElse = block(branch.orElse());
    return condition.then(
        new Effect(
            Math.max(then.conditions(), orElse.conditions()),
            then.readsTensor() || orElse.readsTensor()));
  }

  private Effect loop(For loop) {
    Effect bounds = scalars(List.of(loop.start(), loop.stop(), loop.step()), loop.span());
    bounds =
        bounds.then(scalars(loop.iterArgs().stream().map(a -> a.init()).toList(), loop.span()));
    if (loop.kind() != ForKind.SEQUENTIAL && loop.kind() != ForKind.UNROLL) {
      refuse(loop.span(), "a waiter has a " + loop.kind().dslName() + " loop");
    }
    Effect body = block(loop.body());
    if (body.conditions() == 0) {
      return bounds.then(body);
    }
    Long trips = trips(loop);
    if (trips == null) {
      findings.report(
          DEFER_WAIT_LIMIT,
          loop.span(),
          "a loop of a waiter registers conditions, but how often it runs is not known",
          "use constant bounds");
      return bounds.then(body);
    }
    if (trips > 1 && body.readsTensor()) {
      refuse(loop.span(), "a tensor is read in a later turn of a loop that registers conditions");
    }
    long total =
        body.conditions() > MAX_CONDITIONS / Math.max(1, trips)
            ? MAX_CONDITIONS + 1
            : body.conditions() * trips;
    return bounds.then(new Effect(trips == 0 ? 0 : total, body.readsTensor()));
  }

  private static Long trips(For loop) {
    Long start = Scalars.constant(loop.start());
    Long stop = Scalars.constant(loop.stop());
    Long step = Scalars.constant(loop.step());
    if (start == null || stop == null || step == null || step == 0) {
      return null;
    }
    long span = step > 0 ? stop - start : start - stop;
    long stride = Math.abs(step);
    return span <= 0 ? 0 : (span - 1) / stride + 1;
  }

  private Effect whileLoop(While loop) {
    Effect condition = scalar(loop.condition(), loop.span());
    Effect body = block(loop.body());
    if (body.conditions() > 0) {
      findings.report(
          DEFER_WAIT_LIMIT,
          loop.span(),
          "a while loop of a waiter registers conditions, but how often it runs is not known",
          "use a loop with constant bounds");
    }
    return condition.then(body);
  }

  private Effect scalars(List<Expr> values, Span span) {
    Effect total = Effect.NONE;
    for (Expr value : values) {
      total = total.then(scalar(value, span));
    }
    return total;
  }

  private Effect scalar(Expr expr, Span span) {
    if (expr.type() instanceof TensorLike || expr.type() instanceof TileType) {
      refuse(span, "a waiter makes or carries a " + expr.type().kind());
      return Effect.NONE;
    }
    return switch (expr) {
      case Var v -> Effect.NONE;
      case IntConst c -> Effect.NONE;
      case FloatConst c -> Effect.NONE;
      case StringConst c -> Effect.NONE;
      case Binary b -> scalar(b.left(), span).then(scalar(b.right(), span));
      case Unary u -> scalar(u.operand(), span);
      case Cast c -> scalar(c.operand(), span);
      case MakeTuple t -> scalars(t.elements(), span);
      case TupleGet t -> scalar(t.tuple(), span);
      case Call c -> call(c, span);
      case FunctionCall c -> {
        refuse(span, "a waiter calls " + c.callee());
        yield Effect.NONE;
      }
    };
  }

  private Effect call(Call call, Span span) {
    OpKind kind = call.op().kind();
    if (kind == OpKind.TensorMemory.READ) {
      return scalar(call.operand(ParamRole.INDICES), span).then(new Effect(0, true));
    }
    if (kind != OpKind.Window.COMM_CTX
        && kind != OpKind.Window.RANK
        && kind != OpKind.Window.RANKS) {
      refuse(span, "a waiter calls " + call.op().fullName());
    }
    return Effect.NONE;
  }

  private static String name(Expr expr) {
    return switch (expr) {
      case Call c -> c.op().fullName();
      case FunctionCall c -> c.callee();
      default -> "something without effect";
    };
  }

  private void refuse(Span span, String why) {
    findings.report(DEFER_WAIT_BODY, span, why, HELP);
  }
}
