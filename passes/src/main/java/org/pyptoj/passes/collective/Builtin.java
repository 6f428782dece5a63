package org.pyptoj.passes.collective;

import java.util.List;
import java.util.Locale;
import org.pyptoj.ir.ArgDirection;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.stmt.TaskAttrs;
import org.pyptoj.ir.type.DataType;

/**
 * One variant of a dispatched collective: what its kernel is generated from.
 *
 * @param op the collective
 * @param ring whether it is an allreduce on a ring
 * @param dtype element type of the data
 * @param reduce how values are combined, or null
 * @param root the broadcasting rank, or -1
 * @param countRank dimensions of an all_to_all_v's send counts
 */
public record Builtin(
    Op op, boolean ring, DataType dtype, ReduceOp reduce, long root, int countRank) {

  /**
   * An operand of the kernel.
   *
   * @param name its name
   * @param window whether peers reach it; the others may lie in any global memory
   * @param rank dimensions
   * @param dtype element type
   * @param direction what the kernel does with it
   */
  record Operand(String name, boolean window, int rank, DataType dtype, Direction direction) {}

  /** The operands in the order of the collective's. */
  List<Operand> operands() {
    Operand signal = new Operand("signal", true, 2, DataType.INT32, Direction.INOUT);
    Operand target = new Operand("target", true, 2, dtype, Direction.INOUT);
    Operand input = new Operand("input", false, 2, dtype, Direction.IN);
    return switch ((OpKind.Collective) op.kind()) {
      case ALLREDUCE, BROADCAST, REDUCE_SCATTER -> List.of(target, signal);
      case BARRIER -> List.of(signal);
      case ALLGATHER, ALL_TO_ALL -> List.of(input, target, signal);
      case ALL_TO_ALL_V ->
          List.of(
              input,
              target,
              signal,
              new Operand("send_counts", false, countRank, DataType.INT32, Direction.IN),
              new Operand("recv_counts", true, 2, DataType.INT32, Direction.INOUT));
    };
  }

  /** How a task of this variant uses its arguments. */
  public Attrs directions() {
    List<ArgDirection> directions =
        operands().stream()
            .map(o -> o.direction() == Direction.IN ? ArgDirection.INPUT : ArgDirection.INOUT)
            .toList();
    return Attrs.of(TaskAttrs.ARG_DIRECTIONS, directions);
  }

  /** The variant's name in artifacts: {@code builtin.tensor.allreduce__sum__fp32}. */
  public String artifactName() {
    String name = "builtin.tensor." + op.shortName() + (ring ? "_ring" : "");
    if (reduce != null) {
      name += "__" + reduce.dslName().toLowerCase(Locale.ROOT);
    }
    if (root >= 0) {
      name += "__root" + root;
    }
    name += "__" + dtype.dslName().toLowerCase(Locale.ROOT);
    return countRank == 1 ? name + "__counts1d" : name;
  }

  /** Whether a function's name is that of a builtin. */
  public static boolean isName(String function) {
    return function.startsWith("builtin_");
  }

  /** The same as a function's name. */
  String functionName() {
    return artifactName().replace('.', '_');
  }
}
