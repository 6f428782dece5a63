package org.pyptoj.verifier;

/** The rules between functions of a program, one row each. */
public enum ProgramRule implements Rule {
  DUPLICATE_FUNCTION("PLT0901", null, "Functions of a program have different names."),
  UNKNOWN_CALLEE("PLT0902", null, "A called function exists in the program."),
  RECURSION("PLT0903", null, "No function calls itself, directly or through others."),
  CALL_ARITY("PLT0904", null, "A call gives one argument per parameter of the callee."),
  CALL_TYPE(
      "PLT0905",
      null,
      "An argument has the kind, the element type and the rank of the parameter; a "
          + "DistributedTensor is no Tensor."),
  CALL_EXTENT(
      "PLT0906", null, "A static extent of an argument equals the static extent of the parameter."),
  CALL_DIRECTION(
      "PLT0907",
      null,
      "A tensor parameter that is only read is not written, nor handed to a callee "
          + "that writes it."),
  DEVICE_PLACEMENT("PLT0908", null, "device= stands on calls in the host orchestrator."),
  DEVICE_MISSING(
      "PLT0909", null, "A host orchestrator's call of a chip orchestration names its device."),
  ONE_HOST("PLT0910", null, "A program has at most one host orchestrator."),
  CALL_LEVEL(
      "PLT0911",
      null,
      "A kernel calls no orchestration, and a chip orchestration no host " + "orchestrator.");

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
