package org.pyptoj.passes.collective;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.CommDomain;
import org.pyptoj.ir.stmt.Scope;
import org.pyptoj.ir.stmt.ScopeKind;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.passes.collective.WindowUses.Allocation;

/** The communication domains of a host orchestrator: which windows exist on which devices. */
public final class CommDomains {

  private CommDomains() {}

  /**
   * The orchestrator inside its domains' scopes, outermost the first declared; unchanged where it
   * allocates no window.
   *
   * @throws org.pyptoj.ir.diagnostic.DiagnosticException where a window is not looked at or used,
   *     or its devices are not known
   */
  public static Function materialize(Program program, Function host) {
    WindowUses uses = new WindowUses(program, host);
    if (uses.allocations().isEmpty()) {
      return host;
    }
    uses.allocations().forEach(CommDomains::check);
    Function bound = new Binder(uses).function(host);
    Block body = bound.body();
    List<Map.Entry<DeviceSet, List<Allocation>>> domains =
        new ArrayList<>(domains(uses).entrySet());
    for (int i = domains.size() - 1; i >= 0; i--) {
      Attrs attrs =
          new CommDomain(
                  "comm_d" + i,
                  domains.get(i).getKey().listed(),
                  slots(uses, domains.get(i).getValue()))
              .attrs();
      body = Block.of(new Scope(ScopeKind.COMM_DOMAIN, attrs, null, body, host.span()));
    }
    return bound.withBody(body);
  }

  private static void check(Allocation allocation) {
    String name = allocation.pointer.name();
    if (!allocation.viewed) {
      throw CollectiveRule.WINDOW_UNVIEWED.at(
          allocation.call.span(),
          "The window allocation " + name + " is never looked at.",
          "Make a view with pld.window(" + name + ", shape, dtype=...), or drop the allocation.");
    }
    if (!allocation.used) {
      throw CollectiveRule.WINDOW_UNUSED.at(
          allocation.call.span(),
          "No dispatch or collective uses the window allocation " + name + ".",
          "Pass a view of it to a function with device=..., or drop the allocation.");
    }
    if (allocation.devices == null) {
      // Nothing but host barriers use it, and nothing narrows those.
      allocation.devices = DeviceSet.ALL;
    }
  }

  private static Map<DeviceSet, List<Allocation>> domains(WindowUses uses) {
    Map<DeviceSet, List<Allocation>> domains = new LinkedHashMap<>();
    for (Allocation allocation : uses.allocations()) {
      domains.computeIfAbsent(allocation.devices, d -> new ArrayList<>()).add(allocation);
    }
    return domains;
  }

  private static List<CommDomain.Slot> slots(WindowUses uses, List<Allocation> allocations) {
    Set<String> names = new HashSet<>();
    List<CommDomain.Slot> slots = new ArrayList<>();
    for (Allocation allocation : allocations) {
      if (!names.add(allocation.pointer.name())) {
        throw CollectiveRule.WINDOW_NAME.at(
            allocation.call.span(),
            "Two windows of one comm domain are called " + allocation.pointer.name() + ".",
            "Give them different names.");
      }
      slots.add(new CommDomain.Slot(allocation.pointer.name(), bytes(uses, allocation.call)));
    }
    return slots;
  }

  /**
   * How many bytes an allocation has on each rank. The scope that holds them is entered before the
   * body computes anything, so that names are replaced by what they stand for.
   */
  private static Expr bytes(WindowUses uses, Call alloc) {
    Rewriter inline =
        new Rewriter() {
          @Override
          public Expr expr(Expr expr) {
            return expr instanceof Var v && uses.values().get(v) instanceof Expr value
                ? expr(value)
                : super.expr(expr);
          }
        };
    DataType dtype = alloc.attr(OpAttrs.DTYPE);
    Expr size = inline.expr(alloc.operand(ParamRole.SIZE));
    if (dtype == null) {
      return size instanceof MakeTuple t ? Shapes.product(t.elements()) : size;
    }
    Expr elements = size instanceof MakeTuple t ? Shapes.product(t.elements()) : size;
    return Scalars.mul(elements, IntConst.index(dtype.bytes()));
  }

  /** Gives every view the name of its allocation. */
  private static final class Binder extends Rewriter {

    private final WindowUses uses;

    Binder(WindowUses uses) {
      this.uses = uses;
    }

    @Override
    protected Var define(Var var) {
      Allocation behind = uses.behind(var);
      if (behind == null || !(var.type() instanceof DistributedTensorType type)) {
        return super.define(var);
      }
      DistributedTensorType bound =
          ((DistributedTensorType) type(type)).withWindow(behind.pointer.name());
      Var changed = new Var(var.name(), bound, var.span());
      substitute(var, changed);
      return changed;
    }
  }
}
