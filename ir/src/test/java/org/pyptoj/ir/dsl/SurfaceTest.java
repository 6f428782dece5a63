package org.pyptoj.ir.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.op.ArrayOp;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.op.TileOp;

/** The names below {@code pl} under which ops are reached. */
class SurfaceTest {

  /** A tile, a tensor and an array are made differently; {@code pl.create} would not say which. */
  @Test
  void anOpWithoutShortFormIsReachedByItsOtherNamesAlone() {
    assertEquals(
        Set.of(
            TileOp.CREATE,
            TensorOp.CREATE,
            ArrayOp.CREATE,
            TileOp.FULL,
            TileOp.CI,
            TensorOp.CI,
            TileOp.TRANSPOSE_VIEW,
            TileOp.GATHER_MASK,
            TileOp.SCATTER_MASK,
            TensorOp.SCATTER_MASK,
            TileOp.FILLPAD_INPLACE,
            TensorOp.GATHER_MASK,
            TileOp.MRGSORT2,
            TensorOp.MRGSORT2,
            TileOp.MRGSORT3,
            TensorOp.MRGSORT3,
            TileOp.MRGSORT4,
            TensorOp.MRGSORT4),
        Op.all().stream().filter(Op::isFullNameOnly).collect(Collectors.toSet()));
    assertEquals(List.of(), Surface.ops("pl.create", false));
    assertFalse(Surface.paths().containsKey("pl.create"));
    assertEquals(List.of(ArrayOp.CREATE), Surface.ops("pl.array.create", false));
    assertEquals(List.of(TileOp.CREATE), Surface.ops("pl.tile.create", false));
    assertEquals(List.of(TileOp.CREATE), Surface.ops("pl.create_tile", false));
    assertEquals(List.of(TensorOp.CREATE), Surface.ops("pl.tensor.create", false));
    assertEquals(List.of(TensorOp.CREATE), Surface.ops("pl.create_tensor", false));
  }

  /** The others keep theirs, which the first operand tells apart. */
  @Test
  void otherOpsHaveAShortForm() {
    assertEquals(List.of(TileOp.ADD, TensorOp.ADD), Surface.ops("pl.add", false));
    assertEquals(List.of(TileOp.ADD, TensorOp.ADD), Surface.paths().get("pl.add"));
  }

  /** A gather by positions and one by a pattern have one name; its arguments say which is meant. */
  @Test
  void opsOfOneDialectMayShareAName() {
    assertEquals(
        List.of(TensorOp.GATHER, TensorOp.GATHER_MASK), Surface.ops("pl.tensor.gather", false));
    assertEquals(
        List.of(TileOp.GATHER, TensorOp.GATHER, TensorOp.GATHER_MASK),
        Surface.ops("pl.gather", false));
    assertEquals(List.of(TensorOp.CI), Surface.ops("pl.arange", false));
    assertEquals(List.of(TileOp.CI), Surface.ops("pl.tile.arange", false));
  }

  /** Nothing that {@code pl.full} takes tells the levels apart: it means the tensor op. */
  @Test
  void fullIsOfTensors() {
    assertEquals(List.of(TensorOp.FULL), Surface.ops("pl.full", false));
    assertEquals(List.of(TileOp.FULL), Surface.ops("pl.tile.full", false));
  }
}
