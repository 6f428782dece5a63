package org.pyptoj.ir.arith;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Cast;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Unary;
import org.pyptoj.ir.expr.UnaryOp;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorType;

/**
 * Every claim about drawn expressions holds for all values of their variables, tried one by one.
 */
class IntegerFactsTest {

  private static final DataType[] TYPES = {
    DataType.INDEX, DataType.INT8, DataType.UINT8, DataType.INT4, DataType.UINT4
  };

  private static Var var(String name, DataType dtype) {
    return new Var(name, new ScalarType(dtype), Span.NONE);
  }

  private static Expr number(long value, DataType dtype) {
    return new IntConst(value, dtype, Span.NONE);
  }

  private static Expr binary(BinaryOp op, Expr left, Expr right, DataType dtype) {
    return new Binary(op, left, right, dtype, Span.NONE);
  }

  /** Two variables of one type, each within a range that is told, and expressions over them. */
  private static final class World {

    private final Random random;
    private final DataType dtype;
    private final Map<Var, Interval> ranges = new IdentityHashMap<>();
    private final List<Var> vars = new ArrayList<>();
    private final IntegerFacts facts = new IntegerFacts();

    World(long seed) {
      random = new Random(seed);
      dtype = TYPES[random.nextInt(TYPES.length)];
      Interval type = dtype == DataType.INDEX ? new Interval(-40, 40) : Interval.of(dtype);
      for (String name : List.of("x", "y")) {
        Var v = var(name, random.nextInt(4) > 0 ? dtype : DataType.INT4);
        Interval limits =
            v.type().equals(new ScalarType(dtype)) ? type : Interval.of(DataType.INT4);
        long low = drawn(limits);
        long high = Math.min(limits.high(), low + random.nextInt(12));
        vars.add(v);
        ranges.put(v, new Interval(low, high));
        facts.set(v, new Interval(low, high));
      }
    }

    private long drawn(Interval limits) {
      return random.nextInt(3) == 0
          ? random.nextBoolean() ? limits.low() : limits.high()
          : limits.low() + random.nextInt((int) (limits.high() - limits.low() + 1));
    }

    Expr expr(int depth) {
      if (depth == 0 || random.nextInt(5) == 0) {
        if (random.nextInt(3) == 0) {
          return number(
              drawn(dtype.isUnsigned() ? new Interval(0, 9) : new Interval(-4, 7)), dtype);
        }
        Var v = vars.get(random.nextInt(vars.size()));
        return v.type().equals(new ScalarType(dtype)) ? v : new Cast(v, dtype, Span.NONE);
      }
      return switch (random.nextInt(13)) {
        case 0, 1, 2 -> binary(BinaryOp.ADD, expr(depth - 1), expr(depth - 1), dtype);
        case 3, 4 -> binary(BinaryOp.SUB, expr(depth - 1), expr(depth - 1), dtype);
        case 5, 6 -> binary(BinaryOp.MUL, expr(depth - 1), expr(depth - 1), dtype);
        case 7 -> binary(BinaryOp.MIN, expr(depth - 1), expr(depth - 1), dtype);
        case 8 -> binary(BinaryOp.MAX, expr(depth - 1), expr(depth - 1), dtype);
        case 9 -> binary(BinaryOp.FLOOR_DIV, expr(depth - 1), expr(depth - 1), dtype);
        case 10 -> binary(BinaryOp.FLOOR_MOD, expr(depth - 1), expr(depth - 1), dtype);
        case 11 -> new Unary(UnaryOp.NEG, expr(depth - 1), dtype, Span.NONE);
        default ->
            random.nextBoolean()
                ? new Unary(UnaryOp.ABS, expr(depth - 1), dtype, Span.NONE)
                : new Cast(new Cast(expr(depth - 1), DataType.INT4, Span.NONE), dtype, Span.NONE);
      };
    }

    /** A sum with coefficients, in an order of its own. */
    Expr sum(long a, long b, long c, boolean mirrored) {
      Expr x = binary(BinaryOp.MUL, at(0), number(a, dtype), dtype);
      Expr y = binary(BinaryOp.MUL, number(b, dtype), at(1), dtype);
      Expr z = number(c, dtype);
      return mirrored
          ? binary(BinaryOp.ADD, z, binary(BinaryOp.ADD, y, x, dtype), dtype)
          : binary(BinaryOp.ADD, binary(BinaryOp.ADD, x, y, dtype), z, dtype);
    }

    private Expr at(int i) {
      Var v = vars.get(i);
      return v.type().equals(new ScalarType(dtype)) ? v : new Cast(v, dtype, Span.NONE);
    }

    void forAllValues(Consumer<Map<Var, Long>> check) {
      Interval xs = ranges.get(vars.get(0));
      Interval ys = ranges.get(vars.get(1));
      for (long x = xs.low(); x <= xs.high(); x++) {
        for (long y = ys.low(); y <= ys.high(); y++) {
          Map<Var, Long> values = new IdentityHashMap<>();
          values.put(vars.get(0), x);
          values.put(vars.get(1), y);
          check.accept(values);
        }
      }
    }
  }

  /** The value of an expression as the machine has it, or null where it divides by 0. */
  private static Long value(Expr expr, Map<Var, Long> values) {
    return switch (expr) {
      case IntConst c -> c.value();
      case Var v -> values.get(v);
      case Cast c -> {
        Long of = value(c.operand(), values);
        yield of == null ? null : wrapped(of, c.dtype());
      }
      case Unary u -> {
        Long of = value(u.operand(), values);
        yield of == null ? null : wrapped(u.op() == UnaryOp.NEG ? -of : Math.abs(of), u.dtype());
      }
      case Binary b -> {
        Long x = value(b.left(), values);
        Long y = value(b.right(), values);
        boolean divides = b.op() == BinaryOp.FLOOR_DIV || b.op() == BinaryOp.FLOOR_MOD;
        if (x == null || y == null || divides && y == 0) {
          yield null;
        }
        yield wrapped(
            switch (b.op()) {
              case ADD -> x + y;
              case SUB -> x - y;
              case MUL -> x * y;
              case MIN -> Math.min(x, y);
              case MAX -> Math.max(x, y);
              case FLOOR_DIV -> Math.floorDiv(x, y);
              case FLOOR_MOD -> Math.floorMod(x, y);
              default -> throw new AssertionError(b.op());
            },
            b.dtype());
      }
      default -> throw new AssertionError(expr);
    };
  }

  private static long wrapped(long value, DataType dtype) {
    if (dtype.bits() == 64) {
      return value;
    }
    long cut = value & (1L << dtype.bits()) - 1;
    return dtype.isUnsigned() || cut < 1L << dtype.bits() - 1 ? cut : cut - (1L << dtype.bits());
  }

  @Property(tries = 3000)
  void anIntervalHasEveryValue(@ForAll long seed) {
    World world = new World(seed);
    Expr expr = world.expr(4);
    Interval interval = world.facts.of(expr);
    world.forAllValues(
        values -> {
          Long value = value(expr, values);
          assertTrue(
              value == null || interval.low() <= value && value <= interval.high(),
              () -> expr + " is " + value + ", not in " + interval);
        });
  }

  @Property(tries = 4000)
  void anOrderOrEqualityThatIsProvenHolds(@ForAll long seed) {
    World world = new World(seed);
    Expr left = world.expr(3);
    Expr right = world.expr(3);
    Proof order = world.facts.lessEqual(left, right);
    Proof equality = world.facts.equal(left, right);
    Map<BinaryOp, Boolean> decided = new java.util.EnumMap<>(BinaryOp.class);
    for (BinaryOp op : List.of(BinaryOp.LT, BinaryOp.GE, BinaryOp.EQ, BinaryOp.NE)) {
      decided.put(op, world.facts.decide((Binary) binary(op, left, right, DataType.BOOL)));
    }
    world.forAllValues(
        values -> {
          Long a = value(left, values);
          Long b = value(right, values);
          if (a == null || b == null) {
            return;
          }
          assertHolds(order, a <= b, left, "<=", right, values);
          assertHolds(equality, a.equals(b), left, "==", right, values);
          assertDecided(decided.get(BinaryOp.LT), a < b);
          assertDecided(decided.get(BinaryOp.GE), a >= b);
          assertDecided(decided.get(BinaryOp.EQ), a.equals(b));
          assertDecided(decided.get(BinaryOp.NE), !a.equals(b));
        });
  }

  private static void assertHolds(
      Proof proof, boolean holds, Expr left, String op, Expr right, Map<Var, Long> values) {
    assertTrue(
        proof == Proof.UNKNOWN || holds == (proof == Proof.TRUE),
        () -> left + " " + op + " " + right + " is claimed " + proof + " and fails at " + values);
  }

  private static void assertDecided(Boolean decided, boolean holds) {
    assertTrue(decided == null || decided == holds);
  }

  @Property(tries = 2000)
  void aDivisorThatIsProvenDivides(@ForAll long seed) {
    World world = new World(seed);
    Expr factor = number(1 + world.random.nextInt(6), world.dtype);
    Expr expr = binary(BinaryOp.MUL, world.expr(2), factor, world.dtype);
    Expr sum = binary(BinaryOp.ADD, expr, world.expr(2), world.dtype);
    for (long divisor = 1; divisor <= 8; divisor++) {
      long by = divisor;
      for (Expr one : List.of(expr, sum)) {
        if (world.facts.isMultiple(one, divisor)) {
          world.forAllValues(
              values -> {
                Long value = value(one, values);
                assertTrue(value == null || value % by == 0, () -> one + " by " + by);
              });
        }
      }
    }
  }

  @Property(tries = 500)
  void sumsOfTheSameMultiplesAreEqualWhateverTheirOrderAndWidth(@ForAll long seed) {
    World world = new World(seed);
    long a = world.random.nextInt(5);
    long b = world.random.nextInt(5);
    long c = world.random.nextInt(5);
    assertEquals(
        Proof.TRUE,
        world.facts.equal(world.sum(a, b, c, false), world.sum(a, b, c, true)),
        () -> world.sum(a, b, c, false) + " and " + world.sum(a, b, c, true));
  }

  // What it must find.

  @Test
  void aNarrowSumMayWrapAndAWideOneDoesNot() {
    IntegerFacts facts = new IntegerFacts();
    Var wide = var("n", DataType.INDEX);
    Var narrow = var("n", DataType.INT8);
    assertEquals(Proof.TRUE, facts.lessEqual(wide, plusOne(wide)));
    assertEquals(Proof.UNKNOWN, facts.lessEqual(narrow, plusOne(narrow)));
    facts.set(narrow, Interval.atMost(126));
    assertEquals(Proof.TRUE, facts.lessEqual(narrow, plusOne(narrow)));
  }

  private static Expr plusOne(Var var) {
    DataType dtype = ((ScalarType) var.type()).dtype();
    return binary(BinaryOp.ADD, var, number(1, dtype), dtype);
  }

  @Test
  void whatABranchAssumesHoldsInIt() {
    IntegerFacts facts = new IntegerFacts();
    Var n = var("n", DataType.INDEX);
    Expr difference = binary(BinaryOp.SUB, n, number(3, DataType.INDEX), DataType.INDEX);
    Map<Expr, Interval> before = facts.save();
    facts.assume(binary(BinaryOp.GE, difference, number(0, DataType.INDEX), DataType.BOOL), true);
    assertEquals(Proof.TRUE, facts.lessEqual(number(0, DataType.INDEX), difference));
    facts.restore(before);
    assertEquals(Proof.UNKNOWN, facts.lessEqual(number(0, DataType.INDEX), difference));
  }

  @Test
  void aMinimumIsAtMostItsOperands() {
    IntegerFacts facts = new IntegerFacts();
    Var n = var("n", DataType.INDEX);
    Var m = var("m", DataType.INDEX);
    Expr least = binary(BinaryOp.MIN, n, m, DataType.INDEX);
    assertEquals(Proof.TRUE, facts.lessEqual(least, n));
    assertEquals(Proof.TRUE, facts.lessEqual(least, m));
    assertEquals(Proof.UNKNOWN, facts.lessEqual(n, least));
  }

  @Test
  void aMultipleOfEightIsOneOfFourAndNotOfThree() {
    IntegerFacts facts = new IntegerFacts();
    Expr eight =
        binary(BinaryOp.MUL, var("n", DataType.INDEX), number(8, DataType.INDEX), DataType.INDEX);
    assertTrue(facts.isMultiple(eight, 4));
    assertTrue(facts.isMultiple(eight, 8));
    assertFalse(facts.isMultiple(eight, 3));
    assertFalse(facts.isMultiple(eight, 16));
  }

  @Test
  void nothingIsKnownOfAnElementThatIsReadAgain() {
    IntegerFacts facts = new IntegerFacts();
    Expr read =
        new Call(
            TensorOp.READ,
            List.of(
                new Var(
                    "x",
                    new TensorType(DataType.INT32, List.of(number(8, DataType.INDEX))),
                    Span.NONE),
                new MakeTuple(List.of(number(3, DataType.INDEX)), Span.NONE)),
            Attrs.NONE,
            new ScalarType(DataType.INT32),
            Span.NONE);
    facts.assume(binary(BinaryOp.LE, read, number(3, DataType.INT32), DataType.BOOL), true);
    assertEquals(Interval.of(DataType.INT32), facts.of(read));
    assertEquals(Proof.UNKNOWN, facts.equal(read, read));
    assertEquals(Proof.UNKNOWN, facts.lessEqual(read, read));
    assertEquals(
        Proof.TRUE,
        facts.lessEqual(
            new Cast(read, DataType.INDEX, Span.NONE), number(1L << 31, DataType.INDEX)));
  }
}
