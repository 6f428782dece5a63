package org.pyptoj.codegen.pto;

import static org.pyptoj.ir.op.ParamRole.CONTEXT;
import static org.pyptoj.ir.op.ParamRole.EXPECTED;
import static org.pyptoj.ir.op.ParamRole.OFFSETS;
import static org.pyptoj.ir.op.ParamRole.PEER;
import static org.pyptoj.ir.op.ParamRole.SHAPE;
import static org.pyptoj.ir.op.ParamRole.SIGNAL;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.ir.op.ParamRole.SOURCE_OFFSETS;
import static org.pyptoj.ir.op.ParamRole.STAGE;
import static org.pyptoj.ir.op.ParamRole.STAGE2;
import static org.pyptoj.ir.op.ParamRole.TARGET;
import static org.pyptoj.ir.op.ParamRole.TARGET_OFFSETS;
import static org.pyptoj.ir.op.ParamRole.VALID_SHAPE;
import static org.pyptoj.ir.op.ParamRole.VALUE;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;

/**
 * Writes ops that reach other ranks. A peer's slice is found through the communication context, an
 * array of 64-bit words: word 2 holds this rank (low half) and the rank count (high half), and from
 * word 4 on stand the windows' base addresses, one per rank (specification, PTO codegen).
 */
final class CommOps {

  private static final int RANK_WORD = 2;
  private static final int WINDOWS_WORD = 4;
  private static final String REGISTER = "pypto_register_counter_completion";
  private static final String REGISTER_TYPES = "(!pto.ptr<i64>, !pto.ptr<i32>, i64, i64)";
  static final String RAW_ARGUMENTS = "%__pypto_deferred_raw_args";

  private final KernelScope scope;
  private final PtoWriter out;
  private final LocalOps local;

  CommOps(KernelScope scope, LocalOps local) {
    this.scope = scope;
    this.out = scope.out;
    this.local = local;
  }

  private String rankWord(String ctx) {
    String word = out.constant(RANK_WORD, DataType.INDEX);
    String pair = out.fresh();
    out.line(pair + " = pto.load_scalar " + ctx + "[" + word + "] : !pto.ptr<i64> -> i64");
    return pair;
  }

  void rank(Var target, Call call) {
    String pair = rankWord(scope.handle(call.operand(CONTEXT)));
    String result = out.named(target.name());
    out.line(result + " = arith.trunci " + pair + " : i64 to i32");
    scope.scalars.bind(target, result);
  }

  void rankCount(Var target, Call call) {
    String pair = rankWord(scope.handle(call.operand(CONTEXT)));
    String half = out.constant(32, DataType.INT64);
    String high = out.fresh();
    out.line(high + " = arith.shrui " + pair + ", " + half + " : i64");
    String result = out.named(target.name());
    out.line(result + " = arith.trunci " + high + " : i64 to i32");
    scope.scalars.bind(target, result);
  }

  /** A view of the peer's slice of a window. */
  private String peerView(Call call, Var window, Expr peer) {
    TensorLike type = (TensorLike) window.type();
    Expr context = call.operand(CONTEXT);
    if (context == null) {
      throw new IllegalStateException(
          "at " + call.span() + ": " + call.op().fullName() + " has no ctx");
    }
    String ctx = scope.handle(context);
    String peerIndex = scope.scalars.index(peer);
    String rank = out.fresh();
    String pair = rankWord(ctx);
    out.line(rank + " = arith.trunci " + pair + " : i64 to i32");
    String rankIndex = out.fresh();
    out.line(rankIndex + " = arith.index_cast " + rank + " : i32 to index");
    String own = windowBase(ctx, rankIndex);
    String other = windowBase(ctx, peerIndex);
    String bytes = out.fresh();
    out.line(bytes + " = arith.subi " + other + ", " + own + " : i64");
    String size = out.constant(type.dtype().bytes(), DataType.INT64);
    String elements = out.fresh();
    out.line(elements + " = arith.divsi " + bytes + ", " + size + " : i64");
    String offset = out.fresh();
    out.line(offset + " = arith.index_cast " + elements + " : i64 to index");
    String pointerType = PtoTypes.pointer(type.dtype());
    String pointer = out.fresh();
    out.line(
        pointer
            + " = pto.addptr "
            + scope.place(window).pointer()
            + ", "
            + offset
            + " : "
            + pointerType
            + " -> "
            + pointerType);
    String view = out.fresh();
    scope.tensorView(view, pointer, type);
    return view;
  }

  private String windowBase(String ctx, String rank) {
    String first = out.constant(WINDOWS_WORD, DataType.INDEX);
    String word = out.fresh();
    out.line(word + " = arith.addi " + first + ", " + rank + " : index");
    String base = out.fresh();
    out.line(base + " = pto.load_scalar " + ctx + "[" + word + "] : !pto.ptr<i64> -> i64");
    return base;
  }

  void remoteLoad(Call call, String handle, TileType tile) {
    Var window = (Var) call.operand(SOURCE);
    TensorLike type = (TensorLike) window.type();
    String view = peerView(call, window, call.operand(PEER));
    List<Expr> sizes =
        KernelScope.elements(
            call.operand(VALID_SHAPE) == null ? call.operand(SHAPE) : call.operand(VALID_SHAPE));
    List<String> offsets = scope.offsets(KernelScope.elements(call.operand(OFFSETS)));
    String region = scope.partition(window.name() + "_peer_pview", view, type, offsets, sizes);
    out.line(
        "pto.tload ins("
            + region
            + " : "
            + PtoTypes.partition(sizes, type.dtype())
            + ") outs("
            + handle
            + " : "
            + PtoTypes.tile(tile)
            + ")");
  }

  void remoteStore(Call call) {
    Expr tile = call.operand(SOURCE);
    Var window = (Var) call.operand(TARGET);
    TensorLike type = (TensorLike) window.type();
    List<Expr> sizes = storedSizes(call, ((TileType) tile.type()).validShape(), type.rank());
    String view = peerView(call, window, call.operand(PEER));
    List<String> offsets = scope.offsets(KernelScope.elements(call.operand(OFFSETS)));
    String region = scope.partition(window.name() + "_peer_pview", view, type, offsets, sizes);
    String regionType = PtoTypes.partition(sizes, type.dtype());
    local.storeTo(tile, region, regionType, call);
    invalidate(region, regionType);
  }

  private static List<Expr> storedSizes(Call call, List<Expr> box, int rank) {
    return call.has(SHAPE)
        ? KernelScope.elements(call.operand(SHAPE))
        : KernelScope.boxIn(box, rank);
  }

  private void invalidate(String region, String regionType) {
    out.line("pto.cmo.cacheinvalid " + region + " single_cache_line : " + regionType);
  }

  private void barrier() {
    out.line("pto.barrier <PIPE_ALL>");
  }

  /**
   * The three places of a transfer: offsets on both sides and the extent, the whole slice by
   * default.
   */
  private record Region(List<Expr> dst, List<Expr> src, List<Expr> sizes) {
    static Region of(Call call, TensorLike whole) {
      if (!call.has(SHAPE)) {
        List<Expr> zeros = Collections.nCopies(whole.rank(), IntConst.index(0));
        return new Region(zeros, zeros, whole.shape());
      }
      return new Region(
          KernelScope.elements(call.operand(TARGET_OFFSETS)),
          KernelScope.elements(call.operand(SOURCE_OFFSETS)),
          KernelScope.elements(call.operand(SHAPE)));
    }
  }

  private String stages(Call call) {
    Expr first = call.operand(STAGE);
    Expr second = call.operand(STAGE2);
    return second == null ? scope.handle(first) : scope.handle(first) + ", " + scope.handle(second);
  }

  private String stageTypes(Call call) {
    Expr first = call.operand(STAGE);
    Expr second = call.operand(STAGE2);
    return second == null
        ? scope.tileType(first)
        : scope.tileType(first) + ", " + scope.tileType(second);
  }

  void put(Call call) {
    Var window = (Var) call.operand(TARGET);
    Var source = (Var) call.operand(SOURCE);
    TensorLike windowType = (TensorLike) window.type();
    TensorLike sourceType = (TensorLike) source.type();
    Region region = Region.of(call, windowType);
    List<String> dstOffsets = scope.offsets(region.dst());
    List<String> srcOffsets = scope.offsets(region.src());
    List<String> sizes = scope.indices(region.sizes());
    String regionType = PtoTypes.partition(region.sizes(), windowType.dtype());
    String peer = peerView(call, window, call.operand(PEER));
    String to =
        scope.partition(
            window.name() + "_peer_pview", peer, windowType, dstOffsets, region.sizes(), sizes);
    String from =
        scope.partition(
            source.name() + "_local_pview",
            scope.place(source).view(),
            sourceType,
            srcOffsets,
            region.sizes(),
            sizes);
    barrier();
    boolean adds = call.attr(OpAttrs.ATOMIC) == AtomicType.ADD;
    out.line(
        "pto.comm.tput("
            + transfer(to, from, regionType, call)
            + ") {atomicType = #pto<atomic_type "
            + (adds ? "atomic_add" : "atomic_none")
            + ">}");
    // The transfer's DMA must have landed before a later notify may be seen.
    barrier();
    invalidate(to, regionType);
  }

  void get(Call call) {
    Var target = (Var) call.operand(TARGET);
    Var window = (Var) call.operand(SOURCE);
    TensorLike targetType = (TensorLike) target.type();
    TensorLike windowType = (TensorLike) window.type();
    Region region = Region.of(call, targetType);
    List<String> dstOffsets = scope.offsets(region.dst());
    List<String> srcOffsets = scope.offsets(region.src());
    List<String> sizes = scope.indices(region.sizes());
    String regionType = PtoTypes.partition(region.sizes(), targetType.dtype());
    String to =
        scope.partition(
            target.name() + "_local_pview",
            scope.place(target).view(),
            targetType,
            dstOffsets,
            region.sizes(),
            sizes);
    String peer = peerView(call, window, call.operand(PEER));
    String from =
        scope.partition(
            window.name() + "_peer_pview", peer, windowType, srcOffsets, region.sizes(), sizes);
    barrier();
    out.line("pto.comm.tget(" + transfer(to, from, regionType, call) + ")");
    barrier();
  }

  private String transfer(String to, String from, String regionType, Call call) {
    return to
        + ", "
        + from
        + ", buf("
        + stages(call)
        + ") : "
        + regionType
        + ", "
        + regionType
        + ", "
        + stageTypes(call);
  }

  /** The region of one signal cell. */
  private static List<Expr> cell(TensorLike type) {
    return Collections.nCopies(type.rank(), IntConst.index(1));
  }

  void signal(Call call) {
    Var window = (Var) call.operand(SIGNAL);
    TensorLike type = (TensorLike) window.type();
    String view = peerView(call, window, call.operand(PEER));
    List<String> offsets = scope.offsets(KernelScope.elements(call.operand(OFFSETS)));
    String region = scope.partition(window.name() + "_peer_pview", view, type, offsets, cell(type));
    String value = scope.scalars.convert(call.operand(VALUE), DataType.INT32);
    String how =
        switch (call.attr(OpAttrs.NOTIFY)) {
          case ATOMIC_ADD -> "atomic_add";
          case SET -> "set";
        };
    barrier();
    out.line(
        "pto.comm.tnotify("
            + region
            + ", "
            + value
            + " : "
            + PtoTypes.partition(cell(type), type.dtype())
            + ", i32) {notifyOp = #pto<notify_op "
            + how
            + ">}");
  }

  void await(Call call) {
    Var window = (Var) call.operand(SIGNAL);
    TensorLike type = (TensorLike) window.type();
    List<String> offsets = scope.offsets(KernelScope.elements(call.operand(OFFSETS)));
    String region =
        scope.partition(
            window.name() + "_local_pview", scope.place(window).view(), type, offsets, cell(type));
    String expected = scope.scalars.convert(call.operand(EXPECTED), DataType.INT32);
    out.line(
        "pto.comm.twait("
            + region
            + ", "
            + expected
            + " : "
            + PtoTypes.partition(cell(type), type.dtype())
            + ", i32) {cmp = #pto<wait_cmp "
            + comparison(call)
            + ">}");
  }

  private static String comparison(Call call) {
    return switch (call.attr(OpAttrs.WAIT)) {
      case EQ -> "eq";
      case GE -> "ge";
    };
  }

  /**
   * Registers a counter with the runtime instead of waiting; an offset outside the window registers
   * -1.
   */
  void deferredWait(Call call) {
    Var window = (Var) call.operand(SIGNAL);
    TensorPlace place = scope.place(window);
    if (!place.parameter()) {
      throw CodegenCode.DEFERRED_ALIAS.at(
          call.span(),
          "'" + window.name() + "' is a view or a rebound name of a window",
          "give defer_wait the parameter itself");
    }
    scope.useDeferredCompletion();
    TensorLike type = (TensorLike) window.type();
    List<Expr> offsets = KernelScope.elements(call.operand(OFFSETS));
    List<Expr> strides = type.view().stride();
    List<String> strideValues = strides.isEmpty() ? packedStrides(type) : scope.indices(strides);
    String zero = scope.zero();
    String flat = zero;
    String outside = null;
    for (int i = 0; i < type.rank(); i++) {
      String offset = scope.scalars.index(offsets.get(i));
      String bound = scope.scalars.index(type.validShape().get(i));
      String below = operation("arith.cmpi slt,", offset, zero, "index");
      String above = operation("arith.cmpi sge,", offset, bound, "index");
      String either = operation("arith.ori", below, above, "i1");
      outside = outside == null ? either : operation("arith.ori", outside, either, "i1");
      String scaled = operation("arith.muli", offset, strideValues.get(i), "index");
      flat = operation("arith.addi", flat, scaled, "index");
    }
    String none = out.constant(-1, DataType.INDEX);
    String checked = out.fresh();
    out.line(checked + " = arith.select " + outside + ", " + none + ", " + flat + " : index");
    String position = out.fresh();
    out.line(position + " = arith.index_cast " + checked + " : index to i64");
    Expr wanted = call.operand(EXPECTED);
    // A bare literal counts as an int32, as signal cells are.
    String expected =
        wanted instanceof IntConst c
            ? extend(out.constant(c.value(), DataType.INT32))
            : scope.scalars.convert(wanted, DataType.INT64);
    out.line(
        "func.call @"
            + REGISTER
            + "("
            + RAW_ARGUMENTS
            + ", "
            + place.pointer()
            + ", "
            + position
            + ", "
            + expected
            + ") : "
            + REGISTER_TYPES
            + " -> ()");
  }

  private String extend(String value) {
    String result = out.fresh();
    out.line(result + " = arith.extsi " + value + " : i32 to i64");
    return result;
  }

  private List<String> packedStrides(TensorLike type) {
    List<Expr> strides = new ArrayList<>();
    Expr stride = IntConst.index(1);
    for (int i = type.rank() - 1; i >= 0; i--) {
      strides.addFirst(stride);
      stride = Scalars.mul(stride, type.shape().get(i));
    }
    return scope.indices(strides);
  }

  private String operation(String name, String left, String right, String type) {
    String result = out.fresh();
    out.line(result + " = " + name + " " + left + ", " + right + " : " + type);
    return result;
  }

  /** The declaration that a deferred wait calls. */
  static String declaration() {
    return "func.func private @" + REGISTER + REGISTER_TYPES;
  }

  void cacheInvalid(Call call) {
    if (call.args().isEmpty()) {
      out.line("pto.cmo.cacheinvalid all #pto.address_space<gm>");
      return;
    }
    Var tensor = (Var) call.operand(SOURCE);
    TensorLike type = (TensorLike) tensor.type();
    List<Expr> sizes = KernelScope.elements(call.operand(SHAPE));
    String region =
        scope.partition(
            tensor.name() + "_inval_pview",
            scope.place(tensor).view(),
            type,
            scope.offsets(KernelScope.elements(call.operand(OFFSETS))),
            sizes);
    invalidate(region, PtoTypes.partition(sizes, type.dtype()));
  }

  void fence() {
    out.line("pto.fence.barrier_all #pto.fence_scope<gm>");
  }
}
