package org.pyptoj.sim.kernel;

import org.pyptoj.ir.Span;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.kernel.Code.LongCode;
import org.pyptoj.sim.kernel.Code.StmtCode;

/**
 * Statements that consist of others. They can run as they stand; {@link HotCode} makes JVM code of
 * them where that pays.
 */
sealed interface Flow extends StmtCode {

  /** Statements one after another. */
  record Sequence(StmtCode... parts) implements Flow {
    @Override
    public int run(Frame f) {
      for (StmtCode part : parts) {
        int next = part.run(f);
        if (next != NEXT) {
          return next;
        }
      }
      return NEXT;
    }
  }

  /** One of two statements. */
  record Choice(LongCode condition, StmtCode then, StmtCode orElse) implements Flow {
    @Override
    public int run(Frame f) {
      return condition.get(f) != 0 ? then.run(f) : orElse.run(f);
    }
  }

  /**
   * What a loop does once.
   *
   * @param body the statements
   * @param after what follows them however they end, except with a return
   */
  record Iteration(StmtCode body, StmtCode after) implements Flow {
    @Override
    public int run(Frame f) {
      int result = body.run(f);
      if (result != RETURN) {
        after.run(f);
      }
      return result;
    }
  }

  /**
   * A loop over a range.
   *
   * @param code where the JVM code of iterations is found
   * @param init what is done once, when the bounds are known
   * @param index the place of the loop's index
   */
  record For(
      HotCode code,
      LongCode start,
      LongCode stop,
      LongCode step,
      StmtCode init,
      int index,
      Iteration iteration,
      Span span)
      implements Flow {
    @Override
    public int run(Frame f) {
      long from = start.get(f);
      long to = stop.get(f);
      long by = checkedStep(step.get(f), span);
      init.run(f);
      StmtCode once = code.of(iteration);
      for (long i = from; by > 0 ? i < to : i > to; i += by) {
        f.longs[index] = i;
        int next = once.run(f);
        if (next == BREAK) {
          break;
        }
        if (next == RETURN) {
          return next;
        }
        f.task.backEdge(span);
        if (code.isHot(f)) {
          once = code.of(iteration);
        }
      }
      return NEXT;
    }
  }

  /** A loop with a condition. */
  record While(HotCode code, LongCode condition, Iteration iteration, Span span) implements Flow {
    @Override
    public int run(Frame f) {
      StmtCode once = code.of(iteration);
      while (condition.get(f) != 0) {
        int next = once.run(f);
        if (next == BREAK) {
          break;
        }
        if (next == RETURN) {
          return next;
        }
        f.task.backEdge(span);
        if (code.isHot(f)) {
          once = code.of(iteration);
        }
      }
      return NEXT;
    }
  }

  /** A loop's step, which must lead somewhere. */
  static long checkedStep(long step, Span span) {
    if (step == 0) {
      throw new SimFailure(SimCode.DIVISION, "a loop's step is zero", span);
    }
    return step;
  }

  /** Statements one after another; nested sequences are joined. */
  static StmtCode sequence(StmtCode... parts) {
    int n = 0;
    for (StmtCode part : parts) {
      n += part instanceof Sequence(StmtCode[] inner) ? inner.length : 1;
    }
    StmtCode[] flat = new StmtCode[n];
    int at = 0;
    for (StmtCode part : parts) {
      if (part instanceof Sequence(StmtCode[] inner)) {
        System.arraycopy(inner, 0, flat, at, inner.length);
        at += inner.length;
      } else {
        flat[at++] = part;
      }
    }
    return n == 1 ? flat[0] : new Sequence(flat);
  }
}
