package org.pyptoj.passes.invariant;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.passes.PassContext;
import org.pyptoj.verifier.OpTypes;

/** Deduces the type of every call anew, with the op's own rule. */
final class DeducedTypes implements Check {

  @Override
  public void check(
      Program program, Function function, PassContext context, Consumer<String> found) {
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Assign a) {
          TypeAgreement.difference(
                  a.target().type(), a.value().type(), TypeAgreement.Strictness.SAME)
              .ifPresent(d -> found.accept("the " + d + ", as its value has it: " + text(a)));
        }
        super.stmt(stmt);
      }

      @Override
      public void expr(Expr expr) {
        if (expr instanceof Call c) {
          deduced(c).ifPresent(d -> found.accept(d + ": " + Printer.print(c)));
        }
        super.expr(expr);
      }
    }.function(function);
  }

  private static String text(Assign assign) {
    return assign.target().name() + " = " + Printer.print(assign.value());
  }

  /** A load names its extents as the tensor has them, also where its tile has become rows. */
  private static Type flat(Type deduced, Type stated) {
    if (!(deduced instanceof TileType t
        && stated instanceof TileType s
        && t.rank() != s.rank()
        && s.rank() == 2)) {
      return deduced;
    }
    return t.withShape(rows(t.shape()), rows(t.validShape()));
  }

  private static List<Expr> rows(List<Expr> extents) {
    Expr rows = IntConst.index(1);
    for (Expr extent : extents.subList(0, extents.size() - 1)) {
      rows = Scalars.mul(rows, extent);
    }
    return List.of(rows, extents.getLast());
  }

  private static Optional<String> deduced(Call call) {
    try {
      Type type = OpTypes.call(call.op(), call.byParameter(), call.attrs(), call.span()).type();
      return TypeAgreement.difference(
              call.type(), flat(type, call.type()), TypeAgreement.Strictness.SAME)
          .map(d -> "the " + d + ", as the rule of the op has it");
    } catch (DiagnosticException e) {
      return Optional.of(
          "a rule of the op does not hold ("
              + e.diagnostics().getFirst().code()
              + " "
              + e.diagnostics().getFirst().message()
              + ")");
    }
  }
}
