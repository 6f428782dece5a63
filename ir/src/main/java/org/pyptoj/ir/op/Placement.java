package org.pyptoj.ir.op;

/** In which functions an op may stand. */
public enum Placement {
  ANYWHERE,
  /** On an AI core: in a kernel or in a scope that becomes one. */
  KERNEL,
  /** In the host orchestrator. */
  HOST,
  /** In kernels and in the host orchestrator, but not in a chip orchestration. */
  KERNEL_OR_HOST
}
