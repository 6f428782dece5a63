package org.pyptoj.ir.stmt;

import java.util.List;

/**
 * Statements in order.
 *
 * @param stmts the statements
 */
public record Block(List<Stmt> stmts) {

  public static final Block EMPTY = new Block(List.of());

  public Block {
    stmts = List.copyOf(stmts);
  }

  /** A block of these statements. */
  public static Block of(Stmt... stmts) {
    return new Block(List.of(stmts));
  }
}
