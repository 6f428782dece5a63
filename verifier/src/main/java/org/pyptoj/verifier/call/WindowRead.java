package org.pyptoj.verifier.call;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.verifier.rule.Rule;

/**
 * A box that is read out of a source: its bounds, and which part of what arrives is valid. All
 * lists have one entry per dimension.
 *
 * @param physical extents of the source
 * @param valid extents of the source's valid box
 * @param offsets where the box starts
 * @param shape extents of what the box is read into
 * @param requested extents that the caller asks for, or null for the whole box
 * @param reach how far the read goes and what becomes of unprovable relations
 * @param rules what to report
 */
public record WindowRead(
    List<Expr> physical,
    List<Expr> valid,
    List<Expr> offsets,
    List<Expr> shape,
    List<Expr> requested,
    Reach reach,
    Rules rules) {

  /** How far a read goes. */
  public enum Reach {
    /** All of the box is read, whatever is valid in it. */
    WHOLE_BOX,
    /**
     * Only the requested part is read; where its relation to the source is unknown the request
     * counts.
     */
    REQUEST,
    /**
     * As {@link #REQUEST}, but an unknown relation becomes a minimum that is computed at run time.
     */
    RUNTIME_REQUEST,
    /** As {@link #REQUEST}, and what lies behind the source's end is cut off. */
    CLAMPED
  }

  /** The codes of a read's rules, the parameters they point at, and the way out of bounds. */
  public record Rules(
      Rule offset, Rule valid, Rule bounds, String offsetParam, String validParam, String help) {}

  /** The valid extents of what arrives; violations are reported to the call. */
  public List<Expr> validShape(CallCheck call) {
    List<Expr> result = new ArrayList<>(shape.size());
    for (int i = 0; i < shape.size(); i++) {
      checkBounds(call, i);
      Expr available = available(i);
      result.add(requested == null ? available : narrowed(i, available));
    }
    return result;
  }

  private void checkBounds(CallCheck call, int i) {
    Expr offset = offsets.get(i);
    if (Extents.lessEqual(Extents.ZERO, offset) == Proof.FALSE) {
      call.report(
          rules.offset(),
          rules.offsetParam(),
          rules.offsetParam() + "[" + i + "] is " + CallCheck.text(offset) + ", which is negative",
          "start at 0 or later");
      return;
    }
    if (requested != null) {
      Expr wanted = requested.get(i);
      if (Extents.lessEqual(Extents.ZERO, wanted) == Proof.FALSE) {
        call.report(
            rules.valid(),
            rules.validParam(),
            rules.validParam() + "[" + i + "] is " + CallCheck.text(wanted) + ", which is negative",
            "clamp it: pl.max(0, ...)");
        return;
      }
      if (Extents.lessEqual(wanted, shape.get(i)) == Proof.FALSE) {
        call.report(
            rules.valid(),
            rules.validParam(),
            rules.validParam()
                + "["
                + i
                + "] is "
                + CallCheck.text(wanted)
                + ", but the tile has only "
                + CallCheck.text(shape.get(i)),
            "allocate a larger tile or ask for less");
        return;
      }
    }
    if (reach == Reach.CLAMPED) {
      return;
    }
    Expr extent = reach == Reach.WHOLE_BOX || requested == null ? shape.get(i) : requested.get(i);
    if (Extents.lessEqual(Scalars.add(offset, extent), physical.get(i)) == Proof.FALSE) {
      call.report(
          rules.bounds(),
          rules.offsetParam(),
          "dimension "
              + i
              + " is read from "
              + CallCheck.text(offset)
              + " for "
              + CallCheck.text(extent)
              + " elements, but it has "
              + CallCheck.text(physical.get(i)),
          rules.help());
    }
  }

  /** How much of the source's valid box lies under the window. */
  private Expr available(int i) {
    Expr offset = offsets.get(i);
    Expr sourceValid = valid.get(i);
    boolean whole = Extents.areEqual(sourceValid, physical.get(i));
    boolean staticBound = Scalars.constant(sourceValid) != null;
    if (whole && reach != Reach.CLAMPED && (reach != Reach.RUNTIME_REQUEST || staticBound)) {
      return shape.get(i);
    }
    Expr remaining =
        Extents.isConstant(offset, 0)
            ? sourceValid
            : Scalars.sub(Extents.max(sourceValid, offset), offset);
    return Extents.min(remaining, shape.get(i));
  }

  private Expr narrowed(int i, Expr available) {
    Expr wanted = requested.get(i);
    if (reach == Reach.RUNTIME_REQUEST || reach == Reach.CLAMPED) {
      return Extents.min(wanted, available);
    }
    boolean sourceIsNarrower =
        !Extents.areEqual(available, shape.get(i))
            && Extents.lessEqual(available, wanted) == Proof.TRUE;
    return sourceIsNarrower ? available : wanted;
  }
}
