package org.pyptoj.codegen.pto;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Break;
import org.pyptoj.ir.stmt.Continue;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.ForKind;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.IterArg;
import org.pyptoj.ir.stmt.Return;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.ArrayType;
import org.pyptoj.ir.type.CommCtxType;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;

/** Writes one kernel as a {@code func.func}. */
final class KernelEmitter {

  private final Function kernel;
  private final KernelScope scope;
  private final PtoWriter out;
  private final LocalOps local;
  private final ElementOps elements;
  private final CommOps comm;

  KernelEmitter(Function kernel) {
    this.kernel = kernel;
    this.scope = new KernelScope(kernel);
    this.out = scope.out;
    this.local = new LocalOps(scope);
    this.elements = new ElementOps(scope);
    this.comm = new CommOps(scope, local);
  }

  /** The function and what it declares. */
  String text() {
    List<String> parameters = parameters();
    out.inHead(this::views);
    kernel.body().stmts().forEach(this::stmt);
    if (scope.usesDeferredCompletion()) {
      parameters.add(CommOps.RAW_ARGUMENTS + ": !pto.ptr<i64>");
    }
    if (uses(TileOp.GET_BLOCK_IDX) || uses(TileOp.GET_BLOCK_NUM)) {
      parameters.add("%__pypto_spmd_block_idx: i32");
      parameters.add("%__pypto_spmd_block_num: i32");
    }
    if (uses(TileOp.GET_SUBBLOCK_IDX)) {
      parameters.add("%__pypto_spmd_subblock_idx: i32");
    }
    StringBuilder text = new StringBuilder();
    text.append("  func.func @").append(kernel.name()).append("(");
    text.append(String.join(", ", parameters)).append(") attributes {pto.kernel_kind = ");
    text.append("#pto.kernel_kind<").append(kind()).append(">} {\n");
    text.append(out.text()).append("  return\n  }\n");
    if (scope.usesDeferredCompletion()) {
      text.append("  ").append(CommOps.declaration()).append('\n');
    }
    return text.toString();
  }

  private String kind() {
    return switch (kernel.kind()) {
      case AIC -> "cube";
      case AIV -> "vector";
      case INCORE, OPAQUE, ORCHESTRATION, GROUP, SPMD, INLINE ->
          throw new IllegalStateException(kernel.name() + " is no kernel of one core");
    };
  }

  private boolean uses(Op op) {
    boolean[] found = new boolean[1];
    new Walker() {
      @Override
      public void expr(Expr expr) {
        found[0] |= expr instanceof Call c && c.op() == op;
        super.expr(expr);
      }
    }.function(kernel);
    return found[0];
  }

  /** Tensors first, then scalars and contexts, then the extents that tensors leave open. */
  private List<String> parameters() {
    List<Var> ordered = new ArrayList<>();
    List<Var> tensors = new ArrayList<>();
    for (Param param : kernel.params()) {
      if (param.var().type() instanceof TensorLike) {
        tensors.add(param.var());
      } else {
        ordered.add(param.var());
      }
    }
    ordered.addAll(0, tensors);
    List<String> text = new ArrayList<>();
    for (Var var : ordered) {
      String name = "%arg" + text.size();
      text.add(
          name
              + ": "
              + switch (var.type()) {
                case TensorLike t -> PtoTypes.pointer(t.dtype());
                case ScalarType(DataType dtype) -> dtype.mlirName();
                case CommCtxType c -> "!pto.ptr<i64>";
                default ->
                    throw new IllegalStateException(
                        "a kernel takes no " + var.type().kind() + ": " + var.name());
              });
      if (var.type() instanceof TensorLike) {
        scope.place(var, new TensorPlace(out.named(var.name() + "_view"), name, true));
      } else {
        scope.scalars.bind(var, name);
      }
    }
    Walker extents =
        new Walker() {
          @Override
          protected void use(Var var) {
            if (!scope.scalars.isBound(var)) {
              String name = "%arg" + text.size();
              text.add(name + ": index");
              scope.scalars.bind(var, name);
            }
          }
        };
    tensors.forEach(t -> ((TensorLike) t.type()).shape().forEach(extents::expr));
    return text;
  }

  /** Views of the tensor parameters that the body uses. */
  private void views() {
    java.util.Set<Var> used =
        java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
    new Walker() {
      @Override
      protected void use(Var var) {
        used.add(var);
      }

      @Override
      protected void define(Var var) {}
    }.block(kernel.body());
    for (Param param : kernel.params()) {
      if (param.var().type() instanceof TensorLike type && used.contains(param.var())) {
        TensorPlace place = scope.place(param.var());
        scope.tensorView(place.view(), place.pointer(), type);
      }
    }
  }

  private void stmts(Block block) {
    block.stmts().forEach(this::stmt);
  }

  private void stmt(Stmt stmt) {
    switch (stmt) {
      case Assign s -> assign(s);
      case Eval s -> {
        if (s.value() instanceof Call call) {
          call(null, call);
        } else {
          throw new IllegalStateException("at " + s.span() + ": a value without effect");
        }
      }
      case For s -> loop(s);
      case While s -> loop(s);
      case If s -> choice(s);
      case Return s -> {}
      case Yield s -> {}
      case Scope s -> stmts(s.body());
      case Break s -> throw unstructured(s);
      case Continue s -> throw unstructured(s);
    }
  }

  private static IllegalStateException unstructured(Stmt stmt) {
    return new IllegalStateException("at " + stmt.span() + ": a jump reached emission");
  }

  private void assign(Assign s) {
    switch (s.value()) {
      case Call call -> call(s.target(), call);
      case Var source when source.type() instanceof TensorLike ->
          scope.place(s.target(), alias(source));
      case Expr value ->
          scope.scalars.bind(
              s.target(),
              s.target().type() instanceof ScalarType(DataType dtype)
                  ? scope.scalars.convert(value, dtype)
                  : scope.handle(value));
    }
  }

  private TensorPlace alias(Expr tensor) {
    TensorPlace place = scope.place(tensor);
    return new TensorPlace(place.view(), place.pointer(), false);
  }

  private void call(Var target, Call call) {
    PtoForm form = PtoForm.of(call.op());
    switch (form) {
      case INS_OUTS,
          INS_OUTS_INT,
          CAST,
          COMPARE,
          PRECISION,
          SECOND_ONLY,
          FILL,
          COL_REDUCE,
          FIRST_ONLY,
          MASKED,
          SCATTER,
          MERGE,
          TRIANGLE,
          MATMUL,
          MATMUL_ACC,
          TRANSPOSE,
          ALLOCATION,
          LOAD,
          ASSEMBLE,
          GATHER_ROW,
          EXTRACT,
          SEQUENCE -> {
        TileType type = tileOf(target, call);
        local.produce(form, call, local.allocate(target, type), type);
      }
      case REMOTE_LOAD -> {
        TileType type = tileOf(target, call);
        comm.remoteLoad(call, local.allocate(target, type), type);
      }
      case STORE -> {
        local.store(call);
        if (target != null) {
          scope.place(target, alias(call.operand(ParamRole.TARGET)));
        }
      }
      case SLICE -> local.slice(target, call, tileOf(target, call));
      case SET_VALIDSHAPE -> local.setValidShape(target, call);
      case TILE_READ -> elements.readTile(target, call);
      case TILE_WRITE -> elements.writeTile(call);
      case BLOCK_IDENTITY -> elements.blockIdentity(target, (OpKind.BlockNumber) call.op().kind());
      case TENSOR_READ -> elements.readTensor(target, call);
      case TENSOR_WRITE -> elements.writeTensor(call);
      case TENSOR_DIM -> elements.dimension(target, call);
      case TENSOR_VIEW -> local.viewTensor(target, call);
      case ARRAY_CREATE -> elements.createArray(target);
      case ARRAY_GET -> elements.readArray(target, call);
      case ARRAY_UPDATE -> elements.updateArray(target, call);
      case RANK -> comm.rank(target, call);
      case NRANKS -> comm.rankCount(target, call);
      case REMOTE_STORE -> comm.remoteStore(call);
      case PUT -> comm.put(call);
      case GET -> comm.get(call);
      case NOTIFY -> comm.signal(call);
      case WAIT -> comm.await(call);
      case DEFER_WAIT -> comm.deferredWait(call);
      case CACHE_INVALID -> comm.cacheInvalid(call);
      case FENCE -> comm.fence();
      case LOWERED ->
          throw CodegenCode.NO_PTO_FORM.at(
              call.span(),
              call.op().fullName() + " cannot run inside the kernel '" + kernel.name() + "'",
              "use its tile-level form, or move it into the orchestration");
    }
  }

  private static TileType tileOf(Var target, Call call) {
    if (target == null || !(target.type() instanceof TileType type)) {
      throw new IllegalStateException(
          "at " + call.span() + ": " + call.op().fullName() + " needs a name for its tile");
    }
    return type;
  }

  private void loop(For s) {
    if (s.kind() == ForKind.UNROLL || s.kind() == ForKind.PIPELINE) {
      throw new IllegalStateException(
          "at " + s.span() + ": a " + s.kind() + " loop reached emission");
    }
    Long step = Scalars.constant(s.step());
    if (step != null && step <= 0) {
      throw CodegenCode.DESCENDING_LOOP.at(
          s.span(),
          "this loop steps by " + step,
          "count upwards and compute the index: for t in pl.range(n) with i = n - 1 - t");
    }
    String start = scope.scalars.index(s.start());
    String stop = scope.scalars.index(s.stop());
    String by = scope.scalars.index(s.step());
    String index = out.named(s.index().name());
    scope.scalars.bind(s.index(), index);
    share(s.iterArgs(), s.results());
    List<Integer> carried = scalarPositions(s.iterArgs());
    String head = "scf.for " + index + " = " + start + " to " + stop + " step " + by;
    if (carried.isEmpty()) {
      out.open(head + " {");
      stmts(s.body());
      out.close("}");
      return;
    }
    List<String> pairs = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i : carried) {
      IterArg arg = s.iterArgs().get(i);
      String init = scope.scalars.convert(arg.init(), Scalars.dtypeOf(arg.var()));
      String name = out.named(arg.var().name());
      pairs.add(name + " = " + init);
      names.add(name);
    }
    for (int i = 0; i < carried.size(); i++) {
      scope.scalars.bind(s.iterArgs().get(carried.get(i)).var(), names.get(i));
    }
    List<String> types = types(s.iterArgs(), carried);
    List<String> results = results(s.results(), carried);
    out.open(
        String.join(", ", results)
            + " = "
            + head
            + " iter_args("
            + String.join(", ", pairs)
            + ") -> ("
            + String.join(", ", types)
            + ") {");
    stmts(s.body());
    handOn(s.body(), s.results(), carried, types);
    out.close("}");
    bind(s.results(), carried, results);
  }

  private void loop(While s) {
    share(s.iterArgs(), s.results());
    List<Integer> carried = scalarPositions(s.iterArgs());
    if (carried.isEmpty()) {
      out.open("scf.while : () -> () {");
      out.line("scf.condition(" + scope.scalars.convert(s.condition(), DataType.BOOL) + ")");
      out.between("} do {");
      stmts(s.body());
      out.line("scf.yield");
      out.close("}");
      return;
    }
    List<String> types = types(s.iterArgs(), carried);
    List<String> pairs = new ArrayList<>();
    List<String> before = new ArrayList<>();
    List<String> after = new ArrayList<>();
    for (int i : carried) {
      IterArg arg = s.iterArgs().get(i);
      String init = scope.scalars.convert(arg.init(), Scalars.dtypeOf(arg.var()));
      before.add(out.named(arg.var().name()));
      pairs.add(before.getLast() + " = " + init);
      after.add(out.named(arg.var().name()));
    }
    List<String> results = results(s.results(), carried);
    String signature = "(" + String.join(", ", types) + ")";
    out.open(
        String.join(", ", results)
            + " = scf.while ("
            + String.join(", ", pairs)
            + ") : "
            + signature
            + " -> "
            + signature
            + " {");
    bindArgs(s.iterArgs(), carried, before);
    String holds = scope.scalars.convert(s.condition(), DataType.BOOL);
    out.line(
        "scf.condition("
            + holds
            + ") "
            + String.join(", ", before)
            + " : "
            + String.join(", ", types));
    out.between("} do {");
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < after.size(); i++) {
      arguments.add(after.get(i) + " : " + types.get(i));
    }
    out.line("^bb0(" + String.join(", ", arguments) + "):");
    bindArgs(s.iterArgs(), carried, after);
    stmts(s.body());
    handOn(s.body(), s.results(), carried, types);
    out.close("}");
    bind(s.results(), carried, results);
  }

  /**
   * Tiles, tensors and arrays that a loop carries stay where they are: all four names are one
   * place.
   */
  private void share(List<IterArg> args, List<Var> results) {
    for (int i = 0; i < args.size(); i++) {
      Var arg = args.get(i).var();
      if (arg.type() instanceof TensorLike) {
        scope.place(arg, alias(args.get(i).init()));
        scope.place(results.get(i), alias(args.get(i).init()));
      } else if (!(arg.type() instanceof ScalarType)) {
        String handle = scope.handle(args.get(i).init());
        scope.scalars.bind(arg, handle);
        scope.scalars.bind(results.get(i), handle);
      }
    }
  }

  private static List<Integer> scalarPositions(List<IterArg> args) {
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < args.size(); i++) {
      if (args.get(i).var().type() instanceof ScalarType) {
        positions.add(i);
      }
    }
    return positions;
  }

  private static List<String> types(List<IterArg> args, List<Integer> positions) {
    return positions.stream().map(i -> Scalars.dtypeOf(args.get(i).var()).mlirName()).toList();
  }

  private List<String> results(List<Var> results, List<Integer> positions) {
    return positions.stream().map(i -> out.named(results.get(i).name())).toList();
  }

  private void bind(List<Var> vars, List<Integer> positions, List<String> values) {
    for (int i = 0; i < positions.size(); i++) {
      scope.scalars.bind(vars.get(positions.get(i)), values.get(i));
    }
  }

  private void bindArgs(List<IterArg> args, List<Integer> positions, List<String> values) {
    bind(args.stream().map(IterArg::var).toList(), positions, values);
  }

  private void handOn(Block body, List<Var> results, List<Integer> positions, List<String> types) {
    Yield last = yieldOf(body);
    List<String> values = new ArrayList<>();
    for (int i : positions) {
      values.add(scope.scalars.convert(last.values().get(i), Scalars.dtypeOf(results.get(i))));
    }
    out.line("scf.yield " + String.join(", ", values) + " : " + String.join(", ", types));
  }

  private static Yield yieldOf(Block body) {
    if (!body.stmts().isEmpty() && body.stmts().getLast() instanceof Yield y) {
      return y;
    }
    throw new IllegalStateException("a body that hands on values does not end in a yield");
  }

  private void choice(If s) {
    String condition = scope.scalars.convert(s.condition(), DataType.BOOL);
    if (s.results().isEmpty()) {
      out.open("scf.if " + condition + " {");
      scope.scalars.where(s.condition(), () -> stmts(s.then()));
      if (!s.orElse().stmts().isEmpty()) {
        out.between("} else {");
        stmts(s.orElse());
      }
      out.close("}");
      return;
    }
    List<Integer> scalars = new ArrayList<>();
    for (int i = 0; i < s.results().size(); i++) {
      Var result = s.results().get(i);
      switch (result.type()) {
        case ScalarType t -> scalars.add(i);
        case TileType t -> mergedTile(result, t);
        default -> {}
      }
    }
    List<String> types =
        scalars.stream().map(i -> Scalars.dtypeOf(s.results().get(i)).mlirName()).toList();
    List<String> results = results(s.results(), scalars);
    String head = "scf.if " + condition;
    out.open(
        scalars.isEmpty()
            ? head + " {"
            : String.join(", ", results)
                + " = "
                + head
                + " -> ("
                + String.join(", ", types)
                + ") {");
    scope.scalars.where(s.condition(), () -> branch(s.then(), s.results(), scalars, types));
    out.between("} else {");
    branch(s.orElse(), s.results(), scalars, types);
    out.close("}");
    bind(s.results(), scalars, results);
    for (int i = 0; i < s.results().size(); i++) {
      Var result = s.results().get(i);
      if (result.type() instanceof TensorLike) {
        merge(s, i);
      } else if (result.type() instanceof ArrayType) {
        scope.scalars.bind(result, scope.handle(yieldOf(s.then()).values().get(i)));
      }
    }
  }

  private void branch(Block body, List<Var> results, List<Integer> scalars, List<String> types) {
    stmts(body);
    if (!scalars.isEmpty()) {
      handOn(body, results, scalars, types);
    }
  }

  /**
   * A tile that either branch writes is declared before both; both have put it at the same address.
   */
  private void mergedTile(Var result, TileType type) {
    boolean open = type.validShape().stream().anyMatch(e -> !(e instanceof IntConst));
    String handle = out.named(result.name());
    out.hoisted(
        () -> local.allocate(handle, type, open ? local.physicalBox(type) : local.validBox(type)));
    scope.scalars.bind(result, handle);
    if (open) {
      List<String> box = local.validBox(type);
      out.line(
          "pto.set_validshape "
              + handle
              + ", "
              + box.getFirst()
              + ", "
              + box.getLast()
              + " : "
              + PtoTypes.tile(type));
    }
  }

  private void merge(If s, int i) {
    TensorPlace then = scope.place(yieldOf(s.then()).values().get(i));
    TensorPlace orElse = scope.place(yieldOf(s.orElse()).values().get(i));
    if (!then.pointer().equals(orElse.pointer()) || !then.view().equals(orElse.view())) {
      throw CodegenCode.TWO_TENSORS_IN_BRANCHES.at(
          s.span(),
          "'"
              + s.results().get(i).name()
              + "' is one tensor in one branch and another in the other",
          "choose the tensor before the branch, and branch on the data read from it");
    }
    scope.place(s.results().get(i), new TensorPlace(then.view(), then.pointer(), false));
  }
}
