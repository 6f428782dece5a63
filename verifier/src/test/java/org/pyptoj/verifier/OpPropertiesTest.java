package org.pyptoj.verifier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.type.Type;
import org.pyptoj.verifier.rule.Rule;

/**
 * Whatever a call's operands and attributes are, it has the expected type or is told what is wrong.
 */
class OpPropertiesTest {

  private static final Set<String> CODES =
      Rules.all().stream().map(Rule::code).collect(Collectors.toSet());

  @Provide
  Arbitrary<Op> ops() {
    return Arbitraries.of(Op.all());
  }

  @Property
  void everyCallIsTypedOrRefused(@ForAll("ops") Op op, @ForAll long seed) {
    outcome(op, seed);
  }

  /** The result type, or null where the call was refused. */
  private static Type outcome(Op op, long seed) {
    RandomCalls calls = new RandomCalls(seed);
    List<Expr> args = calls.operands(op);
    Attrs attrs = calls.attrs(op);
    try {
      Call call = OpTypes.call(op, args, attrs, Ops.site(op));
      TypeOracle.Expected expected = new TypeOracle(op, args, attrs).expected();
      assertTrue(
          expected.matches(call.type()),
          () -> Printer.print(call) + " is " + Printer.print(call.type()) + ", not " + expected);
      assertEquals(args, call.args());
      return call.type();
    } catch (DiagnosticException e) {
      for (Diagnostic d : e.diagnostics()) {
        assertTrue(CODES.contains(d.code()), d.code());
        assertTrue(d.span().isKnown() && d.help() != null, d.toString());
      }
      return null;
    }
  }

  /**
   * The generator is no straw man: of 300 calls of each op some are valid, and some are refused
   * where any can be.
   */
  @Example
  void eachOpIsReached() {
    List<Op> never = new ArrayList<>();
    for (Op op : Op.all()) {
      int valid = 0;
      int refused = 0;
      for (int seed = 0; seed < 300; seed++) {
        if (outcome(op, seed) == null) {
          refused++;
        } else {
          valid++;
        }
      }
      if (valid == 0 || refused == 0) {
        never.add(op);
      }
    }
    assertEquals(List.of(), never);
  }
}
