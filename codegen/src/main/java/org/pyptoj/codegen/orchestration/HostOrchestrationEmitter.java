package org.pyptoj.codegen.orchestration;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Role;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Break;
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
import org.pyptoj.passes.StorageRoots;
import org.pyptoj.passes.graph.OrchestrationRule;

/**
 * Writes the host orchestrator as the Python module {@code orchestration/host_orch.py}: one
 * statement of the program is one statement of the module. Tensors live in the dictionary {@code
 * tensors}; windows are buffers of a communication domain's handle; every dispatch builds a {@code
 * TaskArgs} with its tensors first, then, for dispatches that touch a domain, the domain's ordering
 * token of that rank, then its scalars.
 */
public final class HostOrchestrationEmitter {

  /** Transfers need their buffers to begin at multiples of this many bytes. */
  private static final int ALIGNMENT = 32;

  private final Program program;
  private final Function host;
  private final CodeLines out = new CodeLines();
  private final ScalarText scalars = new ScalarText.Python(v -> v.name());
  private final Map<Var, Expr> definitions = new IdentityHashMap<>();
  private final Map<Var, FunctionCall> tuples = new IdentityHashMap<>();
  private final List<Domain> domains = new ArrayList<>();
  private int taskArgs;
  private boolean emitted;

  private HostOrchestrationEmitter(Program program, Function host) {
    this.program = program;
    this.host = host;
  }

  /**
   * The module of a lowered program's host orchestrator.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLC01xx for what a host cannot do
   */
  public static String emit(Program program) {
    Function host =
        program.host().orElseThrow(() -> new IllegalArgumentException("no host orchestrator"));
    HostOrchestrationEmitter emitter = new HostOrchestrationEmitter(program, host);
    emitter.module();
    return emitter.out.toString();
  }

  private record Domain(String name, Set<String> windows) {
    String handle() {
      return "__" + name;
    }
  }

  private void module() {
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Assign a) {
          definitions.put(a.target(), a.value());
        }
        super.stmt(stmt);
      }
    }.function(host);
    out.line("import torch");
    out.line(
        "from simpler.task_interface import"
            + " CallConfig, CommBufferSpec, DataType, TaskArgs, TensorArgType");
    out.line("from pypto.runtime.tensor_arg import make_tensor_arg");
    out.line("from pypto.runtime.distributed_runner import _submit_chip");
    out.line("");
    intermediates();
    out.line("");
    out.line(
        "def "
            + host.name()
            + "(orch, _args, config, *, tensors, callables, sub_ids, _keep, world_size,"
            + " _domain_provider=None):");
    out.indented(
        () -> {
          for (Param param : host.params()) {
            if (param.var().type() instanceof ScalarType
                || param.var().type() instanceof CommCtxType) {
              emit(param.var().name() + " = tensors[\"" + param.var().name() + "\"]");
            }
          }
          extents();
          block(host.body(), List.of());
          if (!emitted) {
            out.line("pass");
          }
        });
    out.line("");
    out.line(host.name() + "._pypto_distributed_entry = True");
    out.line("");
  }

  private void emit(String line) {
    emitted = true;
    out.line(line);
  }

  /** A block that always has a statement. */
  private void region(Runnable body) {
    boolean outer = emitted;
    emitted = false;
    out.indented(
        () -> {
          body.run();
          if (!emitted) {
            out.line("pass");
          }
        });
    emitted = true | outer;
  }

  // What must exist before the workers are forked.

  private void intermediates() {
    out.line("def _alloc_intermediates(tensors, world_size=1):");
    List<String> tokens = new ArrayList<>();
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Scope s && s.kind() == ScopeKind.COMM_DOMAIN) {
          tokens.add("__" + s.attrs().textOr("name", "") + "_ord");
        }
        super.stmt(stmt);
      }
    }.function(host);
    region(
        () -> {
          for (String token : tokens) {
            emit(
                "tensors[\""
                    + token
                    + "\"] = [torch.zeros((1,), dtype=torch.int32).share_memory_()"
                    + " for _ in range(max(world_size, 1))]");
          }
          creates(host.body());
        });
  }

  private void creates(Block block) {
    for (Stmt stmt : block.stmts()) {
      if (stmt instanceof Scope s && s.kind() == ScopeKind.COMM_DOMAIN) {
        creates(s.body());
      } else if (isCreate(stmt)) {
        Assign a = (Assign) stmt;
        TensorType type = (TensorType) a.target().type();
        emit(
            "tensors[\""
                + a.target().name()
                + "\"] = torch.zeros("
                + tuple(type.shape())
                + ", dtype=torch."
                + type.dtype().torchName()
                + ").share_memory_()");
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
        && c.op() == Op.TENSOR_CREATE
        && a.target().type() instanceof TensorType;
  }

  // Dynamic extents.

  private void extents() {
    Map<Var, String> found = new LinkedHashMap<>();
    Map<Var, Span> wanted = new LinkedHashMap<>();
    for (Param param : host.params()) {
      if (param.var().type() instanceof TensorLike t) {
        for (int d = 0; d < t.rank(); d++) {
          String access = "tensors[\"" + param.var().name() + "\"].shape[" + d + "]";
          Expr extent = t.shape().get(d);
          new Walker() {
            @Override
            protected void use(Var var) {
              wanted.putIfAbsent(var, param.var().span());
              String solved = solve(extent, var, access);
              if (solved != null) {
                found.putIfAbsent(var, solved);
              }
            }
          }.expr(extent);
        }
      }
    }
    wanted.forEach(
        (symbol, span) -> {
          if (!found.containsKey(symbol)) {
            throw OrchestrationRule.DYNAMIC_EXTENT.at(
                span,
                "the extent " + symbol.name() + " cannot be read off any argument's shape",
                "give one tensor the extent itself, or a sum, product or quotient of it and a"
                    + " constant");
          }
          emit(symbol.name() + " = " + found.get(symbol));
        });
  }

  private static String solve(Expr extent, Var symbol, String access) {
    if (extent == symbol) {
      return access;
    }
    if (!(extent instanceof Binary b)) {
      return null;
    }
    Long right = b.left() == symbol ? Scalars.constant(b.right()) : null;
    Long left = b.right() == symbol ? Scalars.constant(b.left()) : null;
    return switch (b.op()) {
      case ADD ->
          right != null
              ? "(" + access + " - " + right + ")"
              : left != null ? "(" + access + " - " + left + ")" : null;
      case SUB ->
          right != null
              ? "(" + access + " + " + right + ")"
              : left != null ? "(" + left + " - " + access + ")" : null;
      case MUL -> {
        Long factor = right != null ? right : left;
        yield factor != null && factor != 0 ? "(" + access + " // " + factor + ")" : null;
      }
      default -> null;
    };
  }

  // Statements.

  private void block(Block block, List<Var> results) {
    for (Stmt stmt : block.stmts()) {
      stmt(stmt, results);
    }
  }

  private void stmt(Stmt stmt, List<Var> results) {
    switch (stmt) {
      case Assign s -> assign(s);
      case Eval s -> eval(s);
      case For s -> {
        carry(
            s.iterArgs().stream().map(IterArg::var).toList(),
            s.iterArgs().stream().map(IterArg::init).toList());
        emit(
            "for "
                + s.index().name()
                + " in range("
                + scalars.of(s.start())
                + ", "
                + scalars.of(s.stop())
                + ", "
                + scalars.of(s.step())
                + "):");
        region(() -> block(s.body(), s.iterArgs().stream().map(IterArg::var).toList()));
        carry(s.results(), List.copyOf(s.iterArgs().stream().map(IterArg::var).toList()));
      }
      case While s -> {
        List<Var> vars = s.iterArgs().stream().map(IterArg::var).toList();
        carry(vars, s.iterArgs().stream().map(IterArg::init).toList());
        emit("while " + scalars.of(s.condition()) + ":");
        region(() -> block(s.body(), vars));
        carry(s.results(), List.copyOf(vars));
      }
      case If s -> {
        emit("if " + scalars.of(s.condition()) + ":");
        region(() -> block(s.then(), s.results()));
        if (!s.orElse().stmts().isEmpty()) {
          emit("else:");
          region(() -> block(s.orElse(), s.results()));
        }
      }
      case Yield s -> carry(results, s.values());
      case Return s -> {}
      case Scope s when s.kind() == ScopeKind.COMM_DOMAIN -> domain(s, results);
      case Scope s -> block(s.body(), results);
      case Break s -> emit("break");
      case Continue s -> emit("continue");
    }
  }

  /** Assigns values at once. Windows have no run-time name and are left out. */
  private void carry(List<Var> vars, List<? extends Expr> values) {
    List<String> left = new ArrayList<>();
    List<String> right = new ArrayList<>();
    for (int i = 0; i < vars.size(); i++) {
      if (!(vars.get(i).type() instanceof DistributedTensorType)) {
        left.add(place(vars.get(i)));
        right.add(values.get(i) instanceof Var v ? place(v) : scalars.of(values.get(i)));
      }
    }
    if (!left.isEmpty()) {
      emit(String.join(", ", left) + " = " + String.join(", ", right));
    }
  }

  private static String place(Var var) {
    return var.type() instanceof TensorType ? "tensors[\"" + var.name() + "\"]" : var.name();
  }

  private void domain(Scope s, List<Var> results) {
    String name = s.attrs().textOr("name", "");
    List<String> names = new ArrayList<>();
    List<String> counts = new ArrayList<>();
    List<String> sizes = new ArrayList<>();
    for (Object slot : (List<?>) s.attrs().get("slots")) {
      Map<?, ?> entry = (Map<?, ?>) slot;
      names.add(String.valueOf(entry.get("name")));
      String count =
          entry.get("bytes") instanceof Expr e ? scalars.of(e) : String.valueOf(entry.get("bytes"));
      counts.add(count);
      sizes.add(
          "(((" + count + " + " + (ALIGNMENT - 1) + ") // " + ALIGNMENT + ") * " + ALIGNMENT + ")");
    }
    emit("with (_domain_provider or orch.allocate_domain)(");
    out.shift(1);
    emit("name=\"" + name + "\",");
    emit("workers=" + workers(s.attrs().get("devices")) + ",");
    emit(
        "window_size=" + String.join(" + ", sizes.stream().map(z -> "(" + z + ")").toList()) + ",");
    emit("buffers=[");
    out.shift(1);
    for (int i = 0; i < names.size(); i++) {
      emit(
          "CommBufferSpec(name=\""
              + names.get(i)
              + "\", dtype=\"opaque\", count="
              + counts.get(i)
              + ", nbytes="
              + sizes.get(i)
              + "),");
    }
    out.shift(-1);
    emit("],");
    out.shift(-1);
    Domain domain = new Domain(name, Set.copyOf(names));
    emit(") as " + domain.handle() + ":");
    domains.add(domain);
    region(() -> block(s.body(), results));
    domains.removeLast();
  }

  private static String workers(Object devices) {
    if (!(devices instanceof List<?> list)) {
      return "[*range(world_size)]";
    }
    List<String> each = new ArrayList<>();
    for (Object device : list) {
      each.add(
          device instanceof Expr e ? String.valueOf(Scalars.constant(e)) : String.valueOf(device));
    }
    return "[" + String.join(", ", each) + "]";
  }

  private void eval(Eval s) {
    switch (s.value()) {
      case FunctionCall c -> dispatch(c, null);
      case Call c -> call(c, null);
      default -> {}
    }
  }

  private void assign(Assign s) {
    Var target = s.target();
    switch (s.value()) {
      case FunctionCall c -> dispatch(c, target);
      case Call c -> call(c, target);
      case TupleGet g when g.tuple() instanceof Var t && tuples.containsKey(t) ->
          alias(target, tuples.get(t), g.index());
      case Var v when target.type() instanceof TensorType -> carry(List.of(target), List.of(v));
      case Expr e when target.type() instanceof ScalarType ->
          emit(target.name() + " = " + scalars.of(e));
      default -> {}
    }
  }

  private void call(Call c, Var target) {
    switch (c.op()) {
      case ALLOC_WINDOW_BUFFER, WINDOW, GET_COMM_CTX, TENSOR_CREATE -> {}
      case WORLD_SIZE -> {
        if (target != null) {
          emit(target.name() + " = world_size");
        }
      }
      case TENSOR_SLICE -> {
        if (target != null) {
          emit(
              "tensors[\"" + target.name() + "\"] = " + tensor(c.arg(0), c) + "[" + slice(c) + "]");
        }
      }
      case TENSOR_READ ->
          emit(
              (target == null ? "" : target.name() + " = ")
                  + tensor(c.arg(0), c)
                  + "["
                  + indices(c.arg(1))
                  + "].item()");
      case TENSOR_WRITE ->
          emit(tensor(c.arg(0), c) + "[" + indices(c.arg(1)) + "] = " + scalars.of(c.arg(2)));
      case TENSOR_DIM ->
          emit(
              target.name()
                  + " = "
                  + tensor(c.arg(0), c)
                  + ".shape["
                  + c.attrs().intOr("axis", 0)
                  + "]");
      case TENSOR_ASSEMBLE -> {
        TensorLike source = (TensorLike) c.arg(1).type();
        TensorLike whole = (TensorLike) c.arg(0).type();
        emit(
            tensor(c.arg(0), c)
                + "["
                + box(elements(c.arg(2)), source.validShape(), whole.rank())
                + "] = "
                + tensor(c.arg(1), c)
                + "["
                + String.join(
                    ", ", source.validShape().stream().map(e -> "0:" + scalars.of(e)).toList())
                + "]");
        if (target != null) {
          emit("tensors[\"" + target.name() + "\"] = " + tensor(c.arg(0), c));
        }
      }
      default ->
          throw OrchestrationRule.HOST_OP.at(
              c.span(),
              c.op().fullName() + " cannot stand in a host orchestrator",
              "move it into a kernel, and dispatch that with device=");
    }
  }

  private String tensor(Expr expr, Call c) {
    if (expr instanceof Var v && v.type() instanceof TensorType) {
      return "tensors[\"" + v.name() + "\"]";
    }
    throw OrchestrationRule.HOST_OP.at(
        c.span(),
        c.op().fullName() + " in a host orchestrator needs a plain tensor",
        "a window lives on its ranks; look at it in a kernel");
  }

  private static List<Expr> elements(Expr tuple) {
    return tuple instanceof MakeTuple t ? t.elements() : List.of(tuple);
  }

  private String indices(Expr tuple) {
    return String.join(", ", elements(tuple).stream().map(scalars::of).toList());
  }

  private String slice(Call c) {
    List<Expr> shape = elements(c.arg(1));
    List<Expr> offset = elements(c.arg(2));
    Set<Long> dropped = new LinkedHashSet<>();
    if (c.attrs().get("drop_dims") instanceof List<?> dims) {
      dims.forEach(
          d -> dropped.add(d instanceof Expr e ? Scalars.constant(e) : ((Number) d).longValue()));
    }
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < shape.size(); i++) {
      parts.add(
          dropped.contains((long) i)
              ? scalars.of(offset.get(i))
              : range(offset.get(i), scalars.of(shape.get(i))));
    }
    return String.join(", ", parts);
  }

  /** The box of a smaller rank at offsets of a larger one: leading dimensions have extent 1. */
  private String box(List<Expr> offset, List<Expr> extent, int rank) {
    List<String> parts = new ArrayList<>();
    int leading = rank - extent.size();
    for (int i = 0; i < rank; i++) {
      parts.add(range(offset.get(i), i < leading ? "1" : scalars.of(extent.get(i - leading))));
    }
    return String.join(", ", parts);
  }

  private String range(Expr from, String extent) {
    Long constant = Scalars.constant(from);
    if (constant != null && constant == 0) {
      return "0:" + extent;
    }
    String start = scalars.of(from);
    return start + ":" + start + " + " + extent;
  }

  private String tuple(List<Expr> elements) {
    String inside = String.join(", ", elements.stream().map(scalars::of).toList());
    return elements.size() == 1 ? "(" + inside + ",)" : "(" + inside + ")";
  }

  // Dispatches.

  private void dispatch(FunctionCall call, Var target) {
    Function callee =
        program
            .function(call.callee())
            .orElseThrow(() -> new IllegalStateException("no function " + call.callee()));
    boolean sub = callee.role() == Role.SUB_WORKER;
    if (!sub && !callee.isChipOrchestration() && !callee.kind().isKernel()) {
      throw OrchestrationRule.NOT_DISPATCHABLE.at(
          call.span(),
          "the host dispatches `"
              + callee.name()
              + "`, which is neither an orchestration nor a kernel",
          "declare it with type=pl.FunctionType.Orchestration");
    }
    String rank = rank(call.attrs());
    String args = "_ta_" + taskArgs++;
    emit(args + " = TaskArgs()");
    List<String> trailing = new ArrayList<>();
    Set<Domain> touched = new LinkedHashSet<>();
    for (int i = 0; i < call.args().size(); i++) {
      Expr arg = call.args().get(i);
      Direction direction = callee.params().get(i).direction();
      switch (arg.type()) {
        case CommCtxType t -> trailing.add(args + ".add_scalar(" + context(arg, rank, call) + ")");
        case DistributedTensorType t -> {
          Domain domain = domainOf(t, call.span());
          touched.add(domain);
          emit(
              args
                  + ".add_tensor("
                  + window(t, domain, needed(rank, call.span()))
                  + ", "
                  + tag(direction)
                  + ")");
        }
        case TensorType t ->
            emit(
                args
                    + ".add_tensor(make_tensor_arg(orch._worker, tensors[\""
                    + ((Var) arg).name()
                    + "\"]), "
                    + tag(direction)
                    + ")");
        case ScalarType t -> trailing.add(args + ".add_scalar(" + scalars.of(arg) + ")");
        default ->
            throw new IllegalStateException(
                "argument " + i + " of " + callee.name() + " is " + arg.type());
      }
    }
    boolean writes = callee.params().stream().anyMatch(p -> p.direction() != Direction.IN);
    if (target != null
        && !writes
        && !callee.results().isEmpty()
        && callee.results().getFirst() instanceof TensorType t) {
      emit("if \"" + target.name() + "\" not in tensors:");
      out.indented(
          () ->
              emit(
                  "tensors[\""
                      + target.name()
                      + "\"] = torch.zeros("
                      + tuple(t.shape())
                      + ", dtype=torch."
                      + t.dtype().torchName()
                      + ").share_memory_()"));
      emit(
          args
              + ".add_tensor(make_tensor_arg(orch._worker, tensors[\""
              + target.name()
              + "\"]), TensorArgType.OUTPUT_EXISTING)");
    }
    if (!sub && rank != null) {
      touched.forEach(d -> token(args, d, rank));
    }
    trailing.forEach(this::emit);
    if (sub) {
      emit("orch.submit_sub(sub_ids[\"" + callee.name() + "\"], " + args + ")");
    } else {
      emit("_keep.append(" + args + ")");
      emit(
          "_submit_chip(orch, callables[\""
              + ArtifactName.of(callee)
              + "\"], "
              + args
              + ", config, "
              + (rank == null ? "None" : rank)
              + ")");
    }
    if (target != null) {
      tuples.put(target, call);
      if (target.type() instanceof TensorType && writes) {
        alias(target, call, 0);
      }
    }
  }

  private void token(String args, Domain domain, String rank) {
    emit(
        args
            + ".add_tensor(make_tensor_arg(orch._worker, tensors[\""
            + domain.handle()
            + "_ord\"]["
            + rank
            + "]), TensorArgType.INOUT)");
  }

  /** A result of a dispatch is the argument that the callee wrote. */
  private void alias(Var target, FunctionCall call, int result) {
    Function callee = program.function(call.callee()).orElseThrow();
    int[] params = StorageRoots.returnedParams(callee, program);
    if (target.type() instanceof TensorType
        && result < params.length
        && params[result] >= 0
        && call.args().get(params[result]) instanceof Var v) {
      carry(List.of(target), List.of(v));
    }
  }

  private String rank(Attrs attrs) {
    return switch (attrs.get("device")) {
      case null -> null;
      case Expr e -> scalars.of(e);
      case Object o -> String.valueOf(o);
    };
  }

  private static String needed(String rank, Span span) {
    if (rank == null) {
      throw new IllegalStateException("a dispatch at " + span + " passes a window without device=");
    }
    return rank;
  }

  private Domain domainOf(DistributedTensorType type, Span span) {
    for (Domain domain : domains.reversed()) {
      if (type.window() != null && domain.windows().contains(type.window())) {
        return domain;
      }
    }
    throw OrchestrationRule.UNBOUND_WINDOW.at(
        span,
        type.window() == null
            ? "the allocation behind a window that is passed here is not known"
            : "the window " + type.window() + " belongs to no domain that is open here",
        "make the view with pld.window(buffer, ...) in the host orchestrator");
  }

  private String window(DistributedTensorType t, Domain domain, String rank) {
    return domain.handle()
        + "["
        + rank
        + "].buffers[\""
        + t.window()
        + "\"].tensor(shapes="
        + tuple(t.shape())
        + ", dtype=DataType."
        + t.dtype().runtimeName()
        + ")";
  }

  private static String tag(Direction direction) {
    return switch (direction) {
      case IN -> "TensorArgType.INPUT";
      case OUT -> "TensorArgType.OUTPUT_EXISTING";
      case INOUT -> "TensorArgType.INOUT";
    };
  }

  private String context(Expr arg, String rank, FunctionCall call) {
    Expr at = arg;
    while (at instanceof Var v && definitions.get(v) instanceof Expr next) {
      at = next;
    }
    if (at instanceof Call c
        && c.op() == Op.GET_COMM_CTX
        && c.arg(0).type() instanceof DistributedTensorType t) {
      return domainOf(t, call.span()).handle() + "[" + needed(rank, call.span()) + "].device_ctx";
    }
    if (at instanceof Var v) {
      return v.name();
    }
    throw OrchestrationRule.UNBOUND_WINDOW.at(
        call.span(), "the context of a window that is passed here is not known", null);
  }
}
