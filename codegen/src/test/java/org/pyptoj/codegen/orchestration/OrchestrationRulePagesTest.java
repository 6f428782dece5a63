package org.pyptoj.codegen.orchestration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pyptoj.codegen.artifact.CompileSettings;
import org.pyptoj.codegen.artifact.Compiler;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.diagnostic.DiagnosticPages;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.passes.Platform;
import org.pyptoj.passes.graph.OrchestrationRule;
import org.pyptoj.verifier.OpTypes;

/** The examples of every page: the first one breaks the rule, the second one does not. */
class OrchestrationRulePagesTest {

  private static final Pattern CODE = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @EnumSource
  void examplesAreWhatTheySay(OrchestrationRule rule) {
    List<String> examples =
        CODE.matcher(DiagnosticPages.of(rule.code()).orElseThrow())
            .results()
            .map((MatchResult m) -> m.group(1))
            .toList();
    assertEquals(2, examples.size());
    DiagnosticException wrong =
        assertThrows(DiagnosticException.class, () -> compile(examples.getFirst()));
    assertEquals(rule.code(), wrong.diagnostics().getFirst().code());
    compile(examples.getLast());
  }

  private static void compile(String functions) {
    String symbols = functions.startsWith("NR") ? functions.lines().findFirst().orElseThrow() : "";
    String text =
        "import pypto.language as pl\nimport pypto.language.distributed as pld\n\n"
            + symbols
            + "\n@pl.program\nclass P:\n"
            + functions.substring(symbols.length()).indent(4);
    new Compiler()
        .compile(
            DslParser.parseScript("page.md", text, OpTypes::call),
            CompileSettings.of(Platform.A2A3_SIM, List.of(0, 1)));
  }
}
