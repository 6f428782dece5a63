package org.pyptoj.passes;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.TileOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.memory.MemoryRule;

/**
 * Replaces casts that the core has no instruction for by the shortest chain of those that it has.
 * Comes in: casts between any types. Goes out: casts of one instruction each; the last of a chain
 * keeps the rounding mode.
 *
 * <pre>
 * y = pl.tile.cast(x, target_type=pl.BF16)            # x is FP16
 *   becomes
 * y_fp32 = pl.tile.cast(x, target_type=pl.FP32)
 * y = pl.tile.cast(y_fp32, target_type=pl.BF16)
 * </pre>
 */
public final class LegalizeTileCast extends KernelPass {

  private static final Map<DataType, Set<DataType>> A2A3 = new EnumMap<>(DataType.class);
  private static final Map<DataType, Set<DataType>> A5 = new EnumMap<>(DataType.class);

  static {
    converts(A2A3, DataType.BF16, DataType.FP32, DataType.INT32);
    converts(
        A2A3,
        DataType.FP16,
        DataType.FP32,
        DataType.INT16,
        DataType.INT32,
        DataType.INT4,
        DataType.INT8,
        DataType.UINT8);
    converts(
        A2A3,
        DataType.FP32,
        DataType.BF16,
        DataType.FP16,
        DataType.INT16,
        DataType.INT32,
        DataType.INT64);
    converts(A2A3, DataType.INT16, DataType.FP16, DataType.FP32);
    converts(A2A3, DataType.INT32, DataType.FP16, DataType.FP32, DataType.INT16, DataType.INT64);
    converts(A2A3, DataType.INT64, DataType.FP32, DataType.INT32);
    converts(A2A3, DataType.INT8, DataType.FP16);
    converts(A2A3, DataType.UINT8, DataType.FP16);
    converts(A2A3, DataType.INT4, DataType.FP16);
    converts(A5, DataType.BF16, DataType.FP16, DataType.FP32, DataType.INT32);
    converts(
        A5,
        DataType.FP16,
        DataType.FP32,
        DataType.INT16,
        DataType.INT32,
        DataType.INT8,
        DataType.UINT8);
    converts(
        A5,
        DataType.FP32,
        DataType.BF16,
        DataType.FP16,
        DataType.FP8E4M3FN,
        DataType.FP8E5M2,
        DataType.INT16,
        DataType.INT32,
        DataType.INT64);
    converts(A5, DataType.FP8E4M3FN, DataType.FP32);
    converts(A5, DataType.FP8E5M2, DataType.FP32);
    converts(
        A5,
        DataType.INT16,
        DataType.FP16,
        DataType.FP32,
        DataType.INT32,
        DataType.UINT32,
        DataType.UINT8);
    converts(
        A5,
        DataType.INT32,
        DataType.FP32,
        DataType.INT16,
        DataType.INT64,
        DataType.UINT16,
        DataType.UINT8);
    converts(A5, DataType.INT64, DataType.FP32, DataType.INT32);
    converts(A5, DataType.INT8, DataType.FP16, DataType.INT16, DataType.INT32);
    converts(A5, DataType.UINT32, DataType.INT16, DataType.UINT16, DataType.UINT8);
    converts(A5, DataType.UINT8, DataType.FP16, DataType.UINT16);
  }

  private static void converts(
      Map<DataType, Set<DataType>> table, DataType from, DataType first, DataType... more) {
    table.put(from, EnumSet.of(first, more));
  }

  @Override
  protected Function kernel(Function kernel, PassContext context) {
    return new Chains(
            context.platform().isAscend910B() ? A2A3 : A5,
            context.platform().targetArch(),
            FreshNames.beside(kernel))
        .function(kernel);
  }

  /** The types on the way from one to another, both included; empty where there is no way. */
  static List<DataType> way(Map<DataType, Set<DataType>> table, DataType from, DataType to) {
    Map<DataType, DataType> before = new EnumMap<>(DataType.class);
    Deque<DataType> open = new ArrayDeque<>(List.of(from));
    before.put(from, from);
    while (!open.isEmpty()) {
      DataType at = open.poll();
      if (at == to) {
        List<DataType> way = new ArrayList<>(List.of(at));
        while (at != from) {
          at = before.get(at);
          way.addFirst(at);
        }
        return way;
      }
      for (DataType next : ordered(table.getOrDefault(at, Set.of()))) {
        if (before.putIfAbsent(next, at) == null) {
          open.add(next);
        }
      }
    }
    return List.of();
  }

  /** Floats first, the wider the better: they lose least on the way. */
  private static Set<DataType> ordered(Set<DataType> types) {
    Set<DataType> floats = new LinkedHashSet<>();
    types.stream().filter(DataType::isFloat).forEach(floats::add);
    floats.addAll(types);
    return floats;
  }

  private static final class Chains extends Rewriter {
    private final Map<DataType, Set<DataType>> table;
    private final String arch;
    private final FreshNames names;

    Chains(Map<DataType, Set<DataType>> table, String arch, FreshNames names) {
      this.table = table;
      this.arch = arch;
      this.names = names;
    }

    @Override
    protected void assign(Assign s, List<Stmt> out) {
      if (!(s.value() instanceof Call c)
          || c.op() != TileOp.CAST
          || !(c.operand(ParamRole.SOURCE).type() instanceof TileType source)
          || !(s.target().type() instanceof TileType result)
          || source.dtype() == result.dtype()) {
        super.assign(s, out);
        return;
      }
      List<DataType> way = way(table, source.dtype(), result.dtype());
      if (way.isEmpty()) {
        throw MemoryRule.NO_CONVERSION.at(
            c.span(),
            "the vector core of "
                + arch
                + " converts no "
                + source.dtype().dslName()
                + " to "
                + result.dtype().dslName(),
            "choose another element type");
      }
      Expr at = c.operand(ParamRole.SOURCE);
      for (DataType step : way.subList(1, way.size() - 1)) {
        TileType type = result.withDtype(step);
        String name = names.free(s.target().name() + "_" + step.mlirName());
        Var between = new Var(name, type, s.target().span());
        Attrs attrs = c.attrs().with(OpAttrs.TARGET_TYPE, step);
        super.assign(
            new Assign(
                between, new Call(TileOp.CAST, List.of(at), attrs, type, c.span()), s.span()),
            out);
        at = between;
      }
      super.assign(new Assign(s.target(), c.withArgs(List.of(at)), s.span()), out);
    }
  }
}
