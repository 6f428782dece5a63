package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;

/** Where kernels run, by the memories that they touch. */
class ExpandMixedKernelTest {

  private static final String ACC =
      "pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc,"
          + " pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major,"
          + " fractal=1024)]";

  private static String kernel(String kind, String... statements) {
    return """
        @pl.function(type=pl.FunctionType.%s)
        def k(self, x: pl.Tensor[[16, 16], pl.FP32], l: pl.Tile[[16, 16], pl.FP32, pl.Mem.Left], r: pl.Tile[[16, 16], pl.FP32, pl.Mem.Right], v: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec], acc: ACC):
        """
            .formatted(kind)
            .replace("ACC", ACC)
        + "    "
        + String.join("\n    ", statements).replace("ACC", ACC)
        + "\n";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "AIC | c: ACC = pl.tile.matmul(l, r)",
        "AIC | m: pl.Tile[[16, 16], pl.FP32, pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)",
        "AIC | s: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(acc, [0, 0], x)",
        "AIV | t: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 16])",
        "AIV | n: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.neg(v)",
        "AIV | s: pl.Tensor[[16, 16], pl.FP32] = pl.tile.store(v, [0, 0], x)",
        // What neither core needs in particular runs on a vector core.
        "AIV | pl.system.fence()",
        "AIV | b: ACC = pl.tile.create([16, 16], dtype=pl.FP32, target_memory=pl.Mem.Acc)",
      })
  void aKernelHasTheCoreOfItsOps(FunctionKind core, String statement) {
    assertEquals(
        core,
        PassText.run(PassText.parse(kernel("InCore", statement)), new ExpandMixedKernel())
            .function("k")
            .orElseThrow()
            .kind());
  }

  @Test
  void aKernelOfBothCoresIsRefusedAtTheSecond() {
    Diagnostic refused =
        PassText.rejected(
            kernel(
                "InCore",
                "c: ACC = pl.tile.matmul(l, r)",
                "for i in pl.range(0, 4, 1):",
                "    n: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.neg(v)"),
            new ExpandMixedKernel());
    assertEquals("PLP0111", refused.code());
    assertEquals(
        "`k` cannot run on two cores: pl.tile.matmul needs the cube core, and pl.tile.neg a vector"
            + " core",
        refused.message());
    Span other = refused.notes().getFirst().span();
    assertEquals(2, refused.span().line() - other.line());
  }

  @Test
  void aMoveFromOneCoreToTheOtherNeedsBoth() {
    Diagnostic refused =
        PassText.rejected(
            kernel(
                "InCore",
                "t: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.move(acc,"
                    + " target_memory=pl.Mem.Vec)"),
            new ExpandMixedKernel());
    assertEquals(
        "pl.tile.move moves a tile between the cube core and a vector core, and `k` cannot run on"
            + " both",
        refused.message());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "AIV | c: ACC = pl.tile.matmul(l, r)",
        "AIC | n: pl.Tile[[16, 16], pl.FP32, pl.Mem.Vec] = pl.tile.neg(v)",
      })
  void aDeclaredCoreMustDo(String kind, String statement) {
    assertEquals(
        "PLP0111", PassText.rejected(kernel(kind, statement), new ExpandMixedKernel()).code());
  }
}
