package org.pyptoj.codegen.orchestration;

import java.util.List;
import java.util.Locale;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.op.Family;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TensorLike;

/**
 * A collective that the host dispatches to the ranks' chips.
 *
 * @param op the op
 * @param variant the callable's name: the op, its reduction, root or element type
 * @param directions what it does with each operand
 */
public record BuiltinDispatch(Op op, String variant, List<Direction> directions) {

  public BuiltinDispatch {
    directions = List.copyOf(directions);
  }

  static boolean isBuiltin(Op op) {
    return op.family() == Family.BUILTIN;
  }

  static BuiltinDispatch of(Call c) {
    DataType dtype = ((TensorLike) c.arg(0).type()).dtype();
    String element = dtype.dslName().toLowerCase(Locale.ROOT);
    String reduction =
        c.attrs().get("op") instanceof ReduceOp r ? r.name().toLowerCase(Locale.ROOT) : "sum";
    String suffix =
        switch (c.op()) {
          case BUILTIN_ALLREDUCE, BUILTIN_ALLREDUCE_RING, BUILTIN_REDUCE_SCATTER ->
              reduction + "__" + element;
          case BUILTIN_BROADCAST -> "root" + c.attrs().intOr("root", 0) + "__" + element;
          // A barrier moves no data; its name has the element type of the callable it shares.
          case BUILTIN_BARRIER -> "fp32";
          default -> element;
        };
    Direction in = Direction.IN;
    Direction inOut = Direction.INOUT;
    List<Direction> directions =
        switch (c.op()) {
          case BUILTIN_ALLGATHER, BUILTIN_ALL_TO_ALL -> List.of(in, inOut, inOut);
          case BUILTIN_ALL_TO_ALL_V -> List.of(in, inOut, inOut, in, inOut);
          case BUILTIN_BARRIER -> List.of(inOut);
          default -> List.of(inOut, inOut);
        };
    return new BuiltinDispatch(c.op(), c.op().fullName() + "__" + suffix, directions);
  }

  /** Whether the number of cores is an argument. */
  boolean isMultiCore() {
    return op == Op.BUILTIN_ALLREDUCE || op == Op.BUILTIN_ALL_TO_ALL_V;
  }

  /** The variant as an identifier: the entry's symbol. */
  public String symbol() {
    return variant.replaceAll("[^A-Za-z0-9_]", "_");
  }
}
