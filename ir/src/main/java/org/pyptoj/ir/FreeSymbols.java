package org.pyptoj.ir;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.TreeSet;
import org.pyptoj.ir.expr.Var;

/**
 * The symbolic extents of a function: variables that its types mention and that nothing in it
 * defines.
 */
public final class FreeSymbols {

  private FreeSymbols() {}

  /** Their names, in order. */
  public static Set<String> of(Function function) {
    Set<Var> defined = Collections.newSetFromMap(new IdentityHashMap<>());
    new Walker() {
      @Override
      protected void define(Var var) {
        defined.add(var);
      }
    }.function(function);
    Set<String> free = new TreeSet<>();
    Walker uses =
        new Walker() {
          @Override
          protected void use(Var var) {
            if (!defined.contains(var)) {
              free.add(var.name());
            }
          }
        };
    uses.function(function);
    function.results().forEach(uses::type);
    return free;
  }
}
