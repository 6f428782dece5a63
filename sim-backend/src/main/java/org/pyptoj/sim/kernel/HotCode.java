package org.pyptoj.sim.kernel;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.pyptoj.sim.kernel.Code.StmtCode;

/**
 * A function's statements: run as they stand at first, and as JVM code once their loops have come
 * round often. Making JVM code takes milliseconds, which short kernels never get back. All
 * variables are in the frame, so that a loop goes on in JVM code from one iteration to the next.
 */
final class HotCode {

  private final int threshold;
  private final AtomicBoolean taken = new AtomicBoolean();
  private StmtCode body;

  /** JVM code of statements, when there is some. */
  private volatile Map<StmtCode, StmtCode> made;

  /**
   * A function's code.
   *
   * @param threshold iterations of one activation after which JVM code is made
   */
  HotCode(int threshold) {
    this.threshold = threshold;
  }

  void define(StmtCode statements) {
    body = statements;
    if (threshold == 0) {
      make();
    }
  }

  void run(Frame f) {
    of(body).run(f);
  }

  /** The best code of the function's body, or of a loop's iteration. */
  StmtCode of(StmtCode statements) {
    Map<StmtCode, StmtCode> codes = made;
    return codes == null ? statements : codes.getOrDefault(statements, statements);
  }

  /** Counts an iteration; true where there may be better code for the next one. */
  boolean isHot(Frame f) {
    if (++f.warmth < threshold) {
      return false;
    }
    // One of the ranks makes it; the others go on meanwhile.
    if (made == null && taken.compareAndSet(false, true)) {
      make();
    }
    return true;
  }

  private void make() {
    made = FlowClass.of(body);
  }
}
