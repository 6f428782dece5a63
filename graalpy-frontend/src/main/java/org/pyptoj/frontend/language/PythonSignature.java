package org.pyptoj.frontend.language;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.dsl.SpecialForm;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpParam;

/**
 * The Python function that stands for an op outside kernels: its parameters, defaults and docstring
 * are those of the op's row; its body says where the op belongs.
 *
 * @param source the function's text
 * @param names the paths that its defaults mention
 */
record PythonSignature(String source, Set<String> names) {

  /**
   * The function of a path. With several ops behind it the first one's parameters count; kernels
   * tell them apart.
   */
  static PythonSignature of(String path, List<Op> ops) {
    Op op = ops.getFirst();
    Set<String> names = new LinkedHashSet<>();
    List<String> params = new ArrayList<>();
    boolean star = false;
    for (OpParam param : op.signature().written()) {
      if (param.keywordOnly() && !star) {
        params.add("*");
        star = true;
      }
      if (param.required()) {
        params.add(param.name());
      } else {
        params.add(param.name() + "=" + param.defaultText());
        if (param.defaultText().matches("[A-Z][A-Za-z]*\\..*")) {
          names.add(enumPath(param.defaultText()));
        }
      }
    }
    String name = path.substring(path.lastIndexOf('.') + 1);
    return new PythonSignature(define(name, String.join(", ", params), op.doc(), path), names);
  }

  private static String enumPath(String text) {
    String owner = text.substring(0, text.indexOf('.'));
    return switch (owner) {
      case "NotifyOp", "WaitCmp", "AtomicType", "ReduceOp" -> "pld." + owner;
      default -> "pl." + owner;
    };
  }

  static String source(SpecialForm form) {
    List<String> params = new ArrayList<>();
    for (String part : form.parameters().split(", (?=[*a-z_]+(:|,|$))|, (?=\\*)")) {
      if (part.isBlank()) {
        continue;
      }
      int colon = part.indexOf(':');
      int equals = part.indexOf('=');
      String name = colon < 0 ? part : part.substring(0, colon);
      params.add(equals < 0 ? name : name + "=" + part.substring(equals + 1).strip());
    }
    return define(form.shortName(), String.join(", ", params), form.doc(), form.path());
  }

  private static String define(String name, String params, String doc, String path) {
    return "def "
        + name
        + "("
        + params
        + "):\n    \"\"\""
        + doc.replace("\\", "\\\\")
        + "\"\"\"\n    from pypto._values import outside\n    outside("
        + '"'
        + path
        + "\")\n";
  }
}
