package org.pyptoj.ir.dsl;

/**
 * Names that a kernel sees besides its own: closures, globals, builtins. Compile-time values are
 * {@code Long}, {@code Double}, {@code Boolean} and {@code String} for Python's own int, float,
 * bool and str, {@link PyNone}, {@link Sequence} for lists and tuples that the kernel makes, enum
 * constants of the IR, {@link DynamicExtent}, {@link org.pyptoj.ir.type.Type}, {@link Annotation},
 * {@link Namespace}, {@link FunctionRef}, and {@link HostValue} for every other object.
 */
public interface Environment {

  /** What {@link #lookup} answers for a name that is not bound. */
  Object UNBOUND = new Object();

  /** The value of a name, or {@link #UNBOUND}. */
  Object lookup(String name);

  /** The value of a name where the function is defined, which is where annotations are read. */
  default Object lookupInAnnotation(String name) {
    return lookup(name);
  }

  /** The value of a Python builtin, or {@link #UNBOUND}. */
  Object builtin(String name);

  /** The Python that the names' values belong to. */
  default Python python() {
    return Python.NONE;
  }

  /** Where printed IR is read: {@code pl} and {@code pld}, nothing else. */
  Environment IR_TEXT =
      new Environment() {
        @Override
        public Object lookup(String name) {
          return switch (name) {
            case "pl" -> Namespace.PL;
            case "pld" -> Namespace.PLD;
            default -> UNBOUND;
          };
        }

        @Override
        public Object builtin(String name) {
          return UNBOUND;
        }
      };
}
