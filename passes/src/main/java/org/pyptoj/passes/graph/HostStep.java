package org.pyptoj.passes.graph;

import java.util.List;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.type.DataType;

/** One step of a {@link HostGraph}. */
public sealed interface HostStep {

  /** Variables get values, all at once. */
  record Assign(List<Var> targets, List<Expr> values) implements HostStep {

    public Assign {
      targets = List.copyOf(targets);
      values = List.copyOf(values);
    }
  }

  /** A scalar is the number of ranks. */
  record WorldSize(Var target) implements HostStep {}

  /** A tensor is a part of another one. */
  record Slice(Var target, Var source, List<Index> at) implements HostStep {

    public Slice {
      at = List.copyOf(at);
    }
  }

  /** What a slice takes of one dimension. */
  sealed interface Index {}

  /** One place; the dimension goes. */
  record One(Expr at) implements Index {}

  /** A range. */
  record Range(Expr from, Expr extent) implements Index {}

  /**
   * An element of a tensor is read.
   *
   * @param target the scalar that it becomes, or null
   */
  record ReadElement(Var target, Var tensor, List<Expr> at) implements HostStep {

    public ReadElement {
      at = List.copyOf(at);
    }
  }

  /** An element of a tensor gets a value. */
  record WriteElement(Var tensor, List<Expr> at, Expr value) implements HostStep {

    public WriteElement {
      at = List.copyOf(at);
    }
  }

  /** A scalar is an extent of a tensor. */
  record ExtentOf(Var target, Var tensor, long axis) implements HostStep {}

  /** A part of a tensor becomes the first elements of another one. */
  record Copy(Var target, List<Range> at, Var source, List<Range> from) implements HostStep {

    public Copy {
      at = List.copyOf(at);
      from = List.copyOf(from);
    }
  }

  /**
   * A task of a chip or of a sub-worker is dispatched.
   *
   * @param number its number in the graph
   * @param callable what it calls: the artifact of a chip's function, or a sub-worker's name
   * @param worker who runs it
   * @param rank the rank, or null where the runtime chooses
   * @param tensors what it passes in the order of the callee's parameters
   * @param result a tensor that the task makes and that no parameter stands for, or null
   * @param domains the domains in which it keeps its place among the dispatches of its rank
   * @param scalars scalars and contexts, in the order of the parameters
   */
  record Dispatch(
      int number,
      String callable,
      Worker worker,
      Expr rank,
      List<Argument> tensors,
      HostGraph.Created result,
      List<String> domains,
      List<Scalar> scalars)
      implements HostStep {

    public Dispatch {
      tensors = List.copyOf(tensors);
      domains = List.copyOf(domains);
      scalars = List.copyOf(scalars);
    }
  }

  /** Who runs a task. */
  enum Worker {
    CHIP,
    SUB_WORKER
  }

  /** A tensor that a task is given. */
  sealed interface Argument {

    Direction direction();
  }

  /** A tensor of the host. */
  record HostTensor(Var tensor, Direction direction) implements Argument {}

  /** The rank's slice of a window, as a tensor of some shape. */
  record WindowSlice(
      String domain, String window, List<Expr> shape, DataType dtype, Direction direction)
      implements Argument {

    public WindowSlice {
      shape = List.copyOf(shape);
    }
  }

  /** A number that a task is given. */
  sealed interface Scalar {}

  /** A value. */
  record Value(Expr value) implements Scalar {}

  /** The rank's communication context in a domain. */
  record Context(String domain) implements Scalar {}

  /**
   * A communication domain is open while its body runs.
   *
   * @param devices the devices that take part, or null for all
   * @param windows the buffers that each of them has
   */
  record Domain(String name, List<Long> devices, List<Window> windows, List<HostStep> body)
      implements HostStep {

    public Domain {
      devices = devices == null ? null : List.copyOf(devices);
      windows = List.copyOf(windows);
      body = List.copyOf(body);
    }
  }

  /** A buffer on each device of a domain. */
  record Window(String name, Expr bytes) {}

  /** A counted loop. */
  record Loop(Var index, Expr start, Expr stop, Expr step, List<HostStep> body)
      implements HostStep {

    public Loop {
      body = List.copyOf(body);
    }
  }

  /** A loop while a condition holds. */
  record Repeat(Expr condition, List<HostStep> body) implements HostStep {

    public Repeat {
      body = List.copyOf(body);
    }
  }

  /**
   * A choice.
   *
   * @param orElse the second branch, or null where there is none
   */
  record Branch(Expr condition, List<HostStep> then, List<HostStep> orElse) implements HostStep {

    public Branch {
      then = List.copyOf(then);
      orElse = orElse == null ? null : List.copyOf(orElse);
    }
  }

  /** Leaves the innermost loop. */
  record Break() implements HostStep {}

  /** Goes on with the next round of the innermost loop. */
  record Continue() implements HostStep {}
}
