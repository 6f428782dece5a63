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
        Set.of(TileOp.CREATE, TensorOp.CREATE, ArrayOp.CREATE, TileOp.FULL),
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

  /** Nothing that {@code pl.full} takes tells the levels apart: it means the tensor op. */
  @Test
  void fullIsOfTensors() {
    assertEquals(List.of(TensorOp.FULL), Surface.ops("pl.full", false));
    assertEquals(List.of(TileOp.FULL), Surface.ops("pl.tile.full", false));
  }
}
