package org.pyptoj.ir;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.TreeSet;
import org.pyptoj.ir.expr.Var;

/**
 * The symbolic extents of a function: variables that its types mention and that nothing in it
 * defines. Before variables have one definition each, a body means them by name.
 */
public final class FreeSymbols {

  private FreeSymbols() {}

  /** Their names, in order. */
  public static Set<String> of(Function function) {
    Set<Var> defined = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<String> names = new HashSet<>();
    new Walker() {
      @Override
      protected void define(Var var) {
        defined.add(var);
        names.add(var.name());
      }
    }.function(function);
    Set<String> free = new TreeSet<>();
    Walker interfaceUses =
        new Walker() {
          @Override
          protected void use(Var var) {
            if (!defined.contains(var)) {
              free.add(var.name());
            }
          }
        };
    function.params().forEach(p -> interfaceUses.type(p.var().type()));
    function.results().forEach(interfaceUses::type);
    new Walker() {
      @Override
      protected void use(Var var) {
        if (!names.contains(var.name())) {
          free.add(var.name());
        }
      }
    }.block(function.body());
    return free;
  }
}
