package org.pyptoj.passes.graph;

import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.DataType;

/**
 * A host orchestrator as a sequence of dispatches: which tensors exist before the ranks' processes
 * start, which communication domains are opened, and for each dispatch what it passes and which
 * domains it is ordered in. Variables keep the names that the program gives them.
 *
 * @param name the function's
 * @param scalars its parameters that are no tensors
 * @param extents the dynamic extents of its tensors
 * @param domains the communication domains that it opens anywhere
 * @param created the tensors that it creates
 * @param steps what happens, in order
 */
public record HostGraph(
    String name,
    List<Var> scalars,
    List<Extent> extents,
    List<String> domains,
    List<Created> created,
    List<HostStep> steps) {

  public HostGraph {
    scalars = List.copyOf(scalars);
    extents = List.copyOf(extents);
    domains = List.copyOf(domains);
    created = List.copyOf(created);
    steps = List.copyOf(steps);
  }

  /**
   * The graph of a lowered program's host orchestrator.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLC0101, PLC0105 to PLC0107, PLC0109 for
   *     what a host cannot do
   */
  public static HostGraph of(Program program) {
    Function host =
        program.host().orElseThrow(() -> new IllegalArgumentException("no host orchestrator"));
    return new HostGraphBuilder(program, host).graph();
  }

  /**
   * A dynamic extent, read off the shape of an argument.
   *
   * @param symbol the extent
   * @param tensor the parameter that has it, or a value that follows from it
   * @param dimension where
   * @param inverse how the extent follows from that dimension's
   * @param constant the other operand, where there is one
   */
  public record Extent(Var symbol, Var tensor, int dimension, Inverse inverse, long constant) {}

  /** How a symbol follows from an extent that is computed with it and a constant. */
  public enum Inverse {
    /** It is the extent. */
    SAME,
    /** The extent less the constant. */
    MINUS,
    /** The extent and the constant. */
    PLUS,
    /** The constant less the extent. */
    FROM,
    /** The extent divided by the constant. */
    DIVIDED
  }

  /** A tensor of zeros that the host makes. */
  public record Created(Var tensor, DataType dtype, List<Expr> shape) {

    public Created {
      shape = List.copyOf(shape);
    }
  }
}
