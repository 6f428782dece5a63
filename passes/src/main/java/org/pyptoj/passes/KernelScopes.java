package org.pyptoj.passes;

import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Level;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.TaskAttrs;

/**
 * Makes kernel code of scopes that stand in kernel code: a core-group scope inside a kernel, a core
 * group's scope or a grid that computes something itself is that kernel's code already, whatever
 * stands beside it.
 *
 * <pre>
 * with pl.spmd(4):                              with pl.spmd(4):
 *     b = pl.tile.get_block_idx()                   b = pl.tile.get_block_idx()
 *     with pl.at(level=pl.Level.CORE_GROUP):        t = pl.load(x, [b, 0], [1, 64])
 *         t = pl.load(x, [b, 0], [1, 64])
 * </pre>
 */
final class KernelScopes extends Rewriter {

  private boolean inKernel;
  private boolean inGrid;
  private boolean inCluster;

  KernelScopes(Function function) {
    inKernel = function.kind().isKernel();
  }

  /** Whether a scope's body is kernel code, and not a launch of some. */
  static boolean isKernelCode(Scope s) {
    return switch (s.kind()) {
      case AT -> ScopeOutliner.levelOf(s) == Level.CORE_GROUP;
      case SPMD, CLUSTER -> !s.isLaunch();
      case SPLIT_AIV, MANUAL, RUNTIME, COMM_DOMAIN -> false;
    };
  }

  @Override
  protected void scope(Scope s, List<Stmt> out) {
    boolean coreGroup = s.kind() == ScopeKind.AT && isKernelCode(s);
    boolean grid = s.kind() == ScopeKind.SPMD;
    boolean cluster = s.kind() == ScopeKind.CLUSTER;
    if (s.attrs().has(TaskAttrs.PREDICATE)) {
      throw StructureRule.PREDICATE.at(
          s.span(),
          "the task has a predicate, which cannot be compiled yet",
          "read the element in the kernel and choose there");
    }
    if (inKernel && coreGroup) {
      if (s.taskId() != null || isOrdered(s)) {
        throw nested(s, "a task's id or deps");
      }
      out.addAll(block(s.body()).stmts());
      return;
    }
    if (grid && (inKernel || inGrid) || cluster && (inKernel || inGrid || inCluster)) {
      throw nested(s, grid ? "a grid of blocks" : "a cluster");
    }
    boolean[] outer = {inKernel, inGrid, inCluster};
    inKernel |= isKernelCode(s);
    inGrid |= grid;
    inCluster |= cluster;
    super.scope(s, out);
    inKernel = outer[0];
    inGrid = outer[1];
    inCluster = outer[2];
  }

  private static boolean isOrdered(Scope s) {
    return !s.attrs().get(TaskAttrs.DEPS).isEmpty();
  }

  private static RuntimeException nested(Scope s, String what) {
    return StructureRule.NESTED_LAUNCH.at(
        s.span(),
        what + " stands in a scope that is kernel code already",
        "close the outer scope first, or leave this one out");
  }
}
