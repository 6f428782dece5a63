package org.pyptoj.stubs.mirror;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenSource;

/**
 * Gives a Python file's tokens the line structure that its grammar expects: line ends within
 * brackets and after blank lines go, changes of indentation become tokens.
 */
final class PythonLines {
  private static final int TAB = 8;

  private final String file;
  private final List<Token> out = new ArrayList<>();
  private final Deque<Integer> indents = new ArrayDeque<>(List.of(0));
  private int depth;

  private PythonLines(String file) {
    this.file = file;
  }

  static TokenSource of(String file, PythonDeclarationsLexer lexer) {
    PythonLines lines = new PythonLines(file);
    List<? extends Token> tokens = lexer.getAllTokens();
    for (int i = 0; i < tokens.size(); i++) {
      boolean last = i + 1 == tokens.size();
      boolean lineEnds = last || tokens.get(i + 1).getType() == PythonDeclarationsLexer.NEWLINE;
      lines.accept(tokens.get(i), lineEnds);
    }
    lines.finish();
    return new ListTokenSource(lines.out);
  }

  private void accept(Token token, boolean lineEnds) {
    switch (token.getText()) {
      case "(", "[", "{" -> depth++;
      case ")", "]", "}" -> depth = Math.max(0, depth - 1);
      default -> {}
    }
    if (token.getType() != PythonDeclarationsLexer.NEWLINE) {
      out.add(token);
    } else if (depth == 0 && !lineEnds) {
      endLine(token);
      indent(token);
    }
  }

  private void endLine(Token at) {
    if (!out.isEmpty() && out.getLast().getType() != PythonDeclarationsLexer.NEWLINE) {
      out.add(made(PythonDeclarationsLexer.NEWLINE, "\n", at));
    }
  }

  private void indent(Token newline) {
    int width = 0;
    for (char c : newline.getText().replace("\r", "").substring(1).toCharArray()) {
      width = c == '\t' ? (width / TAB + 1) * TAB : width + 1;
    }
    if (width > indents.peek()) {
      indents.push(width);
      out.add(made(PythonDeclarationsParser.INDENT, "", newline));
    }
    while (width < indents.peek()) {
      indents.pop();
      out.add(made(PythonDeclarationsParser.DEDENT, "", newline));
    }
    if (width != indents.peek()) {
      throw new MirrorSyntaxException(
          new SourcePlace(file, newline.getLine() + 1, width + 1),
          "the indentation matches no outer block");
    }
  }

  private void finish() {
    if (out.isEmpty()) {
      return;
    }
    Token last = out.getLast();
    endLine(last);
    while (indents.pop() > 0) {
      out.add(made(PythonDeclarationsParser.DEDENT, "", last));
    }
  }

  private static Token made(int type, String text, Token at) {
    CommonToken token = new CommonToken(at);
    token.setType(type);
    token.setText(text);
    return token;
  }
}
