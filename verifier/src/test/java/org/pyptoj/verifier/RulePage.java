package org.pyptoj.verifier;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.diagnostic.RuleCode;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.verifier.program.TargetFacts;

/**
 * A code's page, read for its examples. The word behind {@code python} on a fence says how the
 * example is compiled: {@code ir} as printed IR, {@code surface} where already the DSL refuses it,
 * {@code constructed} where only a program that builds IR can show it, {@code module} as the text
 * of a whole module without its imports, {@code target=a5} for another machine.
 *
 * @param heading the first line without {@code #}
 * @param title the second paragraph
 * @param kind what stands behind {@code python}
 * @param rejected the rejected example
 * @param accepted the accepted example
 * @param wayOut the last paragraph
 */
record RulePage(
    String heading, String title, String kind, String rejected, String accepted, String wayOut) {

  private static final Pattern FORM =
      Pattern.compile(
          "# (\\w+)\n\n([^\n]+)\n\n(?:Specification: [^\n]+\n\n)?"
              + "Rejected:\n\n```python ?([^\n]*)\n(.*?)\n```\n\n"
              + "Accepted:\n\n```python ?([^\n]*)\n(.*?)\n```\n\n"
              + "Way out: ([^\n]+)\n",
          Pattern.DOTALL);

  /** The page of a code. */
  static RulePage of(RuleCode rule) {
    String name = "/org/pyptoj/diagnostics/" + rule.code() + ".md";
    try (InputStream in = RulePage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new AssertionError("no page " + name);
      }
      Matcher page = FORM.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      if (!page.matches()) {
        throw new AssertionError(name + " has another form than its siblings");
      }
      return new RulePage(
          page.group(1), page.group(2), page.group(3), page.group(4), page.group(6), page.group(7));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the verifier says of an example. */
  List<Diagnostic> compile(String example) {
    TargetFacts target =
        kind.equals("target=a5") ? new TargetFacts(false, 72) : new TargetFacts(true, 48);
    String text = script(example);
    try {
      Program program =
          kind.equals("ir")
              ? DslParser.parseProgram(text, OpTypes::call)
              : DslParser.parseScript("kernel.py", text, OpTypes::call);
      if (kind.equals("ir")) {
        program.functions().forEach(new Retyped()::function);
      }
      return ProgramVerifier.verify(program, target);
    } catch (DiagnosticException e) {
      return e.diagnostics();
    }
  }

  /** Types each call again, which the parser of printed IR takes as it is. */
  private static final class Retyped extends Walker {
    @Override
    public void expr(Expr expr) {
      super.expr(expr);
      if (expr instanceof Call c) {
        OpTypes.call(c.op(), c.byParameter(), c.attrs(), c.span());
      }
    }
  }

  /** The example as a script, its functions as those of a class. */
  private String script(String example) {
    if (kind.equals("module")) {
      return """
      import pypto.language as pl
      import pypto.language.distributed as pld
      %s
      """
          .formatted(example);
    }
    List<String> head = new ArrayList<>();
    List<String> body = new ArrayList<>();
    for (String line : example.split("\n")) {
      if (body.isEmpty() && !line.startsWith("@")) {
        head.add(line);
      } else {
        body.add("    " + line);
      }
    }
    return """
    import pypto.language as pl
    import pypto.language.distributed as pld
    %s

    @pl.program
    class Example:
    %s
    """
        .formatted(String.join("\n", head), String.join("\n", body));
  }
}
