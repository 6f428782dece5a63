package org.pyptoj.ir.dsl;

import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Var;

/** What a function sees of the program around it. */
interface ProgramScope {

  /** The function behind {@code self.name}, or null where there is none. */
  Callee method(String name, Span use);

  /**
   * The function that a name outside a class refers to.
   *
   * @param arguments the call's positional arguments; they give the types of parameters that have
   *     none
   * @param keywords the call's keyword arguments
   */
  Callee function(FunctionRef ref, List<Object> arguments, Map<String, Object> keywords, Span use);

  /** The symbolic extent of a name; one variable per name and program. */
  Var symbol(String name);
}
