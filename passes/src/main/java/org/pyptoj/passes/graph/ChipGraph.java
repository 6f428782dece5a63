package org.pyptoj.passes.graph;

import java.util.List;
import org.pyptoj.ir.ArgDirection;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.expr.Var;

/**
 * A chip orchestration as the runtime sees it: a graph of tasks on kernels. Everything that has to
 * be found out is found out here: which variables are one tensor, what a task depends on, in which
 * order its arguments go, where tensors are allocated. What prints it needs names and a syntax.
 *
 * <p>Every variable that a step mentions is a parameter, a symbol or defined by a step before it.
 *
 * @param name the function's
 * @param parameters in order
 * @param symbols dynamic extents that steps compute with
 * @param steps what happens, in order
 * @param kernels the kernels that tasks run, by id
 * @param signature what the graph does with its own tensors, in order
 */
public record ChipGraph(
    String name,
    List<Parameter> parameters,
    List<Symbol> symbols,
    List<ChipStep> steps,
    List<Kernel> kernels,
    List<Direction> signature) {

  public ChipGraph {
    parameters = List.copyOf(parameters);
    symbols = List.copyOf(symbols);
    steps = List.copyOf(steps);
    kernels = List.copyOf(kernels);
    signature = List.copyOf(signature);
  }

  /**
   * The graph of a lowered program's chip orchestration.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException PLC0102, PLC0108 for what a chip
   *     orchestration cannot do
   */
  public static ChipGraph of(Program program, Function function) {
    return new ChipGraphBuilder(program, function).graph();
  }

  /** A parameter of an orchestration. */
  public sealed interface Parameter {

    /** The variable that stands for it. */
    Var var();
  }

  /**
   * A tensor.
   *
   * @param index its place among the tensors
   */
  public record TensorParameter(Var var, int index) implements Parameter {}

  /**
   * A scalar or a communication context.
   *
   * @param index its place among them
   * @param window the window whose context it is, or null
   */
  public record NumberParameter(Var var, int index, Var window) implements Parameter {}

  /**
   * A dynamic extent: that of a dimension of a tensor parameter.
   *
   * @param tensor the parameter's place among the tensors
   */
  public record Symbol(Var var, int tensor, int dimension) {}

  /**
   * A kernel that tasks run.
   *
   * @param id its number in the graph
   * @param name its function's name
   * @param cube whether it runs on the cube core rather than on a vector core
   * @param signature what its tasks do with their tensors, in order
   */
  public record Kernel(int id, String name, boolean cube, List<ArgDirection> signature) {

    public Kernel {
      signature = List.copyOf(signature);
    }

    /** The folder of its core type: {@code aiv} or {@code aic}. */
    public String core() {
      return cube ? "aic" : "aiv";
    }
  }
}
