package org.pyptoj.passes;

import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;

/** A pass that changes kernels one by one and leaves the other functions alone. */
abstract class KernelPass implements Pass {

  @Override
  public String name() {
    return getClass().getSimpleName();
  }

  @Override
  public final Program run(Program program, PassContext context) {
    return program.map(f -> f.kind().isKernel() ? kernel(f, context) : f);
  }

  /** The kernel after the pass. */
  protected abstract Function kernel(Function kernel, PassContext context);
}
