package org.pyptoj.ir.type;

/** How a GM tensor's elements are ordered. */
public enum TensorLayout {
  /** Row-major. */
  ND,
  /** Column-major in the two innermost dimensions. */
  DN,
  /** Fractal blocks. */
  NZ
}
