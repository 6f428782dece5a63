package org.pyptoj.verifier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.pyptoj.verifier.Ops.*;
import static org.pyptoj.verifier.rule.DistributedRule.*;

import org.junit.jupiter.api.Test;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.StagingTile;

/** {@code put} and {@code get}: kinds, full slices, subregions, chunks and staging tiles. */
class PutGetTest {

  private final Var peer = int32("peer");
  private final Var window = window(DataType.FP32, 4, 64);
  private final Var plain = tensor(DataType.FP32, 4, 64);

  /** A plain tensor is taken on the local side of each, and only there. */
  @Test
  @Holds({"PLD0301", "PLD0302", "PLD0401", "PLD0402"})
  void plainTensorsStandOnTheLocalSide() {
    assertEquals(UnknownType.INSTANCE, call(DistributedOp.PUT, window, peer, plain).type());
    assertEquals(UnknownType.INSTANCE, call(DistributedOp.PUT, window, peer, window).type());
    assertEquals(UnknownType.INSTANCE, call(DistributedOp.GET, plain, peer, window).type());
    assertEquals(UnknownType.INSTANCE, call(DistributedOp.GET, window, peer, window).type());
    Rejections.one(PUT_WINDOW, () -> call(DistributedOp.PUT, plain, peer, window));
    Rejections.one(GET_WINDOW, () -> call(DistributedOp.GET, window, peer, plain));
    Rejections.one(
        PUT_LOCAL, () -> call(DistributedOp.PUT, window, peer, tile(DataType.FP32, 4, 64)));
    Rejections.one(
        GET_LOCAL, () -> call(DistributedOp.GET, tile(DataType.FP32, 4, 64), peer, window));
  }

  /** Dynamic extents of a full slice match when they are the same symbol. */
  @Test
  @Holds({"PLD0307", "PLD0407", "PLD0312", "PLD0412"})
  void dynamicFullSlicesMatchByStructure() {
    Var n = index("n");
    Var m = index("m");
    Var a = window(DataType.FP32, 4, n);
    call(DistributedOp.PUT, attrs("chunk_cols", 64), a, peer, tensor(DataType.FP32, 4, n));
    Rejections.one(
        PUT_FULL_SLICE,
        () ->
            call(DistributedOp.PUT, attrs("chunk_cols", 64), a, peer, tensor(DataType.FP32, 4, m)));
    Rejections.one(
        PUT_DYNAMIC_CHUNK, () -> call(DistributedOp.PUT, a, peer, tensor(DataType.FP32, 4, n)));
    Rejections.one(
        GET_DYNAMIC_CHUNK,
        () ->
            call(DistributedOp.GET, attrs("chunk_rows", 2), tensor(DataType.FP32, 4, n), peer, a));
  }

  /** The innermost extent is bounded by chunk_cols and the leading ones by chunk_rows. */
  @Test
  @Holds({"PLD0312", "PLD0412"})
  void eachDirectionHasItsChunk() {
    Var n = index("n");
    Call rows =
        call(
            DistributedOp.PUT,
            attrs("chunk_rows", 2),
            window,
            peer,
            plain,
            tuple(0, 0),
            tuple(0, 0),
            tuple(n, 64));
    assertEquals(UnknownType.INSTANCE, rows.type());
    Rejections.one(
        PUT_DYNAMIC_CHUNK,
        () ->
            call(
                DistributedOp.PUT,
                attrs("chunk_cols", 32),
                window,
                peer,
                plain,
                tuple(0, 0),
                tuple(0, 0),
                tuple(n, 64)));
  }

  @Test
  @Holds({"PLD0308", "PLD0408"})
  void aSubregionNeedsAllThree() {
    Rejections.one(
        PUT_REGION_ARGUMENTS, () -> call(DistributedOp.PUT, window, peer, plain, tuple(0, 0)));
    Rejections.one(
        PUT_REGION_ARGUMENTS,
        () -> call(DistributedOp.PUT, window, peer, plain, tuple(0, 0), tuple(0, 0)));
    Rejections.one(
        GET_REGION_ARGUMENTS, () -> call(DistributedOp.GET, plain, peer, window, tuple(0, 0)));
  }

  /** Rows 2 to 9 of a source of ten rows go to the start of the target; one more would not fit. */
  @Test
  @Holds("PLD0310")
  void subregionsStayInsideBothSides() {
    Var ten = tensor(DataType.FP32, 10, 128);
    Var box = window(DataType.FP32, 8, 128);
    call(DistributedOp.PUT, box, peer, ten, tuple(0, 0), tuple(2, 0), tuple(8, 128));
    Rejections.one(
        PUT_REGION_BOUNDS,
        () -> call(DistributedOp.PUT, box, peer, ten, tuple(0, 0), tuple(3, 0), tuple(8, 128)));
    Rejections.one(
        PUT_REGION_BOUNDS,
        () -> call(DistributedOp.PUT, box, peer, ten, tuple(1, 0), tuple(2, 0), tuple(8, 128)));
    Rejections.one(
        PUT_REGION_BOUNDS,
        () -> call(DistributedOp.PUT, box, peer, ten, tuple(0, 0), tuple(2, 0), tuple(0, 128)));
  }

  @Test
  @Holds({"PLD0313", "PLD0413"})
  void pingPongNeedsBothChunks() {
    call(
        DistributedOp.PUT,
        attrs("chunk_rows", 2, "chunk_cols", 32, "pipeline", true),
        window,
        peer,
        plain);
    Rejections.one(
        PUT_PIPELINE, () -> call(DistributedOp.PUT, attrs("pipeline", true), window, peer, plain));
    Rejections.one(
        GET_PIPELINE,
        () ->
            call(
                DistributedOp.GET, attrs("chunk_cols", 32, "pipeline", true), plain, peer, window));
  }

  /** Chunks larger than the transfer are cut down to it; 0 stands for all of it. */
  @Test
  void oversizedChunksAreCut() {
    call(DistributedOp.PUT, attrs("chunk_rows", 100, "chunk_cols", 1000), window, peer, plain);
    assertEquals(new StagingTile(4, 64), StagingTile.of(extents(4, 64), 100, 1000));
    assertEquals(new StagingTile(4, 64), StagingTile.of(extents(4, 64), 0, 0));
    assertEquals(new StagingTile(2, 16), StagingTile.of(extents(4, 64), 2, 16));
    // Leading extents fold into rows: 3 * 4.
    assertEquals(new StagingTile(12, 64), StagingTile.of(extents(3, 4, 64), 0, 0));
    assertEquals(new StagingTile(2, 64), StagingTile.of(extents(index("n"), 64), 2, 0));
    assertThrows(
        IllegalArgumentException.class, () -> StagingTile.of(extents(index("n"), 64), 0, 2));
  }

  /** The lowered forms carry staging tiles, which are no larger than the flattened transfer. */
  @Test
  @Holds({"PLD0315", "PLD0316", "PLD0317", "PLD0415"})
  void stagingTilesFitTheFlattenedTransfer() {
    Var deep = window(DataType.FP32, 3, 4, 64);
    Var source = tensor(DataType.FP32, 3, 4, 64);
    call(DistributedOp.TILE_PUT, deep, peer, source, tile(DataType.FP32, 12, 64));
    Rejections.one(
        PUT_STAGE_FITS,
        () -> call(DistributedOp.TILE_PUT, deep, peer, source, tile(DataType.FP32, 13, 64)));
    Var stage = tile(DataType.FP32, 2, 32);
    call(
        DistributedOp.TILE_PUT,
        deep,
        peer,
        source,
        stage,
        tile(DataType.FP32, 2, 32),
        tuple(0, 0, 0),
        tuple(0, 0, 0),
        tuple(1, 2, 64));
    Rejections.one(
        PUT_STAGE_PAIR,
        () -> call(DistributedOp.TILE_PUT, deep, peer, source, stage, tile(DataType.FP32, 2, 16)));
    Rejections.one(
        GET_STAGE,
        () -> call(DistributedOp.TILE_GET, source, peer, deep, tile(DataType.FP16, 2, 32)));
  }

  @Test
  @Holds("PLD0414")
  void getTakesNoOtherAttributes() {
    call(DistributedOp.GET, attrs("chunk_rows", 2), plain, peer, window);
    Rejections.one(
        GET_ATTRIBUTES, () -> call(DistributedOp.GET, attrs("atomic", 1), plain, peer, window));
  }
}
