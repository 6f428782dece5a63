package org.pyptoj.codegen.pto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.diagnostic.DiagnosticPages;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.passes.Platform;
import org.pyptoj.passes.Verification;
import org.pyptoj.verifier.OpTypes;

/** The examples of every page: the first one breaks the rule, the second one does not. */
class CodegenCodePagesTest {

  private static final Pattern CODE = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @EnumSource
  void examplesAreWhatTheySay(CodegenCode rule) {
    List<String> examples =
        CODE.matcher(DiagnosticPages.of(rule.code()).orElseThrow())
            .results()
            .map((MatchResult m) -> m.group(1))
            .toList();
    assertEquals(2, examples.size());
    DiagnosticException wrong =
        assertThrows(
            DiagnosticException.class,
            // The mistake is the author's, and nobody has looked for it before the pipeline.
            () -> lower(examples.getFirst(), Verification.NONE));
    assertEquals(rule.code(), wrong.diagnostics().getFirst().code());
    lower(examples.getLast(), Verification.BASIC);
  }

  private static void lower(String functions, Verification verification) {
    String symbols = functions.startsWith("@") ? "" : functions.lines().findFirst().orElseThrow();
    String text =
        "import pypto.language as pl\nimport pypto.language.distributed as pld\n\n"
            + symbols
            + "\n@pl.program\nclass P:\n"
            + functions.substring(symbols.length()).indent(4);
    Program lowered =
        Pipeline.DEFAULT.run(
            DslParser.parseScript("page.md", text, OpTypes::call),
            new PassContext(Platform.A2A3_SIM, verification),
            Pipeline.Listener.NONE);
    lowered.functions().stream()
        .filter(f -> f.kind().isKernel())
        .forEach(f -> PtoEmitter.emit(lowered, f, Platform.A2A3_SIM));
  }
}
