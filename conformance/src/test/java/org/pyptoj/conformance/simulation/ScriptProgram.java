package org.pyptoj.conformance.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.verifier.OpTypes;

/**
 * The program class of a kernel script, without the Python around it: closure constants are put in
 * by name.
 */
final class ScriptProgram {

  private static final Pattern PROGRAM =
      Pattern.compile("    @pl\\.program\n(.*?)\n    return \\w+", Pattern.DOTALL);

  private ScriptProgram() {}

  static Program of(String script, Map<String, Object> constants) {
    try {
      Matcher match = PROGRAM.matcher(Files.readString(Path.of("kernels", script + ".py")));
      if (!match.find()) {
        throw new IllegalArgumentException(script + " has no program class");
      }
      String body = ("    @pl.program\n" + match.group(1)).stripTrailing().stripIndent();
      for (Map.Entry<String, Object> constant : constants.entrySet()) {
        body = body.replaceAll("\\b" + constant.getKey() + "\\b", constant.getValue().toString());
      }
      return DslParser.parseProgram(
          "import pypto.language as pl\nimport pypto.language.distributed as pld\n\n" + body + "\n",
          OpTypes::call);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
