package org.pyptoj.conformance.scripts;

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
 * Kernels from text and from files: {@code pl.parse}, {@code pl.loads} and what they say of texts
 * that are none.
 */
class ParsedTextTest {

  @TempDir private Path folder;

  private String run(int exitCode, String source) throws IOException {
    Path script = folder.resolve("script.py");
    Files.writeString(script, source);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(InputStream.nullInputStream(), stream, stream, false);
    int code = Main.execute(new String[] {"run", script.toString()}, terminal);
    String text = out.toString(StandardCharsets.UTF_8).replace(folder.toString(), "FOLDER");
    assertEquals(exitCode, code, text);
    return text;
  }

  @Test
  void aFunctionIsReadWithItsPlAndItsSymbolicExtents() throws IOException {
    assertEquals(
        """
        @pl.function(type=pl.FunctionType.Opaque)
        def scale(
            self,
            x: pl.Tensor[[M, 64], pl.FP32],
        ) -> pl.Tensor[[M, 64], pl.FP32]:
            y: pl.Tensor[[M, 64], pl.FP32] = pl.tensor.muls(x, 2.0)
            return y

        scale FunctionType.Opaque
        [x: pl.Tensor[[M, 64], pl.FP32]] In
        ['pl.Tensor[[M, 64], pl.FP32]']
        """,
        run(
            0,
            """
            import pypto.language as pl
            from pypto import ir

            scale = pl.parse('''
            @pl.function
            def scale(x: pl.Tensor[[M, 64], pl.FP32]) -> pl.Tensor[[M, 64], pl.FP32]:
                y = pl.mul(x, 2.0)
                return y
            ''')
            assert isinstance(scale, ir.Function)
            print(scale.as_python())
            print(scale.name, scale.func_type)
            print(scale.params, scale.params[0].direction)
            print(scale.return_types)
            """));
  }

  /** A generated program, its printed text, its bytes: each computes {@code a + 3 b}. */
  @Test
  void aProgramFromTextRuns() throws IOException {
    run(
        0,
        """
        import torch
        import pypto.language as pl
        from pypto import ir

        def text(factor):
            return f'''
        FACTOR = {factor}.0

        @pl.program
        class Axpy:
            @pl.function(type=pl.FunctionType.InCore)
            def add_scaled(
                self,
                base: pl.Tensor[[16, 64], pl.FP32],
                more: pl.Tensor[[16, 64], pl.FP32],
                total: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
            ) -> pl.Tensor[[16, 64], pl.FP32]:
                scaled = pl.mul(pl.load(more, [0, 0], [16, 64]), FACTOR)
                return pl.store(pl.add(pl.load(base, [0, 0], [16, 64]), scaled), [0, 0], total)

            @pl.function(type=pl.FunctionType.Orchestration)
            def axpy(
                self,
                base: pl.Tensor[[16, 64], pl.FP32],
                more: pl.Tensor[[16, 64], pl.FP32],
                total: pl.Out[pl.Tensor[[16, 64], pl.FP32]],
            ) -> pl.Tensor[[16, 64], pl.FP32]:
                return self.add_scaled(base, more, total)
        '''

        a = torch.arange(1024, dtype=torch.float32).reshape(16, 64)
        b = torch.full((16, 64), 4.0)
        program = pl.parse(text(3))
        again = pl.parse(program.as_python())
        restored = ir.deserialize(ir.serialize(program))
        for one in (program, again, restored):
            assert isinstance(one, ir.Program) and one.name == "Axpy"
            assert one.as_python() == program.as_python()
            c = torch.zeros(16, 64)
            ir.compile(one)(a, b, c)
            assert torch.equal(c, a + 12.0)
        assert program["axpy"].name == "axpy" and program["other"] is None
        axpy = ir.deserialize(ir.serialize(program["axpy"]))
        assert axpy.as_python() == program["axpy"].as_python()
        try:
            ir.deserialize(b"\\x93\\x01")
        except ValueError as error:
            assert "the reference serialized has another format" in str(error)
        else:
            raise AssertionError("foreign bytes are no IR")
        """);
  }

  /** A file that changes between two reads is read twice. */
  @Test
  void filesAreRead() throws IOException {
    assertEquals(
        """
        add pl.add
        FileNotFoundError
        sub pl.sub
        ValueError: FOLDER/kernel.py defines the function sub, not a @pl.program class; use parse or loads
        """,
        run(
            0,
            """
            import os
            import pypto.language as pl
            from pypto.language.parser import loads_program

            path = os.path.join(os.path.dirname(__file__), "kernel.py")

            def write(op):
                with open(path, "w") as file:
                    file.write(f'''
            import pypto.language as pl

            @pl.function
            def {op}(x: pl.Tensor[[64], pl.FP32], y: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
                return pl.{op}(x, y)
            ''')

            for op in ("add", "sub"):
                write(op)
                kernel = pl.loads(path)
                print(kernel.name, "pl." + op if f"pl.tensor.{op}(x, y)" in kernel.as_python() else "stale")
                if op == "add":
                    try:
                        pl.loads(path + "x")
                    except FileNotFoundError as error:
                        print(type(error).__name__)
            try:
                loads_program(path)
            except ValueError as error:
                print(f"ValueError: {error}")
            """));
  }

  @Test
  void mistakesAreExceptionsOfTheirKindWithTheirReport() throws IOException {
    assertEquals(
        """
        UndefinedVariableError PLY0103
        <string>:4:16: error[PLY0103]: 'z' is not defined here
          4 |     y = pl.add(z, 1.0)
            |                ^
          help: define it before this line, or check its spelling
        InvalidOperationError PLY0104
        <string 2>:4:9: error[PLY0104]: 'pl.addd' is not an op
          4 |     y = pl.addd(x, 1.0)
            |         ^^^^^^^
          help: did you mean pl.add?
        UnsupportedFeatureError PLY0101
        kernel.py:4:5: error[PLY0101]: a class has no meaning in a kernel
          4 |     class Inner: pass
            |     ^^^^^^^^^^^^^^^^^
          help: move it out of the kernel
        ParserSyntaxError None
        <string 3>:2:1: error: AttributeError: 'FunctionType' object has no attribute 'Core'
        SyntaxError
        ValueError: <string> defines f, g; parse takes a text that defines one of them
        ValueError: <string> defines no @pl.function and no @pl.program class
        """,
        run(
            0,
            """
            import pypto.language as pl
            from pypto.language.parser.diagnostics import ErrorRenderer, ParserError

            def kernel(line, decorator="@pl.function", name="f"):
                return f'''
            {decorator}
            def {name}(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
                {line}
                return x
            '''

            def report(text, *file):
                try:
                    pl.parse(text, *file)
                except ParserError as error:
                    assert isinstance(error, ValueError)
                    print(type(error).__name__, error.code)
                    print(ErrorRenderer().render(error))
                except SyntaxError as error:
                    print(type(error).__name__)
                except ValueError as error:
                    print(f"ValueError: {error}")

            report(kernel("y = pl.add(z, 1.0)"))
            report(kernel("y = pl.addd(x, 1.0)"))
            report(kernel("class Inner: pass"), "kernel.py")
            report(kernel("pass", "@pl.function(type=pl.FunctionType.Core)"))
            report(kernel("return x +"))
            report(kernel("pass") + kernel("pass", name="g"))
            report("x = 1")
            """));
  }

  @Test
  void anUncaughtMistakePointsIntoTheText() throws IOException {
    assertEquals(
        """
        <string>:4:12: error[PLY0103]: 'z' is not defined here
          4 |     return z
            |            ^
          help: define it before this line, or check its spelling
        """,
        run(
            1,
            """
            import pypto.language as pl

            pl.parse('''
            @pl.function
            def f(x: pl.Tensor[[64], pl.FP32]) -> pl.Tensor[[64], pl.FP32]:
                return z
            ''')
            """));
  }
}
