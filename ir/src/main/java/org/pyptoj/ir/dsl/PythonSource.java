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
import org.pyptoj.ir.Span;

/**
 * A parsed Python file. GraalPy's own parser reads it, so that a kernel's text means here what it
 * means to the interpreter, and no Python code runs for it.
 */
public final class PythonSource {

  private static final int FEATURE_VERSION = 12;

  private final String file;
  private final ModTy.Module module;

  private PythonSource(String file, ModTy.Module module) {
    this.file = file;
    this.module = module;
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
    return new PythonSource(file, (ModTy.Module) parser.parse());
  }

  /** Parses a single expression, such as an annotation kept as text. */
  static ExprTy parseExpression(String file, String text) {
    Parser parser =
        new Parser(
            text,
            new Callbacks(file),
            InputType.EVAL,
            EnumSet.noneOf(AbstractParser.Flags.class),
            FEATURE_VERSION);
    return ((ModTy.Expression) parser.parse()).body;
  }

  public String file() {
    return file;
  }

  /** The module's statements. */
  public StmtTy[] body() {
    return module.body;
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
    return find(module.body, line, name);
  }

  private static StmtTy.FunctionDef find(StmtTy[] body, int line, String name) {
    for (StmtTy stmt : body) {
      if (stmt.getSourceRange().endLine < line) {
        continue;
      }
      switch (stmt) {
        case StmtTy.FunctionDef f -> {
          if (f.name.equals(name) && covers(f, line)) {
            return f;
          }
          StmtTy.FunctionDef inner = find(f.body, line, name);
          if (inner != null) {
            return inner;
          }
        }
        case StmtTy.ClassDef c -> {
          StmtTy.FunctionDef inner = find(c.body, line, name);
          if (inner != null) {
            return inner;
          }
        }
        case StmtTy.If i -> {
          StmtTy.FunctionDef inner = find(i.body, line, name);
          if (inner == null && i.orElse != null) {
            inner = find(i.orElse, line, name);
          }
          if (inner != null) {
            return inner;
          }
        }
        case StmtTy.With s -> {
          StmtTy.FunctionDef inner = find(s.body, line, name);
          if (inner != null) {
            return inner;
          }
        }
        case StmtTy.For s -> {
          StmtTy.FunctionDef inner = find(s.body, line, name);
          if (inner != null) {
            return inner;
          }
        }
        case StmtTy.Try s -> {
          StmtTy.FunctionDef inner = find(s.body, line, name);
          if (inner != null) {
            return inner;
          }
        }
        default -> {}
      }
    }
    return null;
  }

  private static boolean covers(StmtTy.FunctionDef f, int line) {
    int first = f.getSourceRange().startLine;
    if (f.decoratorList != null && f.decoratorList.length > 0) {
      first = Math.min(first, f.decoratorList[0].getSourceRange().startLine);
    }
    int bodyStart =
        f.body.length > 0 ? f.body[0].getSourceRange().startLine : f.getSourceRange().endLine;
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
