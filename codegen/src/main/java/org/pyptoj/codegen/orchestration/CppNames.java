package org.pyptoj.codegen.orchestration;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.passes.AutoName;

/** What variables are called in one C++ function. */
final class CppNames {

  private final Map<Var, String> names = new IdentityHashMap<>();
  private final Map<String, String> symbols = new HashMap<>();
  private final Set<String> taken = new HashSet<>();

  /** The name of a variable that has one. */
  String of(Var var) {
    String name = names.get(var);
    return name != null ? name : symbols.getOrDefault(var.name(), var.name());
  }

  /**
   * Names a variable: what the author wrote, or all of its name where that is taken.
   *
   * @param prefix begins the name
   */
  String give(String prefix, Var var) {
    String base = AutoName.baseOf(var.name());
    String wanted = prefix + (base.isEmpty() || base.equals("_") ? "i" : base);
    return give(var, wanted, prefix + var.name());
  }

  String give(Var var) {
    return give("", var);
  }

  /** Names a variable as wanted, or otherwise, with a number where both are taken. */
  String give(Var var, String wanted, String otherwise) {
    String name = wanted;
    if (!taken.add(name)) {
      name = otherwise;
      for (int n = 1; !taken.add(name); n++) {
        name = otherwise + "_" + n;
      }
    }
    names.put(var, name);
    return name;
  }

  /** Names a dynamic extent, which is one by its name. */
  String giveSymbol(Var symbol) {
    String name = give(symbol, symbol.name(), symbol.name() + "_extent");
    symbols.put(symbol.name(), name);
    return name;
  }
}
