package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.KeywordTy;
import com.oracle.graal.python.pegparser.sst.SSTNode;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import com.oracle.graal.python.pegparser.sst.WithItemTy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.CallSite;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;

/** Scopes: {@code with pl.at(...)} and its like, and loops over blocks. */
final class Scopes {

  private final Evaluator evaluator;
  private final FunctionParser parser;
  private final Statements statements;
  private final boolean irText;

  /** How many clusters are open. */
  private int clusters;

  Scopes(Evaluator evaluator, FunctionParser parser, Statements statements, boolean irText) {
    this.evaluator = evaluator;
    this.parser = parser;
    this.statements = statements;
    this.irText = irText;
  }

  private Span span(SSTNode node) {
    return evaluator.span(node);
  }

  void with(StmtTy.With w) {
    if (w.items.length != 1) {
      throw Reports.error(
          DslRule.UNSUPPORTED_STATEMENT,
          "a with statement opens one scope here",
          span(w),
          "nest the scopes");
    }
    WithItemTy item = w.items[0];
    if (!(item.contextExpr instanceof ExprTy.Call call)
        || !(evaluator.eval(call.func) instanceof Namespace n)) {
      throw notAScope(item.contextExpr);
    }
    ScopeKind kind =
        switch (n.path()) {
          case "pl.at" -> ScopeKind.AT;
          case "pl.cluster" -> ScopeKind.CLUSTER;
          case "pl.spmd" -> ScopeKind.SPMD;
          case "pl.split_aiv" -> ScopeKind.SPLIT_AIV;
          case "pl.manual_scope" -> ScopeKind.MANUAL;
          case "pl.scope" -> ScopeKind.RUNTIME;
          case "pld.comm_domain" -> ScopeKind.COMM_DOMAIN;
          default -> throw notAScope(item.contextExpr);
        };
    Attrs attrs = scopeAttrs(kind, n.path(), call);
    Var task = null;
    if (item.optionalVars != null) {
      if (!(item.optionalVars instanceof ExprTy.Name name)) {
        throw Reports.error(DslRule.TARGET, "a scope's task has one name", span(item), null);
      }
      if (clusters > 0 || kind != ScopeKind.AT && kind != ScopeKind.SPMD) {
        throw Reports.error(
            DslRule.TARGET,
            clusters > 0
                ? "a cluster is one task, and what stands in it has no task of its own"
                : n.path() + " makes no task that could have a name",
            span(item),
            "name the task of a pl.at or pl.spmd outside of clusters");
      }
      task = new Var(name.id, new ScalarType(DataType.TASK_ID), span(name));
    }
    clusters += kind == ScopeKind.CLUSTER ? 1 : 0;
    FunctionParser.Body body;
    try {
      body = parser.body(w.body);
    } finally {
      clusters -= kind == ScopeKind.CLUSTER ? 1 : 0;
    }
    statements.add(new Scope(kind, attrs, task, body.block(), span(w)));
    if (task != null) {
      evaluator.bind(task.name(), task);
    }
    body.jumpOn();
  }

  private RuntimeException notAScope(ExprTy at) {
    return Reports.error(
        DslRule.UNSUPPORTED_STATEMENT,
        "this is no scope of the kernel language",
        span(at),
        "pl.at, pl.cluster, pl.spmd, pl.split_aiv and pl.manual_scope open scopes");
  }

  private Attrs scopeAttrs(ScopeKind kind, String path, ExprTy.Call call) {
    String[] positional =
        switch (kind) {
          case AT -> new String[] {"level", "role"};
          case SPMD -> new String[] {"core_num"};
          case SPLIT_AIV -> new String[] {"mode"};
          default -> new String[0];
        };
    if (call.args.length > positional.length) {
      throw Reports.error(
          DslRule.ARGUMENTS,
          "this scope takes " + positional.length + " positional arguments",
          span(call),
          null);
    }
    List<String> known = SpecialForm.of(path).map(SpecialForm::keywords).orElse(List.of());
    Map<String, Object> attrs = new LinkedHashMap<>();
    for (int i = 0; i < call.args.length; i++) {
      attrs.put(positional[i], scopeAttr(positional[i], call.args[i]));
    }
    for (KeywordTy k : call.keywords) {
      if (k.arg == null) {
        throw Reports.error(
            DslRule.ARGUMENTS, "a scope's arguments are written out", span(k), null);
      }
      if (!irText && !known.isEmpty() && !known.contains(k.arg)) {
        throw Reports.error(
            DslRule.ARGUMENTS,
            path + " has no keyword '" + k.arg + "'",
            span(k),
            "its keywords are " + String.join(", ", known));
      }
      Object value = scopeAttr(k.arg, k.value);
      if (value != null || irText) {
        attrs.put(k.arg, value);
      }
    }
    return new Attrs(attrs);
  }

  private Object scopeAttr(String name, ExprTy at) {
    return TaskKeywords.read(evaluator, name, evaluator.eval(at), span(at), "a scope", irText);
  }

  void spmdLoop(StmtTy.For f, ExprTy.Call call) {
    Attrs attrs = scopeAttrs(ScopeKind.SPMD, "pl.spmd", call);
    if (!(f.target instanceof ExprTy.Name index)) {
      throw Reports.error(DslRule.LOOP, "the block number has one name", span(f.target), null);
    }
    Bindings bindings = evaluator.bindings();
    Bindings.Region outer = bindings.enter();
    Var block = new Var(index.id, ScalarType.INDEX, span(index));
    Call number =
        evaluator.typed(TileOp.GET_BLOCK_IDX, List.of(), Attrs.NONE, CallSite.at(span(index)));
    List<Stmt> body = new ArrayList<>();
    body.add(new Assign(block, number.withType(ScalarType.INDEX), span(index)));
    evaluator.bind(index.id, block);
    try {
      parser.loops().outside(() -> body.addAll(parser.body(f.body).block().stmts()));
    } finally {
      bindings.leave(outer);
    }
    statements.add(new Scope(ScopeKind.SPMD, attrs, null, new Block(body), span(f)));
  }
}
