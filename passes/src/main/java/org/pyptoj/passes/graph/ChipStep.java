package org.pyptoj.passes.graph;

import java.util.List;
import org.pyptoj.ir.ArgDirection;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.DataType;

/** One step of a {@link ChipGraph}. A step that has a target defines it. */
public sealed interface ChipStep {

  /** Tensors come into being, all in one call of the runtime. */
  record Allocate(List<Allocation> tensors) implements ChipStep {

    public Allocate {
      tensors = List.copyOf(tensors);
    }
  }

  /** A tensor that is allocated. Its extents are in elements. */
  record Allocation(Var target, DataType dtype, List<Expr> shape) {

    public Allocation {
      shape = List.copyOf(shape);
    }
  }

  /** A scalar gets its value. */
  record Compute(Var target, Expr value) implements ChipStep {}

  /**
   * A scalar is an extent of a tensor.
   *
   * @param known the extent where it is known, else null
   */
  record Extent(Var target, Var tensor, int axis, Long known) implements ChipStep {}

  /** A scalar is an element of a tensor. */
  record ReadElement(Var target, Var tensor, List<Expr> at) implements ChipStep {

    public ReadElement {
      at = List.copyOf(at);
    }
  }

  /** An element of a tensor gets a value. */
  record WriteElement(Var tensor, List<Expr> at, Expr value) implements ChipStep {

    public WriteElement {
      at = List.copyOf(at);
    }
  }

  /**
   * A tensor is a region of another one, cut where that one ends.
   *
   * @param kept the dimensions that stay, or null where all do
   */
  record View(Var target, Var source, List<Expr> offsets, List<Expr> shape, List<Integer> kept)
      implements ChipStep {

    public View {
      offsets = List.copyOf(offsets);
      shape = List.copyOf(shape);
      kept = kept == null ? null : List.copyOf(kept);
    }
  }

  /** A tensor is another one with two dimensions exchanged. */
  record Transpose(Var target, Var source, long axis1, long axis2) implements ChipStep {}

  /** A tensor is another one, whose elements lie one behind the other, in another shape. */
  record Reshape(Var target, Var source, List<Expr> shape) implements ChipStep {
    public Reshape {
      shape = List.copyOf(shape);
    }
  }

  /**
   * A task is submitted.
   *
   * @param number its number in the graph
   * @param callee the function that it calls
   * @param tensors its tensors, in the order in which the kernel takes them
   * @param scalars its scalars and contexts, likewise
   * @param dependencies the tasks that end before it begins
   * @param blocks how many blocks run it, or null where the runtime decides
   * @param together whether the blocks start at the same time
   * @param launch the kernels that run it
   * @param captured whether a later step asks for its id
   */
  record Submit(
      int number,
      String callee,
      List<Argument> tensors,
      List<Expr> scalars,
      List<Dependency> dependencies,
      Expr blocks,
      boolean together,
      Launch launch,
      boolean captured)
      implements ChipStep {

    public Submit {
      tensors = List.copyOf(tensors);
      scalars = List.copyOf(scalars);
      dependencies = List.copyOf(dependencies);
    }
  }

  /** A tensor of a task and what the task does with it. */
  record Argument(Var tensor, ArgDirection direction) {}

  /**
   * A task that another one waits for.
   *
   * @param certain whether there is such a task on every path, so that its id is valid
   */
  record Dependency(Var task, boolean certain) {}

  /** Which kernels run a task. */
  sealed interface Launch {}

  /** One kernel, on one core. */
  record OneKernel(ChipGraph.Kernel kernel) implements Launch {}

  /** Kernels on the cube core and the two vector cores beside it; null where a core idles. */
  record KernelsOfACluster(ChipGraph.Kernel cube, ChipGraph.Kernel first, ChipGraph.Kernel second)
      implements Launch {}

  /** A task id is that of a submitted task. */
  record TaskId(Var target, int task) implements ChipStep {}

  /** A variable that a loop carries gets its first value. */
  record Carry(Var target, Expr first) implements ChipStep {}

  /**
   * A variable that a choice sets comes into being.
   *
   * @param placeholder a tensor that a tensor variable stands for until then, or null
   */
  record Choose(Var target, Var placeholder) implements ChipStep {}

  /**
   * Variables of loops and choices get new values, all at once.
   *
   * @param entangled whether a value mentions one of the variables, so that the order would matter
   */
  record Update(List<Var> targets, List<Expr> values, boolean entangled) implements ChipStep {

    public Update {
      targets = List.copyOf(targets);
      values = List.copyOf(values);
    }
  }

  /**
   * A counted loop.
   *
   * @param down whether it counts down
   */
  record Loop(Var index, Expr start, Expr stop, Expr step, boolean down, List<ChipStep> body)
      implements ChipStep {

    public Loop {
      body = List.copyOf(body);
    }
  }

  /** A loop while a condition holds. */
  record Repeat(Expr condition, List<ChipStep> body) implements ChipStep {

    public Repeat {
      body = List.copyOf(body);
    }
  }

  /** A choice; the second branch may be empty. */
  record Branch(Expr condition, List<ChipStep> then, List<ChipStep> orElse) implements ChipStep {

    public Branch {
      then = List.copyOf(then);
      orElse = List.copyOf(orElse);
    }
  }

  /**
   * A scope of the runtime, at whose end its tasks' ids are forgotten.
   *
   * @param manual whether tasks in it depend on what they say alone
   */
  record TaskScope(boolean manual, List<ChipStep> body) implements ChipStep {

    public TaskScope {
      body = List.copyOf(body);
    }
  }

  /** Leaves the innermost loop. */
  record Break() implements ChipStep {}

  /** Goes on with the next round of the innermost loop. */
  record Continue() implements ChipStep {}
}
