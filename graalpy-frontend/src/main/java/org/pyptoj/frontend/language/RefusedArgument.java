package org.pyptoj.frontend.language;

/** An argument that its parameter does not take: the script's mistake. */
final class RefusedArgument extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String pythonType;

  private RefusedArgument(String pythonType, String message) {
    super(message);
    this.pythonType = pythonType;
  }

  /** It is an object of the wrong kind. */
  static RefusedArgument type(String message) {
    return new RefusedArgument("TypeError", message);
  }

  /** It is a number that the parameter's type cannot hold. */
  static RefusedArgument value(String message) {
    return new RefusedArgument("ValueError", message);
  }

  /** There is not enough memory for its values, which are made now. */
  static RefusedArgument memory(String message) {
    return new RefusedArgument("MemoryError", message);
  }

  /** The Python exception that says so. */
  String pythonType() {
    return pythonType;
  }
}
