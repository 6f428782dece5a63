package org.pyptoj.passes.collective;

import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.diagnostic.RuleCode;

/** What the lowering of collectives asks of a program. */
public enum CollectiveRule implements RuleCode {
  KERNEL_SIGNAL("PLP1001", "An allreduce inside a kernel needs its signal"),
  KERNEL_CORE_NUM("PLP1002", "core_num belongs to orchestrators, not to kernels"),
  MESH_SIGNAL("PLP1003", "A mesh collective's signal has one cell per rank"),
  RING_SIGNAL("PLP1004", "A ring's signal has one row per round and one cell per rank"),
  MODE("PLP1005", "An allreduce's mode is \"mesh\" or \"ring\""),
  PACKED_TARGET("PLP1006", "An allreduce's target is packed and row-major"),
  PARTIAL_SIZE("PLP1007", "A partly valid mesh target fits one chunk"),
  PARTIAL_BOX("PLP1008", "A partly valid mesh target collapses to one rectangle"),
  RING_PREFIX("PLP1009", "A partly valid ring target is a row-major prefix"),
  BLOCK_ROWS("PLP1011", "An all_to_all_v target holds the same number of rows for each rank"),
  HOST_SIGNAL_IN_LOOP("PLP1020", "A signal cannot be made up inside a loop"),
  HOST_NESTED("PLP1021", "A host collective stands in a statement of its own"),
  RING_NEEDS_SIGNAL("PLP1022", "A host ring allreduce needs its signal"),
  WINDOW_UNVIEWED("PLP1030", "A window allocation is looked at by pld.window"),
  WINDOW_UNUSED("PLP1031", "A window allocation reaches a dispatch or a collective"),
  DEVICE("PLP1032", "A dispatch's device is a constant or a loop over ranks"),
  WINDOW_NAME("PLP1033", "The windows of one comm domain have names of their own"),
  NO_DEVICE("PLP1034", "A dispatch of windows names its device"),
  NOT_A_WINDOW("PLP1040", "A host collective works on windows"),
  ONE_DOMAIN("PLP1041", "The windows of a host collective belong to one comm domain"),
  DISTINCT_WINDOWS("PLP1042", "The windows of a host collective are distinct allocations"),
  HOST_DTYPE("PLP1043", "A host allreduce is over FP16 or FP32"),
  HOST_SIGNAL("PLP1044", "A host collective's signal is INT32 with a cell for each device"),
  HOST_LANES("PLP1045", "A host allreduce's signal has a lane for each core"),
  CORES("PLP1046", "core_num fits the chip and the schedule"),
  RING_HOST_SIGNAL("PLP1047", "A host ring's signal has one row per round and one for the return"),
  ROOT("PLP1050", "A broadcast's root is one of the participating ranks"),
  LOOP("PLP1051", "all_to_all_v does not stand in a loop of a host orchestrator"),
  CHIP_COLLECTIVE("PLP1060", "Only all_to_all_v is written in a chip orchestration"),
  CHIP_CORES("PLP1061", "all_to_all_v runs on one block");

  private final String code;
  private final String title;

  CollectiveRule(String code, String title) {
    this.code = code;
    this.title = title;
  }

  @Override
  public String code() {
    return code;
  }

  @Override
  public String title() {
    return title;
  }

  /** The mistake at a place, with the way out. */
  public DiagnosticException at(Span span, String message, String help) {
    return new DiagnosticException(new Diagnostic(code, message, span, help));
  }
}
