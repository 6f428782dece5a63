package org.pyptoj.ir.type;

/** Where a tile or tensor lives. The names are those of {@code pl.MemorySpace}. */
public enum MemorySpace {
  DDR("DDR", "gm"),
  VEC("Vec", "vec"),
  MAT("Mat", "mat"),
  LEFT("Left", "left"),
  RIGHT("Right", "right"),
  ACC("Acc", "acc"),
  BIAS("Bias", "bias");

  private final String dslName;
  private final String ptoName;

  MemorySpace(String dslName, String ptoName) {
    this.dslName = dslName;
    this.ptoName = ptoName;
  }

  public String dslName() {
    return dslName;
  }

  /** The value of a tile buffer's {@code loc} in PTO text. */
  public String ptoName() {
    return ptoName;
  }
}
