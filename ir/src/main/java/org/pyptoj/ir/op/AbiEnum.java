package org.pyptoj.ir.op;

import java.util.Optional;

/** A variant of one of the four ABI enums. */
public interface AbiEnum {

  /** The released number. */
  int code();

  /** The variant's name in the DSL. */
  String dslName();

  /** The variant's name in the C++ header. */
  String headerName();

  /** The variant of a number, empty where the number is out of range. */
  static <E extends Enum<E> & AbiEnum> Optional<E> of(Class<E> type, long code) {
    for (E variant : type.getEnumConstants()) {
      if (variant.code() == code) {
        return Optional.of(variant);
      }
    }
    return Optional.empty();
  }
}
