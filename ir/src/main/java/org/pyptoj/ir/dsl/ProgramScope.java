package org.pyptoj.ir.dsl;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Var;

/** What a function sees of the program around it. */
interface ProgramScope {

  /** The function behind {@code self.name}, or null where there is none. */
  Callee method(String name, Span use);

  /** The function that a name outside a class refers to, or null. */
  Callee function(FunctionRef ref, Span use);

  /** The symbolic extent of a name; one variable per name and program. */
  Var symbol(String name);
}
