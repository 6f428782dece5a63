package org.pyptoj.stubs.mirror;

/** A mirrored file cannot be read. The message begins with file, line and column. */
public final class MirrorSyntaxException extends RuntimeException {
  private final SourcePlace place;

  MirrorSyntaxException(SourcePlace place, String message) {
    super(place + ": " + message);
    this.place = place;
  }

  /** Where reading stopped. */
  public SourcePlace place() {
    return place;
  }
}
