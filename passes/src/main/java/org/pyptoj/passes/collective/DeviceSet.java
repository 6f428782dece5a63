package org.pyptoj.passes.collective;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.stmt.CommDomain;
import org.pyptoj.ir.stmt.For;

/**
 * The devices that a dispatch or a comm domain covers.
 *
 * @param all whether these are all devices of the run, however many
 * @param some the devices otherwise
 */
public record DeviceSet(boolean all, SortedSet<Long> some) {

  public static final DeviceSet ALL = new DeviceSet(true, new TreeSet<>());

  static DeviceSet of(long first, long end) {
    TreeSet<Long> devices = new TreeSet<>();
    for (long d = first; d < end; d++) {
      devices.add(d);
    }
    return new DeviceSet(false, devices);
  }

  /** Everything that either covers. */
  DeviceSet union(DeviceSet other) {
    if (all || other.all) {
      return ALL;
    }
    TreeSet<Long> devices = new TreeSet<>(some);
    devices.addAll(other.some);
    return new DeviceSet(false, devices);
  }

  /** As a comm domain lists them; null for all. */
  List<Long> listed() {
    return all ? null : List.copyOf(some);
  }

  /** The devices that a comm domain lists. */
  static DeviceSet of(CommDomain domain) {
    return domain.devices() == null ? ALL : new DeviceSet(false, new TreeSet<>(domain.devices()));
  }

  /**
   * What a dispatch's {@code device=} covers: a constant is one device, the index of an enclosing
   * loop is all that the loop counts.
   *
   * @param device the attribute
   * @param loops enclosing loops, by index
   * @param values what names stand for
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException where it is neither
   */
  static DeviceSet ofDispatch(Expr device, Map<Var, For> loops, Map<Var, Expr> values, Span span) {
    Expr expr = resolve(device, values);
    Long constant = Scalars.constant(expr);
    if (constant != null && constant >= 0) {
      return of(constant, constant + 1);
    }
    if (expr instanceof Var v && loops.get(v) instanceof For loop) {
      Expr stop = resolve(loop.stop(), values);
      if (stop instanceof Call c && c.op() == DistributedOp.WORLD_SIZE) {
        return ALL;
      }
      Long first = Scalars.constant(resolve(loop.start(), values));
      Long end = Scalars.constant(stop);
      Long step = Scalars.constant(resolve(loop.step(), values));
      if (first != null && end != null && step != null && step == 1 && first >= 0 && end >= first) {
        return of(first, end);
      }
    }
    throw CollectiveRule.DEVICE.at(
        span,
        "Which devices this dispatch covers is not known: device= is neither a constant nor the index"
            + " of a loop over ranks.",
        "Write device=r inside `for r in pl.range(pld.world_size())` or `pl.range(first, end)` with"
            + " constants, and compute what depends on r in other arguments.");
  }

  /** What a name stands for, through names. */
  static Expr resolve(Expr expr, Map<Var, Expr> values) {
    Expr at = expr;
    while (at instanceof Var v && values.get(v) instanceof Expr next) {
      at = next;
    }
    return at;
  }
}
