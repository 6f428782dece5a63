package org.pyptoj.conformance.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pyptoj.codegen.pto.PtoEmitter;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.AuthorNames;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.passes.Platform;
import org.pyptoj.verifier.OpTypes;
import org.pyptoj.verifier.ProgramVerifier;

/** No diagnostic names a variable that its reader has not written. */
class InternalNamesTest {

  private static final Pattern MADE =
      Pattern.compile(
          "__(?:ssa|iter|rv|phi|tile|tmp|out|store|idx)|_inline[0-9]|_kept[0-9]|`_(?:tuple|yield)");

  private static final Pattern EXAMPLE =
      Pattern.compile("```python(?: target=\\w+)?\n(.*?)\n```", Pattern.DOTALL);

  /** What users are told of a program. */
  private static List<Diagnostic> diagnostics(String functions) {
    List<String> head = new ArrayList<>();
    List<String> body = new ArrayList<>();
    for (String line : functions.split("\n")) {
      (body.isEmpty() && !line.startsWith("@") ? head : body).add(line);
    }
    String text =
        "import pypto.language as pl\nimport pypto.language.distributed as pld\n"
            + String.join("\n", head)
            + "\n\n@pl.program\nclass P:\n"
            + String.join("\n", body).indent(4);
    try {
      Program program = DslParser.parseScript("page.md", text, OpTypes::call);
      List<Diagnostic> mistakes = ProgramVerifier.verify(program);
      if (!mistakes.isEmpty()) {
        throw new DiagnosticException(mistakes);
      }
      Program lowered =
          Pipeline.DEFAULT.run(program, new PassContext(Platform.A2A3_SIM), Pipeline.Listener.NONE);
      for (Function f : lowered.functions()) {
        if (f.kind().isKernel()) {
          PtoEmitter.emit(lowered, f, Platform.A2A3_SIM);
        }
      }
      return List.of();
    } catch (DiagnosticException e) {
      return AuthorNames.in(e).diagnostics();
    }
  }

  private static List<String> made(List<Diagnostic> diagnostics) {
    return diagnostics.stream()
        .map(d -> d.message() + " " + d.help() + " " + d.notes())
        .filter(text -> MADE.matcher(text).find())
        .toList();
  }

  @Test
  void ruleExamplesAreToldInTheirOwnNames() throws IOException {
    List<String> wrong = new ArrayList<>();
    int refused = 0;
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Docs.ROOT)) {
      for (Path module : modules.toList()) {
        Path folder = module.resolve("src/main/resources/org/pyptoj/diagnostics");
        if (Files.isDirectory(folder)) {
          try (Stream<Path> files = Files.list(folder)) {
            files.forEach(pages::add);
          }
        }
      }
    }
    for (Path page : pages) {
      Matcher example = EXAMPLE.matcher(Files.readString(page));
      while (example.find()) {
        if (example.group(1).contains("@pl.function")) {
          List<Diagnostic> told = diagnostics(example.group(1));
          refused += told.isEmpty() ? 0 : 1;
          wrong.addAll(made(told));
        }
      }
    }
    assertEquals(List.of(), wrong);
    // Most pages of most catalogues have an example of this form.
    assertTrue(refused > 150, () -> "few examples are refused");
  }

  /** What goes wrong in the body of an inlined function, in a list or in a tuple's parts. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "t = self.partly(t, n)",
        "t = self.partly(self.partly(t, n), n)",
        "t = self.early(t, n)",
        "t = self.loop(t, n)",
        "t, k = self.pair(t, n)\n    if k > 1:\n        q = t\n    t = pl.add(q, t)",
        "t, k = self.pair(t, n)\n    if k > 1:\n        t = pl.slice(t, [2, 16], [0, 0])",
        "xs = [pl.add(t, 1.0), t]\n    if n > 1:\n        xs[0] = pl.slice(xs[1], [2, 16], [0, 0])\n    t = xs[0]",
        "xs = [pl.load(x, [0, 0], [4, 16])]\n    for i in pl.range(n):\n        xs.append(t)\n    t = xs[1]",
        "u = self.loop(t, 3)\n    t = pl.concat(u, pl.load(x, [n, 0], [2, 16]))",
      })
  void copiesKeepTheirNames(String statements) {
    List<Diagnostic> told =
        diagnostics(
            """
            @pl.function(type=pl.FunctionType.Inline)
            def partly(self, t: pl.Tile[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX]):
                if n > 2:
                    u = pl.add(t, 1.0)
                return u

            @pl.function(type=pl.FunctionType.Inline)
            def pair(self, t: pl.Tile[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX]):
                return pl.add(t, 1.0), n + 1

            @pl.function(type=pl.FunctionType.Inline)
            def early(self, t: pl.Tile[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX]):
                if n > 2:
                    return pl.add(t, 1.0)
                return pl.slice(t, [2, 16], [0, 0])

            @pl.function(type=pl.FunctionType.Inline)
            def loop(self, t: pl.Tile[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX]):
                r = pl.slice(t, [2, 16], [0, 0])
                for i in pl.range(n):
                    r = pl.add(t, 1.0)
                return r

            @pl.function(type=pl.FunctionType.InCore)
            def step(self, x: pl.Tensor[[4, 16], pl.FP32], n: pl.Scalar[pl.INDEX], y: pl.InOut[pl.Tensor[[4, 16], pl.FP32]]):
                t = pl.load(x, [0, 0], [4, 16])
                STATEMENTS
                pl.store(t, [0, 0], y)
            """
                .replace("STATEMENTS", statements));
    assertTrue(!told.isEmpty(), "this is refused");
    assertEquals(List.of(), made(told));
  }
}
