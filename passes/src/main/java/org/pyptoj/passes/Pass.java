package org.pyptoj.passes;

import java.util.Set;
import org.pyptoj.ir.Program;
import org.pyptoj.passes.invariant.Invariant;

/** One named step of the pipeline. Passes are stateless and return a new program. */
public interface Pass {

  /** The name in dumps: {@code ConvertToSSA}. */
  String name();

  /** What holds of every program from this pass on, beside what held before. */
  default Set<Invariant> establishes() {
    return Set.of();
  }

  /** The program after the pass. */
  Program run(Program program, PassContext context);
}
