package org.pyptoj.passes;

import java.util.Set;
import org.pyptoj.ir.Program;
import org.pyptoj.passes.collective.CommDomains;
import org.pyptoj.passes.invariant.Invariant;

/**
 * Wraps the host orchestrator's body in one scope per communication domain and says of every window
 * which allocation it looks at (specification, Pipeline integration).
 *
 * <p>An allocation belongs to the domain of the devices that its dispatches and collectives reach.
 * Allocations that reach the same devices share a domain; domains are nested in the order of their
 * first allocation.
 *
 * <pre>
 * buf = pld.tensor.alloc_window_buffer(128)
 * for r in pl.range(pld.system.world_size()):
 *     data = pld.tensor.window(buf, [32], dtype=pl.FP32)
 *     self.chip(data, device=r)
 * </pre>
 *
 * becomes
 *
 * <pre>
 * with pld.comm_domain(name="comm_d0", devices="all", slots=[{"name": "buf", "bytes": 128}]):
 *     ...
 *         data: pld.DistributedTensor[[32], pl.FP32, "buf"] = pld.tensor.window(...)
 * </pre>
 *
 * <p>Establishes {@link Invariant#COMM_DOMAINS}.
 */
public final class MaterializeCommDomainScopes implements Pass {

  @Override
  public String name() {
    return "MaterializeCommDomainScopes";
  }

  @Override
  public Set<Invariant> establishes() {
    return Set.of(Invariant.COMM_DOMAINS);
  }

  @Override
  public Program run(Program program, PassContext context) {
    return program.map(f -> f.isHostOrchestrator() ? CommDomains.materialize(program, f) : f);
  }
}
