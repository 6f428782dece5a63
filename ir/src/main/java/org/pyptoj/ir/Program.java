package org.pyptoj.ir;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A whole program: kernels, chip orchestrations and at most one host orchestrator.
 *
 * @param name its name
 * @param functions its functions, callees before callers where the source allows
 */
public record Program(String name, List<Function> functions) {

  public Program {
    functions = List.copyOf(functions);
  }

  /** The function of a name. */
  public Optional<Function> function(String wanted) {
    return functions.stream().filter(f -> f.name().equals(wanted)).findFirst();
  }

  /** The host orchestrator, where there is one. */
  public Optional<Function> host() {
    return functions.stream().filter(Function::isHostOrchestrator).findFirst();
  }

  /** This program with each function replaced. */
  public Program map(UnaryOperator<Function> change) {
    List<Function> changed = new ArrayList<>(functions.size());
    functions.forEach(f -> changed.add(change.apply(f)));
    return new Program(name, changed);
  }

  public Program withFunctions(List<Function> other) {
    return new Program(name, other);
  }
}
