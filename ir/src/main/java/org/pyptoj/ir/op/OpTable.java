package org.pyptoj.ir.op;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The ops of a table, in the order in which it states them. */
final class OpTable {

  private final List<Op> ops = new ArrayList<>();

  /** Makes a row's op. */
  Op add(OpRow row) {
    Op op = new Op(row);
    ops.add(op);
    return op;
  }

  List<Op> ops() {
    return Collections.unmodifiableList(ops);
  }
}
