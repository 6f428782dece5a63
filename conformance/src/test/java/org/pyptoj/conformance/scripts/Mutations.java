package org.pyptoj.conformance.scripts;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.dsl.PythonSource;

/**
 * Changes one token of a Python text: deletes, doubles, swaps it with its neighbour or retypes it.
 */
final class Mutations {

  private static final Pattern TOKEN =
      Pattern.compile(
          "\"\"\".*?\"\"\"|\"[^\"\\n]*\"|#[^\\n]*|[A-Za-z_]\\w*|\\d+(?:\\.\\d+)?(?:e-?\\d+)?"
              + "|->|//|[=!<>+*/-]?=|[^\\s\\w]",
          Pattern.DOTALL);

  /** What takes a token's place. Numbers stay small, so that a mutant stays cheap. */
  private static final List<String> REPLACEMENTS =
      List.of(
          "0",
          "1",
          "-1",
          "3",
          "7",
          "17",
          "4099",
          "0.5",
          "\"x\"",
          "None",
          "True",
          "[]",
          "()",
          "{}",
          "me",
          "data",
          "signal",
          "pl",
          "pld",
          "pl.FP16",
          "pl.INT32",
          "pl.INDEX",
          "+",
          "-",
          "*",
          "//",
          "%",
          "<",
          "==",
          "=",
          ",",
          ":",
          "(",
          "]",
          "if",
          "for",
          "in",
          "return",
          "not",
          "lambda");

  private Mutations() {}

  private record Token(int start, int end, String text) {}

  /** A mutant and what was done to the original. */
  record Mutant(String text, String change) {}

  /**
   * One mutation that the generator picks. One in ten may be any; the others are Python, so that
   * most mutants get beyond its parser.
   */
  static Mutant mutate(String text, Random random) {
    boolean any = random.nextInt(10) == 0;
    while (true) {
      Mutant mutant = pick(text, random);
      if (any || isPython(mutant.text) && !mutant.text.equals(text)) {
        return mutant;
      }
    }
  }

  private static boolean isPython(String text) {
    try {
      PythonSource.parse("mutant.py", text);
      return true;
    } catch (DiagnosticException e) {
      return false;
    }
  }

  private static Mutant pick(String text, Random random) {
    List<Token> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    while (matcher.find()) {
      if (!matcher.group().startsWith("\"\"\"") && !matcher.group().startsWith("#")) {
        tokens.add(new Token(matcher.start(), matcher.end(), matcher.group()));
      }
    }
    int at = random.nextInt(tokens.size() - 1);
    Token token = tokens.get(at);
    Token next = tokens.get(at + 1);
    int line = (int) text.substring(0, token.start).lines().count();
    String where = " '" + token.text + "' near line " + line;
    return switch (random.nextInt(5)) {
      case 0 -> new Mutant(splice(text, token, ""), "delete" + where);
      case 1 -> new Mutant(splice(text, token, token.text + " " + token.text), "double" + where);
      case 2 ->
          new Mutant(
              text.substring(0, token.start)
                  + next.text
                  + text.substring(token.end, next.start)
                  + token.text
                  + text.substring(next.end),
              "swap" + where);
      case 3 -> {
        Token other = tokens.get(random.nextInt(tokens.size()));
        yield new Mutant(splice(text, token, other.text), "put '" + other.text + "' for" + where);
      }
      default -> {
        String other = REPLACEMENTS.get(random.nextInt(REPLACEMENTS.size()));
        yield new Mutant(splice(text, token, other), "put '" + other + "' for" + where);
      }
    };
  }

  private static String splice(String text, Token token, String other) {
    return text.substring(0, token.start) + other + text.substring(token.end);
  }
}
