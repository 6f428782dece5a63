package org.pyptoj.conformance.pto;

/**
 * The text is not PTO assembly as this reader knows it. The message begins with line and column.
 */
public final class PtoSyntaxException extends RuntimeException {
  private final Place place;

  PtoSyntaxException(Place place, String message) {
    super(place + ": " + message);
    this.place = place;
  }

  /** Where reading stopped. */
  public Place place() {
    return place;
  }
}
