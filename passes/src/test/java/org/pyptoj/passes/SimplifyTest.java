package org.pyptoj.passes;

import org.junit.jupiter.api.Test;

class SimplifyTest {

  @Test
  void aLoopThatRunsOnceIsItsBody() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            a: pl.Tensor[[1, 17], pl.FP32],
            y: pl.Out[pl.Tensor[[1, 17], pl.FP32]],
        ) -> pl.Tensor[[1, 17], pl.FP32]:
            part: pl.Tile[[1, 32], pl.FP32, pl.TileView(valid_shape=[1, 17])] = pl.tile.load(a, [0, 0], [1, 32], [1, 17])
            next: pl.Tensor[[1, 17], pl.FP32] = pl.tile.store(part, [0, 0], y)
            return next
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            a: pl.Tensor[[1, 17], pl.FP32],
            y: pl.Out[pl.Tensor[[1, 17], pl.FP32]],
        ) -> pl.Tensor[[1, 17], pl.FP32]:
            for col, (acc,) in pl.range(0, 17, 32, init_values=(y,)):
                valid: pl.Scalar[pl.INDEX] = pl.min(32, 17 - col)
                part: pl.Tile[[1, 32], pl.FP32, pl.TileView(valid_shape=[1, valid])] = pl.tile.load(a, [0, col], [1, 32], [1, valid])
                next: pl.Tensor[[1, 17], pl.FP32] = pl.tile.store(part, [0, col], acc)
                done: pl.Tensor[[1, 17], pl.FP32] = pl.yield_(next)
            return done
        """,
        new Simplify());
  }

  @Test
  void rangesDecideChoicesAndCallsStay() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            a: pl.Tensor[[8, 8], pl.FP32],
        ) -> pl.Scalar[pl.INDEX]:
            unused: pl.Tile[[1, 8], pl.FP32] = pl.tile.load(a, [0, 0], [1, 8])
            for i, (n,) in pl.range(0, 8, 2, init_values=(0,)):
                m: pl.Scalar[pl.INDEX] = pl.yield_(n + i)
            return m
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(self, a: pl.Tensor[[8, 8], pl.FP32]) -> pl.Scalar[pl.INDEX]:
            unused: pl.Tile[[1, 8], pl.FP32] = pl.tile.load(a, [0, 0], [1, 8])
            dead: pl.Scalar[pl.INDEX] = 3
            zero: pl.Scalar[pl.INDEX] = dead - 3
            for i, (n,) in pl.range(zero, 8, 2, init_values=(0,)):
                off: pl.Scalar[pl.INDEX] = i * 4 + 4
                if off == 0:
                    x: pl.Scalar[pl.INDEX] = pl.yield_(n)
                else:
                    x: pl.Scalar[pl.INDEX] = pl.yield_(n + pl.min(i, 7))
                m: pl.Scalar[pl.INDEX] = pl.yield_(x)
            for k in pl.range(0, 0, 1):
                pl.tile.store(unused, [k, 0], a)
            return m
        """,
        new Simplify());
  }

  /** The element may have been written since; only the first condition is known where it stands. */
  @Test
  void aConditionSaysNothingOfWhatIsReadAgain() {
    String text =
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            y: pl.InOut[pl.Tensor[[8], pl.INT32]],
            n: pl.Scalar[pl.INDEX],
        ):
            if pl.cast(pl.tensor.read(y, [3]), pl.INDEX) <= 3:
                pl.tensor.write(y, [3], 5)
                pl.tensor.write(y, [pl.max(3, pl.cast(pl.tensor.read(y, [3]), pl.INDEX))], 1)
        """;
    PassText.assertAfter(text, text, new Simplify());
  }
}
