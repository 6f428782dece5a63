package org.pyptoj.codegen.pto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.passes.Platform;
import org.pyptoj.verifier.OpTypes;

/** Transfers between global memory and computed places of tiles, as whole kernel bodies. */
class IndexedTransferTest {

  /** The statements of a kernel behind its constants, with short names for types. */
  private static String emit(String kernel) {
    String text =
        "# pypto.program: P\nimport pypto.language as pl\n\n@pl.program\nclass P:\n"
            + kernel.indent(4);
    Program program = DslParser.parseProgram(text, OpTypes::call);
    String module = PtoEmitter.emit(program, program.functions().getFirst(), Platform.A2A3_SIM);
    return module
        .lines()
        .filter(l -> l.startsWith("  ") && !l.matches("  (func.func|}|.*arith.constant).*"))
        .map(String::strip)
        .filter(l -> !l.equals("return"))
        .map(
            l ->
                l.replaceAll(
                    "!pto.tile_buf<loc=mat, dtype=f16, rows=(\\d+), cols=(\\d+), ", "!mat<$1x$2, "))
        .map(l -> l.replaceAll(", fractal=512, pad=0>", ">"))
        .map(l -> l.replace("blayout=col_major, slayout=row_major", "nz"))
        .map(l -> l.replace("blayout=row_major, slayout=col_major", "zn"))
        .map(l -> l.replace("!pto.partition_tensor_view", "!part"))
        .map(l -> l.replace("!pto.tensor_view", "!view"))
        .collect(java.util.stream.Collectors.joining("\n", "", "\n"));
  }

  /** What is carved out of the tile are whole boxes, 16 rows of 16 elements; one row moves. */
  @Test
  void aRowIsLoadedIntoAPartOfTheTile() {
    assertEquals(
        """
        %x_view = pto.make_tensor_view %arg0, shape = [%c64_index, %c32_index], strides = [%c32_index, %c1_index] {layout = #pto.layout<nd>} : !view<?x?xf16>
        %a = pto.alloc_tile addr = %c0_i64 valid_row = %c48_index valid_col = %c32_index : !mat<48x32, v_row=?, v_col=?, nz>
        %b = pto.alloc_tile addr = %c0_i64 valid_row = %c48_index valid_col = %c32_index : !mat<48x32, v_row=?, v_col=?, nz>
        %gather_row_view = pto.subview %b[%c3_index, %c0_index] sizes [16, 32] valid [%c1_index, %c32_index] : !mat<48x32, v_row=?, v_col=?, nz> -> !mat<16x32, v_row=1, v_col=32, nz>
        %0 = arith.maxsi %arg2, %c0_index : index
        %x_pview = pto.partition_view %x_view, offsets = [%0, %c0_index], sizes = [%c1_index, %c32_index] : !view<?x?xf16> -> !part<1x32xf16>
        pto.tload ins(%x_pview : !part<1x32xf16>) outs(%gather_row_view : !mat<16x32, v_row=1, v_col=32, nz>)
        %c = pto.alloc_tile addr = %c0_i64 valid_row = %c48_index valid_col = %c32_index : !mat<48x32, v_row=?, v_col=?, nz>
        %gather_row_view_1 = pto.subview %c[%c16_index, %c0_index] sizes [32, 32] valid [%arg1, %c32_index] : !mat<48x32, v_row=?, v_col=?, nz> -> !mat<32x32, v_row=?, v_col=32, nz>
        %1 = arith.maxsi %arg2, %c0_index : index
        %x_pview_1 = pto.partition_view %x_view, offsets = [%1, %c0_index], sizes = [%arg1, %c32_index] : !view<?x?xf16> -> !part<?x32xf16>
        pto.tload ins(%x_pview_1 : !part<?x32xf16>) outs(%gather_row_view_1 : !mat<32x32, v_row=?, v_col=32, nz>)
        """,
        emit(
            """
            @pl.function(type=pl.FunctionType.AIC)
            def f(self, x: pl.Tensor[[64, 32], pl.FP16], n: pl.Scalar[pl.INDEX], i: pl.Scalar[pl.INDEX]):
                a: pl.Tile[[48, 32], pl.FP16, pl.MemRef("m", 0, 3072), pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.create([48, 32], dtype=pl.FP16, target_memory=pl.Mem.Mat)
                b: pl.Tile[[48, 32], pl.FP16, pl.MemRef("m", 0, 3072), pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.gather_row(a, x, [3, 0], [i, 0], [1, 32])
                c: pl.Tile[[48, 32], pl.FP16, pl.MemRef("m", 0, 3072), pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.gather_row(b, x, [16, 0], [i, 0], [20, 32], valid_shape=[n, 32])
            """));
  }

  /** The tensor is looked at column by column, and offsets and extents change places. */
  @Test
  void aTransposedRowIsReadAsAColumn() {
    assertEquals(
        """
        %x_view = pto.make_tensor_view %arg0, shape = [%c64_index, %c32_index], strides = [%c32_index, %c1_index] {layout = #pto.layout<nd>} : !view<?x?xf16>
        %a = pto.alloc_tile addr = %c0_i64 valid_row = %c32_index valid_col = %c16_index : !mat<32x16, v_row=?, v_col=?, zn>
        %b = pto.alloc_tile addr = %c0_i64 valid_row = %c32_index valid_col = %c16_index : !mat<32x16, v_row=?, v_col=?, zn>
        %gather_row_view = pto.subview %b[%c0_index, %c2_index] sizes [32, 16] valid [%c24_index, %c1_index] : !mat<32x16, v_row=?, v_col=?, zn> -> !mat<32x16, v_row=24, v_col=1, zn>
        %x_dn_view = pto.make_tensor_view %arg0, shape = [%c32_index, %c64_index], strides = [%c1_index, %c32_index] {layout = #pto.layout<dn>} : !view<?x?xf16>
        %0 = arith.maxsi %arg1, %c0_index : index
        %x_pview = pto.partition_view %x_dn_view, offsets = [%c8_index, %0], sizes = [%c24_index, %c1_index] : !view<?x?xf16> -> !part<24x1xf16>
        pto.tload ins(%x_pview : !part<24x1xf16>) outs(%gather_row_view : !mat<32x16, v_row=24, v_col=1, zn>)
        """,
        emit(
            """
            @pl.function(type=pl.FunctionType.AIC)
            def f(self, x: pl.Tensor[[64, 32], pl.FP16], i: pl.Scalar[pl.INDEX]):
                a: pl.Tile[[32, 16], pl.FP16, pl.MemRef("m", 0, 1024), pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major)] = pl.tile.create([32, 16], dtype=pl.FP16, target_memory=pl.Mem.Mat, transpose=True)
                b: pl.Tile[[32, 16], pl.FP16, pl.MemRef("m", 0, 1024), pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.row_major, slayout=pl.TileLayout.col_major)] = pl.tile.gather_row(a, x, [0, 2], [i, 8], [1, 24], transpose=True)
            """));
  }
}
