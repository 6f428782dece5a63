package org.pyptoj.conformance.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;

/**
 * Programs against expected values: what test harnesses import to compile into a folder, write
 * inputs and expected outputs beside it and compare, and what compares one pass with another.
 */
class GoldenRunsTest {

  /** Computes {@code c = factor a}; numbers stand between the tensors. */
  private static final String SCALE =
      """
      import tempfile
      from pathlib import Path

      import torch
      import pypto.language as pl
      from pypto import ir

      @pl.program
      class Scale:
          @pl.function(type=pl.FunctionType.InCore)
          def kernel(
              self,
              a: pl.Tensor[[32, 32], pl.FP32],
              factor: pl.Scalar[pl.FP32],
              c: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
          ) -> pl.Tensor[[32, 32], pl.FP32]:
              return pl.store(pl.mul(pl.load(a, [0, 0], [32, 32]), factor), [0, 0], c)

          @pl.function(type=pl.FunctionType.Orchestration)
          def main(
              self,
              a: pl.Tensor[[32, 32], pl.FP32],
              factor: pl.Scalar[pl.FP32],
              c: pl.Out[pl.Tensor[[32, 32], pl.FP32]],
          ) -> pl.Tensor[[32, 32], pl.FP32]:
              return self.kernel(a, factor, c)

      def refused(kind, text, call):
          try:
              call()
          except kind as error:
              assert text in str(error), str(error)
          else:
              raise AssertionError(f"nothing refused: {text}")

      """;

  @TempDir private Path folder;

  private void passes(String source) throws IOException {
    Path script = folder.resolve("script.py");
    Files.writeString(script, SCALE + source);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(InputStream.nullInputStream(), stream, stream, false);
    int code = Main.execute(new String[] {"run", script.toString()}, terminal);
    assertEquals(0, code, out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void aFolderRunsAgainstItsGolden() throws IOException {
    passes(
        """
        from pypto.backend import BackendType
        from pypto.runtime.device_runner import compile_and_assemble
        from pypto.runtime.golden_writer import write_golden
        from pypto.runtime.runner import (
            RunConfig, _DfxOpts, _execute_on_device, compile_program, validate_persisted_outputs,
        )
        from pypto.runtime.tensor_spec import ScalarSpec, TensorSpec

        def expected(tensors, params):
            tensors["c"][:] = tensors["a"] * 3.0
            tensors["c"][0, 0] = float("nan")

        def wrong(tensors, params):
            tensors["c"][:] = tensors["a"] * 3.0
            tensors["c"][1, 2] += 1.0

        folder = Path(tempfile.mkdtemp())
        compile_program(Scale, folder, backend_type=BackendType.Ascend950)
        specs = [
            TensorSpec("a", [32, 32], torch.float32, init_value=torch.randn),
            TensorSpec("c", [32, 32], torch.float32, is_output=True),
        ]
        config = RunConfig(platform="a5sim")
        dfx = _DfxOpts.from_run_config(config)
        assert not dfx.any()

        def run(golden_fn, where, **options):
            golden = write_golden(specs, golden_fn, folder / where / "golden.py", scalar_specs=[ScalarSpec("factor", 3.0, "float")])
            program, runtime, settings = compile_and_assemble(folder, "a5sim")
            assert program.platform == "a5sim"
            _execute_on_device(folder, golden, program, runtime, "a5sim", 0, dfx=dfx, **options)

        run(expected, "right")
        refused(AssertionError, "output 'c': 1 of 1024 elements differ", lambda: run(wrong, "wrong"))
        run(wrong, "later", validate=False, actual_out_dir=folder / "later" / "data" / "actual")
        refused(AssertionError, "[1, 2]: ", lambda: validate_persisted_outputs(folder / "later", 1e-5, 1e-5))
        validate_persisted_outputs(folder / "later", 1e-5, 1.5)
        refused(AssertionError, "does not have all of c", lambda: validate_persisted_outputs(folder / "right", 1e-5, 1e-5))
        """);
  }

  @Test
  void aGoldenFileStandsByItself() throws IOException {
    passes(
        """
        from pypto.runtime.golden_writer import _extract_compute_golden, generate_golden_source
        from pypto.runtime.tensor_spec import ScalarSpec, TensorSpec

        def twice(tensors, params):
            tensors["out"][:] = tensors["x"] * 2

        class Case:
            def expected(self, tensors, params=None):
                pass

        specs = [
            TensorSpec("x", [2, 3], torch.float32, init_value=float("inf")),
            TensorSpec("out", [2, 3], torch.float32, is_output=True),
        ]
        text = generate_golden_source(specs, twice, 1e-3, 1e-4, scalar_specs=[ScalarSpec("n", 7)])
        names = {"__file__": "golden.py"}
        exec(text, names)
        assert (names["__outputs__"], names["RTOL"], names["ATOL"]) == (["out"], 1e-3, 1e-4)
        (x, xs), (out, outs), (n, number) = names["generate_inputs"]({})
        assert (x, out, n, number.value) == ("x", "out", "n", 7)
        assert torch.equal(xs, torch.full((2, 3), float("inf"))) and torch.equal(outs, torch.zeros(2, 3))
        tensors = {"x": torch.ones(2, 3), "out": outs}
        names["compute_golden"](tensors, {})
        assert torch.equal(outs, torch.full((2, 3), 2.0))
        refused(RuntimeError, "belongs to an object", lambda: _extract_compute_golden(Case().expected))
        random = [TensorSpec("x", [2], torch.float32, init_value=torch.randn)]
        refused(ValueError, "the values of 'x' are not constant", lambda: generate_golden_source(random, twice, 0, 0))
        """);
  }

  @Test
  void irOfEachPassRunsAsItIs() throws IOException {
    passes(
        """
        from pypto.debug import torch_codegen, validate_pass_ir_codegen_results
        from pypto.ir.pass_manager import PassManager

        a = torch.arange(1024, dtype=torch.float32).reshape(32, 32)
        lowered = PassManager.get_strategy().run_passes(Scale)
        assert "pl.Mem.Vec" in str(lowered) and "pl.Mem.Vec" not in str(Scale)
        for program in (Scale, lowered):
            names = {}
            exec(torch_codegen(program, check_shapes=True), names)
            for function in ("kernel", "main"):
                c = torch.zeros(32, 32)
                assert names[function](a, 2.5, c) is c
                assert torch.equal(c, a * 2.5)
        refused(TypeError, "main() takes 3 arguments (", lambda: names["main"](a))
        refused(TypeError, "takes a program or a function, not str", lambda: torch_codegen("text"))

        @pl.function
        def doubled(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
            return pl.mul(x, 2.0)

        names = {}
        exec(torch_codegen(doubled), names)
        refused(NotImplementedError, "returns a tensor that it makes itself", lambda: names["doubled"](torch.ones(64)))
        """);
  }

  /** The outputs of every pass are compared, and the pass after which one is wrong is named. */
  @Test
  void passDumpsAreCompared() throws IOException {
    passes(
        """
        from pypto.debug import validate_pass_ir_codegen_results

        @pl.program
        class Thrice:
            @pl.function(type=pl.FunctionType.InCore)
            def triple(
                self, once: pl.Tensor[[16, 64], pl.FP32], thrice: pl.Out[pl.Tensor[[16, 64], pl.FP32]]
            ) -> pl.Tensor[[16, 64], pl.FP32]:
                return pl.store(pl.mul(pl.load(once, [0, 0], [16, 64]), 3.0), [0, 0], thrice)

            @pl.function(type=pl.FunctionType.Orchestration)
            def chip(
                self, once: pl.Tensor[[16, 64], pl.FP32], thrice: pl.Out[pl.Tensor[[16, 64], pl.FP32]]
            ) -> pl.Tensor[[16, 64], pl.FP32]:
                return self.triple(once, thrice)

        folder = Path(tempfile.mkdtemp())
        ir.compile(Thrice, folder, dump_passes=True)
        dumps = folder / "passes_dump"
        a = torch.ones(16, 64)
        tensors = {"once": a, "thrice": torch.zeros(16, 64)}
        validate_pass_ir_codegen_results(str(dumps), tensors, {"thrice": a * 3})
        assert torch.equal(tensors["thrice"], torch.zeros(16, 64))

        last = sorted(dumps.iterdir())[-1]
        text = last.read_text()
        assert text.count("3.0") == 1
        last.write_text(text.replace("3.0", "4.0"))

        def compare(**changed):
            given = {"ir_dir": str(dumps), "tensors": tensors, "expected": {"thrice": a * 3}, **changed}
            validate_pass_ir_codegen_results(**given)

        refused(AssertionError, f"{last.name}: output 'thrice': 1024 of 1024 elements differ", compare)
        refused(FileNotFoundError, "there is no", lambda: compare(ir_dir=str(folder / "none")))
        refused(ValueError, "has no pass dumps", lambda: compare(ir_dir=str(folder / "orchestration")))
        refused(ValueError, "rtol is a number, 0 or more, not -1", lambda: compare(rtol=-1))
        refused(TypeError, "expected has 'thrice' of type float", lambda: compare(expected={"thrice": 1.0}))
        refused(KeyError, "the parameter once is none of the tensors thrice", lambda: compare(tensors={"thrice": tensors["thrice"]}))
        """);
  }

  @Test
  void whatNeedsADeviceSaysSo() throws IOException {
    passes(
        """
        from pypto.backend.pto_backend import generate
        from pypto.runtime.debug import replay

        refused(NotImplementedError, "build and run the artifacts of a device again", lambda: replay("folder"))
        refused(NotImplementedError, "ir.compile writes the PTO text of kernels", lambda: generate(Scale, "folder"))
        """);
  }
}
