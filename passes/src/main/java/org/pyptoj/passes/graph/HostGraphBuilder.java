package org.pyptoj.passes.graph;

import static org.pyptoj.ir.op.ParamRole.INDICES;
import static org.pyptoj.ir.op.ParamRole.OFFSETS;
import static org.pyptoj.ir.op.ParamRole.SHAPE;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.ir.op.ParamRole.TARGET;
import static org.pyptoj.ir.op.ParamRole.VALUE;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Break;
import org.pyptoj.ir.stmt.CommDomain;
import org.pyptoj.ir.stmt.Continue;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.CommCtxType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TensorType;

/** Finds the steps of a host orchestrator. */
final class HostGraphBuilder {

  private final Function host;
  private final OpenDomains domains;
  private final DispatchBuilder dispatches;
  private List<HostStep> steps = new ArrayList<>();

  HostGraphBuilder(Program program, Function host) {
    this.host = host;
    this.domains = new OpenDomains(host);
    this.dispatches = new DispatchBuilder(program, domains);
  }

  HostGraph graph() {
    List<Var> scalars =
        host.params().stream()
            .map(Param::var)
            .filter(v -> v.type() instanceof ScalarType || v.type() instanceof CommCtxType)
            .toList();
    List<HostGraph.Created> created = new ArrayList<>();
    created(host.body(), created);
    List<HostGraph.Extent> extents = HostExtents.of(host);
    List<HostStep> body = inside(host.body(), List.of());
    return new HostGraph(host.name(), scalars, extents, domainNames(), created, body);
  }

  private List<String> domainNames() {
    List<String> names = new ArrayList<>();
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Scope s && s.kind() == ScopeKind.COMM_DOMAIN) {
          names.add(CommDomain.of(s).name());
        }
        super.stmt(stmt);
      }
    }.function(host);
    return names;
  }

  // What must exist before the workers are forked.

  private static void created(Block block, List<HostGraph.Created> out) {
    for (Stmt stmt : block.stmts()) {
      if (stmt instanceof Scope s && s.kind() == ScopeKind.COMM_DOMAIN) {
        created(s.body(), out);
      } else if (isCreate(stmt)) {
        Var target = ((Assign) stmt).target();
        TensorType type = (TensorType) target.type();
        out.add(new HostGraph.Created(target, type.dtype(), type.shape()));
      } else {
        new Walker() {
          @Override
          public void stmt(Stmt inner) {
            if (isCreate(inner)) {
              throw OrchestrationRule.NESTED_CREATE.at(
                  inner.span(),
                  "a host orchestrator creates a tensor inside a loop or choice",
                  "create it at the top: the ranks' processes inherit it when they start");
            }
            super.stmt(inner);
          }
        }.stmt(stmt);
      }
    }
  }

  private static boolean isCreate(Stmt stmt) {
    return stmt instanceof Assign a
        && a.value() instanceof Call c
        && c.op() == TensorOp.CREATE
        && a.target().type() instanceof TensorType;
  }

  // Statements.

  private List<HostStep> inside(Block block, List<Var> results) {
    List<HostStep> outside = steps;
    steps = new ArrayList<>();
    block.stmts().forEach(s -> stmt(s, results));
    List<HostStep> made = steps;
    steps = outside;
    return made;
  }

  private void stmt(Stmt stmt, List<Var> results) {
    switch (stmt) {
      case Assign s -> assign(s);
      case Eval s -> {
        switch (s.value()) {
          case FunctionCall c -> steps.add(dispatches.of(c, null));
          case Call c -> call(c, null);
          default -> {}
        }
      }
      case For s -> {
        List<Var> vars = begin(s.iterArgs());
        List<HostStep> body = inside(s.body(), vars);
        steps.add(new HostStep.Loop(s.index(), s.start(), s.stop(), s.step(), body));
        carry(s.results(), vars);
      }
      case While s -> {
        List<Var> vars = begin(s.iterArgs());
        steps.add(new HostStep.Repeat(s.condition(), inside(s.body(), vars)));
        carry(s.results(), vars);
      }
      case If s -> {
        List<HostStep> then = inside(s.then(), s.results());
        List<HostStep> orElse =
            s.orElse().stmts().isEmpty() ? null : inside(s.orElse(), s.results());
        steps.add(new HostStep.Branch(s.condition(), then, orElse));
      }
      case Yield s -> carry(results, s.values());
      case Return s -> {}
      case Scope s when s.kind() == ScopeKind.COMM_DOMAIN -> domain(s, results);
      case Scope s -> s.body().stmts().forEach(inner -> stmt(inner, results));
      case Break s -> steps.add(new HostStep.Break());
      case Continue s -> steps.add(new HostStep.Continue());
    }
  }

  private List<Var> begin(List<IterArg> args) {
    List<Var> vars = args.stream().map(IterArg::var).toList();
    carry(vars, args.stream().map(IterArg::init).toList());
    return vars;
  }

  /** Assigns values at once. Windows have no run-time name and are left out. */
  private void carry(List<Var> vars, List<? extends Expr> values) {
    List<Var> targets = new ArrayList<>();
    List<Expr> carried = new ArrayList<>();
    for (int i = 0; i < vars.size(); i++) {
      if (!(vars.get(i).type() instanceof DistributedTensorType)) {
        targets.add(vars.get(i));
        carried.add(values.get(i));
      }
    }
    if (!targets.isEmpty()) {
      steps.add(new HostStep.Assign(targets, carried));
    }
  }

  private void domain(Scope s, List<Var> results) {
    CommDomain domain = CommDomain.of(s);
    domains.open(domain.name(), domain.windows());
    List<HostStep> body = inside(s.body(), results);
    domains.close();
    List<HostStep.Window> windows =
        domain.slots().stream().map(w -> new HostStep.Window(w.name(), w.bytes())).toList();
    steps.add(new HostStep.Domain(domain.name(), domain.devices(), windows, body));
  }

  private void assign(Assign s) {
    Var target = s.target();
    switch (s.value()) {
      case FunctionCall c -> {
        steps.add(dispatches.of(c, target));
        same(target, dispatches.written(target));
      }
      case Call c -> call(c, target);
      case TupleGet g when g.tuple() instanceof Var t ->
          same(target, dispatches.written(t, g.index()));
      case Var v when target.type() instanceof TensorType -> carry(List.of(target), List.of(v));
      case Expr e when target.type() instanceof ScalarType ->
          steps.add(new HostStep.Assign(List.of(target), List.of(e)));
      default -> {}
    }
  }

  /** A result of a dispatch is the argument that the callee wrote. */
  private void same(Var target, Var written) {
    if (written != null && target.type() instanceof TensorType) {
      carry(List.of(target), List.of(written));
    }
  }

  // Ops.

  private void call(Call c, Var target) {
    if (c.op().kind() instanceof OpKind.TensorMemory kind) {
      tensorOp(kind, c, target);
    } else if (c.op().kind() instanceof OpKind.Window kind) {
      window(kind, c, target);
    } else {
      throw outOfPlace(c);
    }
  }

  private void tensorOp(OpKind.TensorMemory kind, Call c, Var target) {
    switch (kind) {
      case CREATE -> {}
      case SLICE -> {
        if (target != null) {
          steps.add(new HostStep.Slice(target, tensor(c, SOURCE), slice(c)));
        }
      }
      case READ ->
          steps.add(
              new HostStep.ReadElement(
                  target, tensor(c, SOURCE), IndexTuple.of(c.operand(INDICES))));
      case WRITE ->
          steps.add(
              new HostStep.WriteElement(
                  tensor(c, TARGET), IndexTuple.of(c.operand(INDICES)), c.operand(VALUE)));
      case DIM -> {
        if (target != null) {
          steps.add(new HostStep.ExtentOf(target, tensor(c, SOURCE), c.attr(OpAttrs.AXIS)));
        }
      }
      case ASSEMBLE -> {
        if (c.attr(OpAttrs.ATOMIC) == AtomicType.ADD) {
          throw outOfPlace(c);
        }
        Var whole = tensor(c, TARGET);
        List<Expr> extents = ((TensorLike) c.operand(SOURCE).type()).validShape();
        List<HostStep.Range> from =
            extents.stream().map(e -> new HostStep.Range(IntConst.index(0), e)).toList();
        steps.add(new HostStep.Copy(whole, box(c, extents), tensor(c, SOURCE), from));
        if (target != null) {
          steps.add(new HostStep.Assign(List.of(target), List.of(whole)));
        }
      }
      case CREATE_L1,
          FULL,
          SEQUENCE,
          FILLPAD,
          FILLPAD_EXPAND,
          SET_VALIDSHAPE,
          RESHAPE,
          TRANSPOSE,
          CONCAT,
          AS_VIEW ->
          throw outOfPlace(c);
    }
  }

  private void window(OpKind.Window kind, Call c, Var target) {
    switch (kind) {
      case ALLOCATE, VIEW, COMM_CTX -> {}
      case WORLD_SIZE -> {
        if (target != null) {
          steps.add(new HostStep.WorldSize(target));
        }
      }
      case RANK, RANKS -> throw outOfPlace(c);
    }
  }

  private static DiagnosticException outOfPlace(Call c) {
    return OrchestrationRule.HOST_OP.at(
        c.span(),
        c.op().fullName() + " cannot stand in a host orchestrator",
        "move it into a kernel, and dispatch that with device=");
  }

  private static Var tensor(Call c, ParamRole role) {
    if (c.operand(role) instanceof Var v && v.type() instanceof TensorType) {
      return v;
    }
    throw OrchestrationRule.HOST_OP.at(
        c.span(),
        c.op().fullName() + " in a host orchestrator needs a plain tensor",
        "a window lives on its ranks; look at it in a kernel");
  }

  private static List<HostStep.Index> slice(Call c) {
    List<Expr> shape = IndexTuple.of(c.operand(SHAPE));
    List<Expr> offset = IndexTuple.of(c.operand(OFFSETS));
    List<Integer> kept = IndexTuple.keptDimensions(c);
    List<HostStep.Index> at = new ArrayList<>();
    for (int i = 0; i < shape.size(); i++) {
      at.add(
          kept == null || kept.contains(i)
              ? new HostStep.Range(offset.get(i), shape.get(i))
              : new HostStep.One(offset.get(i)));
    }
    return at;
  }

  /** The box of a smaller rank at offsets of a larger one: leading dimensions have extent 1. */
  private static List<HostStep.Range> box(Call c, List<Expr> extent) {
    List<Expr> offset = IndexTuple.of(c.operand(OFFSETS));
    int rank = ((TensorLike) c.operand(TARGET).type()).rank();
    int leading = rank - extent.size();
    List<HostStep.Range> box = new ArrayList<>();
    for (int i = 0; i < rank; i++) {
      box.add(
          new HostStep.Range(
              offset.get(i), i < leading ? IntConst.index(1) : extent.get(i - leading)));
    }
    return box;
  }
}
