package org.pyptoj.torch;

/** A mistake in a script's use of tensors; it names the Python exception that the script sees. */
public final class TorchError extends RuntimeException {
  /** The Python exception classes that tensor operations raise. */
  public enum Kind {
    /** An index or dimension out of range. */
    INDEX("IndexError"),
    /** Shapes or element types that do not fit the operation. */
    RUNTIME("RuntimeError"),
    /** An argument with an unusable value. */
    VALUE("ValueError"),
    /** An argument of the wrong kind. */
    TYPE("TypeError"),
    /** Something that PyTorch has and this package has not. */
    NOT_IMPLEMENTED("NotImplementedError"),
    /** A failed comparison in {@code torch.testing}. */
    ASSERTION("AssertionError");

    private final String pythonName;

    Kind(String pythonName) {
      this.pythonName = pythonName;
    }

    /** The name of the Python exception class. */
    public String pythonName() {
      return pythonName;
    }
  }

  private final Kind kind;

  /** An error that Python shows as {@code kind} with the given message. */
  public TorchError(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** Which Python exception to raise. */
  public Kind kind() {
    return kind;
  }

  static TorchError index(String message) {
    return new TorchError(Kind.INDEX, message);
  }

  static TorchError runtime(String message) {
    return new TorchError(Kind.RUNTIME, message);
  }

  static TorchError value(String message) {
    return new TorchError(Kind.VALUE, message);
  }

  static TorchError type(String message) {
    return new TorchError(Kind.TYPE, message);
  }

  static TorchError missing(String what) {
    return new TorchError(
        Kind.NOT_IMPLEMENTED, "torch." + what + " is not available in pypto-j's torch package");
  }
}
