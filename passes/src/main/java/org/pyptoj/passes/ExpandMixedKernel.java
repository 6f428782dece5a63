package org.pyptoj.passes;

import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;

/**
 * Decides which core runs each kernel; emission, task graphs and the simulator read the answer off
 * the function's kind. In come kernels whose tiles all have a memory space; out go kernels of kind
 * {@code AIC} (the cube core) or {@code AIV} (a vector core), and none of kind {@code InCore}.
 *
 * <pre>
 * type=pl.FunctionType.InCore      type=pl.FunctionType.AIC
 * c = pl.tile.matmul(a, b)         c = pl.tile.matmul(a, b)
 * </pre>
 *
 * <p>A kernel that neither core needs in particular runs on a vector core. One that needs both is
 * refused: it would have to become two kernels with a pipe between them, which is not done yet.
 */
public final class ExpandMixedKernel extends KernelPass {

  /**
   * The kernel with its core.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLP0111 where it needs both cores, or the
   *     one that its declaration does not name
   */
  @Override
  protected Function kernel(Function kernel, PassContext context) {
    CoreUse use = CoreUse.of(kernel);
    return switch (kernel.kind()) {
      case AIC -> checked(kernel, "the cube core", use.vector(), "a vector core");
      case AIV -> checked(kernel, "a vector core", use.cube(), "the cube core");
      case INCORE -> {
        if (use.cube() != null && use.vector() != null) {
          throw mixed(kernel, use.cube(), use.vector());
        }
        yield kernel.withKind(use.cube() != null ? FunctionKind.AIC : FunctionKind.AIV);
      }
      case OPAQUE, ORCHESTRATION, GROUP, SPMD, INLINE -> kernel;
    };
  }

  private static Function checked(Function kernel, String declared, Call other, String needed) {
    if (other != null) {
      throw StructureRule.MIXED_KERNEL.at(
          other.span(),
          "`%s` is declared to run on %s, but %s needs %s"
              .formatted(kernel.name(), declared, other.op().fullName(), needed),
          "move this work into a kernel of its own, or declare the function with"
              + " type=pl.FunctionType.InCore",
          "it is declared here",
          kernel.span());
    }
    return kernel;
  }

  private static RuntimeException mixed(Function kernel, Call cube, Call vector) {
    boolean cubeFirst = before(cube.span(), vector.span());
    Call first = cubeFirst ? cube : vector;
    Call second = cubeFirst ? vector : cube;
    String cores =
        cubeFirst ? "the cube core, and %s a vector core" : "a vector core, and %s the cube core";
    return StructureRule.MIXED_KERNEL.at(
        second.span(),
        cube == vector
            ? "%s moves a tile between the cube core and a vector core, and `%s` cannot run on both"
                .formatted(cube.op().fullName(), kernel.name())
            : "`%s` cannot run on two cores: %s needs %s"
                .formatted(
                    kernel.name(), first.op().fullName(), cores.formatted(second.op().fullName())),
        "write two kernels: store what the one computes in a tensor, and load it in the other",
        "the other core is needed here",
        first.span());
  }

  private static boolean before(Span a, Span b) {
    return a.line() != b.line() ? a.line() < b.line() : a.column() <= b.column();
  }
}
