package org.pyptoj.verifier.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.rule.DistributedRule;

/** Window views against their allocations, where both are static. */
public final class WindowViews extends Walker {

  private final Findings findings;
  private final Map<String, Call> allocations = new HashMap<>();

  private final Set<String> defined = new HashSet<>();

  /** Names that are assigned more than once: which allocation they stand for is the flow's. */
  private final Set<String> ambiguous = new HashSet<>();

  public WindowViews(Findings findings) {
    this.findings = findings;
  }

  @Override
  public void stmt(Stmt stmt) {
    if (stmt instanceof Assign a
        && a.value() instanceof Call c
        && c.op() == DistributedOp.ALLOC_WINDOW_BUFFER) {
      allocations.put(a.target().name(), c);
    }
    super.stmt(stmt);
  }

  @Override
  protected void define(Var var) {
    if (!defined.add(var.name())) {
      ambiguous.add(var.name());
    }
    super.define(var);
  }

  @Override
  public void expr(Expr expr) {
    if (expr instanceof Call c
        && c.op() == DistributedOp.WINDOW
        && c.operand(ParamRole.BUFFER) instanceof Var buffer
        && allocations.containsKey(buffer.name())
        && !ambiguous.contains(buffer.name())) {
      check(c, buffer.name());
    }
    super.expr(expr);
  }

  private void check(Call view, String buffer) {
    Call allocation = allocations.get(buffer);
    Long room = bytes(allocation.operand(ParamRole.SIZE), allocation);
    Long wanted = bytes(view.operand(ParamRole.SHAPE), view);
    if (room != null && wanted != null && wanted > room) {
      findings.report(
          DistributedRule.WINDOW_ROOM,
          view.span(),
          "window: "
              + CallCheck.text(((MakeTuple) view.operand(ParamRole.SHAPE)).elements())
              + " takes "
              + wanted
              + " bytes, but "
              + buffer
              + " has "
              + room,
          "allocate a larger buffer, or look at a smaller part of it");
    }
  }

  /** The bytes of a shape of the call's type, or of a number of bytes; null where run time says. */
  private static Long bytes(Expr size, Call call) {
    DataType dtype = call.attr(OpAttrs.DTYPE);
    if (!(size instanceof MakeTuple shape)) {
      return dtype == null ? Scalars.constant(size) : null;
    }
    if (dtype == null) {
      return null;
    }
    List<Expr> factors = new ArrayList<>(shape.elements());
    factors.add(IntConst.index(dtype.bytes()));
    return Extents.product(factors);
  }
}
