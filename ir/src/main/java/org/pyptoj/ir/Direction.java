package org.pyptoj.ir;

/** What a function does with a tensor parameter. */
public enum Direction {
  IN(""),
  OUT("Out"),
  INOUT("InOut");

  private final String dslName;

  Direction(String dslName) {
    this.dslName = dslName;
  }

  /** The annotation behind {@code pl.}, empty for plain inputs. */
  public String dslName() {
    return dslName;
  }
}
