package org.pyptoj.passes.graph;

import static org.pyptoj.ir.op.ParamRole.INDICES;
import static org.pyptoj.ir.op.ParamRole.OFFSETS;
import static org.pyptoj.ir.op.ParamRole.SHAPE;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.ir.op.ParamRole.TARGET;
import static org.pyptoj.ir.op.ParamRole.VALUE;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TensorOp;
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
import org.pyptoj.ir.type.Type;

/** Finds the task graph of one chip orchestration. */
final class ChipGraphBuilder {

  private final Function function;
  private final KnownValues values;
  private final TaskBuilder tasks;
  private final Map<Var, Var> contexts = new IdentityHashMap<>();
  private final Map<Var, Integer> submissions = new IdentityHashMap<>();

  /** Tensors whose elements do not lie one behind the other. */
  private final Set<Var> scattered = Collections.newSetFromMap(new IdentityHashMap<>());

  private List<ChipStep> steps = new ArrayList<>();

  ChipGraphBuilder(Program program, Function function) {
    this.function = function;
    this.values = new KnownValues(program, function);
    this.tasks = new TaskBuilder(program, values);
  }

  ChipGraph graph() {
    List<ChipGraph.Parameter> parameters = parameters();
    List<ChipStep> body = inside(function.body(), List.of());
    List<ChipGraph.Symbol> symbols = symbols();
    values.checkAllDefined(symbols.stream().map(ChipGraph.Symbol::var).toList());
    return new ChipGraph(
        function.name(),
        parameters,
        symbols,
        body,
        tasks.kernels(),
        function.params().stream()
            .filter(p -> p.var().type() instanceof TensorLike)
            .map(Param::direction)
            .toList());
  }

  /** Contexts belong to windows in order. */
  private List<ChipGraph.Parameter> parameters() {
    List<ChipGraph.Parameter> parameters = new ArrayList<>();
    List<Var> windows = new ArrayList<>();
    int tensors = 0;
    int numbers = 0;
    for (Param param : function.params()) {
      Var var = param.var();
      values.define(var);
      if (var.type() instanceof TensorLike t) {
        parameters.add(new ChipGraph.TensorParameter(var, tensors++));
        if (t instanceof DistributedTensorType) {
          windows.add(var);
        }
      } else {
        Var window = null;
        if (var.type() instanceof CommCtxType && contexts.size() < windows.size()) {
          window = windows.get(contexts.size());
          contexts.put(window, var);
        }
        parameters.add(new ChipGraph.NumberParameter(var, numbers++, window));
      }
    }
    return parameters;
  }

  /** A dynamic extent that steps compute with is that of the first argument that has it. */
  private List<ChipGraph.Symbol> symbols() {
    Map<String, ChipGraph.Symbol> found = new LinkedHashMap<>();
    int index = 0;
    for (Param param : function.params()) {
      if (param.var().type() instanceof TensorLike t) {
        for (int d = 0; d < t.rank(); d++) {
          if (t.shape().get(d) instanceof Var v && values.isFree(v)) {
            found.putIfAbsent(v.name(), new ChipGraph.Symbol(v, index, d));
          }
        }
        index++;
      }
    }
    return List.copyOf(found.values());
  }

  // Statements.

  /** The steps of a region; the ids of its tasks are its own. */
  private List<ChipStep> inside(Block block, List<Var> results) {
    List<ChipStep> outside = steps;
    steps = new ArrayList<>();
    values.region(() -> block(block, results));
    List<ChipStep> made = steps;
    steps = outside;
    return made;
  }

  private void block(Block block, List<Var> results) {
    allocations(block);
    List<Stmt> stmts = block.stmts();
    for (int i = 0; i < stmts.size(); i++) {
      // What a region hands on may be a name of its scope, so that it is handed on inside.
      if (stmts.get(i) instanceof Scope s
          && i == stmts.size() - 2
          && stmts.getLast() instanceof Yield y) {
        List<Stmt> inside = new ArrayList<>(s.body().stmts());
        inside.add(y);
        scope(s, new Block(inside), results);
        return;
      }
      stmt(stmts.get(i), results);
    }
  }

  private void stmt(Stmt stmt, List<Var> results) {
    switch (stmt) {
      case Assign s -> assign(s);
      case Eval s -> {
        switch (s.value()) {
          case FunctionCall c -> steps.add(tasks.submit(c));
          case Call c -> op(c, null);
          default -> {}
        }
      }
      case For s -> {
        carry(s.iterArgs(), s.body(), s.results());
        values.define(s.index());
        Long step = Scalars.constant(s.step());
        Expr start = values.of(s.start());
        Expr stop = values.of(s.stop());
        Expr by = values.of(s.step());
        List<ChipStep> body = inside(s.body(), vars(s.iterArgs()));
        steps.add(new ChipStep.Loop(s.index(), start, stop, by, step != null && step < 0, body));
      }
      case While s -> {
        carry(s.iterArgs(), s.body(), s.results());
        Expr condition = values.of(s.condition());
        steps.add(new ChipStep.Repeat(condition, inside(s.body(), vars(s.iterArgs()))));
      }
      case If s -> {
        s.results().forEach(this::choose);
        Expr condition = values.of(s.condition());
        List<ChipStep> then = inside(s.then(), s.results());
        steps.add(new ChipStep.Branch(condition, then, inside(s.orElse(), s.results())));
      }
      case Yield s -> update(results, s.values());
      case Return s -> {}
      case Scope s -> scope(s, s.body(), results);
      case Break s -> steps.add(new ChipStep.Break());
      case Continue s -> steps.add(new ChipStep.Continue());
    }
  }

  private static List<Var> vars(List<IterArg> args) {
    return args.stream().map(IterArg::var).toList();
  }

  private void scope(Scope s, Block body, List<Var> results) {
    if (s.kind() == ScopeKind.RUNTIME || s.kind() == ScopeKind.MANUAL) {
      steps.add(new ChipStep.TaskScope(s.kind() == ScopeKind.MANUAL, inside(body, results)));
    } else {
      block(body, results);
    }
  }

  /** A carried tensor that keeps its storage is that tensor; everything else is a variable. */
  private void carry(List<IterArg> args, Block body, List<Var> results) {
    Yield end = !body.stmts().isEmpty() && body.stmts().getLast() instanceof Yield y ? y : null;
    for (int i = 0; i < args.size(); i++) {
      Var var = args.get(i).var();
      Expr first = values.of(args.get(i).init());
      boolean same =
          var.type() instanceof TensorLike
              && end != null
              && end.values().get(i) instanceof Var next
              && values.haveOneStorage(next, var);
      if (same) {
        values.alias(var, (Var) first);
      } else {
        steps.add(new ChipStep.Carry(var, first));
        values.define(var);
      }
      values.alias(results.get(i), values.of(var));
    }
  }

  private void choose(Var result) {
    if (result.type() instanceof TensorLike && values.isOfAnother(result)) {
      values.alias(result, values.of(values.storage(result)));
      return;
    }
    Var placeholder =
        result.type() instanceof TensorLike
            ? function.params().stream()
                .map(Param::var)
                .filter(v -> v.type() instanceof TensorLike)
                .findFirst()
                .orElse(null)
            : null;
    steps.add(new ChipStep.Choose(result, placeholder));
    values.define(result);
  }

  private void update(List<Var> results, List<Expr> yielded) {
    List<Var> targets = new ArrayList<>();
    List<Expr> next = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      Expr value = values.of(yielded.get(i));
      Var target = values.of(results.get(i));
      if (value != target) {
        targets.add(target);
        next.add(value);
      }
    }
    if (!targets.isEmpty()) {
      boolean entangled = next.stream().anyMatch(v -> KnownValues.mentions(v, targets));
      steps.add(new ChipStep.Update(targets, next, entangled));
    }
  }

  private void assign(Assign s) {
    Var target = s.target();
    switch (s.value()) {
      case FunctionCall c -> {
        ChipStep.Submit task = tasks.submit(c);
        submissions.put(target, task.number());
        steps.add(task);
      }
      case TupleGet g when g.tuple() instanceof Var t && submissions.containsKey(t) -> {
        if (KnownValues.isTask(target.type())) {
          steps.add(new ChipStep.TaskId(target, submissions.get(t)));
          values.define(target);
          tasks.isCertain(target);
        }
      }
      case Call c -> op(c, target);
      case Var v when v.type() instanceof TensorLike -> {}
      case Expr e when target.type() instanceof ScalarType -> {
        steps.add(new ChipStep.Compute(target, values.of(e)));
        values.define(target);
      }
      default -> {}
    }
  }

  // Ops.

  /** All tensors that a block creates are allocated at its beginning, in one call. */
  private void allocations(Block block) {
    List<Var> created = new ArrayList<>();
    for (Stmt stmt : block.stmts()) {
      if (stmt instanceof Assign a
          && a.value() instanceof Call c
          && c.op() == TensorOp.CREATE
          && values.areKnown(((TensorLike) a.target().type()).shape())) {
        created.add(a.target());
      }
    }
    if (!created.isEmpty()) {
      allocate(created);
    }
  }

  private void allocate(List<Var> created) {
    List<ChipStep.Allocation> allocations = new ArrayList<>();
    for (Var var : created) {
      TensorLike type = (TensorLike) var.type();
      allocations.add(new ChipStep.Allocation(var, type.dtype(), values.of(type.shape())));
      values.define(var);
    }
    steps.add(new ChipStep.Allocate(allocations));
  }

  private void op(Call c, Var target) {
    if (c.op().kind() instanceof OpKind.TensorMemory kind) {
      tensorOp(kind, c, target);
    } else if (c.op().kind() == OpKind.Window.COMM_CTX) {
      if (target != null
          && c.operand(SOURCE) instanceof Var v
          && contexts.get(values.storage(v)) instanceof Var context) {
        values.alias(target, context);
      }
    } else {
      throw outOfPlace(c);
    }
  }

  private void tensorOp(OpKind.TensorMemory kind, Call c, Var target) {
    switch (kind) {
      case CREATE -> {
        if (target != null && !values.isKnown(target)) {
          allocate(List.of(target));
        }
      }
      case WRITE ->
          steps.add(
              new ChipStep.WriteElement(
                  tensor(c, TARGET), list(c, INDICES), values.of(c.operand(VALUE))));
      case DIM -> {
        int axis = c.attr(OpAttrs.AXIS).intValue();
        Type type = c.operand(SOURCE).type();
        Long known = Scalars.constant(((TensorLike) type).shape().get(axis));
        value(target, t -> new ChipStep.Extent(t, tensor(c, SOURCE), axis, known));
      }
      case READ ->
          value(target, t -> new ChipStep.ReadElement(t, tensor(c, SOURCE), list(c, INDICES)));
      case RESHAPE -> {
        if (scattered.contains(c.operand(SOURCE))) {
          throw OrchestrationRule.CHIP_OP.at(
              c.span(),
              "a part whose elements do not lie one behind the other has no other shape in a chip"
                  + " orchestration",
              "reshape the whole tensor, or move it into a kernel");
        }
        value(target, t -> new ChipStep.Reshape(t, tensor(c, SOURCE), list(c, SHAPE)));
      }
      case SLICE -> {
        if (target != null && !isOneStretch(c)) {
          scattered.add(target);
        }
        value(
            target,
            t ->
                new ChipStep.View(
                    t,
                    tensor(c, SOURCE),
                    list(c, OFFSETS),
                    list(c, SHAPE),
                    IndexTuple.keptDimensions(c)));
      }
      case TRANSPOSE -> {
        if (target != null) {
          scattered.add(target);
        }
        value(
            target,
            t ->
                new ChipStep.Transpose(
                    t, tensor(c, SOURCE), c.attr(OpAttrs.AXIS1), c.attr(OpAttrs.AXIS2)));
      }
      case CREATE_L1,
          FULL,
          SEQUENCE,
          FILLPAD,
          FILLPAD_EXPAND,
          SET_VALIDSHAPE,
          ASSEMBLE,
          CONCAT,
          AS_VIEW ->
          throw outOfPlace(c);
    }
  }

  /** Whether a slice's elements lie one behind the other, as its tensor's do. */
  private boolean isOneStretch(Call c) {
    if (scattered.contains(c.operand(SOURCE))) {
      return false;
    }
    List<Expr> whole = ((TensorLike) c.operand(SOURCE).type()).shape();
    List<Expr> part = IndexTuple.of(c.operand(SHAPE));
    int first = 0;
    while (first < part.size() && Long.valueOf(1).equals(Scalars.constant(part.get(first)))) {
      first++;
    }
    for (int d = first + 1; d < part.size(); d++) {
      if (!part.get(d).equals(whole.get(d))) {
        return false;
      }
    }
    return true;
  }

  private static DiagnosticException outOfPlace(Call c) {
    return OrchestrationRule.CHIP_OP.at(
        c.span(),
        c.op().fullName() + " cannot stand in a chip orchestration",
        "move it into a kernel: a function of type InCore, or `with"
            + " pl.at(level=pl.Level.CORE_GROUP):`");
  }

  private void value(Var target, java.util.function.Function<Var, ChipStep> step) {
    if (target != null) {
      steps.add(step.apply(target));
      values.define(target);
    }
  }

  private Var tensor(Call c, ParamRole role) {
    return values.of((Var) c.operand(role));
  }

  private List<Expr> list(Call c, ParamRole role) {
    return values.of(IndexTuple.of(c.operand(role)));
  }
}
