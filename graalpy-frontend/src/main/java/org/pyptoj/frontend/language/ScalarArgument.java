package org.pyptoj.frontend.language;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import org.graalvm.polyglot.Value;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.tile.Numbers;

/**
 * A Python object that a script hands to a scalar parameter.
 *
 * <p>What a parameter's type cannot hold is refused, and so is a float for an integer, be it as
 * whole as 3.0: what a script means by it cannot be told from a mistake. A float type takes what
 * rounds to one of its finite values, infinities and NaN.
 *
 * @param kind {@code bool}, {@code int}, {@code float}, the name of a C type as {@code c_int32}, or
 *     else the name of the object's class
 * @param value its value as a plain Python number; None where the object is no number
 */
record ScalarArgument(String kind, Value value) {

  /**
   * The number as the simulator takes it: a long for integers and truth values, a double that is
   * rounded to the type for floats.
   *
   * @param parameter the parameter as messages name it
   * @throws RefusedArgument where the type does not hold it
   */
  Number as(DataType type, String parameter) {
    if (kind.startsWith("c_") && !kind.equals(cType(type))) {
      throw refuse(parameter, type, cType(type) + " or a Python number, not " + kind);
    }
    boolean floating = kind.equals("float") || kind.equals("c_float") || kind.equals("c_double");
    if (value.isNull() || (floating && !type.isFloat())) {
      throw refuse(
          parameter, type, (type.isFloat() ? "a number" : "an integer") + ", not " + told());
    }
    if (type.isFloat()) {
      return rounded(type, parameter);
    }
    BigInteger integer =
        value.isBoolean()
            ? value.asBoolean() ? BigInteger.ONE : BigInteger.ZERO
            : value.asBigInteger();
    BigInteger least = type.least();
    BigInteger greatest = type.greatest();
    if (integer.compareTo(least) < 0 || integer.compareTo(greatest) > 0) {
      throw RefusedArgument.value(
          parameter
              + " is "
              + type.dslName()
              + ", which holds "
              + least
              + " to "
              + greatest
              + ", not "
              + integer);
    }
    return integer.longValue();
  }

  private Number rounded(DataType type, String parameter) {
    double number = value.isBoolean() ? (value.asBoolean() ? 1 : 0) : real();
    double rounded = Numbers.round(type, number);
    boolean lost = Double.isNaN(rounded) || Double.isInfinite(rounded);
    boolean finite = kind.equals("int") || !(Double.isNaN(number) || Double.isInfinite(number));
    if (lost && finite) {
      throw RefusedArgument.value(
          parameter + " is " + type.dslName() + ", which has no value near " + value);
    }
    return rounded;
  }

  private double real() {
    return value.fitsInDouble() ? value.asDouble() : value.asBigInteger().doubleValue();
  }

  private String told() {
    if (value.isNull()) {
      return kind;
    }
    // Python's spelling.
    return kind + " " + value.toString().replace("NaN", "nan").replace("Infinity", "inf");
  }

  private static RefusedArgument refuse(String parameter, DataType type, String what) {
    return RefusedArgument.type(parameter + " is " + type.dslName() + ": it takes " + what);
  }

  /** The type that a C type's name stands for where a parameter has no annotation. */
  static Optional<DataType> typeOf(String cType) {
    return Arrays.stream(DataType.values())
        .filter(type -> type.bits() >= 8 && cType(type).equals(cType))
        .findFirst();
  }

  /**
   * The C type that gives a scalar the size of the parameter; ctypes has none for narrow floats.
   */
  private static String cType(DataType type) {
    if (type == DataType.BOOL) {
      return "c_bool";
    }
    if (type.isFloat()) {
      return "c_float";
    }
    return (type.isUnsigned() ? "c_uint" : "c_int") + Math.max(8, type.bits());
  }
}
