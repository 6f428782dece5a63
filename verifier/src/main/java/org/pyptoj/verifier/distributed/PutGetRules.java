package org.pyptoj.verifier.distributed;

import java.util.List;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.AttrKey;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.AtomicDtypes;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.rule.DistributedRule;
import org.pyptoj.verifier.rule.Rule;

/**
 * {@code put} and {@code get}: the ops of kernels, and the tile-level ones that carry their staging
 * tiles.
 */
public final class PutGetRules {

  /** What says which part is moved. */
  private static final List<String> REGION = List.of("dst_offsets", "src_offsets", "shape");

  private PutGetRules() {}

  /** The codes of one direction; the rules are the same. */
  private record Codes(
      Rule window,
      Rule local,
      Rule peer,
      Rule dtype,
      Rule rank,
      Rule positive,
      Rule fullSlice,
      Rule regionArguments,
      Rule regionRank,
      Rule regionBounds,
      Rule chunk,
      Rule dynamicChunk,
      Rule pipeline,
      Rule stage,
      Rule stageFits,
      Rule stagePair) {}

  private static final Codes PUT =
      new Codes(
          DistributedRule.PUT_WINDOW,
          DistributedRule.PUT_LOCAL,
          DistributedRule.PUT_PEER,
          DistributedRule.PUT_DTYPE,
          DistributedRule.PUT_RANK,
          DistributedRule.PUT_POSITIVE,
          DistributedRule.PUT_FULL_SLICE,
          DistributedRule.PUT_REGION_ARGUMENTS,
          DistributedRule.PUT_REGION_RANK,
          DistributedRule.PUT_REGION_BOUNDS,
          DistributedRule.PUT_CHUNK,
          DistributedRule.PUT_DYNAMIC_CHUNK,
          DistributedRule.PUT_PIPELINE,
          DistributedRule.PUT_STAGE,
          DistributedRule.PUT_STAGE_FITS,
          DistributedRule.PUT_STAGE_PAIR);

  private static final Codes GET =
      new Codes(
          DistributedRule.GET_WINDOW,
          DistributedRule.GET_LOCAL,
          DistributedRule.GET_PEER,
          DistributedRule.GET_DTYPE,
          DistributedRule.GET_RANK,
          DistributedRule.GET_POSITIVE,
          DistributedRule.GET_FULL_SLICE,
          DistributedRule.GET_REGION_ARGUMENTS,
          DistributedRule.GET_REGION_RANK,
          DistributedRule.GET_REGION_BOUNDS,
          DistributedRule.GET_CHUNK,
          DistributedRule.GET_DYNAMIC_CHUNK,
          DistributedRule.GET_PIPELINE,
          DistributedRule.GET_STAGE,
          DistributedRule.GET_STAGE_FITS,
          DistributedRule.GET_STAGE_PAIR);

  public static Call put(CallCheck call) {
    TensorLike dst = call.window("dst", PUT.window());
    TensorLike src = call.tensorLike("src", PUT.local());
    atomic(call, dst);
    chunks(call, PUT, transfer(call, PUT, dst, src));
    return call.done(UnknownType.INSTANCE);
  }

  public static Call get(CallCheck call) {
    TensorLike dst = call.tensorLike("dst", GET.local());
    TensorLike src = call.window("src", GET.window());
    attributes(call);
    chunks(call, GET, transfer(call, GET, dst, src));
    return call.done(UnknownType.INSTANCE);
  }

  public static Call tilePut(CallCheck call) {
    TensorLike dst = call.window("dst", PUT.window());
    TensorLike src = call.tensorLike("src", PUT.local());
    atomic(call, dst);
    stages(call, PUT, dst, transfer(call, PUT, dst, src));
    return call.done(UnknownType.INSTANCE);
  }

  public static Call tileGet(CallCheck call) {
    TensorLike dst = call.tensorLike("dst", GET.local());
    TensorLike src = call.window("src", GET.window());
    attributes(call);
    stages(call, GET, dst, transfer(call, GET, dst, src));
    return call.done(UnknownType.INSTANCE);
  }

  private static void atomic(CallCheck call, TensorLike dst) {
    if (dst != null) {
      AtomicDtypes.check(call, DistributedRule.PUT_ATOMIC, dst.dtype());
    }
  }

  private static void attributes(CallCheck call) {
    for (String name : call.unknownAttributes()) {
      call.report(
          DistributedRule.GET_ATTRIBUTES,
          name,
          "attribute " + name + " is given, but get takes none of that name",
          "leave it out; a get always overwrites dst");
    }
  }

  /** The extents that are moved, or null where they are unknown because of a mistake. */
  private static List<Expr> transfer(CallCheck call, Codes codes, TensorLike dst, TensorLike src) {
    call.integer("peer", codes.peer());
    boolean region = isRegion(call, codes);
    if (dst == null || src == null) {
      return null;
    }
    call.require(
        dst.dtype() == src.dtype(),
        codes.dtype(),
        "src",
        "src is " + src.dtype().dslName() + ", but dst is " + dst.dtype().dslName(),
        "give both sides one element type");
    if (dst.rank() == 0 || dst.rank() != src.rank()) {
      call.report(
          codes.rank(),
          "src",
          "src has rank " + src.rank() + ", but dst has rank " + dst.rank(),
          "give both sides one rank of at least 1; reshape or slice one of them");
      return null;
    }
    RemoteAccessRules.positive(call, codes.positive(), "dst", dst.shape());
    RemoteAccessRules.positive(call, codes.positive(), "src", src.shape());
    if (region) {
      return region(call, codes, dst, src);
    }
    if (REGION.stream().anyMatch(call::has)) {
      return null;
    }
    for (int i = 0; i < dst.rank(); i++) {
      Expr d = dst.shape().get(i);
      Expr s = src.shape().get(i);
      if (!Extents.areEqual(d, s)) {
        call.report(
            codes.fullSlice(),
            "src",
            "dimension "
                + i
                + " of src is "
                + CallCheck.text(s)
                + ", but that of dst is "
                + CallCheck.text(d),
            "give dst_offsets, src_offsets and shape to move a part");
      }
    }
    return dst.shape();
  }

  private static boolean isRegion(CallCheck call, Codes codes) {
    List<String> missing = REGION.stream().filter(param -> !call.has(param)).toList();
    if (missing.isEmpty()) {
      return true;
    }
    REGION.stream()
        .filter(call::has)
        .findFirst()
        .ifPresent(
            param ->
                call.report(
                    codes.regionArguments(),
                    param,
                    "a subregion is given without " + String.join(" and ", missing),
                    "give dst_offsets, src_offsets and shape together, or none of them"));
    return false;
  }

  private static List<Expr> region(CallCheck call, Codes codes, TensorLike dst, TensorLike src) {
    int rank = dst.rank();
    List<Expr> dstOffsets =
        call.ints("dst_offsets", codes.regionRank(), codes.regionRank(), rank, "dst");
    List<Expr> srcOffsets =
        call.ints("src_offsets", codes.regionRank(), codes.regionRank(), rank, "src");
    List<Expr> shape = call.ints("shape", codes.regionRank(), codes.regionRank(), rank, "dst");
    if (shape == null) {
      return null;
    }
    RemoteAccessRules.positive(call, codes.regionBounds(), "shape", shape);
    bounds(call, codes, "dst", dstOffsets, shape, dst.shape());
    bounds(call, codes, "src", srcOffsets, shape, src.shape());
    return shape;
  }

  private static void bounds(
      CallCheck call,
      Codes codes,
      String side,
      List<Expr> offsets,
      List<Expr> shape,
      List<Expr> extents) {
    if (offsets == null) {
      return;
    }
    String param = side + "_offsets";
    for (int i = 0; i < offsets.size(); i++) {
      Expr offset = offsets.get(i);
      if (Extents.lessEqual(Extents.ZERO, offset) == Proof.FALSE) {
        call.report(
            codes.regionBounds(),
            param,
            param + "[" + i + "] is " + CallCheck.text(offset) + ", which is negative",
            "start at 0 or later");
      } else if (Extents.lessEqual(Scalars.add(offset, shape.get(i)), extents.get(i))
          == Proof.FALSE) {
        call.report(
            codes.regionBounds(),
            param,
            "dimension "
                + i
                + " of "
                + side
                + " is used from "
                + CallCheck.text(offset)
                + " for "
                + CallCheck.text(shape.get(i))
                + " elements, but it has "
                + CallCheck.text(extents.get(i)),
            "move less, or start earlier");
      }
    }
  }

  private static void chunks(CallCheck call, Codes codes, List<Expr> transfer) {
    long rows = chunk(call, codes, OpAttrs.CHUNK_ROWS);
    long cols = chunk(call, codes, OpAttrs.CHUNK_COLS);
    if (call.attr(OpAttrs.PIPELINE) && (rows == 0 || cols == 0)) {
      call.report(
          codes.pipeline(),
          "pipeline",
          "pipeline needs both chunks, but chunk_rows is " + rows + " and chunk_cols is " + cols,
          "give chunk_rows and chunk_cols, or leave pipeline out");
    }
    if (transfer == null) {
      return;
    }
    int last = transfer.size() - 1;
    for (int i = 0; i <= last; i++) {
      Expr extent = transfer.get(i);
      boolean bounded = Scalars.constant(extent) != null || (i == last ? cols : rows) != 0;
      if (!bounded) {
        String needed = i == last ? "chunk_cols" : "chunk_rows";
        call.report(
            codes.dynamicChunk(),
            call.has("shape") ? "shape" : "dst",
            "extent "
                + CallCheck.text(extent)
                + " of dimension "
                + i
                + " is dynamic, but "
                + needed
                + " is 0",
            "give " + needed + ", which sizes the staging tile");
      }
    }
  }

  private static long chunk(CallCheck call, Codes codes, AttrKey<Long> key) {
    long chunk = call.attr(key);
    String name = key.name();
    call.require(
        chunk >= 0,
        codes.chunk(),
        name,
        name + " is " + chunk + ", which is negative",
        "use 0 for the whole extent, or a positive number");
    return chunk;
  }

  private static void stages(CallCheck call, Codes codes, TensorLike dst, List<Expr> transfer) {
    TileType stage = stage(call, codes, "stage", dst, transfer);
    TileType second = stage(call, codes, "stage2", dst, transfer);
    if (stage != null && second != null) {
      call.require(
          Extents.areEqual(stage.shape(), second.shape()),
          codes.stagePair(),
          "stage2",
          "stage2 is "
              + CallCheck.text(second.shape())
              + ", but stage is "
              + CallCheck.text(stage.shape()),
          "create both staging tiles with one shape");
    }
  }

  private static TileType stage(
      CallCheck call, Codes codes, String param, TensorLike dst, List<Expr> transfer) {
    TileType stage = call.tile(param, codes.stage());
    if (stage == null) {
      return null;
    }
    Long elements = Extents.product(stage.shape());
    if (stage.rank() != 2 || elements == null || elements <= 0) {
      call.report(
          codes.stage(),
          param,
          param
              + " is "
              + CallCheck.text(stage.shape())
              + ", but a staging tile has two static positive extents",
          "create it with pl.tile.create([rows, cols], ...)");
      return null;
    }
    if (dst != null) {
      DataType wanted = dst.dtype();
      call.require(
          stage.dtype() == wanted,
          codes.stage(),
          param,
          param + " is " + stage.dtype().dslName() + ", but dst is " + wanted.dslName(),
          "create it with dtype pl." + wanted.dslName());
    }
    if (transfer != null) {
      int last = transfer.size() - 1;
      fits(call, codes, param, stage, 0, Extents.product(transfer.subList(0, last)));
      fits(call, codes, param, stage, 1, Scalars.constant(transfer.get(last)));
    }
    return stage;
  }

  private static void fits(
      CallCheck call, Codes codes, String param, TileType stage, int axis, Long extent) {
    long staged = Scalars.constant(stage.shape().get(axis));
    call.require(
        extent == null || staged <= extent,
        codes.stageFits(),
        param,
        param
            + " has "
            + staged
            + (axis == 0 ? " rows" : " columns")
            + ", but the transfer has "
            + extent,
        "use at most the extent of the flattened transfer");
  }
}
