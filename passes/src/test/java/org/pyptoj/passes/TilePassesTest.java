package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.dsl.DslParser;

class TilePassesTest {

  @Test
  void dataIsFencedAgainstSignals() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            t: pl.Tensor[[1, 64], pl.FP32],
            win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
            peer: pl.Scalar[pl.INT32],
        ):
            a: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(t, [0, 0], [1, 64])
            kept: pl.Tensor[[1, 64], pl.FP32] = pl.tile.store(a, [0, 0], t)
            local: pld.DistributedTensor[[1, 64], pl.FP32] = pl.tile.store(a, [0, 0], win)
            pl.system.cacheinvalid(win, [1, 64], [0, 0])
            pl.system.fence()
            pld.tile.remote_store(a, local, peer, [0, 0])
            pl.system.fence()
            pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.Set)
            for i in pl.range(0, 4, 1):
                pld.system.wait(sig, [i, 0], 1, cmp=pld.WaitCmp.Ge)
                pl.system.cacheinvalid()
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            t: pl.Tensor[[1, 64], pl.FP32],
            win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
            peer: pl.Scalar[pl.INT32],
        ):
            a: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(t, [0, 0], [1, 64])
            kept: pl.Tensor[[1, 64], pl.FP32] = pl.tile.store(a, [0, 0], t)
            local: pld.DistributedTensor[[1, 64], pl.FP32] = pl.tile.store(a, [0, 0], win)
            pld.tile.remote_store(a, local, peer, [0, 0])
            pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.Set)
            for i in pl.range(0, 4, 1):
                pld.system.wait(sig, [i, 0], 1, cmp=pld.WaitCmp.Ge)
        """,
        new InsertCommFence(),
        new InsertCommFence());
  }

  /** The left operand gets the result's shape first; the right one may stay a row or a column. */
  @Test
  void aLeftOperandIsStretched() {
    assertEquals(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            a: pl.Tensor[[4, 1], pl.FP32],
            b: pl.Tensor[[1, 64], pl.FP32],
            y: pl.InOut[pl.Tensor[[4, 64], pl.FP32]],
        ) -> pl.Tensor[[4, 64], pl.FP32]:
            a_tile: pl.Tile[[4, 1], pl.FP32, pl.Mem.Vec, pl.TileView(blayout=pl.TileLayout.col_major)] = pl.tile.load(a, [0, 0], [4, 1], target_memory=pl.Mem.Vec)
            b_tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(b, [0, 0], [1, 64], target_memory=pl.Mem.Vec)
            r_wide: pl.Tile[[4, 64], pl.FP32, pl.Mem.Vec] = pl.tile.create([4, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
            r_wide_1: pl.Tile[[4, 64], pl.FP32, pl.Mem.Vec] = pl.tile.row_expand(r_wide, a_tile)
            r_tile: pl.Tile[[4, 64], pl.FP32, pl.Mem.Vec] = pl.tile.col_expand_sub(r_wide_1, b_tile)
            z: pl.Tensor[[4, 64], pl.FP32] = pl.tile.store(r_tile, [0, 0], y)
            return z
        """,
        CheckedText.function(
            "f",
            """
            @pl.function(type=pl.FunctionType.InCore)
            def f(
                self,
                a: pl.Tensor[[4, 1], pl.FP32],
                b: pl.Tensor[[1, 64], pl.FP32],
                y: pl.InOut[pl.Tensor[[4, 64], pl.FP32]],
            ) -> pl.Tensor[[4, 64], pl.FP32]:
                r = pl.tensor.sub(a, b)
                z = pl.tensor.assemble(y, r, [0, 0])
                return z
            """,
            new ConvertTensorToTileOps()));
  }

  @Test
  void aValueThatNobodyWantsIsComputedAllTheSame() {
    assertEquals(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            t: pl.Tensor[[1, 64], pl.FP32],
        ):
            t_tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(t, [0, 0], [1, 64], target_memory=pl.Mem.Vec)
            unused_tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(t_tile, t_tile)
        """,
        CheckedText.function(
            "f",
            """
            @pl.function(type=pl.FunctionType.InCore)
            def f(self, t: pl.Tensor[[1, 64], pl.FP32]):
                pl.tensor.add(t, t)
            """,
            new ConvertTensorToTileOps()));
  }

  @Test
  void aColumnIsReadColumnMajor() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32, pl.TensorView(stride=[1, 4], layout=pl.DN)]],
            rows: pl.Tensor[[4, 8], pl.INT32],
            swapped: pl.Tensor[[4, 8], pl.INT32, pl.TensorView(stride=[1, 4], layout=pl.DN)],
        ):
            pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
            rows: pl.Tensor[[4, 8], pl.INT32],
            swapped: pl.Tensor[[4, 8], pl.INT32, pl.DN],
        ):
            pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        """,
        new MaterializeTensorStrides());
  }

  @Test
  void communicationThroughASliceNamesTheWhole() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            x: pl.Tensor[[16, 64], pl.FP32],
            win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[4, 2], pl.INT32]],
            peer: pl.Scalar[pl.INT32],
        ):
            tput_stage: pl.Tile[[4, 64], pl.FP32, pl.Mem.Vec] = pl.tile.create([4, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
            pld.tile.put(win, peer, x, tput_stage, dst_offsets=[0, 0], src_offsets=[12, 0], shape=[4, 64])
            pld.system.notify(sig, peer, [3, 1], 1, op=pld.NotifyOp.Set)
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            x: pl.Tensor[[16, 64], pl.FP32],
            win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[4, 2], pl.INT32]],
            peer: pl.Scalar[pl.INT32],
        ):
            rows: pl.Tensor[[4, 64], pl.FP32] = pl.tensor.slice(x, [4, 64], [12, 0])
            top: pld.DistributedTensor[[4, 64], pl.FP32] = pl.tensor.slice(win, [4, 64], [0, 0])
            pld.tensor.put(top, peer, rows)
            row: pld.DistributedTensor[[2], pl.INT32] = pl.tensor.slice(sig, [1, 2], [3, 0], drop_dims=[0])
            pld.system.notify(row, peer, [1], 1, op=pld.NotifyOp.Set)
        """,
        new ConvertTensorToTileOps());
  }

  @Test
  void oneMatrixIsMultipliedAtATime() {
    String kernel =
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            a: pl.Tile[[PAGES, 16, 32], pl.FP16, pl.Mem.Mat],
            b: pl.Tile[[PAGES, 32, 64], pl.FP16, pl.Mem.Mat],
        ):
            c: pl.Tile[[PAGES, 16, 64], pl.FP32] = pl.tile.batch_matmul(a, b)
        """;
    assertEquals(
        "PLP2032", PassText.rejected(kernel.replace("PAGES", "2"), new FlattenTileNdTo2D()).code());
    String one =
        PassText.text(
            PassText.run(PassText.parse(kernel.replace("PAGES", "1")), new FlattenTileNdTo2D()));
    assertTrue(one.contains(" = pl.tile.matmul(a, b)"), one);
  }

  @Test
  void transfersGetStagingTiles() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            x: pl.Tensor[[10, 128], pl.FP32],
            y: pl.Out[pl.Tensor[[2, 5, 64], pl.FP16]],
            win: pl.InOut[pld.DistributedTensor[[10, 128], pl.FP32]],
            box: pl.InOut[pld.DistributedTensor[[2, 5, 64], pl.FP16]],
            peer: pl.Scalar[pl.INT32],
        ):
            tput_stage_ping: pl.Tile[[4, 64], pl.FP32, pl.Mem.Vec] = pl.tile.create([4, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
            tput_stage_pong: pl.Tile[[4, 64], pl.FP32, pl.Mem.Vec] = pl.tile.create([4, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
            pld.tile.put(win, peer, x, tput_stage_ping, tput_stage_pong, [0, 0], [2, 0], [8, 128], atomic=pld.AtomicType.Add)
            tget_stage: pl.Tile[[10, 64], pl.FP16, pl.Mem.Vec] = pl.tile.create([10, 64], dtype=pl.FP16, target_memory=pl.Mem.Vec)
            pld.tile.get(y, peer, box, tget_stage)
            tget_stage_1: pl.Tile[[1, 32], pl.FP16, pl.Mem.Vec] = pl.tile.create([1, 32], dtype=pl.FP16, target_memory=pl.Mem.Vec)
            pld.tile.get(y, peer, box, tget_stage_1, dst_offsets=[0, 0, 0], src_offsets=[1, 0, 0], shape=[1, 1, 64])
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            x: pl.Tensor[[10, 128], pl.FP32],
            y: pl.Out[pl.Tensor[[2, 5, 64], pl.FP16]],
            win: pl.InOut[pld.DistributedTensor[[10, 128], pl.FP32]],
            box: pl.InOut[pld.DistributedTensor[[2, 5, 64], pl.FP16]],
            peer: pl.Scalar[pl.INT32],
        ):
            pld.tensor.put(win, peer, x, [0, 0], [2, 0], [8, 128], atomic=pld.AtomicType.Add, chunk_rows=4, chunk_cols=64, pipeline=True)
            pld.tensor.get(y, peer, box)
            pld.tensor.get(y, peer, box, [0, 0, 0], [1, 0, 0], [1, 1, 64], chunk_rows=4, chunk_cols=32)
        """,
        new ConvertTensorToTileOps());
  }

  @Test
  void whatAKernelChangesIsNoMereInput() {
    String body =
        """
            self,
            t: pl.Tile[[1, 32], pl.FP32],
            read: pld.DistributedTensor[[1, 32], pl.FP32],
            mail: %spld.DistributedTensor[[1, 32], pl.FP32]%s,
            flag: %spld.DistributedTensor[[1, 1], pl.INT32]%s,
            out: %spl.Tensor[[1, 32], pl.FP32]%s,
            to: pl.Scalar[pl.INT32],
        ):
            pld.tile.remote_store(t, mail, to, [0, 0])
            pld.system.notify(flag, to, [0, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.Set)
            u: pl.Tile[[1, 32], pl.FP32] = pl.tile.load(read, [0, 0], [1, 32])
            stored: pl.Tensor[[1, 32], pl.FP32] = pl.tile.store(u, [0, 0], out)
        """;
    String head = "@pl.function(type=pl.FunctionType.InCore)\ndef f(\n";
    PassText.assertAfter(
        head + body.formatted("pl.InOut[", "]", "pl.InOut[", "]", "pl.Out[", "]"),
        head + body.formatted("", "", "", "", "", ""),
        new ConvertTensorToTileOps());
  }

  @Test
  void computedTensorsBecomeTiles() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def k(
            self,
            x: pl.Tensor[[4, 64], pl.FP32],
            win: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
            peer: pl.Scalar[pl.INT32],
            sum__out: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
        ) -> pl.Tensor[[1, 64], pl.FP32]:
            top_tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [1, 0], [1, 64], target_memory=pl.Mem.Vec)
            sum__ssa_v0_tile: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.add(top_tile, top_tile)
            pld.tile.remote_store(sum__ssa_v0_tile, win, peer, [0, 0])
            sum__store: pl.Tensor[[1, 64], pl.FP32] = pl.tile.store(sum__ssa_v0_tile, [0, 0], sum__out)
            return sum__store

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[4, 64], pl.FP32],
            win: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
            peer: pl.Scalar[pl.INT32],
        ) -> pl.Tensor[[1, 64], pl.FP32]:
            sum__out: pl.Tensor[[1, 64], pl.FP32] = pl.tensor.create([1, 64], dtype=pl.FP32)
            r: pl.Tensor[[1, 64], pl.FP32] = self.k(x, win, peer, sum__out)
            return r
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def k(
            self,
            x: pl.Tensor[[4, 64], pl.FP32],
            win: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
            peer: pl.Scalar[pl.INT32],
        ) -> pl.Tensor[[1, 64], pl.FP32]:
            top: pl.Tensor[[1, 64], pl.FP32] = pl.tensor.slice(x, [1, 64], [1, 0])
            sum__ssa_v0: pl.Tensor[[1, 64], pl.FP32] = pl.tensor.add(top, top)
            pld.tensor.remote_store(sum__ssa_v0, win, peer, [0, 0])
            return sum__ssa_v0

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[4, 64], pl.FP32],
            win: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
            peer: pl.Scalar[pl.INT32],
        ) -> pl.Tensor[[1, 64], pl.FP32]:
            r: pl.Tensor[[1, 64], pl.FP32] = self.k(x, win, peer)
            return r
        """,
        new ConvertTensorToTileOps());
  }

  @Test
  void tilesOfManyDimensionsBecomeRows() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            x: pl.Tensor[[2, 3, 4], pl.FP32],
            v: pl.Tensor[[8], pl.FP32],
        ):
            t: pl.Tile[[6, 4], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0, 0], [2, 3, 4])
            e: pl.Scalar[pl.FP32] = pl.tile.read(t, [5, 3])
            a: pl.Tensor[[2, 3, 4], pl.FP32] = pl.tile.store(t, [0, 0, 0], x, [2, 3, 4])
            w: pl.Tile[[1, 8], pl.FP32, pl.Mem.Vec] = pl.tile.load(v, [0], [8])
            b: pl.Tensor[[8], pl.FP32] = pl.tile.store(w, [0], v)
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(self, x: pl.Tensor[[2, 3, 4], pl.FP32], v: pl.Tensor[[8], pl.FP32]):
            t: pl.Tile[[2, 3, 4], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0, 0], [2, 3, 4])
            e: pl.Scalar[pl.FP32] = pl.tile.read(t, [1, 2, 3])
            a: pl.Tensor[[2, 3, 4], pl.FP32] = pl.tile.store(t, [0, 0, 0], x)
            w: pl.Tile[[8], pl.FP32, pl.Mem.Vec] = pl.tile.load(v, [0], [8])
            b: pl.Tensor[[8], pl.FP32] = pl.tile.store(w, [0], v)
        """,
        new FlattenTileNdTo2D());
  }

  @Test
  void aCastWithoutAnInstructionTakesTheShortestWay() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            x: pl.Tensor[[1, 64], pl.FP16],
        ):
            t: pl.Tile[[1, 64], pl.FP16, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [1, 64])
            w: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.cast(t, target_type=pl.FP32)
            b_f32: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.cast(t, target_type=pl.FP32, mode="rint")
            b: pl.Tile[[1, 64], pl.BF16, pl.Mem.Vec] = pl.tile.cast(b_f32, target_type=pl.BF16, mode="rint")
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(self, x: pl.Tensor[[1, 64], pl.FP16]):
            t: pl.Tile[[1, 64], pl.FP16, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [1, 64])
            w: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.cast(t, target_type=pl.FP32)
            b: pl.Tile[[1, 64], pl.BF16, pl.Mem.Vec] = pl.tile.cast(t, target_type=pl.BF16, mode="rint")
        """,
        new LegalizeTileCast());
  }

  @Test
  void matrixOperandsMoveToWhereTheCubeReadsThem() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            x: pl.Tensor[[16, 16], pl.FP16],
            y: pl.Tensor[[16, 16], pl.FP16],
        ):
            a: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
            b: pl.Tile[[16, 16], pl.FP16, pl.Mem.Mat, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.load(y, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
            a_Left: pl.Tile[[16, 16], pl.FP16, pl.Mem.Left, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.move(a, target_memory=pl.Mem.Left)
            b_Right: pl.Tile[[16, 16], pl.FP16, pl.Mem.Right, pl.TileView(slayout=pl.TileLayout.col_major)] = pl.tile.move(b, target_memory=pl.Mem.Right)
            c: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major, fractal=1024)] = pl.tile.matmul(a_Left, b_Right)
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(self, x: pl.Tensor[[16, 16], pl.FP16], y: pl.Tensor[[16, 16], pl.FP16]):
            a: pl.Tile[[16, 16], pl.FP16] = pl.tile.load(x, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
            b: pl.Tile[[16, 16], pl.FP16] = pl.tile.load(y, [0, 0], [16, 16])
            c: pl.Tile[[16, 16], pl.FP32] = pl.tile.matmul(a, b)
        """,
        new InferTileMemorySpace());
  }

  @Test
  void whatOtherOpsReadTooStaysBesideTheVectorCore() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            x: pl.Tensor[[16, 16], pl.FP16],
        ):
            a: pl.Tile[[16, 16], pl.FP16, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [16, 16])
            n: pl.Tile[[16, 16], pl.FP16, pl.Mem.Vec] = pl.tile.neg(a)
            a_Left: pl.Tile[[16, 16], pl.FP16, pl.Mem.Left, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major)] = pl.tile.move(a, target_memory=pl.Mem.Left)
            a_Right: pl.Tile[[16, 16], pl.FP16, pl.Mem.Right, pl.TileView(slayout=pl.TileLayout.col_major)] = pl.tile.move(a, target_memory=pl.Mem.Right)
            c: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc, pl.TileView(blayout=pl.TileLayout.col_major, slayout=pl.TileLayout.row_major, fractal=1024)] = pl.tile.matmul(a_Left, a_Right)
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(self, x: pl.Tensor[[16, 16], pl.FP16]):
            a: pl.Tile[[16, 16], pl.FP16] = pl.tile.load(x, [0, 0], [16, 16])
            n: pl.Tile[[16, 16], pl.FP16] = pl.tile.neg(a)
            c: pl.Tile[[16, 16], pl.FP32] = pl.tile.matmul(a, a)
        """,
        new InferTileMemorySpace());
  }

  private static Program withValidExtents(String declared) {
    return DslParser.parseProgram(
        """
        import pypto.language as pl

        VALID = pl.dynamic("VALID")

        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.InCore)
            def k(
                self,
                x: pl.Tensor[[1, 64], pl.FP32, pl.TensorView(valid_shape=[1, DECLARED], layout=pl.ND)],
            ):
                pass

            @pl.function(type=pl.FunctionType.Orchestration)
            def chip(
                self,
                y: pl.Tensor[[1, 64], pl.FP32, pl.TensorView(valid_shape=[1, 40], layout=pl.ND)],
            ):
                self.k(y)
        """
            .replace("DECLARED", declared),
        (op, args, attrs, site) -> {
          throw new AssertionError(op);
        });
  }

  @Test
  void aValidExtentIsPassedAlong() {
    Program after = PassText.run(withValidExtents("VALID"), new MaterializeValidShapeSymbols());
    assertEquals(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def k(
            self,
            VALID: pl.Scalar[pl.INDEX],
            x: pl.Tensor[[1, 64], pl.FP32, pl.TensorView(valid_shape=[1, VALID], layout=pl.ND)],
        ):
            pass
        """,
        Printer.print(after.function("k").orElseThrow()));
    assertEquals(
        """
        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            y: pl.Tensor[[1, 64], pl.FP32, pl.TensorView(valid_shape=[1, 40], layout=pl.ND)],
        ):
            self.k(40, y)
        """,
        Printer.print(after.function("chip").orElseThrow()));
  }

  @Test
  void aValidExtentInsideAnExpressionIsRejected() {
    Diagnostic wrong =
        assertThrows(
                DiagnosticException.class,
                () ->
                    PassText.run(withValidExtents("VALID * 2"), new MaterializeValidShapeSymbols()))
            .diagnostics()
            .getFirst();
    assertEquals("PLP2020", wrong.code());
    assertEquals("'VALID' stands only inside a larger expression of 'k'", wrong.message());
  }
}
