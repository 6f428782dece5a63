package org.pyptoj.stubs.generate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.pyptoj.ir.dsl.SpecialForm;
import org.pyptoj.ir.dsl.Surface;
import org.pyptoj.ir.op.AbiEnum;
import org.pyptoj.ir.op.Effect;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.type.DataType;

/** The reference page of ops, forms and enums, as Markdown. */
public final class OpReference {
  private static final Pattern CODE = Pattern.compile("\\bPL[DT]\\d\\d(\\d\\d|xx)\\b");

  /** Where the pages of the codes lie that ops name. */
  private static final String PAGES = "../verifier/src/main/resources/org/pyptoj/diagnostics/";

  /** Where a whole group of codes is listed. */
  private static final String INDEX = "diagnostics/index.md";

  private static final Map<String, String> NAMESPACES = new LinkedHashMap<>();

  static {
    NAMESPACES.put("pld.system", "Ranks and signals.");
    NAMESPACES.put("pld.tile", "Between a tile and a peer's window.");
    NAMESPACES.put("pld.tensor", "Windows, transfers between memories, collectives.");
    NAMESPACES.put("pl.tile", "On one core's tiles.");
    NAMESPACES.put("pl.tensor", "On tensors in global memory.");
    NAMESPACES.put("pl.array", "On small arrays of scalars.");
    NAMESPACES.put("pl.system", "Order and place of work on one device.");
  }

  private OpReference() {}

  /** The page. */
  public static String page() {
    StringBuilder out = new StringBuilder(HEAD);
    contents(out);
    NAMESPACES.forEach((namespace, what) -> namespace(out, namespace, what));
    forms(out);
    enums(out);
    internal(out);
    return out.toString();
  }

  private static final String HEAD =
      """
      # Ops

      Written from the op table: `mvn -Pstubs -pl python-stubs -am test` writes it anew.

      Types are those of the stubs: `IntLike` is an integer, known when the kernel is compiled or computed at run time. What
      stands behind `*` is given by name. Offsets and extents count elements. Beside each op stand

      - **effect**: what it does besides computing its result; *pure* ops may be dropped when nobody uses the result,
      - **core**: which core of a mixed kernel runs it: the one that is named, the one that the memory of its first tile
        operand implies (*derived*), or both, each its own copy (*shared*); *once* means that it must not run on both,
      - **PTO**: the operation in the PTO text, where there is exactly one.

      """;

  private static void contents(StringBuilder out) {
    out.append("| name | ops |\n| --- | --- |\n");
    NAMESPACES
        .keySet()
        .forEach(
            namespace -> {
              List<String> links =
                  ops(namespace).stream()
                      .map(op -> "[" + op.shortName() + "](#" + anchor(op.fullName()) + ")")
                      .toList();
              out.append("| [").append(namespace).append("](#").append(anchor(namespace));
              out.append(") | ").append(String.join(", ", links)).append(" |\n");
            });
    out.append('\n');
  }

  private static List<Op> ops(String namespace) {
    List<Op> ops = new ArrayList<>();
    for (Op op : Op.all()) {
      if (!op.isInternal() && op.namespace().equals(namespace)) {
        ops.add(op);
      }
    }
    return ops;
  }

  private static void namespace(StringBuilder out, String namespace, String what) {
    out.append("## ").append(namespace).append("\n\n").append(what).append("\n\n");
    for (Op op : ops(namespace)) {
      out.append("### ").append(op.fullName()).append("\n\n```python\n");
      out.append(new OpStub(op).call(op.fullName())).append("\n```\n\n");
      out.append(linked(op.doc())).append("\n\n");
      out.append(facts(op)).append("\n\n");
    }
  }

  private static String facts(Op op) {
    List<String> facts = new ArrayList<>();
    List<String> shorts = new ArrayList<>();
    Surface.paths()
        .forEach(
            (path, ops) -> {
              if (ops.contains(op) && !path.equals(op.fullName())) {
                shorts.add("`" + path + "`");
              }
            });
    if (!shorts.isEmpty()) {
      facts.add("Short: " + String.join(", ", shorts));
    }
    facts.add("effect: " + effect(op.effect()));
    facts.add(
        "core: "
            + op.affinity().name().toLowerCase(Locale.ROOT)
            + (op.isNoDuplicate() ? ", once" : ""));
    if (op.mnemonic() != null) {
      facts.add("PTO: `pto." + op.mnemonic() + "`");
    }
    if (op.section() != null) {
      facts.add("specification: " + op.section());
    }
    String line = String.join(" · ", facts);
    return Character.toUpperCase(line.charAt(0)) + line.substring(1);
  }

  private static String effect(Effect effect) {
    return switch (effect) {
      case PURE -> "pure";
      case READS -> "reads global memory";
      case WRITES -> "writes its own rank's memory";
      case READS_PEER -> "reads a peer's window";
      case WRITES_PEER -> "writes a peer's window";
      case SIGNALS -> "changes a peer's signal cell";
      case WAITS -> "waits for a signal cell";
      case DEFERS -> "delays the task's end until a signal cell holds";
      case COLLECTIVE -> "exchanges data and signals with all ranks";
      case CONTROL -> "allocates or orders";
    };
  }

  private static void forms(StringBuilder out) {
    out.append("## Forms\n\nParts of the language that look like calls.\n\n");
    out.append("| form | meaning |\n| --- | --- |\n");
    for (SpecialForm form : SpecialForm.values()) {
      out.append("| `").append(form.path()).append('(').append(cell(form.parameters()));
      out.append(")` | ").append(cell(form.doc())).append(" |\n");
    }
    out.append('\n');
  }

  private static void enums(StringBuilder out) {
    out.append("## Enums\n\n");
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (Map.Entry<String, Object> constant : Surface.constants().entrySet()) {
      String path = constant.getKey();
      int dot = path.lastIndexOf('.');
      if (dot > path.indexOf('.') && !ALIASES.contains(path.substring(0, dot))) {
        String row = "`" + path.substring(dot + 1) + "`";
        if (constant.getValue() instanceof AbiEnum abi) {
          row += " = " + abi.code() + ", " + EnumDocumentation.of(abi);
        }
        rows.computeIfAbsent(path.substring(0, dot), k -> new ArrayList<>()).add(row);
      }
    }
    rows.forEach(
        (path, variants) -> {
          boolean numbered = variants.getFirst().contains(" = ");
          out.append("**`").append(path).append("`** ");
          out.append(EnumDocumentation.of(path).replace("``", "`")).append("\n\n");
          out.append(numbered ? "- " : "");
          out.append(String.join(numbered ? "\n- " : ", ", variants)).append("\n\n");
        });
    List<String> types = new ArrayList<>();
    for (DataType type : DataType.values()) {
      types.add("`pl." + type.dslName() + "`");
    }
    out.append("**Element types** (`pl.DataType`): ").append(String.join(", ", types));
    out.append(
        ".\n\n`pl.Mem` is `pl.MemorySpace`; `pl.AtomicType` is `pld.AtomicType`; tensor layouts are"
            + " names of `pl` too.\n\n");
  }

  private static final List<String> ALIASES = List.of("pl.DataType", "pl.Mem", "pl.AtomicType");

  private static void internal(StringBuilder out) {
    out.append("## Made by passes\n\nThese stand in `passes_dump`, never in a script.\n\n");
    out.append("| op | meaning |\n| --- | --- |\n");
    for (Op op : Op.all()) {
      if (op.isInternal()) {
        out.append("| `").append(op.fullName()).append("` | ");
        out.append(cell(linked(op.doc()))).append(" |\n");
      }
    }
  }

  private static String linked(String doc) {
    return CODE.matcher(doc)
        .replaceAll(
            m -> {
              String page = m.group().endsWith("xx") ? INDEX : PAGES + m.group() + ".md";
              return "[" + m.group() + "](" + page + ")";
            });
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }

  private static String anchor(String heading) {
    return heading.replace(".", "");
  }
}
