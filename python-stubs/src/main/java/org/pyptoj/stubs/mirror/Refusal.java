package org.pyptoj.stubs.mirror;

import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.Lexer;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;

/** Turns the first syntax error of a file into an exception, instead of guessing on. */
final class Refusal extends BaseErrorListener {
  private final String file;

  private Refusal(String file) {
    this.file = file;
  }

  static void install(String file, Lexer lexer, Parser parser) {
    Refusal refusal = new Refusal(file);
    lexer.removeErrorListeners();
    lexer.addErrorListener(refusal);
    parser.removeErrorListeners();
    parser.addErrorListener(refusal);
  }

  static void install(String file, Lexer lexer) {
    lexer.removeErrorListeners();
    lexer.addErrorListener(new Refusal(file));
  }

  static SourcePlace placeOf(String file, Token token) {
    return new SourcePlace(file, token.getLine(), token.getCharPositionInLine() + 1);
  }

  @Override
  public void syntaxError(
      Recognizer<?, ?> recognizer,
      Object offending,
      int line,
      int column,
      String message,
      RecognitionException cause) {
    throw new MirrorSyntaxException(new SourcePlace(file, line, column + 1), message);
  }
}
