package org.pyptoj.passes.invariant;

import java.util.function.Consumer;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.passes.PassContext;

/** Looks for places where one invariant does not hold. */
@FunctionalInterface
interface Check {

  /**
   * Checks one function.
   *
   * @param found hears what is wrong, a sentence without its end each
   */
  void check(Program program, Function function, PassContext context, Consumer<String> found);
}
