package org.pyptoj.ir.dsl;

import java.util.List;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.type.Type;

/**
 * What a caller needs to know of a function of the program.
 *
 * @param name its name in the program
 * @param params its parameters
 * @param results its result types
 */
public record Callee(String name, List<Param> params, List<Type> results) {

  public Callee {
    params = List.copyOf(params);
    results = List.copyOf(results);
  }
}
