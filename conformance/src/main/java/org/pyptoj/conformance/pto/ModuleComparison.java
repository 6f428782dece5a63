package org.pyptoj.conformance.pto;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Walks two modules in step and notes where they differ. */
final class ModuleComparison {
  private static final Set<String> NATURAL_RESULTS =
      Set.of(
          "pto.get_block_idx",
          "pto.get_block_num",
          "pto.get_subblock_idx",
          "pto.get_subblock_num",
          "pto.get_tensor_view_dim",
          "pto.comm.ttest");

  private final TermTable terms = new TermTable();
  private final Arithmetic arithmetic = new Arithmetic(terms);
  private final List<Difference> differences = new ArrayList<>();
  private final List<Difference> probablySame = new ArrayList<>();

  /** Parameters through which the function only loads, on both sides. */
  private final Set<Term> onlyLoaded = new HashSet<>();

  private int compared;
  private int alone;

  /** A value with its type; the type is empty where the text does not tell. */
  private record Value(Term term, String type) {}

  /** Values that a region sees. */
  private static final class Scope {
    private final String side;
    private final Scope outer;
    private final Map<String, Value> values = new HashMap<>();

    Scope(String side, Scope outer) {
      this.side = side;
      this.outer = outer;
    }

    Value find(PtoOperand operand) {
      for (Scope scope = this; scope != null; scope = scope.outer) {
        Value value = scope.values.get(operand.name());
        if (value == null && operand.name().endsWith("#0")) {
          value = scope.values.get(operand.name().substring(0, operand.name().length() - 2));
        }
        if (value != null) {
          return value;
        }
      }
      throw new PtoSyntaxException(
          operand.place(), "%" + operand.name() + " is not defined here (" + side + " text)");
    }

    Scope inner() {
      return new Scope(side, this);
    }
  }

  PtoSameness.Result run(PtoModule left, PtoModule right) {
    walk(left.operations(), right.operations(), new Scope("left", null), new Scope("right", null));
    return new PtoSameness.Result(differences, probablySame, compared);
  }

  private void walk(
      List<PtoOperation> left, List<PtoOperation> right, Scope leftScope, Scope rightScope) {
    int l = 0;
    int r = 0;
    for (Alignment.Pair pair : Alignment.of(visible(left), visible(right))) {
      if (pair.left() != null) {
        l = explainUntil(pair.left(), left, l, leftScope);
      }
      if (pair.right() != null) {
        r = explainUntil(pair.right(), right, r, rightScope);
      }
      if (pair.left() == null) {
        note(Difference.Kind.EXTRA, pair.right().name(), null, "", pair.right());
        standAlone(pair.right(), rightScope);
      } else if (pair.right() == null) {
        note(Difference.Kind.MISSING, pair.left().name(), pair.left(), "", null);
        standAlone(pair.left(), leftScope);
      } else {
        compare(pair.left(), pair.right(), leftScope, rightScope);
      }
    }
  }

  private static List<PtoOperation> visible(List<PtoOperation> operations) {
    return operations.stream().filter(o -> !Arithmetic.explains(o)).toList();
  }

  /** Evaluates the arithmetic before an operation; returns where the next search begins. */
  private int explainUntil(
      PtoOperation stop, List<PtoOperation> operations, int from, Scope scope) {
    int i = from;
    for (; operations.get(i) != stop; i++) {
      PtoOperation operation = operations.get(i);
      List<Term> operands = operation.operands().stream().map(o -> scope.find(o).term()).toList();
      Term term = arithmetic.evaluate(operation, operands);
      for (String result : operation.results()) {
        scope.values.put(result, new Value(term, Arithmetic.resultType(operation)));
      }
    }
    return i + 1;
  }

  /** An operation without a counterpart defines values that equal nothing. */
  private void standAlone(PtoOperation operation, Scope scope) {
    for (String result : operation.results()) {
      Term atom = terms.atom("%" + result + " [" + ++alone + "]", "", Range.ALL, null);
      scope.values.put(result, new Value(atom, ""));
    }
  }

  private void compare(PtoOperation left, PtoOperation right, Scope leftScope, Scope rightScope) {
    int number = ++compared;
    String where = left.name();
    if (!left.name().equals(right.name())) {
      note(
          Difference.Kind.OPERATION,
          left.name() + " and " + right.name(),
          left,
          PtoReader.show(left),
          right);
      bindResults(left, right, number, leftScope, rightScope);
      return;
    }
    compareAttributes(left, right);
    compareTypes(left, right);
    compareOperands(left, right, leftScope, rightScope);
    if (left.results().size() != right.results().size()) {
      noteCounts(
          Difference.Kind.RESULTS,
          where + ": results",
          left,
          right,
          left.results().size(),
          right.results().size());
    }
    compareRegions(left, right, number, leftScope, rightScope);
    bindResults(left, right, number, leftScope, rightScope);
  }

  private void compareAttributes(PtoOperation left, PtoOperation right) {
    Set<String> names = new TreeSet<>(left.attributes().keySet());
    names.addAll(right.attributes().keySet());
    for (String name : names) {
      PtoAttribute l = left.attributes().get(name);
      PtoAttribute r = right.attributes().get(name);
      if (l == null || !l.equals(r)) {
        differences.add(
            new Difference(
                Difference.Kind.ATTRIBUTE,
                left.name() + ": " + name,
                left.place(),
                l == null ? "absent" : l.toString(),
                right.place(),
                r == null ? "absent" : r.toString()));
      }
    }
  }

  private void compareTypes(PtoOperation left, PtoOperation right) {
    List<PtoTypeUse> l = left.types();
    List<PtoTypeUse> r = right.types();
    if (!l.stream()
        .map(PtoTypeUse::role)
        .toList()
        .equals(r.stream().map(PtoTypeUse::role).toList())) {
      noteCounts(Difference.Kind.TYPE, left.name() + ": types", left, right, l.size(), r.size());
      return;
    }
    for (int i = 0; i < l.size(); i++) {
      if (!l.get(i).equals(r.get(i))) {
        differences.add(
            new Difference(
                Difference.Kind.TYPE,
                left.name()
                    + ": type "
                    + i
                    + " ("
                    + l.get(i).role()
                    + ")"
                    + differingParts(l.get(i).type(), r.get(i).type()),
                left.place(),
                l.get(i).type(),
                right.place(),
                r.get(i).type()));
      }
    }
  }

  /** Which parts of two long types differ, such as {@code , in dtype, cols}. */
  private static String differingParts(String left, String right) {
    Map<String, String> l = parts(left);
    Map<String, String> r = parts(right);
    if (l.size() < 2 || !l.keySet().equals(r.keySet())) {
      return "";
    }
    return ", in "
        + String.join(
            ", ", l.keySet().stream().filter(key -> !l.get(key).equals(r.get(key))).toList());
  }

  private static Map<String, String> parts(String type) {
    Map<String, String> parts = new LinkedHashMap<>();
    for (String part : type.substring(type.indexOf('<') + 1).split(", ")) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        parts.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    return parts;
  }

  private void compareOperands(
      PtoOperation left, PtoOperation right, Scope leftScope, Scope rightScope) {
    List<String> leftRoles = left.operands().stream().map(PtoOperand::role).toList();
    List<String> rightRoles = right.operands().stream().map(PtoOperand::role).toList();
    if (!leftRoles.equals(rightRoles)) {
      differences.add(
          new Difference(
              Difference.Kind.OPERANDS,
              left.name(),
              left.place(),
              String.join(", ", leftRoles),
              right.place(),
              String.join(", ", rightRoles)));
      return;
    }
    for (int i = 0; i < leftRoles.size(); i++) {
      PtoOperand l = left.operands().get(i);
      PtoOperand r = right.operands().get(i);
      Value leftValue = leftScope.find(l);
      Value rightValue = rightScope.find(r);
      String what = left.name() + ": " + l.role();
      // Where the types are spelled out they have been compared already.
      boolean untold = left.types().equals(right.types());
      if (untold
          && !leftValue.type().equals(rightValue.type())
          && !leftValue.type().isEmpty()
          && !rightValue.type().isEmpty()) {
        differences.add(
            new Difference(
                Difference.Kind.TYPE,
                what,
                l.place(),
                leftValue.type(),
                r.place(),
                rightValue.type()));
      }
      if (leftValue.term() != rightValue.term()) {
        Difference difference =
            new Difference(
                Difference.Kind.VALUE,
                what,
                l.place(),
                "%" + l.name() + " = " + shown(leftValue.term()),
                r.place(),
                "%" + r.name() + " = " + shown(rightValue.term()));
        boolean probably = Trial.probablyEqual(leftValue.term(), rightValue.term());
        (probably ? probablySame : differences).add(difference);
      }
    }
  }

  private static String shown(Term term) {
    String text = term.toString();
    return text.length() <= 400 ? text : text.substring(0, 400) + "…";
  }

  private void compareRegions(
      PtoOperation left, PtoOperation right, int number, Scope leftScope, Scope rightScope) {
    if (left.name().equals("func.func") && !left.regions().isEmpty()) {
      onlyLoaded.clear();
    }
    int regions = Math.min(left.regions().size(), right.regions().size());
    if (left.regions().size() != right.regions().size()) {
      noteCounts(
          Difference.Kind.REGIONS,
          left.name() + ": regions",
          left,
          right,
          left.regions().size(),
          right.regions().size());
    }
    for (int k = 0; k < regions; k++) {
      List<PtoRegion.Block> l = left.regions().get(k).blocks();
      List<PtoRegion.Block> r = right.regions().get(k).blocks();
      if (l.size() != r.size()) {
        noteCounts(
            Difference.Kind.REGIONS,
            left.name() + ": blocks of region " + k,
            left,
            right,
            l.size(),
            r.size());
      }
      for (int b = 0; b < Math.min(l.size(), r.size()); b++) {
        Scope innerLeft = leftScope.inner();
        Scope innerRight = rightScope.inner();
        String title = k == 0 && b == 0 ? "" : " of region " + k + (b == 0 ? "" : " block " + b);
        bindArguments(left, right, l.get(b), r.get(b), number, title, innerLeft, innerRight);
        walk(l.get(b).operations(), r.get(b).operations(), innerLeft, innerRight);
      }
    }
  }

  private void bindArguments(
      PtoOperation left,
      PtoOperation right,
      PtoRegion.Block leftBlock,
      PtoRegion.Block rightBlock,
      int number,
      String title,
      Scope leftScope,
      Scope rightScope) {
    int count = Math.max(leftBlock.arguments().size(), rightBlock.arguments().size());
    if (leftBlock.arguments().size() != rightBlock.arguments().size()) {
      noteCounts(
          Difference.Kind.REGIONS,
          left.name() + ": arguments" + title,
          left,
          right,
          leftBlock.arguments().size(),
          rightBlock.arguments().size());
    }
    Set<Integer> contexts =
        left.name().equals("func.func") ? loadedOnly(leftBlock) : new HashSet<>();
    if (!contexts.isEmpty()) {
      contexts.retainAll(loadedOnly(rightBlock));
    }
    for (int i = 0; i < count; i++) {
      PtoRegion.Argument l = i < leftBlock.arguments().size() ? leftBlock.arguments().get(i) : null;
      PtoRegion.Argument r =
          i < rightBlock.arguments().size() ? rightBlock.arguments().get(i) : null;
      String type = l != null ? l.type() : r.type();
      Term term;
      if (left.name().equals("scf.for") && i == 0 && title.isEmpty()) {
        term = inductionVariable(left, number, type, leftScope);
      } else {
        String name = left.name().equals("func.func") ? "arg" + i : "carried" + i + "@" + number;
        String full = name + title + (left.name().equals("func.func") ? "@" + number : "");
        term = terms.atom(full, type, Range.ofType(type), null);
      }
      if (contexts.contains(i)) {
        onlyLoaded.add(term);
      }
      if (l != null) {
        leftScope.values.put(l.name(), new Value(term, l.type()));
      }
      if (r != null) {
        rightScope.values.put(r.name(), new Value(term, r.type()));
      }
      if (l != null
          && r != null
          && !l.type().equals(r.type())
          && !left.name().equals("func.func")
          && !left.name().equals("scf.for")) {
        differences.add(
            new Difference(
                Difference.Kind.TYPE,
                left.name() + ": block argument " + i,
                left.place(),
                l.type(),
                right.place(),
                r.type()));
      }
    }
  }

  private Term inductionVariable(PtoOperation loop, int number, String type, Scope scope) {
    Term lower = scope.find(loop.operands().get(0)).term();
    Term upper = scope.find(loop.operands().get(1)).term();
    Term step = scope.find(loop.operands().get(2)).term();
    BigInteger by = terms.constant(step);
    Range range = Range.ofType(type);
    if (by != null && by.signum() > 0) {
      BigInteger low = lower.range().low();
      BigInteger high = upper.range().high();
      BigInteger last = high == null ? null : high.subtract(BigInteger.ONE);
      if (terms.constant(lower) != null
          && terms.constant(upper) != null
          && low.compareTo(high) < 0) {
        last = last.subtract(last.subtract(low).remainder(by));
      }
      range = new Range(low, last);
    }
    return terms.atom("loop" + number, type, range, new Term.Loop(lower, upper, step));
  }

  /** Positions of parameters of type {@code !pto.ptr<i64>} that are only loaded from. */
  private static Set<Integer> loadedOnly(PtoRegion.Block body) {
    Set<String> otherwise = new HashSet<>();
    usedOtherwise(body.operations(), otherwise);
    Set<Integer> positions = new HashSet<>();
    for (int i = 0; i < body.arguments().size(); i++) {
      PtoRegion.Argument argument = body.arguments().get(i);
      if (argument.type().equals("!pto.ptr<i64>") && !otherwise.contains(argument.name())) {
        positions.add(i);
      }
    }
    return positions;
  }

  private static void usedOtherwise(List<PtoOperation> operations, Set<String> names) {
    for (PtoOperation operation : operations) {
      if (!operation.name().equals("pto.load_scalar")) {
        operation.operands().forEach(o -> names.add(o.name()));
      }
      for (PtoRegion region : operation.regions()) {
        region.blocks().forEach(block -> usedOtherwise(block.operations(), names));
      }
    }
  }

  private void bindResults(
      PtoOperation left, PtoOperation right, int number, Scope leftScope, Scope rightScope) {
    int count = Math.max(left.results().size(), right.results().size());
    for (int i = 0; i < count; i++) {
      String leftType = i < left.resultTypes().size() ? left.resultTypes().get(i) : "";
      String rightType = i < right.resultTypes().size() ? right.resultTypes().get(i) : "";
      Range range = NATURAL_RESULTS.contains(left.name()) ? Range.NATURAL : Range.ofType(leftType);
      String name = left.name().substring(left.name().lastIndexOf('.') + 1) + "@" + number;
      Term term =
          terms.atom(left.results().size() > 1 ? name + "#" + i : name, leftType, range, null);
      if (i < left.results().size()) {
        Term value = loaded(left, leftScope, term);
        leftScope.values.put(left.results().get(i), new Value(value, leftType));
      }
      if (i < right.results().size()) {
        Term value = loaded(right, rightScope, term);
        rightScope.values.put(right.results().get(i), new Value(value, rightType));
      }
    }
  }

  /** A load from a communication context is a function of its address. */
  private Term loaded(PtoOperation operation, Scope scope, Term otherwise) {
    if (!operation.name().equals("pto.load_scalar") || operation.operands().size() != 2) {
      return otherwise;
    }
    Term pointer = scope.find(operation.operands().get(0)).term();
    Term offset = scope.find(operation.operands().get(1)).term();
    return onlyLoaded.contains(pointer)
        ? terms.function("load", List.of(pointer, offset), otherwise.range())
        : otherwise;
  }

  private void note(
      Difference.Kind kind, String what, PtoOperation left, String leftText, PtoOperation right) {
    differences.add(
        new Difference(
            kind,
            what,
            left == null ? null : left.place(),
            left == null ? "" : leftText.isEmpty() ? PtoReader.show(left) : leftText,
            right == null ? null : right.place(),
            right == null ? "" : PtoReader.show(right)));
  }

  private void noteCounts(
      Difference.Kind kind, String what, PtoOperation left, PtoOperation right, int l, int r) {
    differences.add(
        new Difference(
            kind, what, left.place(), Integer.toString(l), right.place(), Integer.toString(r)));
  }
}
