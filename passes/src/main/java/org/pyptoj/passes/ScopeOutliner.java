package org.pyptoj.passes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Level;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Role;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.AttrKey;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.TupleGet;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TupleType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;

/**
 * Moves scopes of a function in SSA form into functions of their own. The new function's parameters
 * are what the scope reads of its surroundings, tensors before scalars, each in the order of first
 * use; its results are what is read behind the scope. A task that the author names or orders
 * becomes a submission: the call has {@code submit=True} and {@code deps}, and its result is a
 * tuple of the callee's results and, last, the task's id.
 */
final class ScopeOutliner extends Rewriter {

  private static final List<AttrKey<?>> OF_THE_CALL =
      List.of(
          TaskAttrs.LEVEL,
          TaskAttrs.ROLE,
          TaskAttrs.NAME_HINT,
          TaskAttrs.DEPS,
          TaskAttrs.CORE_NUM,
          TaskAttrs.SYNC_START);

  /** Which scopes move, and what they become. */
  interface Target {

    /** Whether a scope moves. */
    boolean accepts(Scope scope);

    /** The kind of the new function. */
    FunctionKind kind();

    /** Its level, or null. */
    Level level(Scope scope);

    /** Its role, or null. */
    Role role(Scope scope);

    /** What a call of the new function says of its launch. */
    default Attrs launch(Scope scope) {
      return Attrs.NONE;
    }

    /** Its name where the author gives none: the caller's name, this, and a number. */
    String suffix(Scope scope);
  }

  private final Function function;
  private final Program program;
  private final Target target;
  private final FreshNames functionNames;
  private final FreshNames variableNames;
  private final Set<Var> defined = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Function> outlined = new ArrayList<>();
  private int count;

  ScopeOutliner(Function function, Program program, Target target, FreshNames functionNames) {
    this.function = function;
    this.program = program;
    this.target = target;
    this.functionNames = functionNames;
    this.variableNames = FreshNames.beside(function);
    new Walker() {
      @Override
      protected void define(Var var) {
        defined.add(var);
      }
    }.function(function);
  }

  /** The new functions, callees first. */
  List<Function> outlined() {
    return outlined;
  }

  @Override
  protected void scope(Scope s, List<Stmt> out) {
    if (!target.accepts(s)) {
      super.scope(s, out);
      return;
    }
    Attrs attrs = attrs(s.attrs());
    Block body = block(s.body());
    List<Var> captured = captured(body);
    List<Var> leaving = leaving(s);
    String name = name(s);
    List<Param> params = new ArrayList<>();
    Rewriter inner = new Rewriter();
    Map<Var, Var> renamed = new IdentityHashMap<>();
    Map<Var, Direction> directions = new AccessDirections(program).of(body, captured);
    for (Var var : captured) {
      Var param = new Var(var.name(), inner.type(var.type()), var.span());
      inner.substitute(var, param);
      renamed.put(var, param);
      params.add(new Param(param, directions.getOrDefault(var, Direction.IN)));
    }
    StorageRoots roots = StorageRoots.of(body, StorageRoots.Sharing.WHOLE);
    List<Stmt> stmts = new ArrayList<>(inner.block(body).stmts());
    List<Expr> returned = new ArrayList<>();
    for (Var var : leaving) {
      Var root = var.type() instanceof TensorLike ? roots.root(var) : var;
      if (renamed.containsKey(root)) {
        returned.add(renamed.get(root));
      } else {
        checkLeaves(var, s);
        returned.add(inner.expr(var));
      }
    }
    if (!returned.isEmpty()) {
      stmts.add(new Return(returned, s.span()));
    }
    outlined.add(
        new Function(
            name,
            target.kind(),
            target.level(s),
            target.role(s),
            params,
            returned.stream().map(Expr::type).toList(),
            new Block(stmts),
            functionAttrs(attrs),
            s.span()));
    List<Expr> args = new ArrayList<>(captured);
    call(s, attrs, name, args, leaving, out);
  }

  private void checkLeaves(Var var, Scope s) {
    if (target.kind().isKernel() && !(var.type() instanceof TensorLike)) {
      throw StructureRule.SCOPE_RESULT.at(
          var.span().isKnown() ? var.span() : s.span(),
          "`"
              + AutoName.baseOf(var.name())
              + "` is a "
              + var.type().kind()
              + " and is read behind the scope that computes it",
          "store it into a tensor inside the scope, or compute it outside");
    }
  }

  private void call(
      Scope s, Attrs attrs, String name, List<Expr> args, List<Var> leaving, List<Stmt> out) {
    Attrs callAttrs = target.launch(s);
    List<Expr> deps = attrs.get(TaskAttrs.DEPS);
    boolean submit = s.taskId() != null || !deps.isEmpty();
    if (!deps.isEmpty()) {
      callAttrs = callAttrs.with(TaskAttrs.DEPS, deps);
    }
    List<Type> types = new ArrayList<>(leaving.stream().map(Var::type).toList());
    if (submit) {
      callAttrs = callAttrs.with(TaskAttrs.SUBMIT, true);
      types.add(new ScalarType(org.pyptoj.ir.type.DataType.TASK_ID));
    }
    Type type =
        submit || types.size() > 1
            ? new TupleType(types)
            : types.isEmpty() ? UnknownType.INSTANCE : types.getFirst();
    FunctionCall call = new FunctionCall(name, args, callAttrs, type, s.span());
    if (!submit && leaving.isEmpty() || submit && leaving.isEmpty() && s.taskId() == null) {
      out.add(new Eval(call, s.span()));
      return;
    }
    if (!submit && leaving.size() == 1) {
      out.add(new Assign(leaving.getFirst(), call, s.span()));
      return;
    }
    Var all = new Var(variableNames.fresh("ret", "tmp"), type, s.span());
    out.add(new Assign(all, call, s.span()));
    for (int i = 0; i < leaving.size(); i++) {
      out.add(new Assign(leaving.get(i), new TupleGet(all, i, s.span()), s.span()));
    }
    if (s.taskId() != null) {
      out.add(new Assign(s.taskId(), new TupleGet(all, leaving.size(), s.span()), s.span()));
    }
  }

  /** What a scope says beside its place and order stays on the new function. */
  private static Attrs functionAttrs(Attrs attrs) {
    Attrs kept = attrs;
    for (AttrKey<?> ofTheCall : OF_THE_CALL) {
      kept = kept.without(ofTheCall);
    }
    return kept;
  }

  private String name(Scope s) {
    String hint = s.attrs().get(TaskAttrs.NAME_HINT);
    String wanted =
        hint == null || hint.isEmpty()
            ? function.name() + "_" + target.suffix(s) + "_" + count++
            : hint;
    if (functionNames.take(wanted)) {
      return wanted;
    }
    boolean mine = outlined.stream().anyMatch(f -> f.name().equals(wanted));
    String base = mine ? wanted : function.name() + "_" + wanted;
    if (!mine && functionNames.take(base)) {
      return base;
    }
    return functionNames.numbered(base + "_");
  }

  /**
   * Variables of the function that a body reads and does not define: tensors first, then the rest.
   */
  private List<Var> captured(Block body) {
    Set<Var> own = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Var> tensors = new LinkedHashSet<>();
    Set<Var> others = new LinkedHashSet<>();
    new Walker() {
      @Override
      protected void define(Var var) {
        own.add(var);
        super.define(var);
      }

      @Override
      protected void use(Var var) {
        if (!own.contains(var) && isDefined(var)) {
          (var.type() instanceof TensorLike ? tensors : others).add(var);
        }
      }
    }.block(body);
    List<Var> all = new ArrayList<>(tensors);
    // A tensor's extent that is a scalar of the caller comes along with it.
    for (Var tensor : tensors) {
      new Walker() {
        @Override
        protected void use(Var var) {
          if (isDefined(var)) {
            others.add(var);
          }
        }

        void extents() {
          type(tensor.type());
        }
      }.extents();
    }
    all.addAll(others);
    return all;
  }

  private boolean isDefined(Var var) {
    return defined.contains(var) || variableNames.isTaken(var.name());
  }

  /**
   * Variables that a scope defines and the rest of the function reads, in the order of their
   * definition.
   */
  private List<Var> leaving(Scope scope) {
    Set<Var> outside = Collections.newSetFromMap(new IdentityHashMap<>());
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt != scope) {
          super.stmt(stmt);
        }
      }

      @Override
      protected void use(Var var) {
        outside.add(var);
      }
    }.function(function);
    List<Var> found = new ArrayList<>();
    new Walker() {
      @Override
      protected void define(Var var) {
        if (outside.contains(var)) {
          found.add(var);
        }
      }
    }.block(scope.body());
    return found;
  }

  /** The name of a level in a function's name: {@code cluster0}. */
  static String levelSuffix(Level level) {
    return switch (level) {
      case CLUSTER_0 -> "cluster0";
      case CLUSTER_1 -> "cluster1";
      case CLUSTER_2 -> "cluster2";
      case AIV, AIC, CORE_GROUP, CHIP_DIE, CHIP, HOST, GLOBAL ->
          level.name().toLowerCase(Locale.ROOT);
    };
  }

  /** The level that a {@code pl.at} scope names. */
  static Level levelOf(Scope scope) {
    return scope.kind() == ScopeKind.AT ? scope.attrs().get(TaskAttrs.LEVEL) : null;
  }
}
