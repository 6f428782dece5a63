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

/**
 * Reads the enums of a C or C++ header, wherever in it they stand. A variant without a number has
 * one more than the variant before it, the first one zero.
 */
public final class HeaderReader {
  private final String file;
  private final CommonTokenStream tokens;
  private final List<EnumMirror> enums = new ArrayList<>();
  private final Map<String, MirrorSyntaxException> unreadable = new HashMap<>();

  private HeaderReader(String file, CommonTokenStream tokens) {
    this.file = file;
    this.tokens = tokens;
  }

  /**
   * Reads a header.
   *
   * @param title the layer's title in messages
   * @param file the file's name in messages
   * @param text its text
   * @throws MirrorSyntaxException when the text cannot be read. An enum with a number that is not a
   *     constant of this header, or with a preprocessor line inside, is unreadable by itself and
   *     does no harm to others
   */
  public static MirrorLayer read(String title, String file, String text) {
    EnumHeaderLexer lexer = new EnumHeaderLexer(CharStreams.fromString(text, file));
    CommonTokenStream tokens = new CommonTokenStream(lexer);
    EnumHeaderParser parser = new EnumHeaderParser(tokens);
    Refusal.install(file, lexer, parser);
    HeaderReader reader = new HeaderReader(file, tokens);
    reader.search(parser.file());
    return new MirrorLayer(
        title,
        MirrorLayer.Spelling.HEADER,
        Set.of(MirrorLayer.Part.ENUMS),
        reader.enums,
        List.of(),
        reader.unreadable,
        new SourcePlace(file, 0, 0));
  }

  private void search(ParseTree tree) {
    if (tree instanceof EnumHeaderParser.EnumDefinitionContext definition) {
      definition(definition);
      return;
    }
    for (int i = 0; i < tree.getChildCount(); i++) {
      search(tree.getChild(i));
    }
  }

  private void definition(EnumHeaderParser.EnumDefinitionContext definition) {
    Token name = definition.alias;
    if (name == null && !definition.NAME().isEmpty()) {
      name = definition.NAME(0).getSymbol();
    }
    if (name == null) {
      // Nothing can mirror an enum without a name.
      return;
    }
    try {
      enums.add(
          new EnumMirror(name.getText(), variants(definition, name), Refusal.placeOf(file, name)));
    } catch (MirrorSyntaxException e) {
      unreadable.put(name.getText(), e);
    }
  }

  private List<EnumMirror.Variant> variants(
      EnumHeaderParser.EnumDefinitionContext definition, Token name) {
    for (int i = definition.getStart().getTokenIndex();
        i < definition.getStop().getTokenIndex();
        i++) {
      Token token = tokens.get(i);
      if (token.getType() == EnumHeaderLexer.DIRECTIVE) {
        throw new MirrorSyntaxException(
            Refusal.placeOf(file, token),
            "a preprocessor line inside enum " + name.getText() + " cannot be judged");
      }
    }
    List<EnumMirror.Variant> variants = new ArrayList<>();
    Map<String, BigInteger> known = new HashMap<>();
    for (EnumHeaderParser.EnumeratorContext enumerator : definition.enumerator()) {
      String variant = enumerator.NAME().getText();
      SourcePlace place = Refusal.placeOf(file, enumerator.NAME().getSymbol());
      BigInteger value;
      if (enumerator.number() != null) {
        value = number(enumerator.number(), known);
      } else if (!enumerator.unknown().isEmpty()) {
        value = null;
      } else if (variants.isEmpty()) {
        value = BigInteger.ZERO;
      } else {
        value = variants.getLast().value().add(BigInteger.ONE);
      }
      if (value == null) {
        throw new MirrorSyntaxException(place, "the number of " + variant + " cannot be read");
      }
      known.put(variant, value);
      variants.add(new EnumMirror.Variant(variant, value, variants.size(), place));
    }
    return variants;
  }

  private static BigInteger number(
      EnumHeaderParser.NumberContext context, Map<String, BigInteger> known) {
    return switch (context) {
      case EnumHeaderParser.LiteralContext c -> WholeNumber.header(c.NUMBER().getText());
      case EnumHeaderParser.ParenthesizedContext c -> number(c.number(), known);
      case EnumHeaderParser.UnaryContext c ->
          WholeNumber.unary(c.op.getText(), number(c.number(), known));
      case EnumHeaderParser.ProductContext c -> binary("*", c.number(0), c.number(1), known);
      case EnumHeaderParser.SumContext c -> binary(c.op.getText(), c.number(0), c.number(1), known);
      case EnumHeaderParser.ShiftLeftContext c -> binary("<<", c.number(0), c.number(1), known);
      case EnumHeaderParser.ShiftRightContext c -> binary(">>", c.number(0), c.number(1), known);
      case EnumHeaderParser.AndContext c -> binary("&", c.number(0), c.number(1), known);
      case EnumHeaderParser.OrContext c -> binary("|", c.number(0), c.number(1), known);
      case EnumHeaderParser.EarlierContext c -> known.get(c.NAME().getLast().getText());
      default -> null;
    };
  }

  private static BigInteger binary(
      String op,
      EnumHeaderParser.NumberContext left,
      EnumHeaderParser.NumberContext right,
      Map<String, BigInteger> known) {
    return WholeNumber.binary(op, number(left, known), number(right, known));
  }
}
