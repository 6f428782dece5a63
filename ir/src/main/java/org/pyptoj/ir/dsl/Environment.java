package org.pyptoj.ir.dsl;

/**
 * Names that a kernel sees besides its own: closures, globals, builtins. Compile-time values are
 * {@code Long}, {@code Double}, {@code Boolean}, {@code String}, {@link PyNone}, {@code List} (for
 * lists and tuples), {@code Map}, {@link org.pyptoj.ir.expr.Expr} (symbolic extents), enum
 * constants of the IR, {@link org.pyptoj.ir.type.Type}, {@link Annotation}, {@link Namespace},
 * {@link FunctionRef} and {@link HostValue}.
 */
public interface Environment {

  /** What {@link #lookup} answers for a name that is not bound. */
  Object UNBOUND = new Object();

  /** The value of a name, or {@link #UNBOUND}. */
  Object lookup(String name);

  /** The value of a Python builtin, or {@link #UNBOUND}. */
  Object builtin(String name);

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
