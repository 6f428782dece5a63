package org.pyptoj.ir.dsl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.op.OpTyping;

/** Printed programs parse back to what was printed. */
class PrintedProgramTest {

  private static final OpTyping NO_TYPES =
      (op, args, attrs, site) -> {
        throw new DiagnosticException(
            new Diagnostic("TEST", op + " has no annotation", site.call(), null));
      };

  @Test
  void everyFormOfStatementComesBack() {
    String text =
        """
        # pypto.program: Forms
        import pypto.language as pl
        import pypto.language.distributed as pld

        NR = pl.dynamic("NR")

        @pl.program
        class Forms:
            @pl.function(type=pl.FunctionType.InCore, attrs={"core_num": 3})
            def step(
                self,
                inp: pl.Tensor[[4, 8], pl.FP32],
                out: pl.Out[pl.Tensor[[NR, 8], pl.FP32, pl.DN]],
                data: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32, "data_buf"]],
                peer: pl.Scalar[pl.INT32],
            ) -> pl.Tensor[[NR, 8], pl.FP32, pl.DN]:
                ctx: pld.CommCtx = pld.system.get_comm_ctx(data)
                n: pl.Scalar[pl.INT32] = pld.system.nranks(ctx)
                left: pl.Scalar[pl.INT32] = (peer + n - pl.const(1, pl.INT32)) % n
                t: pl.Tile[[4, 8], pl.FP32, pl.MemRef("t", 0, 128), pl.Mem.Vec, pl.TileView(valid_shape=[4, left], pad=pl.PadValue.zero)] = pl.tile.load(inp, [0, 0], [4, 8], [4, left])
                for i, (acc, k) in pl.range(0, 8, 2, init_values=(t, 0)):
                    if i < 4 and not peer == pl.const(0, pl.INT32):
                        u: pl.Tile[[4, 8], pl.FP32] = pl.tile.muls(acc, 0.25)
                        v: pl.Tile[[4, 8], pl.FP32] = pl.yield_(u)
                    else:
                        v: pl.Tile[[4, 8], pl.FP32] = pl.yield_(acc)
                    (acc_out, k_out) = pl.yield_(v, k + 1)
                pld.system.notify(data, left, [0, k_out - (k_out - 1)], pl.const(-1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
                for (j,) in pl.while_(init_values=(0,)):
                    pl.cond(j < 3)
                    j_out: pl.Scalar[pl.INDEX] = pl.yield_(j + 1)
                w: pl.Tensor[[NR, 8], pl.FP32, pl.DN] = pl.tile.store(acc_out, [0, 0], out)
                return w

            @pl.function(type=pl.FunctionType.Orchestration)
            def chip(
                self,
                inp: pl.Tensor[[4, 8], pl.FP32],
                out: pl.Out[pl.Tensor[[NR, 8], pl.FP32, pl.DN]],
                data: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32, "data_buf"]],
                peer: pl.Scalar[pl.INT32],
            ) -> pl.Tensor[[NR, 8], pl.FP32, pl.DN]:
                with pl.at(level=pl.Level.CORE_GROUP, name_hint="post") as task:
                    r: pl.Tensor[[NR, 8], pl.FP32, pl.DN] = self.step(inp, out, data, peer, deps=[])
                return r
        """;
    Program program = DslParser.parseProgram(text, NO_TYPES);
    assertEquals(text, Printer.print(program));
  }

  @Test
  void extentsOfTensorsMayNameScalarParameters() {
    String text =
        """
        # pypto.program: P
        import pypto.language as pl
        import pypto.language.distributed as pld

        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.AIV)
            def f(
                self,
                x: pl.Tensor[[rows, 8], pl.FP32],
                rows: pl.Scalar[pl.INDEX],
            ):
                return
        """;
    assertEquals(text, Printer.print(DslParser.parseProgram(text, NO_TYPES)));
  }

  @Test
  void constantsFoldAndPrecedenceIsKept() {
    String text =
        """
        # pypto.program: P
        import pypto.language as pl
        import pypto.language.distributed as pld

        @pl.program
        class P:
            @pl.function(type=pl.FunctionType.Opaque)
            def f(
                self,
                a: pl.Scalar[pl.INDEX],
                b: pl.Scalar[pl.INDEX],
            ) -> pl.Scalar[pl.INDEX]:
                c: pl.Scalar[pl.INDEX] = a - (b - 2) * -3 + 2 ** 3 // (a % 5)
                return pl.max(c, 0)
        """;
    String expected = text.replace("* -3 + 2 ** 3 //", "* (-3) + 8 //");
    assertEquals(expected, Printer.print(DslParser.parseProgram(text, NO_TYPES)));
  }
}
