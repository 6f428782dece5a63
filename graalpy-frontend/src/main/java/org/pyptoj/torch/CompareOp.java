package org.pyptoj.torch;

/** Element-wise predicates of two operands of one type. */
enum CompareOp {
  EQ,
  NE,
  LT,
  LE,
  GT,
  GE,
  LOGICAL_AND,
  LOGICAL_OR,
  LOGICAL_XOR;

  void run(long[] a, long[] b, long[] out, int n) {
    for (int i = 0; i < n; i++) {
      long x = a[i];
      long y = b[i];
      boolean holds =
          switch (this) {
            case EQ -> x == y;
            case NE -> x != y;
            case LT -> x < y;
            case LE -> x <= y;
            case GT -> x > y;
            case GE -> x >= y;
            case LOGICAL_AND -> x != 0 & y != 0;
            case LOGICAL_OR -> (x | y) != 0;
            case LOGICAL_XOR -> x != 0 ^ y != 0;
          };
      out[i] = holds ? 1 : 0;
    }
  }

  /** Single precision operands come widened, which keeps order and equality. */
  void run(double[] a, double[] b, long[] out, int n) {
    for (int i = 0; i < n; i++) {
      double x = a[i];
      double y = b[i];
      boolean holds =
          switch (this) {
            case EQ -> x == y;
            case NE -> x != y;
            case LT -> x < y;
            case LE -> x <= y;
            case GT -> x > y;
            case GE -> x >= y;
            case LOGICAL_AND -> x != 0 & y != 0;
            case LOGICAL_OR -> x != 0 | y != 0;
            case LOGICAL_XOR -> x != 0 ^ y != 0;
          };
      out[i] = holds ? 1 : 0;
    }
  }
}
