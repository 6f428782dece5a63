package org.pyptoj.frontend.language;

import java.util.ArrayList;
import java.util.List;
import org.graalvm.polyglot.Value;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.sim.HostBuffer;
import org.pyptoj.torch.Tensor;

/**
 * The arguments of a dispatch, from Python to the simulator. Every way to dispatch a program leads
 * through here.
 */
final class Arguments {

  private Arguments() {}

  /**
   * What the simulator takes: {@link HostBuffer}s for tensors and numbers for scalars.
   *
   * @param entry the function that is called, as the script has it
   * @param given per parameter a tensor, or the fields of a {@link ScalarArgument}
   * @throws RefusedArgument where an argument is not what its parameter takes; extents are looked
   *     at when the program runs
   */
  static List<Object> of(Function entry, Value given) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < given.getArraySize(); i++) {
      Param param = entry.params().get(i);
      String name = "parameter '" + param.var().name() + "' of " + entry.name();
      Value value = given.getArrayElement(i);
      values.add(
          value.isHostObject()
              ? tensor(param, name, value.asHostObject())
              : number(
                  param,
                  name,
                  new ScalarArgument(
                      value.getArrayElement(0).asString(), value.getArrayElement(1))));
    }
    return values;
  }

  private static HostBuffer tensor(Param param, String name, Tensor tensor) {
    String dtype = "torch." + tensor.dtype().pythonName();
    if (param.var().type() instanceof ScalarType(DataType type)) {
      throw RefusedArgument.type(
          name + " is " + type.dslName() + ": it takes a number, not a tensor");
    }
    return TorchBuffer.of(tensor)
        .orElseThrow(
            () ->
                RefusedArgument.type(
                    name + " takes no tensor of " + dtype + ", which no kernel has"));
  }

  private static Number number(Param param, String name, ScalarArgument argument) {
    if (param.var().type() instanceof ScalarType(DataType type)) {
      return argument.as(type, name);
    }
    throw RefusedArgument.type(name + " takes a tensor, not " + argument.kind());
  }
}
