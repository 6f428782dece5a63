package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.pyptoj.ir.diagnostic.Diagnostic;

class ConvertToSSATest {

  private static final Pass SSA = new ConvertToSSA();

  @Test
  void aNameThatALoopChangesIsCarried() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            n__ssa_v0: pl.Scalar[pl.INDEX],
        ) -> pl.Scalar[pl.INDEX]:
            total__ssa_v0: pl.Scalar[pl.INDEX] = 1
            for i__idx_v0, (total__iter_v1,) in pl.range(0, n__ssa_v0, 1, init_values=(total__ssa_v0,)):
                twice__ssa_v0: pl.Scalar[pl.INDEX] = i__idx_v0 * 2
                total__ssa_v2: pl.Scalar[pl.INDEX] = total__iter_v1 + twice__ssa_v0
                total__rv_v3: pl.Scalar[pl.INDEX] = pl.yield_(total__ssa_v2)
            return total__rv_v3
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
            total: pl.Scalar[pl.INDEX] = 1
            for i in pl.range(0, n, 1):
                twice: pl.Scalar[pl.INDEX] = i * 2
                total: pl.Scalar[pl.INDEX] = total + twice
            return total
        """,
        SSA);
  }

  @Test
  void aNameThatIsNotReadAgainIsNotCarried() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            n__ssa_v0: pl.Scalar[pl.INDEX],
        ) -> pl.Scalar[pl.INDEX]:
            k__ssa_v0: pl.Scalar[pl.INDEX] = 1
            for i__idx_v0 in pl.range(0, n__ssa_v0, 1):
                k__ssa_v1: pl.Scalar[pl.INDEX] = i__idx_v0 * 2
            k__ssa_v2: pl.Scalar[pl.INDEX] = 3
            return k__ssa_v2
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
            k: pl.Scalar[pl.INDEX] = 1
            for i in pl.range(0, n, 1):
                k: pl.Scalar[pl.INDEX] = i * 2
            k: pl.Scalar[pl.INDEX] = 3
            return k
        """,
        SSA);
  }

  @Test
  void aNameIsReadAgainWhereOneBranchLeavesItAlone() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            n__ssa_v0: pl.Scalar[pl.INDEX],
        ) -> pl.Scalar[pl.INDEX]:
            k__ssa_v0: pl.Scalar[pl.INDEX] = 1
            for i__idx_v0, (k__iter_v1,) in pl.range(0, n__ssa_v0, 1, init_values=(k__ssa_v0,)):
                k__ssa_v2: pl.Scalar[pl.INDEX] = i__idx_v0 * 2
                k__rv_v3: pl.Scalar[pl.INDEX] = pl.yield_(k__ssa_v2)
            if n__ssa_v0 > 7:
                k__ssa_v4: pl.Scalar[pl.INDEX] = 3
                k__phi_v5: pl.Scalar[pl.INDEX] = pl.yield_(k__ssa_v4)
            else:
                k__phi_v5: pl.Scalar[pl.INDEX] = pl.yield_(k__rv_v3)
            return k__phi_v5
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
            k: pl.Scalar[pl.INDEX] = 1
            for i in pl.range(0, n, 1):
                k: pl.Scalar[pl.INDEX] = i * 2
            if n > 7:
                k: pl.Scalar[pl.INDEX] = 3
            return k
        """,
        SSA);
  }

  @Test
  void aNameThatIsOnlyReadBehindTheLoopIsCarried() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            n__ssa_v0: pl.Scalar[pl.INDEX],
        ) -> pl.Scalar[pl.INDEX]:
            k__ssa_v0: pl.Scalar[pl.INDEX] = 1
            for i__idx_v0, (k__iter_v1,) in pl.range(0, n__ssa_v0, 1, init_values=(k__ssa_v0,)):
                k__ssa_v2: pl.Scalar[pl.INDEX] = i__idx_v0 * 2
                k__rv_v3: pl.Scalar[pl.INDEX] = pl.yield_(k__ssa_v2)
            return k__rv_v3
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
            k: pl.Scalar[pl.INDEX] = 1
            for i in pl.range(0, n, 1):
                k: pl.Scalar[pl.INDEX] = i * 2
            return k
        """,
        SSA);
  }

  @Test
  void carriedValuesThatTheAuthorWritesStay() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            inp__ssa_v0: pl.Tensor[[1, 100], pl.FP32],
            data__ssa_v0: pl.InOut[pl.Tensor[[1, 100], pl.FP32]],
        ) -> pl.Tensor[[1, 100], pl.FP32]:
            for col__idx_v0, (staged__iter_v0,) in pl.range(0, 100, 32, init_values=(data__ssa_v0,)):
                valid__ssa_v0: pl.Scalar[pl.INDEX] = pl.min(32, 100 - col__idx_v0)
                part__ssa_v0: pl.Tile[[1, 32], pl.FP32, pl.TileView(valid_shape=[1, valid__ssa_v0])] = pl.tile.load(inp__ssa_v0, [0, col__idx_v0], [1, 32], [1, valid__ssa_v0])
                staged__ssa_v1: pl.Tensor[[1, 100], pl.FP32] = pl.tile.store(part__ssa_v0, [0, col__idx_v0], staged__iter_v0)
                ready__rv_v0: pl.Tensor[[1, 100], pl.FP32] = pl.yield_(staged__ssa_v1)
            return ready__rv_v0
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            inp: pl.Tensor[[1, 100], pl.FP32],
            data: pl.InOut[pl.Tensor[[1, 100], pl.FP32]],
        ) -> pl.Tensor[[1, 100], pl.FP32]:
            for col, (staged,) in pl.range(0, 100, 32, init_values=(data,)):
                valid: pl.Scalar[pl.INDEX] = pl.min(32, 100 - col)
                part: pl.Tile[[1, 32], pl.FP32, pl.TileView(valid_shape=[1, valid])] = pl.tile.load(inp, [0, col], [1, 32], [1, valid])
                staged: pl.Tensor[[1, 100], pl.FP32] = pl.tile.store(part, [0, col], staged)
                ready: pl.Tensor[[1, 100], pl.FP32] = pl.yield_(staged)
            return ready
        """,
        SSA);
  }

  @Test
  void aChoiceHandsOnWhatItChanges() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            n__ssa_v0: pl.Scalar[pl.INDEX],
        ) -> pl.Scalar[pl.INDEX]:
            x__ssa_v0: pl.Scalar[pl.INDEX] = n__ssa_v0 + 1
            if n__ssa_v0 < 4:
                x__ssa_v1: pl.Scalar[pl.INDEX] = n__ssa_v0 * 2
                x__phi_v2: pl.Scalar[pl.INDEX] = pl.yield_(x__ssa_v1)
            else:
                x__phi_v2: pl.Scalar[pl.INDEX] = pl.yield_(x__ssa_v0)
            return x__phi_v2
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
            x: pl.Scalar[pl.INDEX] = n + 1
            if n < 4:
                x: pl.Scalar[pl.INDEX] = n * 2
            return x
        """,
        SSA);
  }

  @Test
  void aTensorThatOnlyALoopAssignsIsCarriedFromItsStorage() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            t__ssa_v0: pl.Tile[[1, 8], pl.FP32],
            c__ssa_v0: pl.Out[pl.Tensor[[4, 8], pl.FP32]],
        ) -> pl.Tensor[[4, 8], pl.FP32]:
            for i__idx_v0, (out__iter_v0,) in pl.range(0, 4, 1, init_values=(c__ssa_v0,)):
                out__ssa_v1: pl.Tensor[[4, 8], pl.FP32] = pl.tile.store(t__ssa_v0, [i__idx_v0, 0], c__ssa_v0)
                out__rv_v2: pl.Tensor[[4, 8], pl.FP32] = pl.yield_(out__ssa_v1)
            return out__rv_v2
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            t: pl.Tile[[1, 8], pl.FP32],
            c: pl.Out[pl.Tensor[[4, 8], pl.FP32]],
        ) -> pl.Tensor[[4, 8], pl.FP32]:
            for i in pl.range(0, 4, 1):
                out: pl.Tensor[[4, 8], pl.FP32] = pl.tile.store(t, [i, 0], c)
            return out
        """,
        SSA);
  }

  @Test
  void whatOnlyOnePathAssignsCannotBeRead() {
    Diagnostic wrong =
        PassText.rejected(
            """
            @pl.function(type=pl.FunctionType.InCore)
            def f(self, n: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
                if n < 4:
                    x: pl.Scalar[pl.INDEX] = n * 2
                return x
            """,
            SSA);
    assertEquals("PLP0101", wrong.code());
    assertEquals(
        "`x` may have no value here: not every path to this place assigns it", wrong.message());
    assertEquals(11, wrong.span().line());
  }

  @Test
  void whatPathsAssignMustAgree() {
    Diagnostic wrong =
        PassText.rejected(
            """
            @pl.function(type=pl.FunctionType.InCore)
            def f(
                self,
                a: pl.Tensor[[8], pl.FP32],
                n: pl.Scalar[pl.INDEX],
            ) -> pl.Scalar[pl.INDEX]:
                x: pl.Tile[[8], pl.FP32] = pl.tile.load(a, [0], [8])
                if n < 4:
                    x: pl.Tile[[4], pl.FP32] = pl.tile.load(a, [0], [4])
                pl.tile.store(x, [0], a)
                return n
            """,
            SSA);
    assertEquals("PLP0102", wrong.code());
    assertEquals(
        "`x` is `pl.Tile[[4], pl.FP32]` on one path and `pl.Tile[[8], pl.FP32]` on another",
        wrong.message());
  }
}
