package org.pyptoj.conformance.pto;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The value of {@code arith.*} and {@code math.*} operations as canonical terms. */
final class Arithmetic {
  private final TermTable terms;

  Arithmetic(TermTable terms) {
    this.terms = terms;
  }

  /** Whether the operation only computes a value, so that its place and its name do not matter. */
  static boolean explains(PtoOperation operation) {
    return operation.dialect().equals("arith") || operation.dialect().equals("math");
  }

  /** The type of the result. */
  static String resultType(PtoOperation operation) {
    if (operation.name().equals("arith.cmpi") || operation.name().equals("arith.cmpf")) {
      return "i1";
    }
    List<PtoTypeUse> types = operation.types();
    return types.isEmpty() ? "i1" : types.getLast().type();
  }

  Term evaluate(PtoOperation operation, List<Term> operands) {
    if (operation.name().equals("arith.constant")) {
      return constant(operation);
    }
    String from = operation.types().isEmpty() ? "" : operation.types().getFirst().type();
    String to = resultType(operation);
    boolean whole = isWhole(from) && isWhole(to);
    Term a = operands.isEmpty() ? null : operands.get(0);
    Term b = operands.size() < 2 ? null : operands.get(1);
    Term known =
        switch (operation.name()) {
          case "arith.addi" -> whole ? terms.add(a, b) : null;
          case "arith.subi" -> whole ? terms.subtract(a, b) : null;
          case "arith.muli" -> whole ? terms.multiply(a, b) : null;
          case "arith.divsi" -> whole ? terms.divide(a, b) : null;
          case "arith.remsi" -> whole ? terms.remainder(a, b) : null;
          case "arith.minsi" -> whole ? terms.least(a, b) : null;
          case "arith.maxsi" -> whole ? terms.greatest(a, b) : null;
          case "arith.divui", "arith.floordivsi" ->
              whole && natural(a, b) ? terms.divide(a, b) : null;
          case "arith.remui" -> whole && natural(a, b) ? terms.remainder(a, b) : null;
          case "arith.minui" -> whole && natural(a, b) ? terms.least(a, b) : null;
          case "arith.maxui" -> whole && natural(a, b) ? terms.greatest(a, b) : null;
          case "arith.ceildivsi", "arith.ceildivui" -> whole ? roundedUp(a, b) : null;
          case "arith.andi" -> whole ? terms.bitwise("and", a, b) : null;
          case "arith.ori" -> whole ? terms.bitwise("or", a, b) : null;
          case "arith.xori" -> whole ? terms.bitwise("xor", a, b) : null;
          case "arith.shli" -> whole ? shiftLeft(a, b) : null;
          case "arith.shrui" -> whole ? terms.shiftRight(a, b, true, width(to)) : null;
          case "arith.shrsi" -> whole ? terms.shiftRight(a, b, false, width(to)) : null;
          case "arith.cmpi" -> whole ? terms.compare(predicate(operation), a, b) : null;
          case "arith.select" -> terms.select(a, b, operands.get(2));
          case "arith.index_cast" -> whole ? a : null;
          case "arith.extsi" -> whole ? (from.equals("i1") ? terms.subtract(zero(), a) : a) : null;
          case "arith.extui", "arith.index_castui" -> whole && a.range().atLeast(0) ? a : null;
          case "arith.trunci" -> whole ? terms.truncate(a, width(to)) : null;
          default -> null;
        };
    return known != null ? known : opaque(operation, operands, to);
  }

  private Term constant(PtoOperation operation) {
    return switch (operation.attributes().get("operand 0")) {
      case PtoAttribute.Whole w -> terms.whole(w.value());
      case PtoAttribute.Real r -> terms.real(r.value());
      case PtoAttribute.Text t -> terms.function("constant " + t.text(), List.of(), Range.ALL);
      case null ->
          throw new PtoSyntaxException(operation.place(), "arith.constant without a value");
    };
  }

  private Term opaque(PtoOperation operation, List<Term> operands, String type) {
    String name =
        operation.name().substring(operation.name().indexOf('.') + 1)
            + operation.attributes().entrySet().stream()
                .map(e -> " " + e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining())
            + (operation.types().size() > 1 ? " to " + type : "");
    boolean commutes = operation.name().matches("arith\\.(addf|mulf|m(in|ax)(imum|num)f)");
    List<Term> arguments = commutes ? TermTable.sorted(operands) : new ArrayList<>(operands);
    return terms.function(name, arguments, Range.ofType(type));
  }

  private Term roundedUp(Term a, Term b) {
    BigInteger by = terms.constant(b);
    if (by == null || by.signum() <= 0 || !a.range().atLeast(0)) {
      return null;
    }
    return terms.divide(terms.add(a, terms.whole(by.subtract(BigInteger.ONE))), b);
  }

  private Term shiftLeft(Term a, Term by) {
    BigInteger distance = terms.constant(by);
    return distance == null || distance.signum() < 0 || distance.bitLength() > 6
        ? null
        : terms.multiply(a, terms.whole(BigInteger.TWO.pow(distance.intValue())));
  }

  private Term zero() {
    return terms.whole(0);
  }

  private static String predicate(PtoOperation operation) {
    return String.valueOf(operation.attributes().get("operand 0"));
  }

  private static boolean natural(Term a, Term b) {
    return a.range().atLeast(0) && b.range().atLeast(0);
  }

  static boolean isWhole(String type) {
    return type.equals("index") || type.matches("[su]?i\\d{1,4}");
  }

  private static int width(String type) {
    return type.equals("index") ? 64 : Integer.parseInt(type.replaceAll("\\D", ""));
  }
}
