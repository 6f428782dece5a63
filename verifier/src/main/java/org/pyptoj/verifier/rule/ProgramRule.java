package org.pyptoj.verifier.rule;

/** The rules between functions of a program, one row each. */
public enum ProgramRule implements Rule {
  DUPLICATE_FUNCTION("PLT0901", null, "Functions of a program have different names."),
  UNKNOWN_CALLEE("PLT0902", null, "A called function exists in the program."),
  RECURSION("PLT0903", null, "No function calls itself, directly or through others."),
  CALL_ARITY("PLT0904", null, "A call gives one argument per parameter of the callee."),
  CALL_TYPE(
      "PLT0905",
      null,
      "An argument has the kind and the element type of the parameter; a DistributedTensor "
          + "is no Tensor."),
  CALL_EXTENT(
      "PLT0906",
      null,
      "Static extents of an argument are those of the parameter, or hold as many elements under "
          + "another rank."),
  CALL_DIRECTION(
      "PLT0907",
      null,
      "A tensor parameter that is only read is not written, nor handed to a callee "
          + "that writes it."),
  DEVICE_PLACEMENT("PLT0908", null, "device= stands on calls in the host orchestrator."),
  ONE_HOST("PLT0909", null, "A program has at most one host orchestrator."),
  CALL_LEVEL(
      "PLT0910",
      null,
      "A kernel calls no orchestration, and a chip orchestration no host " + "orchestrator."),
  CALL_VALUE(
      "PLT0911", null, "A constant argument is a value that the type of the parameter holds.");

  private final String code;
  private final String section;
  private final String title;

  ProgramRule(String code, String section, String title) {
    this.code = code;
    this.section = section;
    this.title = title;
  }

  @Override
  public String code() {
    return code;
  }

  @Override
  public String section() {
    return section;
  }

  @Override
  public String title() {
    return title;
  }
}
