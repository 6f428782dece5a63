package org.pyptoj.stubs.generate;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The imports that a module of functions needs, and no others. */
final class Imports {
  private static final Pattern DOCSTRING = Pattern.compile("(?s)\"\"\".*?\"\"\"");

  /** Where each name lives. Relative imports would make the names part of the module. */
  private static final Map<String, List<String>> HOMES =
      Map.of(
          "collections.abc",
          List.of("Sequence"),
          "typing",
          List.of("Any", "overload"),
          "pypto._types",
          List.of("AnyTensor", "ScalarValue"),
          "pypto.language",
          List.of(
              "Array",
              "DataType",
              "IntLike",
              "MemorySpace",
              "PadValue",
              "Ptr",
              "Scalar",
              "Tensor",
              "Tile",
              "TileLayout"),
          "pypto.language.tile",
          List.of("MaskPattern"),
          "pypto.language.distributed",
          List.of("AtomicType", "CommCtx", "DistributedTensor", "NotifyOp", "ReduceOp", "WaitCmp"));

  private Imports() {}

  /**
   * The import lines for the text of a module's functions.
   *
   * @param module the module, whose own names it does not import
   */
  static String of(String functions, String module) {
    String code = DOCSTRING.matcher(functions).replaceAll("");
    StringBuilder library = new StringBuilder();
    StringBuilder own = new StringBuilder();
    new TreeMap<>(HOMES)
        .forEach(
            (home, names) -> {
              List<String> used = names.stream().filter(name -> mentions(code, name)).toList();
              if (!used.isEmpty() && !home.equals(module)) {
                (home.startsWith("pypto") ? own : library)
                    .append("from ")
                    .append(home)
                    .append(" import ")
                    .append(String.join(", ", used))
                    .append('\n');
              }
            });
    return library + (library.isEmpty() ? "" : "\n") + own;
  }

  private static boolean mentions(String code, String name) {
    return Pattern.compile("(?<![\\w.])" + name + "\\b").matcher(code).find();
  }
}
