package org.pyptoj.codegen.orchestration;

import org.pyptoj.ir.Direction;
import org.pyptoj.passes.graph.HostStep;

/** Writes the dispatch of tasks to chips and sub-workers. */
final class PythonDispatches {

  private final CodeLines out;
  private final PythonTensors tensors;

  PythonDispatches(CodeLines out, PythonTensors tensors) {
    this.out = out;
    this.tensors = tensors;
  }

  /** The variable that holds an open domain. */
  static String handle(String domain) {
    return "__" + domain;
  }

  /** The tensors, one a rank, that order the dispatches of a domain. */
  static String token(String domain) {
    return handle(domain) + "_ord";
  }

  void dispatch(HostStep.Dispatch task) {
    String args = "_ta_" + task.number();
    String rank = task.rank() == null ? "None" : tensors.scalar(task.rank());
    out.line(args + " = TaskArgs()");
    for (HostStep.Argument arg : task.tensors()) {
      out.line("%s.add_tensor(%s, %s)", args, tensor(arg, rank), tag(arg.direction()));
    }
    if (task.result() != null) {
      out.line("if \"%s\" not in tensors:", task.result().tensor().name());
      out.indented(() -> out.line(tensors.zeros(task.result())));
      out.line(
          "%s.add_tensor(%s, %s)",
          args, shared(PythonTensors.of(task.result().tensor())), tag(Direction.OUT));
    }
    for (String domain : task.domains()) {
      String token = "tensors[\"" + token(domain) + "\"][" + rank + "]";
      out.line("%s.add_tensor(%s, %s)", args, shared(token), tag(Direction.INOUT));
    }
    for (HostStep.Scalar scalar : task.scalars()) {
      String value =
          switch (scalar) {
            case HostStep.Value v -> tensors.scalar(v.value());
            case HostStep.Context c -> handle(c.domain()) + "[" + rank + "].device_ctx";
          };
      out.line("%s.add_scalar(%s)", args, value);
    }
    switch (task.worker()) {
      case SUB_WORKER -> out.line("orch.submit_sub(sub_ids[\"%s\"], %s)", task.callable(), args);
      case CHIP -> {
        out.line("_keep.append(%s)", args);
        out.line(
            "_submit_chip(orch, callables[\"%s\"], %s, config, %s)", task.callable(), args, rank);
      }
    }
  }

  private String tensor(HostStep.Argument arg, String rank) {
    return switch (arg) {
      case HostStep.HostTensor t -> shared(PythonTensors.of(t.tensor()));
      case HostStep.WindowSlice w ->
          "%s[%s].buffers[\"%s\"].tensor(shapes=%s, dtype=DataType.%s)"
              .formatted(
                  handle(w.domain()),
                  rank,
                  w.window(),
                  tensors.tuple(w.shape()),
                  w.dtype().runtimeName());
    };
  }

  private static String shared(String tensor) {
    return "make_tensor_arg(orch._worker, " + tensor + ")";
  }

  private static String tag(Direction direction) {
    return switch (direction) {
      case IN -> "TensorArgType.INPUT";
      case OUT -> "TensorArgType.OUTPUT_EXISTING";
      case INOUT -> "TensorArgType.INOUT";
    };
  }
}
