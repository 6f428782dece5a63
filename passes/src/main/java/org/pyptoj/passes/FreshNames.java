package org.pyptoj.passes;

import java.util.HashSet;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Var;

/**
 * Where passes get names from that nothing carries yet. A name that was handed out is taken from
 * then on.
 */
public final class FreshNames {

  private final Set<String> taken = new HashSet<>();
  private int temporaries;

  /** Names of variables beside those that a function defines. */
  public static FreshNames beside(Function function) {
    FreshNames names = new FreshNames();
    new Walker() {
      @Override
      protected void define(Var var) {
        names.taken.add(var.name());
      }
    }.function(function);
    return names;
  }

  /** Names of functions beside those of a program. */
  public static FreshNames ofFunctions(Program program) {
    FreshNames names = new FreshNames();
    program.functions().forEach(f -> names.taken.add(f.name()));
    return names;
  }

  /** Whether something carries this name. */
  public boolean isTaken(String name) {
    return taken.contains(name);
  }

  /** Takes a name; false where something carries it already. */
  public boolean take(String name) {
    return taken.add(name);
  }

  /** The wanted name, or with {@code _1}, {@code _2}, ... where it is taken. */
  public String free(String wanted) {
    return free(wanted, "_");
  }

  /** The wanted name, or with a separator and a number where it is taken. */
  public String free(String wanted, String separator) {
    String name = wanted;
    for (int i = 1; !taken.add(name); i++) {
      name = wanted + separator + i;
    }
    return name;
  }

  /** A stem with the first number from 0 that makes it a new name. */
  public String numbered(String stem) {
    int number = 0;
    while (!taken.add(stem + number)) {
      number++;
    }
    return stem + number;
  }

  /** A name of a base and a role: {@code t__tmp_v0}. */
  public String fresh(String base, String role) {
    AutoName name = AutoName.parse(base);
    for (int version = 0; ; version++) {
      String text = name.as(role, version).text();
      if (taken.add(text)) {
        return text;
      }
    }
  }

  /**
   * A name for what a statement about {@code base} needs: {@code reduced__peer_tmp_v5}. All such
   * names are numbered through.
   */
  public String temporary(String base, String hint) {
    String stem = base + "__" + hint + "_tmp_v";
    while (!taken.add(stem + temporaries)) {
      temporaries++;
    }
    return stem + temporaries++;
  }
}
