package org.pyptoj.conformance.pto;

import java.util.List;

/**
 * A region: its entry block, and more blocks where control flow is unstructured.
 *
 * @param blocks at least the entry block
 */
public record PtoRegion(List<Block> blocks) {
  public PtoRegion {
    blocks = List.copyOf(blocks);
    if (blocks.isEmpty()) {
      throw new IllegalArgumentException("a region has an entry block");
    }
  }

  /** The block that control enters first. */
  public Block entry() {
    return blocks.getFirst();
  }

  /**
   * A block.
   *
   * @param arguments function parameters, induction variable and carried values, or block arguments
   * @param operations in the order of the text
   */
  public record Block(List<Argument> arguments, List<PtoOperation> operations) {
    public Block {
      arguments = List.copyOf(arguments);
      operations = List.copyOf(operations);
    }
  }

  /**
   * A value that a block binds.
   *
   * @param name without the percent sign; empty for a parameter of a declaration
   * @param type in canonical spacing; empty where the text does not tell
   */
  public record Argument(String name, String type) {}
}
