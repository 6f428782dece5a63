package org.pyptoj.conformance.pto;

import java.util.List;

/**
 * A PTO text as read: the operations at its top level, usually one {@code module}.
 *
 * @param operations in the order of the text
 */
public record PtoModule(List<PtoOperation> operations) {
  public PtoModule {
    operations = List.copyOf(operations);
  }

  /**
   * Reads a PTO text. Locations are dropped.
   *
   * @throws PtoSyntaxException when the text cannot be read
   */
  public static PtoModule parse(String text) {
    return new PtoReader(text).read();
  }
}
