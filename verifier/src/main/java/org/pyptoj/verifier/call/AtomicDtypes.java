package org.pyptoj.verifier.call;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.verifier.rule.Rule;

/** The element types that a store can add atomically. */
public final class AtomicDtypes {

  private static final Set<DataType> SUPPORTED =
      EnumSet.of(
          DataType.FP32,
          DataType.BF16,
          DataType.FP16,
          DataType.INT32,
          DataType.INT16,
          DataType.INT8);

  private AtomicDtypes() {}

  /** Reports an atomic add of a type that the hardware cannot add. */
  public static void check(CallCheck call, Rule rule, DataType dtype) {
    if (call.attr(OpAttrs.ATOMIC) == AtomicType.ADD && !SUPPORTED.contains(dtype)) {
      call.report(
          rule,
          "atomic",
          "atomic add of " + dtype.dslName() + " does not exist",
          "use one of "
              + SUPPORTED.stream().map(DataType::dslName).collect(Collectors.joining(", "))
              + ", or store without atomic");
    }
  }
}
