package org.pyptoj.passes.collective;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.TensorLike;

/**
 * Which window allocation every value of a host orchestrator is a view of, and which devices each
 * allocation reaches.
 *
 * <p>A view is what {@code pld.window} returns, and every value that carries one on: a collective's
 * result, a loop's or a branch's, the result of a dispatch that returns its parameter.
 */
final class WindowUses extends Walker {

  /** One {@code alloc_window_buffer}. */
  static final class Allocation {
    final Var pointer;
    final Call call;
    boolean viewed;
    boolean used;
    DeviceSet devices;

    Allocation(Var pointer, Call call) {
      this.pointer = pointer;
      this.call = call;
    }

    void reach(DeviceSet more) {
      used = true;
      devices = devices == null ? more : devices.union(more);
    }
  }

  private final Program program;
  private final Map<Var, Allocation> allocations = new LinkedHashMap<>();
  private final Map<Var, Allocation> views = new IdentityHashMap<>();
  private final Map<Var, Expr> values = new IdentityHashMap<>();
  private final Map<Var, For> loops = new IdentityHashMap<>();
  private final List<Allocation[]> pairs = new ArrayList<>();
  private int depth;

  WindowUses(Program program, Function host) {
    this.program = program;
    function(host);
    shareDevices();
  }

  /** The allocations in source order. */
  List<Allocation> allocations() {
    return List.copyOf(allocations.values());
  }

  /** The allocation behind a view, or null where the value is none. */
  Allocation behind(Expr view) {
    return view instanceof Var v ? views.get(v) : null;
  }

  /** What names stand for, where they are bound once to a value. */
  Map<Var, Expr> values() {
    return values;
  }

  @Override
  public void stmt(Stmt stmt) {
    switch (stmt) {
      case Assign s -> {
        expr(s.value());
        bind(s.target(), s.value());
      }
      case For s -> {
        carry(s.iterArgs());
        loops.put(s.index(), s);
        depth++;
        block(s.body());
        depth--;
        results(s.results(), s.body());
      }
      case While s -> {
        carry(s.iterArgs());
        depth++;
        block(s.body());
        depth--;
        results(s.results(), s.body());
      }
      case If s -> {
        block(s.then());
        block(s.orElse());
        results(s.results(), s.then());
      }
      default -> super.stmt(stmt);
    }
  }

  private void carry(List<IterArg> args) {
    args.forEach(a -> alias(a.var(), a.init()));
  }

  private void results(List<Var> results, Block body) {
    if (!results.isEmpty() && body.stmts().getLast() instanceof Yield y) {
      for (int i = 0; i < results.size(); i++) {
        alias(results.get(i), y.values().get(i));
      }
    }
  }

  private void alias(Var var, Expr value) {
    Allocation behind = behind(value);
    if (behind != null) {
      views.put(var, behind);
    }
  }

  private void bind(Var target, Expr value) {
    values.put(target, value);
    switch (value) {
      case Call c when c.op() == DistributedOp.ALLOC_WINDOW_BUFFER ->
          allocations.put(target, new Allocation(target, c));
      case Call c when c.op() == DistributedOp.WINDOW -> {
        Allocation allocation =
            DeviceSet.resolve(c.operand(ParamRole.BUFFER), values) instanceof Call
                ? allocations.get(pointer(c.operand(ParamRole.BUFFER)))
                : null;
        if (allocation != null) {
          allocation.viewed = true;
          views.put(target, allocation);
        }
      }
      case Call c when Collectives.isCollective(c.op()) -> alias(target, c.sharedOperand());
      case FunctionCall c -> alias(target, returned(c, 0));
      case TupleGet t when DeviceSet.resolve(t.tuple(), values) instanceof FunctionCall c ->
          alias(target, returned(c, t.index()));
      default -> alias(target, value);
    }
  }

  private Expr returned(FunctionCall call, int result) {
    Optional<Function> callee = program.function(call.callee());
    int param = callee.isEmpty() ? -1 : ReturnedParams.of(program, callee.get(), result);
    return param < 0 || param >= call.args().size() ? null : call.args().get(param);
  }

  private Var pointer(Expr buffer) {
    Expr at = buffer;
    while (at instanceof Var v && values.get(v) instanceof Var next) {
      at = next;
    }
    return (Var) at;
  }

  @Override
  public void expr(Expr expr) {
    super.expr(expr);
    if (expr instanceof FunctionCall c) {
      dispatch(c);
    } else if (expr instanceof Call c && Collectives.isCollective(c.op())) {
      collective(c);
    }
  }

  private void dispatch(FunctionCall call) {
    List<Allocation> windows =
        call.args().stream().map(this::behind).filter(a -> a != null).toList();
    if (windows.isEmpty()) {
      return;
    }
    if (!call.attrs().has(TaskAttrs.DEVICE)) {
      throw CollectiveRule.NO_DEVICE.at(
          call.span(),
          "self." + call.callee() + " is handed windows without saying on which device it runs.",
          "Add device=r to the call.");
    }
    DeviceSet devices =
        DeviceSet.ofDispatch(call.attrs().get(TaskAttrs.DEVICE), loops, values, call.span());
    windows.forEach(w -> w.reach(devices));
  }

  private void collective(Call call) {
    if (call.op() == DistributedOp.ALL_TO_ALL_V && depth > 0) {
      throw CollectiveRule.LOOP.at(
          call.span(),
          "all_to_all_v of the host orchestrator stands in a loop, where one call would dispatch many"
              + " exchanges over the same windows.",
          "Write the calls one after the other, or do the loop inside a kernel or a chip"
              + " orchestration.");
    }
    Allocation first = null;
    for (Expr operand : call.args()) {
      if (!(operand.type() instanceof TensorLike)) {
        continue;
      }
      Allocation window = behind(operand);
      if (window == null) {
        throw CollectiveRule.NOT_A_WINDOW.at(
            call.span(),
            "An operand of " + call.op().fullName() + " is not a view of a window allocation.",
            "Pass what pld.window(buffer, ...) returns for each operand.");
      }
      window.used = true;
      if (first != null) {
        pairs.add(new Allocation[] {first, window});
      }
      first = first == null ? window : first;
    }
  }

  /**
   * A collective dispatches to the devices of its data; its other windows, which nothing else may
   * use, follow.
   */
  private void shareDevices() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Allocation[] pair : pairs) {
        changed |= inherit(pair[0], pair[1]) | inherit(pair[1], pair[0]);
      }
    }
  }

  private static boolean inherit(Allocation to, Allocation from) {
    if (to.devices != null || from.devices == null) {
      return false;
    }
    to.devices = from.devices;
    return true;
  }
}
