package org.pyptoj.stubs.mirror;

import java.math.BigInteger;
import java.util.List;

/**
 * An enum as one layer declares it.
 *
 * @param name without namespace or module
 * @param variants in the order of the declaration
 * @param place where the name stands
 */
public record EnumMirror(String name, List<Variant> variants, SourcePlace place) {
  public EnumMirror {
    variants = List.copyOf(variants);
  }

  /**
   * A variant.
   *
   * @param name in the layer's own spelling
   * @param value its number
   * @param position from 0, in the order of the declaration
   * @param place where the name stands
   */
  public record Variant(String name, BigInteger value, int position, SourcePlace place) {}
}
