package org.pyptoj.conformance.pto;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Reads PTO text into the model, with the parser that ANTLR makes from {@code PtoText.g4}. */
final class PtoReader {
  private final String text;

  PtoReader(String text) {
    this.text = text;
  }

  PtoModule read() {
    PtoTextLexer lexer = new PtoTextLexer(CharStreams.fromString(text));
    PtoTextParser parser = new PtoTextParser(new CommonTokenStream(lexer));
    lexer.removeErrorListeners();
    parser.removeErrorListeners();
    lexer.addErrorListener(new Refusal());
    parser.addErrorListener(new Refusal());
    List<PtoOperation> operations = new ArrayList<>();
    for (PtoTextParser.TopLevelContext top : parser.file().topLevel()) {
      if (top.operation() != null) {
        operations.add(operation(top.operation()));
      } else if (top.alias().location() == null) {
        throw new PtoSyntaxException(
            placeOf(top.alias().getStart()),
            "aliases of attributes and types are not read; write them out");
      }
    }
    return new PtoModule(operations);
  }

  private static PtoOperation operation(PtoTextParser.OperationContext context) {
    if (context.moduleOperation() != null) {
      return module(context.moduleOperation());
    }
    if (context.functionOperation() != null) {
      return function(context.functionOperation());
    }
    if (context.forOperation() != null) {
      return forLoop(context.forOperation());
    }
    if (context.ifOperation() != null) {
      return branch(context.ifOperation());
    }
    if (context.whileOperation() != null) {
      return whileLoop(context.whileOperation());
    }
    PtoTextParser.PlainOperationContext plain = context.plainOperation();
    Parts parts = new Parts();
    parts.items(plain.item(), "");
    String name = plain.operationName().getText();
    if (name.startsWith("\"")) {
      name = name.substring(1, name.length() - 1);
    } else if (name.equals("return")) {
      name = "func.return";
    }
    return parts.build(name, results(plain.results()), placeOf(plain.operationName().getStart()));
  }

  private static PtoOperation module(PtoTextParser.ModuleOperationContext context) {
    Parts parts = new Parts();
    if (context.SYMBOL() != null) {
      parts.attribute("sym_name", new PtoAttribute.Text(context.SYMBOL().getText()));
    }
    parts.dictionary(context.dictionary(), "");
    parts.regions.add(region(context.region(), List.of()));
    return parts.build("module", List.of(), placeOf(context.getStart()));
  }

  private static PtoOperation function(PtoTextParser.FunctionOperationContext context) {
    Parts parts = new Parts();
    parts.attribute("sym_name", new PtoAttribute.Text(context.SYMBOL().getText()));
    Token visibility = context.getChild(1) instanceof TerminalNode t ? t.getSymbol() : null;
    if (visibility != null && visibility.getType() != PtoTextLexer.SYMBOL) {
      parts.attribute("sym_visibility", new PtoAttribute.Text(visibility.getText()));
    }
    List<PtoRegion.Argument> arguments = new ArrayList<>();
    if (context.parameters() != null) {
      for (PtoTextParser.ParameterContext parameter : context.parameters().parameter()) {
        PtoRegion.Argument argument = argument(parameter);
        parts.types.add(new PtoTypeUse("parameter " + arguments.size(), argument.type()));
        parts.dictionary(parameter.dictionary(), "parameter " + arguments.size());
        arguments.add(argument);
      }
    }
    parts.types(context.typeList(), "->");
    parts.dictionary(context.dictionary(), "");
    if (context.region() != null) {
      parts.regions.add(region(context.region(), arguments));
    }
    return parts.build("func.func", List.of(), placeOf(context.getStart()));
  }

  private static PtoOperation forLoop(PtoTextParser.ForOperationContext context) {
    Parts parts = new Parts();
    parts.use(context.use(0), "lower bound");
    parts.use(context.use(1), "upper bound");
    parts.use(context.use(2), "step");
    String type = context.type() == null ? "index" : canonical(context.type());
    parts.types.add(new PtoTypeUse("induction variable", type));
    List<PtoRegion.Argument> arguments = new ArrayList<>();
    arguments.add(new PtoRegion.Argument(name(context.SSA().getSymbol()), type));
    if (context.bindings() != null) {
      parts.types(context.typeList(), "->");
      arguments.addAll(bindings(context.bindings(), parts, parts.typesOf("->")));
    }
    parts.dictionary(context.dictionary(), "");
    parts.regions.add(region(context.region(), arguments));
    Token keyword = firstToken(context, "scf.for");
    return parts.build("scf.for", results(context.results()), placeOf(keyword));
  }

  private static PtoOperation branch(PtoTextParser.IfOperationContext context) {
    Parts parts = new Parts();
    parts.use(context.use(), "condition");
    parts.types(context.typeList(), "->");
    parts.dictionary(context.dictionary(), "");
    for (PtoTextParser.RegionContext region : context.region()) {
      parts.regions.add(region(region, List.of()));
    }
    Token keyword = firstToken(context, "scf.if");
    return parts.build("scf.if", results(context.results()), placeOf(keyword));
  }

  private static PtoOperation whileLoop(PtoTextParser.WhileOperationContext context) {
    Parts parts = new Parts();
    parts.types(context.typeList(0), ":");
    parts.types(context.typeList(1), "->");
    List<PtoRegion.Argument> arguments =
        context.bindings() == null
            ? List.of()
            : bindings(context.bindings(), parts, parts.typesOf(":"));
    parts.dictionary(context.dictionary(), "");
    parts.regions.add(region(context.region(0), arguments));
    parts.regions.add(region(context.region(1), List.of()));
    Token keyword = firstToken(context, "scf.while");
    return parts.build("scf.while", results(context.results()), placeOf(keyword));
  }

  private static List<PtoRegion.Argument> bindings(
      PtoTextParser.BindingsContext context, Parts parts, List<String> types) {
    List<PtoRegion.Argument> arguments = new ArrayList<>();
    for (PtoTextParser.BindingContext binding : context.binding()) {
      int index = arguments.size();
      parts.use(binding.use(), "init " + index);
      String type = index < types.size() ? types.get(index) : "";
      arguments.add(new PtoRegion.Argument(name(binding.SSA().getSymbol()), type));
    }
    return arguments;
  }

  private static PtoRegion region(
      PtoTextParser.RegionContext context, List<PtoRegion.Argument> arguments) {
    List<PtoRegion.Block> blocks = new ArrayList<>();
    boolean labelled = context.operation().isEmpty() && !context.block().isEmpty();
    if (!labelled) {
      blocks.add(new PtoRegion.Block(arguments, operations(context.operation())));
    }
    for (PtoTextParser.BlockContext block : context.block()) {
      List<PtoRegion.Argument> own =
          block.parameters() == null
              ? List.of()
              : block.parameters().parameter().stream().map(PtoReader::argument).toList();
      blocks.add(
          new PtoRegion.Block(
              blocks.isEmpty() && own.isEmpty() ? arguments : own, operations(block.operation())));
    }
    return new PtoRegion(blocks);
  }

  private static List<PtoOperation> operations(List<PtoTextParser.OperationContext> contexts) {
    return contexts.stream().map(PtoReader::operation).toList();
  }

  private static PtoRegion.Argument argument(PtoTextParser.ParameterContext context) {
    String name = context.SSA() == null ? "" : name(context.SSA().getSymbol());
    return new PtoRegion.Argument(name, canonical(context.type()));
  }

  /** Names of results; a pack {@code %r:2} gives {@code r#0} and {@code r#1}. */
  private static List<String> results(PtoTextParser.ResultsContext context) {
    List<String> names = new ArrayList<>();
    if (context != null) {
      for (PtoTextParser.ResultPackContext pack : context.resultPack()) {
        String name = name(pack.SSA().getSymbol());
        if (pack.NUMBER() == null) {
          names.add(name);
        } else {
          int count = Integer.parseInt(pack.NUMBER().getText());
          for (int i = 0; i < count; i++) {
            names.add(name + "#" + i);
          }
        }
      }
    }
    return names;
  }

  private static String name(Token ssa) {
    return ssa.getText().substring(1);
  }

  private static Token firstToken(ParserRuleContext context, String text) {
    for (ParseTree child : context.children) {
      if (child instanceof TerminalNode node && node.getText().equals(text)) {
        return node.getSymbol();
      }
    }
    throw new IllegalStateException(text + " expected in " + context.getText());
  }

  static Place placeOf(Token token) {
    return new Place(token.getLine(), token.getCharPositionInLine() + 1);
  }

  /** The text of a subtree with one spelling of white space. */
  static String canonical(ParseTree tree) {
    StringBuilder out = new StringBuilder();
    append(tree, out);
    return out.toString();
  }

  private static void append(ParseTree tree, StringBuilder out) {
    if (tree instanceof TerminalNode node) {
      String token = node.getText();
      if (!out.isEmpty()) {
        char before = out.charAt(out.length() - 1);
        boolean words = isWord(before) && isWord(token.charAt(0));
        if (words || before == ',' || before == ':' || token.equals("->") || before == '}') {
          out.append(' ');
        }
      }
      out.append(token);
      if (token.equals("->")) {
        out.append(' ');
      }
      return;
    }
    for (int i = 0; i < tree.getChildCount(); i++) {
      append(tree.getChild(i), out);
    }
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '%' || c == '@' || c == '!';
  }

  static PtoAttribute attribute(PtoTextParser.AttributeContext context) {
    String head = context.getStart().getText();
    String type = context.type() == null ? "" : canonical(context.type());
    if (context.NUMBER() != null || context.SHAPE() != null) {
      return number(head, type, placeOf(context.getStart()));
    }
    if (context.type() != null && (head.equals("true") || head.equals("false"))) {
      return truth(head);
    }
    return new PtoAttribute.Text(canonical(context));
  }

  private static PtoAttribute truth(String word) {
    return new PtoAttribute.Whole(word.equals("true") ? BigInteger.ONE : BigInteger.ZERO, "i1");
  }

  /** A number of a type; hexadecimal digits of a floating-point type are its bits. */
  private static PtoAttribute number(String digits, String type, Place place) {
    boolean floating = type.matches("b?f\\d.*|tf32");
    try {
      if (digits.startsWith("0x")) {
        BigInteger bits = new BigInteger(digits.substring(2), 16);
        return switch (type) {
          case "f64" -> new PtoAttribute.Real(Double.longBitsToDouble(bits.longValue()), type);
          case "f32" -> new PtoAttribute.Real(Float.intBitsToFloat(bits.intValue()), type);
          case "f16" -> new PtoAttribute.Real(Float.float16ToFloat(bits.shortValue()), type);
          case "bf16" -> new PtoAttribute.Real(Float.intBitsToFloat(bits.intValue() << 16), type);
          default -> new PtoAttribute.Whole(bits, type);
        };
      }
      if (floating || digits.contains(".")) {
        return new PtoAttribute.Real(Double.parseDouble(digits), type);
      }
      return new PtoAttribute.Whole(new BigInteger(digits), type);
    } catch (NumberFormatException e) {
      throw new PtoSyntaxException(place, "'" + digits + "' is not a number");
    }
  }

  /** What an operation is made of, while its items are read. */
  private static final class Parts {
    final List<PtoOperand> operands = new ArrayList<>();
    final SortedMap<String, PtoAttribute> attributes = new TreeMap<>();
    final List<PtoTypeUse> types = new ArrayList<>();
    final List<PtoRegion> regions = new ArrayList<>();

    PtoOperation build(String name, List<String> results, Place place) {
      if (name.equals("arith.constant")) {
        typeConstant();
      }
      return new PtoOperation(name, results, operands, attributes, types, regions, place);
    }

    /** The number of a constant is read before its type is known. */
    private void typeConstant() {
      if (attributes.get("operand 0") instanceof PtoAttribute.Text text && !types.isEmpty()) {
        String type = types.getFirst().type();
        if (text.text().matches("-?\\d.*") && !type.startsWith("vector")) {
          attributes.put("operand 0", number(text.text(), type, new Place(0, 0)));
        }
      }
    }

    void attribute(String name, PtoAttribute value) {
      String key = name;
      for (int again = 2; attributes.containsKey(key); again++) {
        key = name + " (" + again + ")";
      }
      attributes.put(key, value);
    }

    void dictionary(PtoTextParser.DictionaryContext context, String group) {
      if (context == null) {
        return;
      }
      for (PtoTextParser.EntryContext entry : context.entry()) {
        String key = entry.getStart().getText();
        if (key.startsWith("\"")) {
          key = key.substring(1, key.length() - 1);
        }
        attribute(
            group.isEmpty() ? key : group + "." + key,
            entry.attribute() == null
                ? new PtoAttribute.Text("unit")
                : PtoReader.attribute(entry.attribute()));
      }
    }

    void types(PtoTextParser.TypeListContext context, String role) {
      if (context == null) {
        return;
      }
      for (PtoTextParser.TypeOrFunctionContext type : context.typeOrFunction()) {
        if (type.type() != null) {
          types.add(new PtoTypeUse(role, canonical(type.type())));
        } else {
          for (PtoTextParser.TypeOrFunctionContext inner : type.typeOrFunction()) {
            types.add(new PtoTypeUse(role, canonical(inner)));
          }
        }
      }
    }

    List<String> typesOf(String role) {
      return types.stream().filter(t -> t.role().equals(role)).map(PtoTypeUse::type).toList();
    }

    void use(PtoTextParser.UseContext context, String role) {
      String name = name(context.SSA().getSymbol());
      if (context.POSITION() != null) {
        name += context.POSITION().getText();
      }
      operands.add(new PtoOperand(role, name, placeOf(context.getStart())));
    }

    /** Reads items of a group; what stands in it is numbered in one row. */
    void items(List<PtoTextParser.ItemContext> items, String group) {
      int position = 0;
      for (PtoTextParser.ItemContext item : items) {
        String role = (group.isEmpty() ? "operand" : group) + " " + position;
        if (item.keyword() != null) {
          String keyword = item.keyword().getText();
          if (item.use() != null) {
            use(item.use(), keyword);
          } else if (item.list() != null) {
            items(item.list().item(), keyword);
          } else if (item.group() != null) {
            items(item.group().item(), keyword);
          } else {
            attribute(keyword, PtoReader.attribute(item.attribute()));
          }
        } else if (item.use() != null) {
          use(item.use(), role);
          position++;
        } else if (item.types() != null) {
          itemTypes(item.types(), group);
        } else if (item.dictionary() != null) {
          dictionary(item.dictionary(), group);
        } else if (item.region() != null) {
          regions.add(region(item.region(), List.of()));
        } else if (item.list() != null) {
          items(item.list().item(), group.isEmpty() ? "index" : group + " index");
        } else if (item.group() != null) {
          items(item.group().item(), group.isEmpty() ? "argument" : group + " argument");
        } else if (item.literal() != null) {
          String literal = canonical(item.literal());
          boolean truth = literal.equals("true") || literal.equals("false");
          attribute(role, truth ? PtoReader.truth(literal) : new PtoAttribute.Text(literal));
          position++;
        }
      }
    }

    private void itemTypes(PtoTextParser.TypesContext context, String group) {
      String prefix = group.isEmpty() ? "" : group + " ";
      boolean arrowOnly = !context.getStart().getText().equals(":");
      List<PtoTextParser.TypeListContext> lists = context.typeList();
      types(lists.getFirst(), prefix + (arrowOnly ? "->" : ":"));
      if (lists.size() > 1) {
        types(lists.get(1), prefix + "->");
      }
    }
  }

  private static final class Refusal extends BaseErrorListener {
    @Override
    public void syntaxError(
        Recognizer<?, ?> recognizer,
        Object offending,
        int line,
        int column,
        String message,
        RecognitionException cause) {
      throw new PtoSyntaxException(new Place(line, column + 1), message);
    }
  }

  /** The operation on one line, for messages; nested regions are left out. */
  static String show(PtoOperation operation) {
    String operands =
        operation.operands().stream()
            .map(o -> o.role() + " %" + o.name())
            .collect(Collectors.joining(", "));
    String results =
        operation.results().stream().map(r -> "%" + r).collect(Collectors.joining(", "));
    return (results.isEmpty() ? "" : results + " = ")
        + operation.name()
        + (operands.isEmpty() ? "" : " (" + operands + ")");
  }
}
