package org.pyptoj.passes.collective;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.passes.FreshNames;

/** The builtin kernels and orchestrations that a program's collectives need, each made once. */
public final class BuiltinSet {

  private final BuiltinKernels kernels;
  private final Program program;
  private final FreshNames taken;
  private final Map<Builtin, Function> kernelOf = new HashMap<>();
  private final Map<List<Object>, Function> chipOf = new HashMap<>();
  private final List<Function> made = new ArrayList<>();
  private final List<Function> madeKernels = new ArrayList<>();

  /** For a program, whose own names are taken. */
  public BuiltinSet(BuiltinKernels kernels, Program program) {
    this.kernels = kernels;
    this.program = program;
    this.taken = FreshNames.ofFunctions(program);
  }

  /** The variant that serves a call. */
  public static Builtin variant(Call call) {
    boolean reduces =
        call.op() == DistributedOp.ALLREDUCE || call.op() == DistributedOp.REDUCE_SCATTER;
    ReduceOp op = reduces ? MeshAllReduce.reduceOp(call) : null;
    DataType dtype =
        call.op() == DistributedOp.BARRIER
            ? DataType.FP32
            : ((TensorLike) call.sharedOperand().type()).dtype();
    boolean ring =
        call.op() == DistributedOp.ALLREDUCE && call.attr(OpAttrs.ALGORITHM).equals("ring");
    long root = call.op() == DistributedOp.BROADCAST ? call.attr(OpAttrs.ROOT) : -1;
    int countRank =
        call.op() == DistributedOp.ALL_TO_ALL_V
            ? ((TensorLike) call.operand(ParamRole.SEND_COUNTS).type()).rank()
            : 2;
    return new Builtin(call.op(), ring, dtype, op, root, countRank);
  }

  /** The kernel of a variant, as it is before the kernel passes. */
  public Function kernel(Builtin builtin) {
    return kernelOf.computeIfAbsent(
        builtin,
        v -> {
          Function kernel = kernels.kernel(v);
          // The other rail may have added it before.
          if (program.function(kernel.name()).isEmpty()) {
            madeKernels.add(kernel);
          }
          return kernel;
        });
  }

  /**
   * The orchestration that runs a variant on so many cores; a second number of cores gets a name of
   * its own.
   */
  public Function chip(Builtin builtin, long cores) {
    kernel(builtin);
    return chipOf.computeIfAbsent(
        List.of(builtin, cores),
        k -> {
          String name = builtin.functionName();
          String artifact = builtin.artifactName();
          if (!taken.take(name)) {
            name += "__cores" + cores;
            artifact += "__cores" + cores;
            taken.take(name);
          }
          Function chip = kernels.chip(builtin, name, artifact, cores);
          made.add(chip);
          return chip;
        });
  }

  /** The kernels made so far. */
  public List<Function> kernels() {
    return List.copyOf(madeKernels);
  }

  /** The orchestrations made so far. */
  public List<Function> chips() {
    return List.copyOf(made);
  }
}
