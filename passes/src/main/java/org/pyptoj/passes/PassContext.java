package org.pyptoj.passes;

/**
 * What the passes know of the target, and how they are watched.
 *
 * @param platform the chip family and its limits
 * @param verification how much of the IR is checked between passes
 */
public record PassContext(Platform platform, Verification verification) {

  /** With the checks that the environment asks for. */
  public PassContext(Platform platform) {
    this(platform, Verification.ofEnvironment());
  }
}
