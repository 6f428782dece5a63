package org.pyptoj.conformance.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;

/**
 * Workers, device memory, sub-workers and the test command, as scripts use them. Each script checks
 * itself; one script is one process' worth of start-up, so each checks several things.
 */
class RuntimeApiTest {

  /** A ring: every rank pushes its row into its neighbour's window and reads its own. */
  static final String RING =
      """
      import torch
      import pypto.language as pl
      import pypto.language.distributed as pld
      from pypto import ir
      from pypto.ir.distributed_compiled_program import DistributedConfig

      @pl.program
      class Ring:
          @pl.function(type=pl.FunctionType.InCore)
          def shift(
              self,
              x: pl.Tensor[[1, 64], pl.FP32],
              y: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
              row: pld.DistributedTensor[[1, 64], pl.FP32],
              flag: pld.DistributedTensor[[1, 1], pl.INT32],
              rank: pl.Scalar[pl.INT32],
              size: pl.Scalar[pl.INT32],
          ) -> pl.Tensor[[1, 64], pl.FP32]:
              peer = (rank + 1) % size
              pld.tile.remote_store(pl.load(x, [0, 0], [1, 64]), target=row, peer=peer, offsets=[0, 0])
              pld.system.notify(target=flag, peer=peer, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
              pld.system.wait(signal=flag, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
              return pl.store(pl.load(row, [0, 0], [1, 64]), [0, 0], y)

          @pl.function(type=pl.FunctionType.Orchestration)
          def chip(
              self,
              x: pl.Tensor[[1, 64], pl.FP32],
              y: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
              row: pld.DistributedTensor[[1, 64], pl.FP32],
              flag: pld.DistributedTensor[[1, 1], pl.INT32],
              rank: pl.Scalar[pl.INT32],
              size: pl.Scalar[pl.INT32],
          ) -> pl.Tensor[[1, 64], pl.FP32]:
              return self.shift(x, y, row, flag, rank, size)

          @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
          def seen(y: pl.Tensor[[2, 1, 64], pl.FP32]):
              ...

          @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
          def doubled(
              y: pl.Tensor[[2, 1, 64], pl.FP32], z: pl.Out[pl.Tensor[[2, 1, 64], pl.FP32]]
          ) -> pl.Tensor[[2, 1, 64], pl.FP32]:
              z.copy_(y * 2)
              return z

          @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
          def host(
              self,
              x: pl.Tensor[[2, 1, 64], pl.FP32],
              y: pl.Out[pl.Tensor[[2, 1, 64], pl.FP32]],
              z: pl.Out[pl.Tensor[[2, 1, 64], pl.FP32]],
          ) -> pl.Tensor[[2, 1, 64], pl.FP32]:
              rows = pld.alloc_window_buffer(64 * 4)
              flags = pld.alloc_window_buffer(4)
              for r in pl.range(pld.world_size()):
                  row = pld.window(rows, [1, 64], dtype=pl.FP32)
                  flag = pld.window(flags, [1, 1], dtype=pl.INT32)
                  self.chip(x[r], y[r], row, flag, r, pld.world_size(), device=r)
              self.seen(y)
              out = self.doubled(y, z)
              return out

      def refused(kind, text, call):
          try:
              call()
          except kind as error:
              assert text in str(error), str(error)
          else:
              raise AssertionError(f"nothing refused: {text}")

      def shared(*shape):
          return torch.zeros(shape).share_memory_()

      devices = DistributedConfig(device_ids=[3, 5], num_sub_workers=1)
      """;

  @TempDir private Path folder;

  private String call(int exitCode, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    int code =
        Main.execute(args, new Terminal(InputStream.nullInputStream(), stream, stream, false));
    String text = out.toString(StandardCharsets.UTF_8);
    assertEquals(exitCode, code, text);
    return text;
  }

  private void passes(String source) throws IOException {
    Path script = folder.resolve("script.py");
    Files.writeString(script, source + "\nprint('reached the end')\n");
    String text = call(0, "run", script.toString());
    assertTrue(text.contains("reached the end"), text);
  }

  @Test
  void workersDispatchRepeatedlyAndRefuseMisuse() throws IOException {
    passes(
        RING
            + """
            compiled = ir.compile(Ring, distributed_config=devices)
            x, y, z = shared(2, 1, 64), shared(2, 1, 64), shared(2, 1, 64)
            seen = []

            refused(ValueError, "seen", lambda: compiled.prepare())
            refused(ValueError, "not sub-workers", lambda: compiled.prepare(callbacks={"sean": print}))
            refused(ValueError, "persistent", lambda: compiled.prepare(reset_persistent_windows=True))
            refused(ValueError, "seen", lambda: compiled(x, y, z))
            assert Ring.get_function("seen").requires_runtime_binding
            assert not Ring.get_function("doubled").requires_runtime_binding

            def callback(args):
                from pypto.runtime.distributed_runner import _tensor_from_continuous
                seen.append(_tensor_from_continuous(args[0])[0, 0, 0].item())

            with compiled.prepare(persistent=True, callbacks={"seen": callback}) as worker:
                handle = worker.register(compiled)
                for step in (1.0, 2.0, 3.0):
                    x[0], x[1] = step, 10 * step
                    handle(x, y, z)
                    # Without a reset the flag would let rank 0 read before rank 1 has pushed.
                    assert torch.equal(y, x.flip(0)), y
                    assert torch.equal(z, 2 * y)
                assert worker.window_allocations == 1
                refused(TypeError, "share_memory_", lambda: worker(x, y, torch.zeros(2, 1, 64)))
                refused(TypeError, "3 arguments", lambda: worker(x, y))
            assert seen == [10.0, 20.0, 30.0], seen
            refused(RuntimeError, "called after close", lambda: worker(x, y, z))
            refused(RuntimeError, "closed", lambda: handle(x, y, z))

            def fails(args):
                raise LookupError("from the callback")

            with compiled.prepare(callbacks={"seen": fails}) as worker:
                refused(LookupError, "from the callback", lambda: worker(x, y, z))
            """);
  }

  @Test
  void deviceMemoryStaysFromDispatchToDispatch() throws IOException {
    passes(
        """
        import torch
        import pypto.language as pl
        from pypto.ir.distributed_compiled_program import DistributedConfig
        from pypto.runtime import ChipWorker, DistributedWorker, RunConfig, StackedDeviceTensor

        @pl.jit.incore
        def tile_add(a: pl.Tensor, b: pl.Tensor, c: pl.Out[pl.Tensor]):
            return pl.store(pl.add(pl.load(a, [0, 0], [16, 16]), pl.load(b, [0, 0], [16, 16])), [0, 0], c)

        @pl.jit
        def chip_add(a: pl.Tensor, b: pl.Tensor, c: pl.Out[pl.Tensor]):
            out = tile_add(a, b, c)
            return out

        @pl.jit.host
        def add(a: pl.Tensor, b: pl.Tensor, c: pl.Out[pl.Tensor]):
            for r in pl.range(2):
                chip_add(a[r], b[r], c[r], device=r)
            return c

        def refused(kind, text, call):
            try:
                call()
            except kind as error:
                assert text in str(error), str(error)
            else:
                raise AssertionError(f"nothing refused: {text}")

        shape = (2, 16, 16)
        a, c, d = (torch.zeros(shape).share_memory_() for _ in range(3))
        weights = torch.arange(512.0).reshape(shape)
        config = RunConfig(distributed_config=DistributedConfig(device_ids=[0, 1]))
        program = add.compile(a, weights, c, config=config)
        other = add.compile(a, weights, c, config=RunConfig(platform="a5sim", distributed_config=config.distributed_config))
        refused(ValueError, "same platform", lambda: DistributedWorker([program, other]))

        with DistributedWorker(program) as worker:
            stacked = worker.alloc_stacked_tensor(weights)
            assert isinstance(stacked, StackedDeviceTensor) and stacked.worker_ids == (0, 1)
            first = worker.submit(program, a, stacked, c)
            second = worker.submit(program, a, stacked, d)
            third = worker.submit(program, stacked, stacked, c)  # waits for the first
            assert first.done
            second.result()
            assert torch.equal(d, weights)
            third.wait(timeout=30.0)
            assert torch.equal(c, 2 * weights)
            refused(ValueError, "timeout", lambda: third.result(timeout=-1))

            resident = worker.alloc_stacked_tensor(torch.zeros(shape))
            worker(stacked, stacked, resident)
            back = torch.zeros(shape)
            worker.copy_stacked_from(resident, back)
            assert torch.equal(back, 2 * weights)
            refused(ValueError, "whole shard", lambda: stacked[0, 0:3])

            one = worker.alloc_tensor((4,), torch.int32, init=torch.tensor([1, 2, 3, 4], dtype=torch.int32), worker_id=1)
            host = torch.zeros(4, dtype=torch.int32)
            worker.copy_from(host.data_ptr(), one.data_ptr, one.nbytes, worker_id=1)
            assert host.tolist() == [1, 2, 3, 4]
            host *= 5
            worker.copy_to(one.data_ptr, host.data_ptr(), 8, worker_id=1)
            worker.copy_from(host.data_ptr(), one.data_ptr, 16, worker_id=1)
            assert host.tolist() == [5, 10, 3, 4]
            refused(ValueError, "live tensor", lambda: worker.copy_from(4096, one.data_ptr, 16, worker_id=1))
            refused(ValueError, "live tensor", lambda: worker.copy_from(host.data_ptr() + 8, one.data_ptr, 16, worker_id=1))
            refused(ValueError, "do not fit", lambda: worker.copy_from(back.data_ptr(), one.data_ptr, 64, worker_id=1))
            refused(ValueError, "worker 1", lambda: worker.free_tensor(one))
            worker.free_tensor(one, worker_id=1)
            worker.free_tensor(one, worker_id=1)
            refused(ValueError, "range", lambda: worker.alloc_stacked_tensor(weights, worker_ids=[0, 2]))
            refused(ValueError, "shape", lambda: worker.alloc_tensor((2, 2), torch.float32, init=torch.zeros(4)))
            with DistributedWorker(program) as stranger:
                refused(ValueError, "live allocation", lambda: stranger(stacked, stacked, c))
            worker.free_stacked_tensor(stacked)
            refused(ValueError, "live allocation", lambda: worker(stacked, stacked, c))
        refused(RuntimeError, "after close", lambda: worker.malloc(16))
        refused(TypeError, "prepare", lambda: program(stacked, stacked, c))

        @pl.jit
        def chip_only(a: pl.Tensor, b: pl.Tensor, c: pl.Out[pl.Tensor]):
            out = tile_add(a, b, c)
            return out

        single = chip_only.compile(a[0], weights[0], c[0])
        with ChipWorker() as chip:
            weight = chip.alloc_tensor((16, 16), torch.float32, init=weights[1])
            run = chip.register(single)
            out = torch.zeros(16, 16)
            run(weights[0], weight, out)
            assert torch.equal(out, weights[0] + weights[1])
            assert torch.equal(chip.run(single, weights[0], weight), out)
            refused(ValueError, "worker_id=0", lambda: chip.malloc(4, worker_id=1))
            refused(TypeError, "allocated it", lambda: single(weights[0], weight, out))
        refused(RuntimeError, "closed", lambda: run(weights[0], weights[1], out))
        refused(ValueError, "level=2", lambda: ChipWorker(level=3))
        """);
  }

  @Test
  void artifactsAreFoundAgain() throws IOException {
    passes(
        RING
            + """
            from pathlib import Path
            from pypto.ir.distributed_compiled_program import DistributedCompiledProgram
            from pypto.runtime import RunConfig, TensorSpec
            import ctypes, dataclasses

            folder = Path(__file__).parent / "made"
            compiled = ir.compile(Ring, folder, platform="a5sim", distributed_config=devices)
            assert (folder / "passes_dump").is_dir()
            assert DistributedCompiledProgram.from_dir(folder) is compiled
            again = DistributedCompiledProgram.from_dir(folder, distributed_config=DistributedConfig([0, 1]))
            assert again.platform == "a5sim" and again.param_names == ["x", "y", "z"]
            infos, outputs, results = compiled._get_metadata()
            assert [i.direction for i in infos] == [ir.ParamDirection.In, ir.ParamDirection.Out, ir.ParamDirection.Out]
            assert infos[0].shape == [2, 1, 64] and infos[0].dtype is pl.FP32 and outputs == [1, 2] and len(results) == 1
            refused(FileNotFoundError, "passes_dump", lambda: DistributedCompiledProgram.from_dir(folder / "nothing"))
            names = [f.name for f in dataclasses.fields(RunConfig)]
            assert "platform" in names and "ring_heap" in names
            assert dataclasses.replace(RunConfig(platform="a5"), rtol=0.5).platform == "a5"
            assert ctypes.c_int8(200).value == -56 and ctypes.c_float(0.1).value != 0.1
            refused(NotImplementedError, "native", lambda: ctypes.CDLL)
            import pypto.runtime as runtime
            refused(NotImplementedError, "device time", lambda: runtime.benchmark(compiled))
            """);
  }

  @Test
  void testCommandSaysHowToGetPytest() throws IOException {
    Path test = folder.resolve("test_nothing.py");
    Files.writeString(test, "def test_nothing():\n    pass\n");
    boolean there =
        Stream.concat(
                Stream.of("/usr/lib/python3/dist-packages"),
                Arrays.stream(
                    System.getenv()
                        .getOrDefault("PYTHONPATH", "")
                        .split(java.io.File.pathSeparator)))
            .anyMatch(path -> !path.isEmpty() && Files.isDirectory(Path.of(path, "pytest")));
    if (there) {
      assertTrue(call(0, "test", "--devices", "2", test.toString()).contains("1 passed"));
    } else {
      assertTrue(call(2, "test", test.toString()).contains("python3-pytest"));
    }
  }
}
