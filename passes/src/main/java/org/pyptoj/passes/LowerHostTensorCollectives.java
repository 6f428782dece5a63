package org.pyptoj.passes;

import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Program;
import org.pyptoj.passes.collective.BuiltinKernels;
import org.pyptoj.passes.collective.BuiltinSet;
import org.pyptoj.passes.collective.HostDispatches;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Replaces collectives of the host orchestrator by dispatches of builtin orchestrations, which join
 * the program with their kernels (specification, Pipeline integration, Host multi-core AllReduce,
 * pld.tensor.all_to_all_v).
 *
 * <p>In: comm domains are materialised. Out: no collective in the host orchestrator.
 *
 * <pre>
 * data2 = pld.tensor.allreduce(data, signal, core_num=4)
 * </pre>
 *
 * becomes
 *
 * <pre>
 * for r in pl.range(pld.system.world_size()):
 *     self.builtin_tensor_allreduce__sum__fp32(data, signal, device=r, core_num=4)
 * </pre>
 *
 * <p>Establishes {@link Invariant#HOST_COLLECTIVES_LOWERED}.
 */
public final class LowerHostTensorCollectives implements Pass {

  private final List<Pass> kernelPasses;

  public LowerHostTensorCollectives() {
    this(List.of());
  }

  /**
   * @param kernelPasses the pipeline's passes over kernels, which have run on the program's own and
   *     run here on those that are added
   */
  public LowerHostTensorCollectives(List<Pass> kernelPasses) {
    this.kernelPasses = List.copyOf(kernelPasses);
  }

  @Override
  public String name() {
    return "LowerHostTensorCollectives";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.HOST_COLLECTIVES_LOWERED);
  }

  @Override
  public Program run(Program program, PassContext context) {
    BuiltinSet builtins = new BuiltinSet(new BuiltinKernels(), program);
    Program dispatched =
        program.map(
            f ->
                f.isHostOrchestrator()
                    ? new HostDispatches(builtins, context.platform(), f).function(f)
                    : f);
    return BuiltinFunctions.join(dispatched, builtins, kernelPasses, context);
  }
}
