package org.pyptoj.stubs.mirror;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;

/**
 * Reads the enums and the functions that a stub file or a Python module declares.
 *
 * <p>An enum is a class that derives from one of Python's enum classes, or a class all of whose
 * public members are whole numbers. Conditions such as {@code if TYPE_CHECKING:} are looked into
 * and not judged. Functions within functions are not part of a surface and are left out.
 */
public final class PythonReader {
  private static final Set<String> ENUM_BASES = Set.of("Enum", "IntEnum", "Flag", "IntFlag");

  private final String file;
  private final List<EnumMirror> enums = new ArrayList<>();
  private final List<FunctionMirror> functions = new ArrayList<>();
  private final Map<String, MirrorSyntaxException> unreadable = new HashMap<>();

  private PythonReader(String file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @param title the layer's title in messages
   * @param file the file's name in messages
   * @param text its text
   * @param module put before the names of functions, with a dot; empty for none
   * @param parts what this file is there to mirror
   * @throws MirrorSyntaxException when the text cannot be read
   */
  public static MirrorLayer read(
      String title, String file, String text, String module, Set<MirrorLayer.Part> parts) {
    PythonReader reader = new PythonReader(file);
    for (PythonDeclarationsParser.StatementContext statement :
        parser(file, text).file().statement()) {
      reader.statement(statement, module.isEmpty() ? "" : module + ".");
    }
    return new MirrorLayer(
        title,
        MirrorLayer.Spelling.PYTHON,
        parts,
        reader.enums,
        reader.functions,
        reader.unreadable,
        new SourcePlace(file, 0, 0));
  }

  /** A signature as a docstring shows it, without annotations of places; null if it is none. */
  static FunctionMirror signature(String name, String parameters, SourcePlace place) {
    try {
      PythonReader reader = new PythonReader(place.file());
      reader.statement(
          parser(place.file(), "def " + name + parameters + ": ...\n").file().statement(0), "");
      FunctionMirror read = reader.functions.getFirst();
      return new FunctionMirror(read.name(), read.parameters(), "", place, place);
    } catch (MirrorSyntaxException e) {
      return null;
    }
  }

  private static PythonDeclarationsParser parser(String file, String text) {
    PythonDeclarationsLexer lexer = new PythonDeclarationsLexer(CharStreams.fromString(text, file));
    Refusal.install(file, lexer);
    PythonDeclarationsParser parser =
        new PythonDeclarationsParser(new CommonTokenStream(PythonLines.of(file, lexer)));
    Refusal.install(file, lexer, parser);
    return parser;
  }

  private void statement(PythonDeclarationsParser.StatementContext statement, String outer) {
    if (statement.classDefinition() != null) {
      classDefinition(statement.classDefinition(), outer);
    } else if (statement.functionDefinition() != null) {
      function(statement.functionDefinition(), outer);
    } else if (statement.compoundStatement() != null) {
      for (PythonDeclarationsParser.StatementContext inner :
          statement.compoundStatement().block().statement()) {
        statement(inner, outer);
      }
    }
  }

  private void classDefinition(
      PythonDeclarationsParser.ClassDefinitionContext definition, String outer) {
    String name = definition.NAME().getText();
    List<PythonDeclarationsParser.SmallContext> lines = new ArrayList<>();
    PythonDeclarationsParser.SuiteContext suite = definition.suite();
    if (suite.line() != null) {
      lines.addAll(suite.line().small());
    }
    List<PythonDeclarationsParser.StatementContext> inside =
        suite.block() == null ? List.of() : suite.block().statement();
    for (PythonDeclarationsParser.StatementContext inner : inside) {
      if (inner.line() != null) {
        lines.addAll(inner.line().small());
      }
      statement(inner, outer + name + ".");
    }
    boolean derived = false;
    if (definition.bases() != null) {
      for (PythonDeclarationsParser.BaseContext base : definition.bases().base()) {
        String text = canonical(base.expression());
        derived |= ENUM_BASES.contains(text.substring(text.lastIndexOf('.') + 1));
      }
    }
    SourcePlace place = Refusal.placeOf(file, definition.NAME().getSymbol());
    try {
      List<EnumMirror.Variant> variants = variants(lines, derived);
      if (derived || !variants.isEmpty()) {
        enums.add(new EnumMirror(name, variants, place));
      }
    } catch (MirrorSyntaxException e) {
      unreadable.put(name, e);
    }
  }

  /** The members of a class; empty when it is not an enum after all. */
  private List<EnumMirror.Variant> variants(
      List<PythonDeclarationsParser.SmallContext> lines, boolean derived) {
    List<EnumMirror.Variant> variants = new ArrayList<>();
    Map<String, BigInteger> known = new HashMap<>();
    for (PythonDeclarationsParser.SmallContext line : lines) {
      PythonDeclarationsParser.MemberContext member = line.member();
      if (member == null || member.NAME().getText().startsWith("_")) {
        continue;
      }
      String name = member.NAME().getText();
      boolean assigned = member.number() != null || member.value != null;
      if (!assigned && member.annotation == null) {
        // A name alone, such as pass.
        continue;
      }
      SourcePlace place = Refusal.placeOf(file, member.NAME().getSymbol());
      BigInteger value = null;
      if (member.number() != null) {
        BigInteger next =
            variants.isEmpty() ? BigInteger.ONE : variants.getLast().value().add(BigInteger.ONE);
        value = number(member.number(), known, next);
      } else if (member.value == null && derived && member.annotation != null) {
        // In an enum's class an annotation alone declares an attribute, not a member.
        continue;
      }
      if (value == null) {
        if (derived) {
          throw new MirrorSyntaxException(place, "the number of " + name + " cannot be read");
        }
        return List.of();
      }
      known.put(name, value);
      variants.add(new EnumMirror.Variant(name, value, variants.size(), place));
    }
    return variants;
  }

  private static BigInteger number(
      PythonDeclarationsParser.NumberContext context,
      Map<String, BigInteger> known,
      BigInteger next) {
    return switch (context) {
      case PythonDeclarationsParser.LiteralContext c -> WholeNumber.python(c.NUMBER().getText());
      case PythonDeclarationsParser.ParenthesizedContext c -> number(c.number(), known, next);
      case PythonDeclarationsParser.UnaryContext c ->
          WholeNumber.unary(c.op.getText(), number(c.number(), known, next));
      case PythonDeclarationsParser.ProductContext c ->
          binary("*", c.number(0), c.number(1), known, next);
      case PythonDeclarationsParser.SumContext c ->
          binary(c.op.getText(), c.number(0), c.number(1), known, next);
      case PythonDeclarationsParser.ShiftContext c ->
          binary(c.op.getText(), c.number(0), c.number(1), known, next);
      case PythonDeclarationsParser.AndContext c ->
          binary("&", c.number(0), c.number(1), known, next);
      case PythonDeclarationsParser.OrContext c ->
          binary("|", c.number(0), c.number(1), known, next);
      case PythonDeclarationsParser.NextContext c -> next;
      case PythonDeclarationsParser.EarlierContext c -> known.get(c.NAME().getText());
      default -> null;
    };
  }

  private static BigInteger binary(
      String op,
      PythonDeclarationsParser.NumberContext left,
      PythonDeclarationsParser.NumberContext right,
      Map<String, BigInteger> known,
      BigInteger next) {
    return WholeNumber.binary(op, number(left, known, next), number(right, known, next));
  }

  private void function(
      PythonDeclarationsParser.FunctionDefinitionContext definition, String outer) {
    List<FunctionMirror.Parameter> parameters = new ArrayList<>();
    if (definition.parameters() != null) {
      boolean keywordOnly = false;
      for (PythonDeclarationsParser.ParameterContext parameter :
          definition.parameters().parameter()) {
        if (parameter.NAME() == null) {
          if (parameter.getText().equals("/")) {
            parameters.replaceAll(
                p ->
                    new FunctionMirror.Parameter(
                        p.name(),
                        FunctionMirror.Kind.POSITIONAL_ONLY,
                        p.annotation(),
                        p.value(),
                        p.place()));
          } else {
            keywordOnly = true;
          }
          continue;
        }
        FunctionMirror.Kind kind =
            keywordOnly
                ? FunctionMirror.Kind.KEYWORD_ONLY
                : FunctionMirror.Kind.POSITIONAL_OR_KEYWORD;
        if (parameter.stars != null) {
          boolean one = parameter.stars.getText().equals("*");
          kind = one ? FunctionMirror.Kind.VAR_POSITIONAL : FunctionMirror.Kind.VAR_KEYWORD;
          keywordOnly |= one;
        }
        parameters.add(
            new FunctionMirror.Parameter(
                parameter.NAME().getText(),
                kind,
                canonical(parameter.annotation),
                canonical(parameter.value),
                Refusal.placeOf(file, parameter.NAME().getSymbol())));
      }
    }
    SourcePlace place = Refusal.placeOf(file, definition.NAME().getSymbol());
    Token documentation = documentation(definition.suite());
    functions.add(
        new FunctionMirror(
            outer + definition.NAME().getText(),
            parameters,
            documentation == null ? "" : unquoted(documentation.getText()),
            documentation == null ? place : Refusal.placeOf(file, documentation),
            place));
  }

  private static Token documentation(PythonDeclarationsParser.SuiteContext suite) {
    PythonDeclarationsParser.LineContext first = suite.line();
    if (first == null && !suite.block().statement().isEmpty()) {
      first = suite.block().statement(0).line();
    }
    if (first == null || first.small(0).STRING().isEmpty()) {
      return null;
    }
    return first.small(0).STRING(0).getSymbol();
  }

  private static String unquoted(String literal) {
    int prefix = 0;
    while (literal.charAt(prefix) != '"' && literal.charAt(prefix) != '\'') {
      prefix++;
    }
    String body = literal.substring(prefix);
    boolean triple = body.length() >= 6 && (body.startsWith("\"\"\"") || body.startsWith("'''"));
    int quotes = triple ? 3 : 1;
    return body.substring(quotes, body.length() - quotes);
  }

  /** An expression in one spelling of white space and quotes; empty for none. */
  static String canonical(ParseTree tree) {
    StringBuilder out = new StringBuilder();
    if (tree != null) {
      append(tree, out);
    }
    return out.toString();
  }

  private static void append(ParseTree tree, StringBuilder out) {
    if (tree instanceof TerminalNode node) {
      String token = node.getText();
      if (token.startsWith("'") && !token.startsWith("'''") && token.indexOf('"') < 0) {
        token = '"' + token.substring(1, token.length() - 1) + '"';
      }
      boolean words =
          !out.isEmpty() && isWord(out.charAt(out.length() - 1)) && isWord(token.charAt(0));
      boolean spaced = token.equals("|") || out.length() > 1 && out.charAt(out.length() - 1) == '|';
      boolean after = !out.isEmpty() && out.charAt(out.length() - 1) == ',';
      out.append(words || spaced || after ? " " : "").append(token);
      return;
    }
    for (int i = 0; i < tree.getChildCount(); i++) {
      append(tree.getChild(i), out);
    }
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
