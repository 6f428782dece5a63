package org.pyptoj.verifier.call;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.verifier.rule.TileRule;

/**
 * A box that is written into a target: its bounds, and what is valid in the target afterwards. All
 * lists have one entry per dimension.
 *
 * @param physical extents of the target
 * @param valid extents of the target's valid box
 * @param offsets where the write starts
 * @param moved extents that must fit: those of the whole source, or of its valid box where only
 *     that moves
 * @param sourceValid extents of the source's valid box
 * @param offsetParam the parameter that violations point at
 */
public record WindowWrite(
    List<Expr> physical,
    List<Expr> valid,
    List<Expr> offsets,
    List<Expr> moved,
    List<Expr> sourceValid,
    String offsetParam) {

  /** The valid box after the write; violations are reported to the call. */
  public List<Expr> validShape(CallCheck call) {
    int before = 0;
    for (int i = 0; i < physical.size(); i++) {
      before += checkBounds(call, i) ? 0 : 1;
    }
    if (before > 0 || isEmpty(sourceValid) || Extents.areEqual(valid, physical)) {
      return valid;
    }
    if (isEmpty(valid)) {
      return startsAtOrigin() ? sourceValid : refuse(call, "the target holds nothing yet");
    }
    List<Integer> growing = new ArrayList<>();
    for (int i = 0; i < physical.size(); i++) {
      if (Extents.lessEqual(end(i), valid.get(i)) != Proof.TRUE) {
        growing.add(i);
      }
    }
    if (growing.isEmpty()) {
      return valid;
    }
    if (startsAtOrigin() && covers()) {
      return sourceValid;
    }
    return growing.size() == 1
        ? grown(call, growing.getFirst())
        : refuse(call, "it grows dimensions " + growing + " at once");
  }

  private boolean checkBounds(CallCheck call, int i) {
    Expr offset = offsets.get(i);
    if (Extents.lessEqual(Extents.ZERO, offset) == Proof.FALSE) {
      call.report(
          TileRule.WRITE_BOUNDS,
          offsetParam,
          offsetParam + "[" + i + "] is " + CallCheck.text(offset) + ", which is negative",
          "start at 0 or later");
      return false;
    }
    Expr end = Scalars.add(offset, moved.get(i));
    if (Extents.lessEqual(end, physical.get(i)) == Proof.FALSE) {
      call.report(
          TileRule.WRITE_BOUNDS,
          offsetParam,
          "dimension "
              + i
              + " is written from "
              + CallCheck.text(offset)
              + " for "
              + CallCheck.text(moved.get(i))
              + " elements, but it has "
              + CallCheck.text(physical.get(i)),
          "write less, or start earlier; a tile's valid_shape says how much of it is written");
      return false;
    }
    return true;
  }

  private List<Expr> grown(CallCheck call, int axis) {
    if (Extents.lessEqual(offsets.get(axis), valid.get(axis)) != Proof.TRUE) {
      return refuse(
          call,
          "dimension "
              + axis
              + " is written from "
              + CallCheck.text(offsets.get(axis))
              + ", but valid only up to "
              + CallCheck.text(valid.get(axis)));
    }
    for (int i = 0; i < physical.size(); i++) {
      boolean spans =
          Extents.isConstant(offsets.get(i), 0)
              && Extents.areEqual(sourceValid.get(i), valid.get(i));
      if (i != axis && !spans) {
        return refuse(
            call,
            "dimension "
                + i
                + " is valid for "
                + CallCheck.text(valid.get(i))
                + ", but written from "
                + CallCheck.text(offsets.get(i))
                + " for "
                + CallCheck.text(sourceValid.get(i)));
      }
    }
    List<Expr> result = new ArrayList<>(valid);
    result.set(axis, Extents.min(Extents.max(valid.get(axis), end(axis)), physical.get(axis)));
    return result;
  }

  private List<Expr> refuse(CallCheck call, String why) {
    call.report(
        TileRule.WRITE_UNION,
        offsetParam,
        "what is valid afterwards is no box from the origin: " + why,
        "write whole rows in order, or make the target wholly valid first");
    return valid;
  }

  private Expr end(int i) {
    return Scalars.add(offsets.get(i), sourceValid.get(i));
  }

  private boolean startsAtOrigin() {
    return offsets.stream().allMatch(o -> Extents.isConstant(o, 0));
  }

  private boolean covers() {
    for (int i = 0; i < valid.size(); i++) {
      if (Extents.lessEqual(valid.get(i), sourceValid.get(i)) != Proof.TRUE) {
        return false;
      }
    }
    return true;
  }

  private static boolean isEmpty(List<Expr> box) {
    return box.stream().anyMatch(e -> Extents.isConstant(e, 0));
  }
}
