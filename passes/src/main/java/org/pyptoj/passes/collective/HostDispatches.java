package org.pyptoj.passes.collective;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.CommDomain;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.passes.FreshNames;
import org.pyptoj.passes.IrBuilder;
import org.pyptoj.passes.Platform;

/**
 * Replaces the collectives of a host orchestrator by dispatches, one for each device of their
 * domain.
 */
public final class HostDispatches extends Rewriter {

  private final BuiltinSet builtins;
  private final Platform platform;
  private final FreshNames names;
  private final Map<String, Var> pointers = new HashMap<>();
  private final Deque<Scope> domains = new ArrayDeque<>();

  /**
   * @param builtins the kernels that the dispatches run
   * @param platform the chip
   * @param host the orchestrator, with its comm domains
   */
  public HostDispatches(BuiltinSet builtins, Platform platform, Function host) {
    this.builtins = builtins;
    this.platform = platform;
    this.names = FreshNames.beside(host);
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Assign s
            && s.value() instanceof Call c
            && c.op() == DistributedOp.ALLOC_WINDOW_BUFFER) {
          pointers.put(s.target().name(), s.target());
        }
        super.stmt(stmt);
      }
    }.function(host);
  }

  @Override
  protected void scope(Scope s, List<Stmt> out) {
    if (s.kind() != ScopeKind.COMM_DOMAIN) {
      super.scope(s, out);
      return;
    }
    domains.push(s);
    super.scope(s, out);
    domains.pop();
  }

  @Override
  protected void assign(Assign s, List<Stmt> out) {
    if (isCollective(s.value())) {
      // A collective hands its window back, so later uses name the window.
      substitute(s.target(), dispatch((Call) s.value(), out));
    } else {
      super.assign(s, out);
    }
  }

  @Override
  protected void eval(Eval s, List<Stmt> out) {
    if (isCollective(s.value())) {
      dispatch((Call) s.value(), out);
    } else {
      super.eval(s, out);
    }
  }

  @Override
  protected void stmt(Stmt stmt, List<Stmt> out) {
    if (stmt instanceof Return r && r.values().stream().anyMatch(HostDispatches::isCollective)) {
      List<Expr> values = new ArrayList<>();
      for (Expr value : r.values()) {
        values.add(isCollective(value) ? dispatch((Call) value, out) : expr(value));
      }
      out.add(new Return(values, r.span()));
    } else {
      super.stmt(stmt, out);
    }
  }

  @Override
  protected Expr call(Call c) {
    if (isCollective(c)) {
      throw CollectiveRule.HOST_NESTED.at(
          c.span(),
          c.op().fullName() + " stands inside another expression.",
          "Assign its result to a name, or call it as a statement.");
    }
    return super.call(c);
  }

  private static boolean isCollective(Expr value) {
    return value instanceof Call c && Collectives.isCollective(c.op());
  }

  private Expr dispatch(Call written, List<Stmt> out) {
    Call call = written.mapOperands(this::expr);
    DeviceSet devices = devices(call);
    new HostCollectiveCheck(call, devices, platform).check();
    IrBuilder b = new IrBuilder(names, "collective", call.span());
    List<Expr> views = new ArrayList<>();
    for (Expr operand : call.args()) {
      views.add(matrix(b, call, operand));
    }
    Builtin builtin = BuiltinSet.variant(call.withArgs(views));
    long cores = call.attr(OpAttrs.CORE_NUM);
    Function chip = builtins.chip(builtin, cores);
    if (devices.all()) {
      Var count = b.bind("world_size", DistributedOp.WORLD_SIZE);
      Expr ranks = Scalars.cast(count, DataType.INDEX, call.span());
      b.each(
          "r", ranks, (body, r) -> body.add(one(call, chip, views, dispatch(builtin, r, cores))));
    } else {
      devices
          .some()
          .forEach(d -> b.add(one(call, chip, views, dispatch(builtin, IntConst.index(d), cores))));
    }
    out.addAll(b.statements());
    return call.sharedOperand();
  }

  private static Attrs dispatch(Builtin builtin, Expr device, long cores) {
    return builtin
        .directions()
        .with(TaskAttrs.DEVICE, device)
        .with(TaskAttrs.CORE_NUM, IntConst.index(cores));
  }

  private static Stmt one(Call call, Function chip, List<Expr> args, Attrs attrs) {
    FunctionCall dispatch =
        new FunctionCall(chip.name(), args, attrs, UnknownType.INSTANCE, call.span());
    return new Eval(dispatch, call.span());
  }

  /**
   * The operand as builtins take it, with two dimensions: data that is combined or copied whole is
   * one row, a signal's single dimension is its rows.
   */
  private Expr matrix(IrBuilder b, Call call, Expr operand) {
    DistributedTensorType type = (DistributedTensorType) operand.type();
    boolean whole =
        (call.op() == DistributedOp.ALLREDUCE || call.op() == DistributedOp.BROADCAST)
            && operand != Collectives.signal(call);
    if (type.rank() == 2 && !whole) {
      return operand;
    }
    Expr elements = Shapes.product(type.shape());
    Expr one = IntConst.index(1);
    boolean isRow = type.rank() == 2 && one.equals(type.shape().getFirst());
    if (whole && isRow) {
      return operand;
    }
    Expr shape = whole ? b.tuple(one, elements) : b.tuple(elements, one);
    Call view =
        b.call(
            DistributedOp.WINDOW,
            Attrs.of(OpAttrs.DTYPE, type.dtype()),
            lookup(pointers.get(type.window())),
            shape);
    return b.bind(
        "view", view.withType(((DistributedTensorType) view.type()).withWindow(type.window())));
  }

  private DeviceSet devices(Call call) {
    List<String> windows = HostCollectiveCheck.windows(call);
    for (Scope scope : domains) {
      CommDomain domain = CommDomain.of(scope);
      if (domain.windows().containsAll(windows)) {
        return DeviceSet.of(domain);
      }
    }
    throw CollectiveRule.ONE_DOMAIN.at(
        call.span(),
        "The windows "
            + String.join(", ", windows)
            + " of "
            + call.op().fullName()
            + " do not exist on the same devices.",
        "Dispatch views of all of them to the same devices, or of none but the data.");
  }
}
