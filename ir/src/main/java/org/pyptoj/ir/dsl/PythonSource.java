package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.AbstractParser;
import com.oracle.graal.python.pegparser.InputType;
import com.oracle.graal.python.pegparser.Parser;
import com.oracle.graal.python.pegparser.ParserCallbacks;
import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.ModTy;
import com.oracle.graal.python.pegparser.sst.SSTNode;
import com.oracle.graal.python.pegparser.sst.StmtTy;
import com.oracle.graal.python.pegparser.tokenizer.SourceRange;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import org.pyptoj.ir.Span;

/**
 * A parsed Python file. GraalPy's own parser reads it, so that a kernel's text means here what it
 * means to the interpreter, and no Python code runs for it.
 */
public final class PythonSource {

  private static final int FEATURE_VERSION = 12;

  private final String file;
  private final String text;
  private final ModTy.Module module;
  private final ExprTy expression;
  private List<String> lines;

  private PythonSource(String file, String text, ModTy.Module module, ExprTy expression) {
    this.file = file;
    this.text = text;
    this.module = module;
    this.expression = expression;
  }

  /**
   * Parses a file's text.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException with {@link DslRule#SYNTAX} where it is
   *     not Python
   */
  public static PythonSource parse(String file, String text) {
    Parser parser =
        new Parser(
            text,
            new Callbacks(file),
            InputType.FILE,
            EnumSet.noneOf(AbstractParser.Flags.class),
            FEATURE_VERSION);
    return new PythonSource(file, text, (ModTy.Module) parser.parse(), null);
  }

  /** A single expression that a file holds as text, such as an annotation in quotes. */
  static PythonSource ofExpression(String file, String text) {
    Parser parser =
        new Parser(
            text,
            new Callbacks(file),
            InputType.EVAL,
            EnumSet.noneOf(AbstractParser.Flags.class),
            FEATURE_VERSION);
    return new PythonSource(file, text, null, ((ModTy.Expression) parser.parse()).body);
  }

  /** The expression, where the text is a single one. */
  ExprTy expression() {
    return expression;
  }

  public String file() {
    return file;
  }

  /** The module's statements. */
  public StmtTy[] body() {
    return module.body;
  }

  /** A node's own text. */
  String text(SSTNode node) {
    SourceRange r = node.getSourceRange();
    return text(r.startLine, r.startColumn, r.endLine, r.endColumn);
  }

  /** A statement's text with the indentation of its first line, decorators left out. */
  String indented(StmtTy stmt) {
    SourceRange r = stmt.getSourceRange();
    return text(r.startLine, 0, r.endLine, r.endColumn);
  }

  /** Text between two places; columns count characters, not chars. */
  private String text(int startLine, int startColumn, int endLine, int endColumn) {
    if (lines == null) {
      lines = text.lines().toList();
    }
    StringBuilder out = new StringBuilder();
    for (int line = startLine; line <= endLine; line++) {
      String whole = lines.get(line - 1);
      int from = line == startLine ? whole.offsetByCodePoints(0, startColumn) : 0;
      int to = line == endLine ? whole.offsetByCodePoints(0, endColumn) : whole.length();
      out.append(whole, from, to).append(line == endLine ? "" : "\n");
    }
    return out.toString();
  }

  /** The place of a node. */
  Span span(SSTNode node) {
    return span(file, node.getSourceRange());
  }

  static Span span(String file, SourceRange r) {
    return new Span(file, r.startLine, r.startColumn + 1, r.endLine, r.endColumn + 1);
  }

  /**
   * The function whose definition, decorators included, begins or has its {@code def} on a line; or
   * null.
   */
  public StmtTy.FunctionDef functionAt(int line, String name) {
    return find(
        module.body,
        line,
        stmt ->
            stmt instanceof StmtTy.FunctionDef f
                    && f.name.equals(name)
                    && covers(f, f.decoratorList, f.body, line)
                ? f
                : null);
  }

  /**
   * The place of the class whose definition, decorators included, begins or has its {@code class}
   * on a line; of the line where there is none.
   */
  public Span classAt(int line, String name) {
    StmtTy.ClassDef found =
        find(
            module.body,
            line,
            stmt ->
                stmt instanceof StmtTy.ClassDef c
                        && c.name.equals(name)
                        && covers(c, c.decoratorList, c.body, line)
                    ? c
                    : null);
    return found != null ? span(found) : new Span(file, line, 1, line, 1);
  }

  /** The first definition that is wanted, of a block and what is in it. */
  private static <T extends StmtTy> T find(StmtTy[] body, int line, Function<StmtTy, T> wanted) {
    for (StmtTy stmt : body) {
      if (stmt.getSourceRange().endLine < line) {
        continue;
      }
      T found = wanted.apply(stmt);
      if (found != null) {
        return found;
      }
      for (StmtTy[] block : blocks(stmt)) {
        found = find(block, line, wanted);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  /** The blocks in which a statement may hold definitions. */
  private static StmtTy[][] blocks(StmtTy stmt) {
    return switch (stmt) {
      case StmtTy.FunctionDef f -> new StmtTy[][] {f.body};
      case StmtTy.ClassDef c -> new StmtTy[][] {c.body};
      case StmtTy.If i when i.orElse != null -> new StmtTy[][] {i.body, i.orElse};
      case StmtTy.If i -> new StmtTy[][] {i.body};
      case StmtTy.With w -> new StmtTy[][] {w.body};
      case StmtTy.For f -> new StmtTy[][] {f.body};
      case StmtTy.Try t -> new StmtTy[][] {t.body};
      default -> new StmtTy[0][];
    };
  }

  private static boolean covers(StmtTy def, ExprTy[] decorators, StmtTy[] body, int line) {
    int first = def.getSourceRange().startLine;
    if (decorators != null && decorators.length > 0) {
      first = Math.min(first, decorators[0].getSourceRange().startLine);
    }
    int bodyStart =
        body.length > 0 ? body[0].getSourceRange().startLine : def.getSourceRange().endLine;
    return first <= line && line <= bodyStart;
  }

  private record Callbacks(String file) implements ParserCallbacks {
    @Override
    public void safePointPoll() {
      // Parsing a kernel is short; there is nothing to poll for.
    }

    @Override
    public RuntimeException reportIncompleteSource(int line) {
      return Reports.error(
          DslRule.SYNTAX, "the file ends in the middle of a statement", at(line), null);
    }

    @Override
    public RuntimeException onError(ErrorType type, SourceRange range, String message) {
      return Reports.error(DslRule.SYNTAX, message, span(file, range), null);
    }

    @Override
    public void onWarning(WarningType type, SourceRange range, String message) {
      // The interpreter has warned already when it compiled the file.
    }

    private Span at(int line) {
      return new Span(file, line, 1, line, 1);
    }
  }
}
