package org.pyptoj.passes;

import org.pyptoj.ir.Program;

/** One named step of the pipeline. Passes are stateless and return a new program. */
public interface Pass {

  /** The name in dumps: {@code ConvertToSSA}. */
  String name();

  /** The program after the pass. */
  Program run(Program program, PassContext context);
}
