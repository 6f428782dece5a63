package org.pyptoj.sim;

import java.util.List;
import org.pyptoj.ir.Program;

/** Runs a program once. */
public final class Simulator {

  private Simulator() {}

  /**
   * Runs a program on simulated devices; results are written into the arguments.
   *
   * @param program at any stage of lowering
   * @param config devices and mode
   * @param arguments {@link HostBuffer}s and {@link Number}s of its entry function
   * @throws SimFailure when the run cannot go on
   */
  public static SimReport run(Program program, SimConfig config, List<?> arguments) {
    try (World world = World.create(program, config)) {
      return world.run(arguments);
    }
  }
}
