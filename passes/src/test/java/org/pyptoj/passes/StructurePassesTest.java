package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Program;

/** The passes that give a program its structure, one before and after each. */
class StructurePassesTest {

  /** A kernel for orchestrations to call, which their passes leave as it is. */
  private static final String KERNEL =
      """
      @pl.function(type=pl.FunctionType.InCore)
      def k(
          self,
          x: pl.Tensor[[8], pl.FP32],
          y: pl.Out[pl.Tensor[[8], pl.FP32]],
      ) -> pl.Tensor[[8], pl.FP32]:
          return y

      """;

  @Test
  void nestedCallsGetNames() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            a: pl.Tensor[[8], pl.INT32],
            t: pl.Tile[[8], pl.FP32],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
        ) -> pl.Tensor[[8], pl.FP32]:
            t__tmp_v0: pl.Scalar[pl.INT32] = pl.tensor.read(a, [0])
            for i in pl.range(0, t__tmp_v0, 1):
                t__tmp_v1: pl.Scalar[pl.INT32] = pl.tensor.read(a, [i])
                t__tmp_v2: pl.Scalar[pl.INT32] = pl.tensor.read(a, [1])
                pl.tensor.write(a, [i], t__tmp_v1 + t__tmp_v2)
            t__tmp_v3: pl.Tensor[[8], pl.FP32] = pl.tile.store(t, [0], y)
            return t__tmp_v3
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            a: pl.Tensor[[8], pl.INT32],
            t: pl.Tile[[8], pl.FP32],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
        ) -> pl.Tensor[[8], pl.FP32]:
            for i in pl.range(0, pl.tensor.read(a, [0]), 1):
                pl.tensor.write(a, [i], pl.tensor.read(a, [i]) + pl.tensor.read(a, [1]))
            return pl.tile.store(t, [0], y)
        """,
        new FlattenCallExpr());
  }

  @Test
  void aReadBehindAndIsMadeWherePythonMakesIt() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            y: pl.InOut[pl.Tensor[[8], pl.INT32]],
            n: pl.Scalar[pl.INDEX],
        ):
            if n < 8:
                t__tmp_v0: pl.Scalar[pl.INT32] = pl.tensor.read(y, [n])
                t__tmp_v1: pl.Scalar[pl.BOOL] = pl.yield_(t__tmp_v0 > 3)
            else:
                t__tmp_v1: pl.Scalar[pl.BOOL] = pl.yield_(False)
            t__tmp_v2: pl.Scalar[pl.INT32] = pl.tensor.read(y, [2])
            if t__tmp_v1 or t__tmp_v2 > 3:
                pl.tensor.write(y, [0], 1)
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(self, y: pl.InOut[pl.Tensor[[8], pl.INT32]], n: pl.Scalar[pl.INDEX]):
            if n < 8 and pl.tensor.read(y, [n]) > 3 or pl.tensor.read(y, [2]) > 3:
                pl.tensor.write(y, [0], 1)
        """,
        new FlattenCallExpr());
  }

  @Test
  void aTileThatNobodyWantsGetsAName() {
    Program flat =
        CheckedText.run(
            """
            @pl.function(type=pl.FunctionType.InCore)
            def f(
                self,
                t: pl.Tile[[8], pl.FP32],
                y: pl.Out[pl.Tensor[[8], pl.FP32]],
            ):
                pl.tile.add(pl.tile.exp(t), t)
                pl.tile.store(t, [0], y)
            """,
            new FlattenCallExpr());
    assertEquals(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            t: pl.Tile[[8], pl.FP32],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
        ):
            t__tmp_v0: pl.Tile[[8], pl.FP32] = pl.tile.exp(t)
            t__tmp_v1: pl.Tile[[8], pl.FP32] = pl.tile.add(t__tmp_v0, t)
            pl.tile.store(t, [0], y)
        """,
        PassText.text(flat));
  }

  @Test
  void aReturnInAChoiceBecomesAResultOfBothPaths() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            t: pl.Tile[[8], pl.FP32],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
            n: pl.Scalar[pl.INT32],
        ) -> pl.Tensor[[8], pl.FP32]:
            if n > pl.const(2, pl.INT32):
                returned: pl.Tensor[[8], pl.FP32] = y
            else:
                u: pl.Tile[[8], pl.FP32] = pl.tile.add(t, t)
                returned: pl.Tensor[[8], pl.FP32] = pl.tile.store(u, [0], y)
            return returned
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            t: pl.Tile[[8], pl.FP32],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
            n: pl.Scalar[pl.INT32],
        ) -> pl.Tensor[[8], pl.FP32]:
            if n > pl.const(2, pl.INT32):
                return y
            u: pl.Tile[[8], pl.FP32] = pl.tile.add(t, t)
            return pl.tile.store(u, [0], y)
        """,
        new CtrlFlowTransform());
  }

  @Test
  void aCallInAWhileConditionIsEvaluatedEachTime() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            a: pl.Tensor[[8], pl.INT32],
        ) -> pl.Scalar[pl.INDEX]:
            t__tmp_v0: pl.Scalar[pl.INT32] = pl.tensor.read(a, [0])
            for (i, going__iter_v0) in pl.while_(init_values=(0, t__tmp_v0 > pl.const(0, pl.INT32))):
                pl.cond(going__iter_v0)
                t__tmp_v1: pl.Scalar[pl.INT32] = pl.tensor.read(a, [i + 1])
                (end, going__rv_v0) = pl.yield_(i + 1, t__tmp_v1 > pl.const(0, pl.INT32))
            return end
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(self, a: pl.Tensor[[8], pl.INT32]) -> pl.Scalar[pl.INDEX]:
            for (i,) in pl.while_(init_values=(0,)):
                pl.cond(pl.tensor.read(a, [i]) > pl.const(0, pl.INT32))
                end: pl.Scalar[pl.INDEX] = pl.yield_(i + 1)
            return end
        """,
        new FlattenCallExpr());
  }

  @Test
  void inlineFunctionsAreCopied() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            a: pl.Scalar[pl.INDEX],
        ) -> pl.Scalar[pl.INDEX]:
            y_inline0: pl.Scalar[pl.INDEX] = a * a
            b: pl.Scalar[pl.INDEX] = y_inline0
            y_inline1: pl.Scalar[pl.INDEX] = b * b
            c: pl.Scalar[pl.INDEX] = y_inline1 + 1
            return c
        """,
        """
        @pl.function(type=pl.FunctionType.Inline)
        def square(self, x: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
            y: pl.Scalar[pl.INDEX] = x * x
            return y

        @pl.function(type=pl.FunctionType.InCore)
        def f(self, a: pl.Scalar[pl.INDEX]) -> pl.Scalar[pl.INDEX]:
            b: pl.Scalar[pl.INDEX] = self.square(a)
            c: pl.Scalar[pl.INDEX] = self.square(b) + 1
            return c
        """,
        new InlineFunctions());
  }

  @Test
  void unrolledLoopsAreWrittenOut() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            a: pl.Tensor[[8], pl.INT32],
        ):
            pl.tensor.write(a, [1], pl.const(0, pl.INT32))
            pl.tensor.write(a, [3], pl.const(0, pl.INT32))
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(self, a: pl.Tensor[[8], pl.INT32]):
            for i in pl.unroll(1, 5, 2):
                pl.tensor.write(a, [i], pl.const(0, pl.INT32))
        """,
        new UnrollLoops());
  }

  @Test
  void jumpsBecomeBranches() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            a: pl.Tensor[[8], pl.INDEX],
            n: pl.Scalar[pl.INDEX],
        ):
            stopped: pl.Scalar[pl.BOOL] = False
            i: pl.Scalar[pl.INDEX] = 0
            while i < n and not stopped:
                if i == 3:
                    pass
                else:
                    if i == 5:
                        stopped: pl.Scalar[pl.BOOL] = True
                    else:
                        pl.tensor.write(a, [i], i)
                if not stopped:
                    i: pl.Scalar[pl.INDEX] = i + 1
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def f(self, a: pl.Tensor[[8], pl.INDEX], n: pl.Scalar[pl.INDEX]):
            for i in pl.range(0, n, 1):
                if i == 3:
                    continue
                if i == 5:
                    break
                pl.tensor.write(a, [i], i)
        """,
        new CtrlFlowTransform());
  }

  private static final String MAILBOX =
      """
      @pl.function(type=pl.FunctionType.Orchestration)
      def chip(
          self,
          inp: pl.Tensor[[1, 32], pl.FP32],
          out: pl.Out[pl.Tensor[[1, 32], pl.FP32]],
          mail: pl.InOut[pld.DistributedTensor[[1, 32], pl.FP32]],
          flag: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
          me: pl.Scalar[pl.INT32],
          to: pl.Scalar[pl.INT32],
          source: pl.Scalar[pl.INT32],
      ) -> pl.Tensor[[1, 32], pl.FP32]:
          with pl.at(level=pl.Level.CORE_GROUP, name_hint="post"):
              letter: pl.Tile[[1, 32], pl.FP32] = pl.tile.load(inp, [0, 0], [1, 32])
              pld.tile.remote_store(letter, mail, to, [0, 0])
              pld.system.notify(flag, to, [me, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.Set)
          with pl.at(level=pl.Level.CORE_GROUP, name_hint="await_post") as posted:
              pld.system.defer_wait(flag, [source, 0], pl.const(1, pl.INT32), cmp=pld.WaitCmp.Ge)
          with pl.at(level=pl.Level.CORE_GROUP, name_hint="read_post", deps=[posted]):
              letter: pl.Tile[[1, 32], pl.FP32] = pl.tile.load(mail, [0, 0], [1, 32])
              out: pl.Tensor[[1, 32], pl.FP32] = pl.tile.store(letter, [0, 0], out)
          return out
      """;

  @Test
  void coreGroupScopesBecomeKernels() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def post(
            self,
            inp__ssa_v0: pl.Tensor[[1, 32], pl.FP32],
            mail__ssa_v0: pl.InOut[pld.DistributedTensor[[1, 32], pl.FP32]],
            flag__ssa_v0: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
            to__ssa_v0: pl.Scalar[pl.INT32],
            me__ssa_v0: pl.Scalar[pl.INT32],
        ):
            letter__ssa_v0: pl.Tile[[1, 32], pl.FP32] = pl.tile.load(inp__ssa_v0, [0, 0], [1, 32])
            pld.tile.remote_store(letter__ssa_v0, mail__ssa_v0, to__ssa_v0, [0, 0])
            pld.system.notify(flag__ssa_v0, to__ssa_v0, [me__ssa_v0, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.Set)

        @pl.function(type=pl.FunctionType.InCore)
        def await_post(
            self,
            flag__ssa_v0: pld.DistributedTensor[[3, 1], pl.INT32],
            source__ssa_v0: pl.Scalar[pl.INT32],
        ):
            pld.system.defer_wait(flag__ssa_v0, [source__ssa_v0, 0], pl.const(1, pl.INT32), cmp=pld.WaitCmp.Ge)

        @pl.function(type=pl.FunctionType.InCore)
        def read_post(
            self,
            mail__ssa_v0: pld.DistributedTensor[[1, 32], pl.FP32],
            out__ssa_v0: pl.Out[pl.Tensor[[1, 32], pl.FP32]],
        ) -> pl.Tensor[[1, 32], pl.FP32]:
            letter__ssa_v1: pl.Tile[[1, 32], pl.FP32] = pl.tile.load(mail__ssa_v0, [0, 0], [1, 32])
            out__ssa_v1: pl.Tensor[[1, 32], pl.FP32] = pl.tile.store(letter__ssa_v1, [0, 0], out__ssa_v0)
            return out__ssa_v0

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            inp__ssa_v0: pl.Tensor[[1, 32], pl.FP32],
            out__ssa_v0: pl.Out[pl.Tensor[[1, 32], pl.FP32]],
            mail__ssa_v0: pl.InOut[pld.DistributedTensor[[1, 32], pl.FP32]],
            flag__ssa_v0: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
            me__ssa_v0: pl.Scalar[pl.INT32],
            to__ssa_v0: pl.Scalar[pl.INT32],
            source__ssa_v0: pl.Scalar[pl.INT32],
        ) -> pl.Tensor[[1, 32], pl.FP32]:
            self.post(inp__ssa_v0, mail__ssa_v0, flag__ssa_v0, to__ssa_v0, me__ssa_v0, arg_directions=["input", "inout", "inout", "scalar", "scalar"])
            ret__tmp_v0: tuple[pl.Scalar[pl.TASK_ID]] = self.await_post(flag__ssa_v0, source__ssa_v0, submit=True, arg_directions=["input", "scalar"])
            posted__ssa_v0: pl.Scalar[pl.TASK_ID] = ret__tmp_v0[0]
            ret__tmp_v1: tuple[pl.Tensor[[1, 32], pl.FP32], pl.Scalar[pl.TASK_ID]] = self.read_post(mail__ssa_v0, out__ssa_v0, deps=[posted__ssa_v0], submit=True, arg_directions=["input", "output_existing"])
            out__ssa_v1: pl.Tensor[[1, 32], pl.FP32] = ret__tmp_v1[0]
            return out__ssa_v1
        """,
        MAILBOX,
        new ConvertToSSA(),
        new OutlineIncoreScopes(),
        new DeriveCallDirections());
  }

  @Test
  void gridsBecomeLaunchesOfKernels() {
    PassText.assertAfter(
        KERNEL
            + """
        @pl.function(type=pl.FunctionType.InCore)
        def rows(
            self,
            y1: pl.Tensor[[8], pl.FP32],
            z: pl.Out[pl.Tensor[[8], pl.FP32]],
        ) -> pl.Tensor[[8], pl.FP32]:
            i: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()
            t: pl.Tile[[2], pl.FP32] = pl.tile.load(y1, [i * 2], [2])
            z1: pl.Tensor[[8], pl.FP32] = pl.tile.store(t, [i * 2], z)
            return z

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[8], pl.FP32],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
            z: pl.Out[pl.Tensor[[8], pl.FP32]],
        ) -> pl.Tensor[[8], pl.FP32]:
            y1: pl.Tensor[[8], pl.FP32] = self.k(x, y, core_num=2, sync_start=True)
            z1: pl.Tensor[[8], pl.FP32] = self.rows(y1, z, core_num=4)
            return z1
        """,
        KERNEL
            + """
        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[8], pl.FP32],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
            z: pl.Out[pl.Tensor[[8], pl.FP32]],
        ) -> pl.Tensor[[8], pl.FP32]:
            with pl.spmd(2, sync_start=True):
                y1: pl.Tensor[[8], pl.FP32] = self.k(x, y)
            with pl.spmd(4, name_hint="rows"):
                i: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()
                t: pl.Tile[[2], pl.FP32] = pl.tile.load(y1, [i * 2], [2])
                z1: pl.Tensor[[8], pl.FP32] = pl.tile.store(t, [i * 2], z)
            return z1
        """,
        new OutlineClusterScopes());
  }

  @Test
  void scopesInsideKernelCodeArePartOfIt() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def rows(
            self,
            x: pl.Tensor[[8], pl.FP32],
            z: pl.Out[pl.Tensor[[8], pl.FP32]],
        ):
            i: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()
            t: pl.Tile[[2], pl.FP32] = pl.tile.load(x, [i * 2], [2])
            pl.tile.store(t, [i * 2], z)

        @pl.function(type=pl.FunctionType.InCore)
        def chip_cluster_0(
            self,
            x: pl.Tensor[[8], pl.FP32],
            z: pl.Out[pl.Tensor[[8], pl.FP32]],
        ):
            u: pl.Tile[[8], pl.FP32] = pl.tile.load(x, [0], [8])
            pl.tile.store(u, [0], z)

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[8], pl.FP32],
            z: pl.Out[pl.Tensor[[8], pl.FP32]],
        ):
            self.rows(x, z, core_num=4)
            self.chip_cluster_0(x, z)
        """,
        """
        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[8], pl.FP32],
            z: pl.Out[pl.Tensor[[8], pl.FP32]],
        ):
            with pl.cluster():
                with pl.spmd(4, name_hint="rows"):
                    i: pl.Scalar[pl.INDEX] = pl.tile.get_block_idx()
                    with pl.at(level=pl.Level.CORE_GROUP):
                        t: pl.Tile[[2], pl.FP32] = pl.tile.load(x, [i * 2], [2])
                        pl.tile.store(t, [i * 2], z)
            with pl.cluster():
                u: pl.Tile[[8], pl.FP32] = pl.tile.load(x, [0], [8])
                pl.tile.store(u, [0], z)
        """,
        new OutlineIncoreScopes(),
        new OutlineClusterScopes());
  }

  @Test
  void aLaunchWhoseTaskHasANameSubmits() {
    PassText.assertAfter(
        KERNEL
            + """
        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[8], pl.FP32],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
        ) -> pl.Tensor[[8], pl.FP32]:
            ret__tmp_v0: tuple[pl.Tensor[[8], pl.FP32], pl.Scalar[pl.TASK_ID]] = self.k(x, y, core_num=2, submit=True)
            y1: pl.Tensor[[8], pl.FP32] = ret__tmp_v0[0]
            first: pl.Scalar[pl.TASK_ID] = ret__tmp_v0[1]
            ret__tmp_v1: tuple[pl.Tensor[[8], pl.FP32], pl.Scalar[pl.TASK_ID]] = self.k(y1, y1, core_num=4, deps=[first], submit=True)
            y2: pl.Tensor[[8], pl.FP32] = ret__tmp_v1[0]
            return y2
        """,
        KERNEL
            + """
        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[8], pl.FP32],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
        ) -> pl.Tensor[[8], pl.FP32]:
            with pl.spmd(2) as first:
                y1: pl.Tensor[[8], pl.FP32] = self.k(x, y)
            with pl.spmd(4, deps=[first]):
                y2: pl.Tensor[[8], pl.FP32] = self.k(y1, y1)
            return y2
        """,
        new OutlineClusterScopes());
  }

  @Test
  void kernelsThatKernelCodeCallsAreInlined() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def half(
            self,
            x: pl.Tensor[[8], pl.FP32],
            at: pl.Scalar[pl.INDEX],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
        ):
            t: pl.Tile[[4], pl.FP32] = pl.tile.load(x, [at], [4])
            pl.tile.store(t, [at], y)

        @pl.function(type=pl.FunctionType.InCore)
        def both(
            self,
            x: pl.Tensor[[8], pl.FP32],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
        ):
            t_inline0: pl.Tile[[4], pl.FP32] = pl.tile.load(x, [0], [4])
            pl.tile.store(t_inline0, [0], y)
            t_inline1: pl.Tile[[4], pl.FP32] = pl.tile.load(x, [4], [4])
            pl.tile.store(t_inline1, [4], y)

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[8], pl.FP32],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
        ):
            with pl.spmd(core_num=2):
                self.both(x, y)
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def half(
            self,
            x: pl.Tensor[[8], pl.FP32],
            at: pl.Scalar[pl.INDEX],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
        ):
            t: pl.Tile[[4], pl.FP32] = pl.tile.load(x, [at], [4])
            pl.tile.store(t, [at], y)

        @pl.function(type=pl.FunctionType.InCore)
        def both(
            self,
            x: pl.Tensor[[8], pl.FP32],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
        ):
            self.half(x, 0, y)
            self.half(x, 4, y)

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[8], pl.FP32],
            y: pl.Out[pl.Tensor[[8], pl.FP32]],
        ):
            with pl.spmd(2):
                self.both(x, y)
        """,
        new InlineFunctions());
  }

  @Test
  void kernelsReturnTheirParametersInOrder() {
    PassText.assertAfter(
        """
        @pl.function(type=pl.FunctionType.InCore)
        def k(
            self,
            t: pl.Tile[[8], pl.FP32],
            a: pl.Out[pl.Tensor[[8], pl.FP32]],
            b: pl.Out[pl.Tensor[[16], pl.FP32]],
        ) -> tuple[pl.Tensor[[8], pl.FP32], pl.Tensor[[16], pl.FP32]]:
            b1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], b)
            a1: pl.Tensor[[8], pl.FP32] = pl.tile.store(t, [0], a)
            return a, b

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            t: pl.Tile[[8], pl.FP32],
            a: pl.Out[pl.Tensor[[8], pl.FP32]],
            b: pl.Out[pl.Tensor[[16], pl.FP32]],
        ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[8], pl.FP32]]:
            r: tuple[pl.Tensor[[8], pl.FP32], pl.Tensor[[16], pl.FP32]] = self.k(t, a, b)
            return r[1], r[0]
        """,
        """
        @pl.function(type=pl.FunctionType.InCore)
        def k(
            self,
            t: pl.Tile[[8], pl.FP32],
            a: pl.Out[pl.Tensor[[8], pl.FP32]],
            b: pl.Out[pl.Tensor[[16], pl.FP32]],
        ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[8], pl.FP32]]:
            b1: pl.Tensor[[16], pl.FP32] = pl.tile.store(t, [0], b)
            a1: pl.Tensor[[8], pl.FP32] = pl.tile.store(t, [0], a)
            return b1, a1

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            t: pl.Tile[[8], pl.FP32],
            a: pl.Out[pl.Tensor[[8], pl.FP32]],
            b: pl.Out[pl.Tensor[[16], pl.FP32]],
        ) -> tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[8], pl.FP32]]:
            r: tuple[pl.Tensor[[16], pl.FP32], pl.Tensor[[8], pl.FP32]] = self.k(t, a, b)
            return r[0], r[1]
        """,
        new NormalizeReturnOrder());
  }

  @Test
  void laterWritersAndLoopsKeepTheOrderOfWrites() {
    PassText.assertAfter(
        KERNEL
            + """
        @pl.function(type=pl.FunctionType.Orchestration, attrs={"auto_scope": False})
        def chip(
            self,
            x: pl.Tensor[[8], pl.FP32],
            a: pl.Out[pl.Tensor[[8], pl.FP32]],
            b: pl.Out[pl.Tensor[[8], pl.FP32]],
            c: pl.InOut[pl.Tensor[[8], pl.FP32]],
        ):
            with pl.scope():
                a1: pl.Tensor[[8], pl.FP32] = self.k(x, a, arg_directions=["input", "output_existing"])
                a2: pl.Tensor[[8], pl.FP32] = self.k(x, a1, arg_directions=["input", "inout"])
                for i in pl.range(0, 4, 1):
                    with pl.scope():
                        self.k(a2, b, arg_directions=["input", "inout"])
                self.k(x, c, arg_directions=["input", "inout"])
        """,
        KERNEL
            + """
        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[8], pl.FP32],
            a: pl.Out[pl.Tensor[[8], pl.FP32]],
            b: pl.Out[pl.Tensor[[8], pl.FP32]],
            c: pl.InOut[pl.Tensor[[8], pl.FP32]],
        ):
            a1: pl.Tensor[[8], pl.FP32] = self.k(x, a)
            a2: pl.Tensor[[8], pl.FP32] = self.k(x, a1)
            for i in pl.range(0, 4, 1):
                self.k(a2, b)
            self.k(x, c)
        """,
        new DeriveCallDirections(),
        new MaterializeRuntimeScopes());
  }

  @Test
  void mistakesHaveCodes() {
    assertEquals(
        "PLP0104",
        PassText.rejected(
                """
                @pl.function(type=pl.FunctionType.InCore)
                def f(self, n: pl.Scalar[pl.INDEX]):
                    for i in pl.unroll(0, n, 1):
                        pass
                """,
                new UnrollLoops())
            .code());
    assertEquals(
        "PLP0108",
        PassText.rejected(
                """
                @pl.function(type=pl.FunctionType.Orchestration)
                def f(self, a: pl.Tensor[[8], pl.FP32], y: pl.Out[pl.Tensor[[8], pl.FP32]]):
                    with pl.at(level=pl.Level.CORE_GROUP):
                        t: pl.Tile[[8], pl.FP32] = pl.tile.load(a, [0], [8])
                    with pl.at(level=pl.Level.CORE_GROUP):
                        pl.tile.store(t, [0], y)
                """,
                new OutlineIncoreScopes())
            .code());
  }
}
