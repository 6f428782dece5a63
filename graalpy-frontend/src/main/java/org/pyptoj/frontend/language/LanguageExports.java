package org.pyptoj.frontend.language;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.graalvm.polyglot.HostAccess.Export;
import org.pyptoj.ir.dsl.SpecialForm;
import org.pyptoj.ir.dsl.Spelling;
import org.pyptoj.ir.dsl.Surface;
import org.pyptoj.ir.op.AbiEnum;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.type.DataType;

/** Tells Python what the names below {@code pl} and {@code pld} are; {@code _pyptoj.language}. */
public final class LanguageExports {

  private static final Map<String, String> ALIASES =
      Map.of(
          "pl.Mem", "pl.MemorySpace",
          "pl.ND", "pl.TensorLayout.ND",
          "pl.DN", "pl.TensorLayout.DN",
          "pl.NZ", "pl.TensorLayout.NZ",
          "pl.AtomicType", "pld.AtomicType");

  private final Map<String, Map<String, Object>> enums = new LinkedHashMap<>();

  /** Kind and facts of a path: what {@code pypto._values} makes of it. */
  @Export
  public Object[] describe(String path) {
    if (ALIASES.containsKey(path)) {
      return new Object[] {"alias", ALIASES.get(path)};
    }
    Object constant = Surface.constant(path);
    if (constant instanceof DataType d) {
      return new Object[] {
        "dtype", d.dslName(), d.bits(), d.isFloat(), d.isInteger(), d.isUnsigned()
      };
    }
    if (constant != null) {
      return new Object[] {"none"};
    }
    List<Op> ops = Surface.ops(path, false);
    if (!ops.isEmpty()) {
      PythonSignature signature = PythonSignature.of(path, ops);
      return new Object[] {
        "function", signature.source(), signature.names().toArray(String[]::new)
      };
    }
    SpecialForm form = SpecialForm.of(path).orElse(null);
    if (form != null) {
      return new Object[] {"function", PythonSignature.source(form), new String[0]};
    }
    if (!members(path).isEmpty()) {
      return new Object[] {"enum"};
    }
    if (!names(path).isEmpty()) {
      return new Object[] {"namespace"};
    }
    return Spelling.nearest(path, Surface.paths().keySet())
        .map(near -> new Object[] {"none", "did you mean " + near + "?"})
        .orElse(new Object[] {"none"});
  }

  /** The variants of an enum's path: name and number. */
  @Export
  public List<Object[]> members(String path) {
    List<Object[]> out = new ArrayList<>();
    for (Map.Entry<String, Object> entry : enumMembers(path).entrySet()) {
      Object value = entry.getValue();
      int number = value instanceof AbiEnum abi ? abi.code() : ((Enum<?>) value).ordinal();
      out.add(new Object[] {entry.getKey(), number});
    }
    return out;
  }

  private Map<String, Object> enumMembers(String path) {
    return enums.computeIfAbsent(
        path,
        p -> {
          Map<String, Object> out = new LinkedHashMap<>();
          Surface.constants()
              .forEach(
                  (name, value) -> {
                    int dot = name.lastIndexOf('.');
                    if (name.substring(0, dot).equals(p)
                        && !p.equals("pl")
                        && !(value instanceof DataType)) {
                      out.put(name.substring(dot + 1), value);
                    }
                  });
          return out;
        });
  }

  /** The public names directly below a path. */
  @Export
  public List<String> names(String path) {
    TreeSet<String> out = new TreeSet<>();
    for (String name : Surface.paths().keySet()) {
      if (name.startsWith(path + ".")) {
        String rest = name.substring(path.length() + 1);
        int dot = rest.indexOf('.');
        out.add(dot < 0 ? rest : rest.substring(0, dot));
      }
    }
    return List.copyOf(out);
  }
}
