package org.pyptoj.codegen.orchestration;

import java.util.List;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.passes.graph.HostGraph;
import org.pyptoj.passes.graph.HostStep;

/** Tensors, their parts and scalars as Python expressions of the host's module. */
final class PythonTensors {

  private final ScalarText scalars = new ScalarText.Python(Var::name);

  /** A tensor. */
  static String of(Var tensor) {
    return "tensors[\"" + tensor.name() + "\"]";
  }

  String scalar(Expr value) {
    return scalars.of(value);
  }

  /** Values behind one another. */
  String list(List<Expr> values) {
    return String.join(", ", values.stream().map(scalars::of).toList());
  }

  String tuple(List<Expr> values) {
    return values.size() == 1 ? "(" + list(values) + ",)" : "(" + list(values) + ")";
  }

  /** What stands in the brackets of a part. */
  String indices(List<? extends HostStep.Index> at) {
    return String.join(", ", at.stream().map(this::index).toList());
  }

  private String index(HostStep.Index index) {
    return switch (index) {
      case HostStep.One(Expr at) -> scalars.of(at);
      case HostStep.Range(Expr from, Expr extent) -> {
        Long constant = Scalars.constant(from);
        String start = scalars.of(from);
        yield constant != null && constant == 0
            ? "0:" + scalars.of(extent)
            : start + ":" + start + " + " + scalars.of(extent);
      }
    };
  }

  /** The statement that makes a tensor of zeros that the ranks' processes share. */
  String zeros(HostGraph.Created created) {
    return "%s = torch.zeros(%s, dtype=torch.%s).share_memory_()"
        .formatted(of(created.tensor()), tuple(created.shape()), created.dtype().torchName());
  }
}
