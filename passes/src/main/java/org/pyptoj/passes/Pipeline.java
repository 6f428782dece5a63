package org.pyptoj.passes;

import java.util.List;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.AuthorNames;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.passes.invariant.IrVerifier;

/** The passes in the reference's order. */
public final class Pipeline {

  /** Hears of the program after each pass. */
  @FunctionalInterface
  public interface Listener {

    /** Hears nothing. */
    Listener NONE = (index, pass, program) -> {};

    /**
     * A pass has run.
     *
     * @param index its place in the pipeline, from 1; 0 is the program that goes in, under the name
     *     {@code frontend}
     * @param pass its name
     * @param program the program after it
     */
    void after(int index, String pass, Program program);
  }

  /** What happens to kernels alone; builtin kernels, which come in later, catch up with it. */
  private static final List<Pass> KERNEL_PASSES =
      List.of(
          new ConvertTensorToTileOps(),
          new FlattenTileNdTo2D(),
          new LegalizeTileCast(),
          new InferTileMemorySpace(),
          new MaterializeTensorStrides(),
          new InitMemRef(),
          new MaterializeSemanticAliases(),
          new MemoryReuse(),
          new AllocateMemoryAddr());

  /** The default passes. One line each: a pass goes where the reference has it. */
  public static final Pipeline DEFAULT =
      new Pipeline(
          List.of(
              new InlineFunctions(),
              new UnrollLoops(),
              new CtrlFlowTransform(),
              new ConvertToSSA(),
              new Simplify(),
              new NormalizeStmtStructure(),
              new FlattenCallExpr(),
              new OutlineHierarchyScopes(),
              new OutlineIncoreScopes(),
              new OutlineClusterScopes(),
              new ConvertTensorToTileOps(),
              new LowerCompositeOps(),
              new FlattenTileNdTo2D(),
              new LegalizeTileCast(),
              new InferTileMemorySpace(),
              new ExpandMixedKernel(),
              new NormalizeReturnOrder(),
              new LowerPipelineLoops(),
              new CanonicalizeIoOrder(),
              new MaterializeTensorStrides(),
              new InitMemRef(),
              new MaterializeSemanticAliases(),
              new MemoryReuse(),
              new AllocateMemoryAddr(),
              new DeriveCallDirections(),
              new SynthesizeAllReduceSignals(),
              new MaterializeCommDomainScopes(),
              new LowerHostTensorCollectives(KERNEL_PASSES),
              new LowerL2TensorCollectives(KERNEL_PASSES),
              new MaterializeDistTensorCtx(),
              new Simplify(),
              new MaterializeRuntimeScopes(),
              new InsertCommFence(),
              new MaterializeValidShapeSymbols()));

  private final List<Pass> passes;

  public Pipeline(List<Pass> passes) {
    this.passes = List.copyOf(passes);
  }

  /** The passes in order. */
  public List<Pass> passes() {
    return passes;
  }

  /**
   * Runs all passes.
   *
   * @return the program after the last one
   * @throws DiagnosticException when a pass finds a mistake of the author's
   * @throws org.pyptoj.passes.invariant.BrokenInvariantException when the context asks for checks
   *     and a pass has made a wrong program
   */
  public Program run(Program program, PassContext context, Listener listener) {
    Program current = program;
    IrVerifier verifier = new IrVerifier(context);
    verifier.before(current);
    listener.after(0, "frontend", current);
    for (int i = 0; i < passes.size(); i++) {
      try {
        current = passes.get(i).run(current, context);
      } catch (DiagnosticException e) {
        throw AuthorNames.in(e);
      }
      verifier.after(passes.get(i), current);
      listener.after(i + 1, passes.get(i).name(), current);
    }
    return current;
  }
}
