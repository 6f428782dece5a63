package org.pyptoj.ir.type;

import org.pyptoj.ir.expr.Expr;

/**
 * The on-core allocation that a tile occupies.
 *
 * @param buffer name of the allocation; tiles with the same name share storage
 * @param address byte address in the tile's memory space, or null before {@code AllocateMemoryAddr}
 * @param size bytes
 */
public record MemRef(String buffer, Expr address, long size) {

  /** The same allocation, placed. */
  public MemRef at(Expr place) {
    return new MemRef(buffer, place, size);
  }
}
