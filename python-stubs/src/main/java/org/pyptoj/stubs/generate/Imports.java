package org.pyptoj.stubs.generate;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The imports that a module of functions needs, and no others. */
final class Imports {
  private static final Pattern DOCSTRING = Pattern.compile("(?s)\"\"\".*?\"\"\"");

  /** Where each name lives, from the folder of {@code language}. */
  private static final Map<String, List<String>> HOMES =
      Map.of(
          "collections.abc", List.of("Sequence"),
          "typing", List.of("Any", "overload"),
          "_types", List.of("AnyTensor", "ScalarValue"),
          "language",
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
          "distributed",
              List.of(
                  "AtomicType", "CommCtx", "DistributedTensor", "NotifyOp", "ReduceOp", "WaitCmp"));

  private Imports() {}

  /**
   * The import lines.
   *
   * @param module {@code pl.tile} or {@code pld.tile} and their like
   * @param functions the module's text below them
   */
  static String of(String module, String functions) {
    String code = DOCSTRING.matcher(functions).replaceAll("");
    boolean distributed = module.startsWith("pld.");
    Map<String, TreeSet<String>> lines = new TreeMap<>();
    HOMES.forEach(
        (home, names) -> {
          String from =
              switch (home) {
                case "_types" -> distributed ? "..._types" : ".._types";
                case "language" -> distributed ? ".." : ".";
                case "distributed" -> distributed ? "." : ".distributed";
                default -> home;
              };
          for (String name : names) {
            if (Pattern.compile("(?<![\\w.])" + name + "\\b").matcher(code).find()) {
              lines.computeIfAbsent(from, k -> new TreeSet<>()).add(name);
            }
          }
        });
    StringBuilder library = new StringBuilder();
    StringBuilder own = new StringBuilder();
    lines.forEach(
        (from, names) ->
            (from.startsWith(".") ? own : library)
                .append("from ")
                .append(from)
                .append(" import ")
                .append(String.join(", ", names))
                .append('\n'));
    return library + (library.isEmpty() ? "" : "\n") + own;
  }
}
