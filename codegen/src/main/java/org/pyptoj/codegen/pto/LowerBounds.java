package org.pyptoj.codegen.pto;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.BinaryOp;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Cast;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.Stmt;

/**
 * Which integers of a kernel cannot be negative. Machine division truncates while the program's
 * rounds down; where both operands are known not to be negative the two agree, and the cheaper one
 * is emitted.
 *
 * <p>An integer is seen as a sum of whole multiples of values whose bounds are known: ranks, rank
 * counts, loop indices (whose upper bound is a sum itself), remainders.
 */
final class LowerBounds {

  private static final int DEPTH = 12;

  private final Map<Var, Expr> values = new IdentityHashMap<>();
  private final Map<Var, For> loops = new IdentityHashMap<>();
  private final Deque<Map<Expr, Long>> assumed = new ArrayDeque<>();

  LowerBounds(Function kernel) {
    new Walker() {
      @Override
      public void stmt(Stmt stmt) {
        if (stmt instanceof Assign a) {
          values.put(a.target(), a.value());
        } else if (stmt instanceof For f) {
          loops.put(f.index(), f);
        }
        super.stmt(stmt);
      }
    }.function(kernel);
  }

  /** From here on a condition holds, until {@link #leave}. */
  void enter(Expr condition) {
    Map<Expr, Long> facts = new HashMap<>();
    learn(condition, facts);
    assumed.push(facts);
  }

  void leave() {
    assumed.pop();
  }

  private static void learn(Expr condition, Map<Expr, Long> facts) {
    if (!(condition instanceof Binary b)) {
      return;
    }
    Long left = Scalars.constant(b.left());
    Long right = Scalars.constant(b.right());
    switch (b.op()) {
      case AND -> {
        learn(b.left(), facts);
        learn(b.right(), facts);
      }
      case LT, LE -> {
        if (left != null) {
          facts.merge(b.right(), b.op() == BinaryOp.LT ? left + 1 : left, Math::max);
        }
      }
      case GT, GE -> {
        if (right != null) {
          facts.merge(b.left(), b.op() == BinaryOp.GT ? right + 1 : right, Math::max);
        }
      }
      default -> {}
    }
  }

  private Long fact(Expr expr) {
    Long best = null;
    for (Map<Expr, Long> facts : assumed) {
      Long one = facts.get(expr);
      best = best == null || one != null && one > best ? one : best;
    }
    return best;
  }

  /** Whether the value is known to be at least 0. */
  boolean notNegative(Expr expr) {
    return atLeast(expr, 0, DEPTH);
  }

  private boolean atLeast(Expr expr, long bound, int depth) {
    if (depth == 0) {
      return false;
    }
    Sum sum = new Sum();
    if (!sum.add(expr, 1, depth) || !sum.replaceUppers(depth)) {
      return false;
    }
    return sum.lowerBound(depth) >= bound;
  }

  /** The least value of an atom, or the smallest long where nothing is known. */
  private long least(Expr atom, int depth) {
    Long known = fact(atom);
    if (known != null) {
      return known;
    }
    return switch (atom) {
      case IntConst c -> c.value();
      case Cast c -> least(c.operand(), depth);
      case Var v when loops.containsKey(v) -> {
        Long start = Scalars.constant(loops.get(v).start());
        Long step = Scalars.constant(loops.get(v).step());
        yield start != null && step != null && step > 0 ? start : Long.MIN_VALUE;
      }
      case Var v when values.get(v) != null && depth > 0 -> least(values.get(v), depth - 1);
      case Call c ->
          switch (c.op()) {
            case NRANKS, GET_BLOCK_NUM, TENSOR_DIM -> 1;
            case RANK, GET_BLOCK_IDX, GET_SUBBLOCK_IDX -> 0;
            default -> Long.MIN_VALUE;
          };
      case Binary b ->
          switch (b.op()) {
            case MIN -> Math.min(bound(b.left(), depth), bound(b.right(), depth));
            case MAX -> Math.max(bound(b.left(), depth), bound(b.right(), depth));
            case FLOOR_MOD -> bound(b.right(), depth) >= 0 ? 0 : Long.MIN_VALUE;
            case FLOOR_DIV ->
                bound(b.left(), depth) >= 0 && bound(b.right(), depth) >= 0 ? 0 : Long.MIN_VALUE;
            case MUL -> {
              long left = bound(b.left(), depth);
              long right = bound(b.right(), depth);
              yield left >= 0 && right >= 0 ? 0 : Long.MIN_VALUE;
            }
            default -> Long.MIN_VALUE;
          };
      default -> Long.MIN_VALUE;
    };
  }

  private long bound(Expr expr, int depth) {
    Long known = fact(expr);
    if (known != null) {
      return known;
    }
    Sum sum = new Sum();
    return depth > 0 && sum.add(expr, 1, depth - 1) && sum.replaceUppers(depth - 1)
        ? sum.lowerBound(depth - 1)
        : Long.MIN_VALUE;
  }

  /** A constant and whole multiples of atoms. */
  private final class Sum {
    private final Map<Expr, Long> terms = new HashMap<>();
    private long constant;

    boolean add(Expr expr, long factor, int depth) {
      if (factor > 0 && fact(expr) != null) {
        return atom(expr, factor);
      }
      switch (expr) {
        case IntConst c -> constant += factor * c.value();
        case Cast c when c.dtype().isInteger() -> {
          return add(c.operand(), factor, depth);
        }
        case Binary b when Math.abs(factor) < 1 << 20 -> {
          Long left = Scalars.constant(b.left());
          Long right = Scalars.constant(b.right());
          return switch (b.op()) {
            case ADD -> add(b.left(), factor, depth) && add(b.right(), factor, depth);
            case SUB -> add(b.left(), factor, depth) && add(b.right(), -factor, depth);
            case MUL ->
                left != null && Math.abs(left) < 1 << 20
                    ? add(b.right(), factor * left, depth)
                    : right != null && Math.abs(right) < 1 << 20
                        ? add(b.left(), factor * right, depth)
                        : atom(b, factor);
            default -> atom(b, factor);
          };
        }
        case Var v when values.get(v) instanceof Binary b && depth > 0 -> {
          return add(b, factor, depth - 1);
        }
        case Var v when values.get(v) instanceof Cast c && depth > 0 -> {
          return add(c, factor, depth - 1);
        }
        case Var v when values.get(v) instanceof Call c && c.op() == Op.NRANKS -> {
          return atom(c, factor);
        }
        default -> {
          return atom(expr, factor);
        }
      }
      return true;
    }

    private boolean atom(Expr expr, long factor) {
      terms.merge(expr, factor, Long::sum);
      return true;
    }

    /** Puts the upper bound of a loop index in its place where it is subtracted. */
    boolean replaceUppers(int depth) {
      for (int round = 0; round < 4; round++) {
        Expr found = null;
        for (Map.Entry<Expr, Long> term : terms.entrySet()) {
          if (term.getValue() < 0 && term.getKey() instanceof Var v && loops.containsKey(v)) {
            found = v;
            break;
          }
        }
        if (found == null) {
          return true;
        }
        For loop = loops.get((Var) found);
        Long step = Scalars.constant(loop.step());
        if (step == null || step <= 0) {
          return false;
        }
        long factor = terms.remove(found);
        constant -= factor;
        if (!add(loop.stop(), factor, depth)) {
          return false;
        }
      }
      return true;
    }

    long lowerBound(int depth) {
      long total = constant;
      for (Map.Entry<Expr, Long> term : terms.entrySet()) {
        if (term.getValue() == 0) {
          continue;
        }
        long least = term.getValue() < 0 ? Long.MIN_VALUE : least(term.getKey(), depth);
        if (least == Long.MIN_VALUE || Math.multiplyHigh(least, term.getValue()) > 0) {
          return Long.MIN_VALUE;
        }
        total += least * term.getValue();
      }
      return total;
    }
  }
}
