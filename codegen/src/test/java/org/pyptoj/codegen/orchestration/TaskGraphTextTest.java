package org.pyptoj.codegen.orchestration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.passes.Platform;
import org.pyptoj.passes.graph.ChipGraph;
import org.pyptoj.passes.graph.HostGraph;
import org.pyptoj.verifier.OpTypes;

/** Whole task graphs, as the runtime's tools expect them. */
class TaskGraphTextTest {

  private static final String MAILBOX =
      """
      import pypto.language as pl
      import pypto.language.distributed as pld

      @pl.program
      class DeferredMailbox:
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
                  letter = pl.load(inp, [0, 0], [1, 32])
                  pld.tile.remote_store(letter, mail, peer=to, offsets=[0, 0])
                  pld.system.notify(flag, peer=to, offsets=[me, 0], value=1, op=pld.NotifyOp.Set)
              with pl.at(level=pl.Level.CORE_GROUP, name_hint="await_post") as posted:
                  pld.system.defer_wait(flag, offsets=[source, 0], expected=1, cmp=pld.WaitCmp.Ge)
              with pl.at(level=pl.Level.CORE_GROUP, name_hint="read_post", deps=[posted]):
                  letter = pl.load(mail, [0, 0], [1, 32])
                  out = pl.store(letter, [0, 0], out)
              return out

          @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
          def host(
              self,
              inputs: pl.Tensor[[3, 1, 32], pl.FP32],
              outputs: pl.Out[pl.Tensor[[3, 1, 32], pl.FP32]],
          ) -> pl.Tensor[[3, 1, 32], pl.FP32]:
              mail_buf = pld.alloc_window_buffer([1, 32], dtype=pl.FP32)
              flag_buf = pld.alloc_window_buffer([3, 1], dtype=pl.INT32)
              for r in pl.range(pld.world_size()):
                  mail = pld.window(mail_buf, [1, 32], dtype=pl.FP32)
                  flag = pld.window(flag_buf, [3, 1], dtype=pl.INT32)
                  self.chip(
                      inputs[r],
                      outputs[r],
                      mail,
                      flag,
                      r,
                      (r + 1) % pld.world_size(),
                      (r + pld.world_size() - 1) % pld.world_size(),
                      device=r,
                  )
              return outputs
      """;

  private static Program lowered(String text) {
    return Pipeline.DEFAULT.run(
        DslParser.parseProgram(text, OpTypes::call),
        new PassContext(Platform.A2A3_SIM),
        Pipeline.Listener.NONE);
  }

  @Test
  void aHostAllocatesADomainAndDispatchesEveryRank() {
    assertEquals(
        """
        import torch
        from simpler.task_interface import CallConfig, CommBufferSpec, DataType, TaskArgs, TensorArgType
        from pypto.runtime.tensor_arg import make_tensor_arg
        from pypto.runtime.distributed_runner import _submit_chip

        def _alloc_intermediates(tensors, world_size=1):
            tensors["__comm_d0_ord"] = [torch.zeros((1,), dtype=torch.int32).share_memory_() for _ in range(max(world_size, 1))]

        def host(orch, _args, config, *, tensors, callables, sub_ids, _keep, world_size, _domain_provider=None):
            with (_domain_provider or orch.allocate_domain)(
                name="comm_d0",
                workers=[*range(world_size)],
                window_size=((((128 + 31) // 32) * 32)) + ((((12 + 31) // 32) * 32)),
                buffers=[
                    CommBufferSpec(name="mail_buf__ssa_v0", dtype="opaque", count=128, nbytes=(((128 + 31) // 32) * 32)),
                    CommBufferSpec(name="flag_buf__ssa_v0", dtype="opaque", count=12, nbytes=(((12 + 31) // 32) * 32)),
                ],
            ) as __comm_d0:
                t__tmp_v0 = world_size
                for r__idx_v0 in range(0, t__tmp_v0, 1):
                    tensors["t__tmp_v1"] = tensors["inputs__ssa_v0"][r__idx_v0, 0:1, 0:32]
                    tensors["t__tmp_v2"] = tensors["outputs__ssa_v0"][r__idx_v0, 0:1, 0:32]
                    t__tmp_v3 = world_size
                    t__tmp_v4 = world_size
                    t__tmp_v5 = world_size
                    _ta_0 = TaskArgs()
                    _ta_0.add_tensor(make_tensor_arg(orch._worker, tensors["t__tmp_v1"]), TensorArgType.INPUT)
                    _ta_0.add_tensor(make_tensor_arg(orch._worker, tensors["t__tmp_v2"]), TensorArgType.OUTPUT_EXISTING)
                    _ta_0.add_tensor(__comm_d0[r__idx_v0].buffers["mail_buf__ssa_v0"].tensor(shapes=(1, 32), dtype=DataType.FLOAT32), TensorArgType.INOUT)
                    _ta_0.add_tensor(__comm_d0[r__idx_v0].buffers["flag_buf__ssa_v0"].tensor(shapes=(3, 1), dtype=DataType.INT32), TensorArgType.INOUT)
                    _ta_0.add_tensor(make_tensor_arg(orch._worker, tensors["__comm_d0_ord"][r__idx_v0]), TensorArgType.INOUT)
                    _ta_0.add_scalar(r__idx_v0)
                    _ta_0.add_scalar(((r__idx_v0 + 1) % t__tmp_v3))
                    _ta_0.add_scalar((((r__idx_v0 + t__tmp_v4) - 1) % t__tmp_v5))
                    _ta_0.add_scalar(__comm_d0[r__idx_v0].device_ctx)
                    _ta_0.add_scalar(__comm_d0[r__idx_v0].device_ctx)
                    _keep.append(_ta_0)
                    _submit_chip(orch, callables["chip"], _ta_0, config, r__idx_v0)

        host._pypto_distributed_entry = True

        """,
        HostOrchestrationEmitter.emit(HostGraph.of(lowered(MAILBOX))));
  }

  @Test
  void aChipSubmitsItsKernelsInOrder() {
    Program program = lowered(MAILBOX);
    ChipGraph chip = ChipGraph.of(program, program.function("chip").orElseThrow());
    assertEquals(
        """
        // Orchestration Function: chip
        // Generated by PyPTO IR Compiler

        #include <stddef.h>
        #include <stdint.h>
        #include <stdio.h>

        #include "pto_orchestration_api.h"

        extern "C" {

        __attribute__((visibility("default")))
        PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
            (void)orch_args;
            return PTO2OrchestrationConfig{
                .expected_arg_count = 9,
            };
        }

        __attribute__((visibility("default")))
        void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
            // External tensors
            const ChipTensor& ext_inp = orch_args.tensor(0).ref();
            const ChipTensor& ext_out = orch_args.tensor(1).ref();
            const ChipTensor& ext_mail = orch_args.tensor(2).ref();
            const ChipTensor& ext_flag = orch_args.tensor(3).ref();

            // Scalar params
            int32_t me = from_u64<int32_t>(orch_args.scalar(0));
            int32_t to = from_u64<int32_t>(orch_args.scalar(1));
            int32_t source = from_u64<int32_t>(orch_args.scalar(2));
            uint64_t mail_ctx = orch_args.scalar(3);
            uint64_t flag_ctx = orch_args.scalar(4);

            PTO2_SCOPE() {

                // Task 0: post
                CoreTaskArgs params_t0;
                params_t0.add_input(ext_inp);
                params_t0.add_inout(ext_mail);
                params_t0.add_inout(ext_flag);
                params_t0.add_scalar(to);
                params_t0.add_scalar(me);
                params_t0.add_scalar(mail_ctx);
                params_t0.add_scalar(flag_ctx);
                rt_submit_aiv_task(0, params_t0);

                // Task 1: await_post
                CoreTaskArgs params_t1;
                params_t1.add_input(ext_flag);
                params_t1.add_scalar(source);
                params_t1.add_scalar(flag_ctx);
                TaskOutputTensors task_1_outs = rt_submit_aiv_task(1, params_t1);
                PTO2TaskId posted = task_1_outs.task_id();

                // Task 2: read_post
                CoreTaskArgs params_t2;
                params_t2.add_input(ext_mail);
                params_t2.add_output(ext_out);
                params_t2.add_scalar(mail_ctx);
                PTO2TaskId params_t2_deps[1];
                uint32_t params_t2_deps_count = 0;
                params_t2_deps[params_t2_deps_count++] = posted;
                params_t2.set_dependencies(params_t2_deps, params_t2_deps_count);
                TaskOutputTensors task_2_outs = rt_submit_aiv_task(2, params_t2);
            }
        }

        }  // extern "C"
        """,
        ChipOrchestrationEmitter.emit(chip, Platform.A2A3_SIM));
  }

  private static String chip(String body) {
    Program program =
        lowered(
            """
            import pypto.language as pl

            N = pl.dynamic("N")

            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def k(
                    self,
                    x: pl.Tensor[[16, 16], pl.FP32],
                    y: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
                    n: pl.Scalar[pl.INDEX],
                ):
                    t = pl.load(x, [0, 0], [16, 16])
                    pl.store(t, [0, 0], y)

                @pl.function(type=pl.FunctionType.Orchestration)
                def chip(
                    self,
                    x: pl.Tensor[[N, 16], pl.FP32],
                    y: pl.Out[pl.Tensor[[16, 16], pl.FP32]],
                    n: pl.Scalar[pl.INDEX],
                ):
            """
                + body.indent(8));
    String text =
        ChipOrchestrationEmitter.emit(
            ChipGraph.of(program, program.function("chip").orElseThrow()), Platform.A2A3_SIM);
    return text.substring(text.indexOf("    // Scalar params"), text.indexOf("}\n\n}  // extern"));
  }

  /**
   * Fibonacci's numbers: the new b is the sum of both old values, which a must not change first.
   */
  @Test
  void valuesThatALoopExchangesGoThroughVariablesOfTheirOwn() {
    assertEquals(
        """
            // Scalar params
            int64_t n = from_u64<int64_t>(orch_args.scalar(0));

            PTO2_SCOPE() {
                int64_t a = 0;
                int64_t b = 1;
                for (int64_t i = 0; i < n; i += 1) {
                    PTO2_SCOPE() {
                        int64_t b__ssa_v2 = (a + b);
                        int64_t a_next = b;
                        int64_t b_next = b__ssa_v2;
                        a = a_next;
                        b = b_next;
                    }
                }

                // Task 0: k
                CoreTaskArgs params_t0;
                params_t0.add_input(ext_y);
                params_t0.add_output(ext_y);
                params_t0.add_scalar(a);
                rt_submit_aiv_task(0, params_t0);
            }
        """,
        chip(
            """
            a = 0
            b = 1
            for i in pl.range(0, n, 1):
                before = a
                a = b
                b = before + b
            self.k(y, y, a)
            """));
  }

  @Test
  void aDynamicExtentIsReadOffTheArgumentThatHasIt() {
    assertEquals(
        """
            // Scalar params
            int64_t n = from_u64<int64_t>(orch_args.scalar(0));

            // Dynamic-dim symbols (extent of the declaring argument)
            int64_t N = (int64_t)orch_args.tensor(0).ref().shapes[0];

            PTO2_SCOPE() {
                if ((n < N)) {
                    PTO2_SCOPE() {

                        // Task 0: k
                        CoreTaskArgs params_t0;
                        params_t0.add_input(ext_y);
                        params_t0.add_output(ext_y);
                        params_t0.add_scalar((N - n));
                        rt_submit_aiv_task(0, params_t0);
                    }
                }
            }
        """,
        chip(
            """
            if n < N:
                self.k(y, y, N - n)
            """));
  }

  @Test
  void aPartInAnotherShapeIsAViewOfTheSameElements() {
    assertEquals(
        """
            // Scalar params
            int64_t n = from_u64<int64_t>(orch_args.scalar(0));

            PTO2_SCOPE() {
                uint32_t lines_shapes[2] = {4, 64};
                ChipTensor lines = ext_y.reshape(lines_shapes, 2);
                uint32_t square_shapes[2] = {16, 16};
                ChipTensor square = lines.reshape(square_shapes, 2);

                // Task 0: k
                CoreTaskArgs params_t0;
                params_t0.add_input(ext_y);
                params_t0.add_output(square);
                params_t0.add_scalar(n);
                rt_submit_aiv_task(0, params_t0);
            }
        """,
        chip(
            """
            lines = pl.reshape(y, [4, 64])
            square = pl.reshape(lines, [16, 16])
            self.k(y, square, n)
            """));
  }

  @Test
  void aPartThatLiesInSeveralPiecesHasNoOtherShape() {
    DiagnosticException wrong =
        assertThrows(
            DiagnosticException.class,
            () ->
                chip(
                    """
                    left = pl.slice(y, [16, 8], [0, 0])
                    lines = pl.reshape(left, [4, 32])
                    self.k(y, y, n)
                    """));
    assertEquals("PLC0102", wrong.diagnostics().getFirst().code());
  }
}
