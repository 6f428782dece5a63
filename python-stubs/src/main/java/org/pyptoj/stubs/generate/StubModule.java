package org.pyptoj.stubs.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pyptoj.ir.dsl.Surface;
import org.pyptoj.ir.op.AbiEnum;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.stubs.mirror.PublicOps;

/**
 * One stub file: its template with the marks in it replaced. A mark is a line of its own:
 *
 * <ul>
 *   <li>{@code # <ops pl.tile>}: the functions directly below a path
 *   <li>{@code # <imports pl.tile>}: what those functions need
 *   <li>{@code # <forms>}: the language's forms
 *   <li>{@code # <enum pl.Level>}: an enum
 *   <li>{@code # <dtypes pl>}: the element types, as names of a module or of a class
 * </ul>
 */
final class StubModule {
  private static final Pattern MARK = Pattern.compile("(?m)^( *)# <(\\w+)(?: ([\\w.]+))?>\n");
  private static final String ORIGIN =
      "# Written from the op table of pypto-j: mvn -Pstubs -pl python-stubs -am test\n\n";

  private StubModule() {}

  static String text(String template) {
    Matcher marks = MARK.matcher(template);
    StringBuilder out = new StringBuilder();
    while (marks.find()) {
      String text =
          switch (marks.group(2)) {
            case "ops" -> ops(marks.group(3));
            case "imports" -> Imports.of(ops(marks.group(3)), module(marks.group(3))) + "\n";
            case "forms" -> forms();
            case "enum" -> enumeration(marks.group(3));
            case "dtypes" -> dtypes(marks.group(3));
            default -> throw new IllegalStateException("unknown mark " + marks.group());
          };
      String indented = text.replaceAll("(?m)^(?=.)", marks.group(1));
      marks.appendReplacement(out, Matcher.quoteReplacement(indented));
    }
    marks.appendTail(out);
    return out.isEmpty() ? "" : ORIGIN + out.toString().stripTrailing() + "\n";
  }

  /** The module that a path below {@code pl} or {@code pld} names. */
  private static String module(String path) {
    return path.startsWith("pld")
        ? "pypto.language.distributed" + path.substring(3)
        : "pypto.language" + path.substring(2);
  }

  private static String ops(String module) {
    Map<String, List<String>> forms = LanguageForms.texts();
    List<String> functions = new ArrayList<>();
    PublicOps.overloads()
        .forEach(
            (path, ops) -> {
              int dot = path.lastIndexOf('.');
              if (!path.substring(0, dot).equals(module)) {
                return;
              }
              List<String> more = forms.getOrDefault(path, List.of());
              boolean overload = ops.size() + more.size() > 1;
              for (Op op : ops) {
                functions.add(new OpStub(op).text(path.substring(dot + 1), overload));
              }
              functions.addAll(more);
            });
    return String.join("\n", functions);
  }

  private static String forms() {
    List<String> functions = new ArrayList<>();
    LanguageForms.texts()
        .forEach(
            (path, overloads) -> {
              if (!PublicOps.overloads().containsKey(path)) {
                functions.addAll(overloads);
              }
            });
    return String.join("\n", functions) + "\n";
  }

  private static String enumeration(String path) {
    StringBuilder out = new StringBuilder();
    out.append("class ").append(path.substring(path.lastIndexOf('.') + 1)).append("(Variant):\n");
    out.append("    \"\"\"").append(EnumDocumentation.of(path)).append("\"\"\"\n\n");
    Surface.constants()
        .forEach(
            (name, value) -> {
              if (name.startsWith(path + ".")) {
                int number =
                    value instanceof AbiEnum abi ? abi.code() : ((Enum<?>) value).ordinal();
                String variant = name.substring(path.length() + 1);
                out.append("    ").append(variant).append(" = ").append(number).append('\n');
              }
            });
    return out.append('\n').toString();
  }

  private static String dtypes(String owner) {
    StringBuilder out = new StringBuilder();
    for (DataType type : DataType.values()) {
      String annotation = owner.equals("pl") ? "Final[DataType]" : "ClassVar[DataType]";
      out.append(type.dslName()).append(": ").append(annotation).append('\n');
    }
    return out.toString();
  }
}
