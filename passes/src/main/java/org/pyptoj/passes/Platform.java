package org.pyptoj.passes;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The targets, with the facts that passes and emission need. */
public enum Platform {
  A2A3("a2a3", 184 * 1024, 512 * 1024, 64 * 1024, 64 * 1024, 128 * 1024, 48),
  A2A3_SIM("a2a3sim", 184 * 1024, 512 * 1024, 64 * 1024, 64 * 1024, 128 * 1024, 48),
  A5("a5", 240 * 1024, 512 * 1024, 64 * 1024, 64 * 1024, 256 * 1024, 72),
  A5_SIM("a5sim", 240 * 1024, 512 * 1024, 64 * 1024, 64 * 1024, 256 * 1024, 72);

  private final String id;
  private final int vecBytes;
  private final int matBytes;
  private final int leftBytes;
  private final int rightBytes;
  private final int accBytes;
  private final int aivCores;

  Platform(
      String id,
      int vecBytes,
      int matBytes,
      int leftBytes,
      int rightBytes,
      int accBytes,
      int aivCores) {
    this.id = id;
    this.vecBytes = vecBytes;
    this.matBytes = matBytes;
    this.leftBytes = leftBytes;
    this.rightBytes = rightBytes;
    this.accBytes = accBytes;
    this.aivCores = aivCores;
  }

  /** The platform that scripts call by this name, if there is one. */
  public static Optional<Platform> of(String id) {
    return Arrays.stream(values()).filter(p -> p.id.equals(id)).findFirst();
  }

  /** The names that scripts use, in order. */
  public static List<String> ids() {
    return Arrays.stream(values()).map(Platform::id).toList();
  }

  /** The name that scripts use: {@code a2a3sim}. */
  public String id() {
    return id;
  }

  /** The {@code pto.target_arch} of emitted modules. */
  public String targetArch() {
    return this == A5 || this == A5_SIM ? "a5" : "a2a3";
  }

  /** Whether it is of the Ascend910B family. */
  public boolean isAscend910B() {
    return this == A2A3 || this == A2A3_SIM;
  }

  /** Bytes of vector memory (UB) of one core. */
  public int vecBytes() {
    return vecBytes;
  }

  public int matBytes() {
    return matBytes;
  }

  public int leftBytes() {
    return leftBytes;
  }

  public int rightBytes() {
    return rightBytes;
  }

  public int accBytes() {
    return accBytes;
  }

  /** Vector cores of one chip. */
  public int aivCores() {
    return aivCores;
  }
}
