package org.pyptoj.ir.op;

/** Which columns of a row are meant: the digits of a name are read from the last one on. */
public enum MaskPattern implements AbiEnum {
  /** The first of two columns. */
  P0101(1, 2, 0),
  /** The second of two. */
  P1010(2, 2, 1),
  /** The first of four. */
  P0001(3, 4, 0),
  /** The second of four. */
  P0010(4, 4, 1),
  /** The third of four. */
  P0100(5, 4, 2),
  /** The fourth of four. */
  P1000(6, 4, 3),
  /** Every column. */
  P1111(7, 1, 0);

  private final int code;
  private final int stride;
  private final int first;

  MaskPattern(int code, int stride, int first) {
    this.code = code;
    this.stride = stride;
    this.first = first;
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public String dslName() {
    return name();
  }

  @Override
  public String headerName() {
    return name();
  }

  /** How many columns there are for each one that is meant. */
  public int stride() {
    return stride;
  }

  /** The first column that is meant. */
  public int first() {
    return first;
  }
}
