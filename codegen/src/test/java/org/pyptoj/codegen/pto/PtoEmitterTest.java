package org.pyptoj.codegen.pto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.passes.Platform;
import org.pyptoj.verifier.OpTypes;

/** Whole modules, from printed programs as they are behind the pipeline. */
class PtoEmitterTest {

  private static String emit(String kernel) {
    String text =
        "# pypto.program: P\nimport pypto.language as pl\n"
            + "import pypto.language.distributed as pld\n\n"
            + "@pl.program\nclass P:\n"
            + kernel.indent(4);
    return emit(DslParser.parseProgram(text, OpTypes::call))
        .replaceAll("!pto.tile_buf<loc=vec, dtype=f32, rows=1, cols=64, [^>]*pad=0>", "!tile");
  }

  private static String emit(Program program) {
    return PtoEmitter.emit(program, program.functions().getFirst(), Platform.A2A3_SIM);
  }

  @Test
  void tilesAreDeclaredWhereTheyAreMade() {
    assertEquals(
        """
        module attributes {pto.target_arch = "a2a3"} {
          func.func @f(%arg0: !pto.ptr<f32>, %arg1: !pto.ptr<f32>, %arg2: index) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
          %c8_index = arith.constant 8 : index
          %c64_index = arith.constant 64 : index
          %c1_index = arith.constant 1 : index
          %c0_index = arith.constant 0 : index
          %c0_i64 = arith.constant 0 : i64
          %cst_5 = arith.constant 5.00000000000000000e-01 : f32
          %x_view = pto.make_tensor_view %arg0, shape = [%c8_index, %c64_index], strides = [%c64_index, %c1_index] {layout = #pto.layout<nd>} : !pto.tensor_view<?x?xf32>
          %y_view = pto.make_tensor_view %arg1, shape = [%c8_index, %c64_index], strides = [%c64_index, %c1_index] {layout = #pto.layout<nd>} : !pto.tensor_view<?x?xf32>
          scf.for %i = %c0_index to %c8_index step %c1_index {
            %0 = arith.minsi %arg2, %c64_index : index
            %a = pto.alloc_tile addr = %c0_i64 valid_row = %c1_index valid_col = %0 : !tile
            %1 = arith.maxsi %i, %c0_index : index
            %2 = arith.minsi %arg2, %c64_index : index
            %x_pview = pto.partition_view %x_view, offsets = [%1, %c0_index], sizes = [%c1_index, %2] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<1x?xf32>
            pto.tload ins(%x_pview : !pto.partition_tensor_view<1x?xf32>) outs(%a : !tile)
            %b = pto.alloc_tile addr = %c0_i64 valid_row = %c1_index valid_col = %c64_index : !tile
            pto.tmuls ins(%a, %cst_5 : !tile, f32) outs(%b : !tile)
            %3 = arith.maxsi %i, %c0_index : index
            %acc_pview = pto.partition_view %y_view, offsets = [%3, %c0_index], sizes = [%c1_index, %c64_index] : !pto.tensor_view<?x?xf32> -> !pto.partition_tensor_view<1x64xf32>
            pto.tstore ins(%b : !tile) outs(%acc_pview : !pto.partition_tensor_view<1x64xf32>) {atomicType = #pto<atomic_type atomic_add>}
          }
          return
          }
        }
        """,
        emit(
            """
            @pl.function(type=pl.FunctionType.AIV)
            def f(self, x: pl.Tensor[[8, 64], pl.FP32], y: pl.Out[pl.Tensor[[8, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]):
                for i, (acc,) in pl.range(0, 8, 1, init_values=(y,)):
                    a: pl.Tile[[1, 64], pl.FP32, pl.MemRef("m", 0, 256), pl.Mem.Vec, pl.TileView(valid_shape=[1, pl.min(n, 64)])] = pl.tile.load(x, [i, 0], [1, 64], [1, pl.min(n, 64)])
                    b: pl.Tile[[1, 64], pl.FP32, pl.MemRef("m", 0, 256), pl.Mem.Vec] = pl.tile.muls(a, 0.5)
                    s: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(b, [i, 0], acc, atomic=pld.AtomicType.Add)
                    done: pl.Tensor[[8, 64], pl.FP32] = pl.yield_(s)
            """));
  }

  @Test
  void choicesLoopsAndConditionsHandOnNumbers() {
    assertEquals(
        """
        module attributes {pto.target_arch = "a2a3"} {
          func.func @f(%arg0: !pto.ptr<i32>, %arg1: i32) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
          %c4_index = arith.constant 4 : index
          %c1_index = arith.constant 1 : index
          %c0_index = arith.constant 0 : index
          %c0_i32 = arith.constant 0 : i32
          %c100_i32 = arith.constant 100 : i32
          %x_view = pto.make_tensor_view %arg0, shape = [%c4_index, %c1_index], strides = [%c1_index, %c4_index] {layout = #pto.layout<dn>} : !pto.tensor_view<?x?xi32>
          %sum = scf.for %i = %c0_index to %c4_index step %c1_index iter_args(%acc = %c0_i32) -> (i32) {
            %0 = arith.muli %i, %c1_index : index
            %1 = arith.addi %0, %c0_index : index
            %v = pto.load_scalar %arg0[%1] : !pto.ptr<i32> -> i32
            %2 = arith.cmpi slt, %v, %arg1 : i32
            %more = scf.if %2 -> (i32) {
              %3 = arith.addi %acc, %v : i32
              scf.yield %3 : i32
            } else {
              scf.yield %acc : i32
            }
            scf.yield %more : i32
          }
          %rest = scf.while (%half = %sum) : (i32) -> (i32) {
            %4 = arith.cmpi sgt, %half, %c100_i32 : i32
            scf.condition(%4) %half : i32
          } do {
            ^bb0(%half_1 : i32):
            %5 = arith.subi %half_1, %c100_i32 : i32
            scf.yield %5 : i32
          }
          pto.store_scalar %rest, %arg0[%c0_index] : !pto.ptr<i32>, i32
          return
          }
        }
        """,
        emit(
            """
            @pl.function(type=pl.FunctionType.AIV)
            def f(self, x: pl.Tensor[[4, 1], pl.INT32], n: pl.Scalar[pl.INT32]):
                for i, (acc,) in pl.range(0, 4, 1, init_values=(pl.const(0, pl.INT32),)):
                    v: pl.Scalar[pl.INT32] = pl.tensor.read(x, [i, 0])
                    if v < n:
                        more: pl.Scalar[pl.INT32] = pl.yield_(acc + v)
                    else:
                        more: pl.Scalar[pl.INT32] = pl.yield_(acc)
                    sum: pl.Scalar[pl.INT32] = pl.yield_(more)
                for (half,) in pl.while_(init_values=(sum,)):
                    pl.cond(half > 100)
                    rest: pl.Scalar[pl.INT32] = pl.yield_(half - 100)
                pl.tensor.write(x, [0, 0], rest)
            """));
  }

  @Test
  void aSignalGoesToThePeersCell() {
    assertEquals(
        """
        module attributes {pto.target_arch = "a2a3"} {
          func.func @f(%arg0: !pto.ptr<i32>, %arg1: i32, %arg2: !pto.ptr<i64>) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {
          %c4_index = arith.constant 4 : index
          %c1_index = arith.constant 1 : index
          %c2_index = arith.constant 2 : index
          %c32_i64 = arith.constant 32 : i64
          %c4_i64 = arith.constant 4 : i64
          %c0_index = arith.constant 0 : index
          %c1_i32 = arith.constant 1 : i32
          %c3_index = arith.constant 3 : index
          %c2_i32 = arith.constant 2 : i32
          %sig_view = pto.make_tensor_view %arg0, shape = [%c4_index, %c1_index], strides = [%c1_index, %c4_index] {layout = #pto.layout<dn>} : !pto.tensor_view<?x?xi32>
          %0 = pto.load_scalar %arg2[%c2_index] : !pto.ptr<i64> -> i64
          %1 = arith.shrui %0, %c32_i64 : i64
          %n = arith.trunci %1 : i64 to i32
          %2 = arith.addi %arg1, %n : i32
          %3 = arith.index_cast %2 : i32 to index
          %5 = pto.load_scalar %arg2[%c2_index] : !pto.ptr<i64> -> i64
          %4 = arith.trunci %5 : i64 to i32
          %6 = arith.index_cast %4 : i32 to index
          %7 = arith.addi %c4_index, %6 : index
          %8 = pto.load_scalar %arg2[%7] : !pto.ptr<i64> -> i64
          %9 = arith.addi %c4_index, %3 : index
          %10 = pto.load_scalar %arg2[%9] : !pto.ptr<i64> -> i64
          %11 = arith.subi %10, %8 : i64
          %12 = arith.divsi %11, %c4_i64 : i64
          %13 = arith.index_cast %12 : i64 to index
          %14 = pto.addptr %arg0, %13 : !pto.ptr<i32> -> !pto.ptr<i32>
          %15 = pto.make_tensor_view %14, shape = [%c4_index, %c1_index], strides = [%c1_index, %c4_index] {layout = #pto.layout<dn>} : !pto.tensor_view<?x?xi32>
          %sig_peer_pview = pto.partition_view %15, offsets = [%c0_index, %c0_index], sizes = [%c1_index, %c1_index] : !pto.tensor_view<?x?xi32> -> !pto.partition_tensor_view<1x1xi32>
          pto.barrier <PIPE_ALL>
          pto.comm.tnotify(%sig_peer_pview, %c1_i32 : !pto.partition_tensor_view<1x1xi32>, i32) {notifyOp = #pto<notify_op atomic_add>}
          %sig_local_pview = pto.partition_view %sig_view, offsets = [%c3_index, %c0_index], sizes = [%c1_index, %c1_index] : !pto.tensor_view<?x?xi32> -> !pto.partition_tensor_view<1x1xi32>
          pto.comm.twait(%sig_local_pview, %c2_i32 : !pto.partition_tensor_view<1x1xi32>, i32) {cmp = #pto<wait_cmp eq>}
          pto.cmo.cacheinvalid all #pto.address_space<gm>
          return
          }
        }
        """,
        emit(
            """
            @pl.function(type=pl.FunctionType.AIV)
            def f(self, sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]], me: pl.Scalar[pl.INT32], sig_ctx: pld.CommCtx):
                n: pl.Scalar[pl.INT32] = pld.system.nranks(sig_ctx)
                pld.system.notify(sig, me + n, [0, 0], 1, op=pld.NotifyOp.AtomicAdd, ctx=sig_ctx)
                pld.system.wait(sig, [3, 0], 2, cmp=pld.WaitCmp.Eq)
                pl.system.cacheinvalid()
            """));
  }

  @Test
  void divisionRoundsDownWhateverTheSign() {
    String module =
        emit(
            """
            @pl.function(type=pl.FunctionType.AIV)
            def f(self, x: pl.Tensor[[64, 64], pl.INT32], n: pl.Scalar[pl.INDEX], ctx: pld.CommCtx):
                me: pl.Scalar[pl.INT32] = pld.system.rank(ctx)
                ranks: pl.Scalar[pl.INT32] = pld.system.nranks(ctx)
                left: pl.Scalar[pl.INT32] = (me + ranks - 1) % ranks
                any: pl.Scalar[pl.INDEX] = n // 4
                rest: pl.Scalar[pl.INDEX] = n % 4
                for i in pl.range(0, 8, 1):
                    half: pl.Scalar[pl.INDEX] = (7 - i) // 2
                    if n > 2:
                        third: pl.Scalar[pl.INDEX] = (n - 3) // 3
            """);
    assertEquals(
        """
        %5 = arith.remsi %4, %ranks : i32
        %6 = arith.floordivsi %arg1, %c4_index : index
        %7 = arith.floordivsi %arg1, %c4_index : index
        %11 = arith.divsi %10, %c2_index : index
        %14 = arith.divsi %13, %c3_index : index
        """,
        module
            .lines()
            .filter(l -> l.matches(".*(div|rem)si.*"))
            .map(l -> l.strip() + "\n")
            .reduce("", String::concat));
  }
}
