package org.pyptoj.conformance.collectives;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.passes.Platform;
import org.pyptoj.sim.HostBuffer;
import org.pyptoj.sim.SimConfig;
import org.pyptoj.sim.Simulator;
import org.pyptoj.verifier.OpTypes;

/** Compiles scripts and runs them on simulated ranks. */
final class Runs {

  private static final String HEAD =
      """
      import pypto.language as pl
      import pypto.language.distributed as pld

      @pl.program
      class Program:
      """;

  private Runs() {}

  /** The program that a user's methods define. */
  static Program written(String methods) {
    return DslParser.parseScript("kernel.py", HEAD + methods.indent(4), OpTypes::call);
  }

  /** The same after the whole pipeline. */
  static Program compiled(String methods) {
    return Pipeline.DEFAULT.run(
        written(methods), new PassContext(Platform.A2A3_SIM), Pipeline.Listener.NONE);
  }

  /** Runs a program under one interleaving. */
  static void run(Program program, int ranks, long seed, HostBuffer... arguments) {
    Simulator.run(program, SimConfig.seeded(ranks, seed), List.of(arguments));
  }

  /** A float tensor. */
  static HostBuffer floats(double[] values, long... shape) {
    MemorySegment segment = Arena.ofAuto().allocate(values.length * 4L, 64);
    for (int i = 0; i < values.length; i++) {
      segment.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) values[i]);
    }
    return HostBuffer.of(segment, DataType.FP32, shape);
  }

  /** An int tensor. */
  static HostBuffer ints(int[] values, long... shape) {
    MemorySegment segment = Arena.ofAuto().allocate(values.length * 4L, 64);
    for (int i = 0; i < values.length; i++) {
      segment.setAtIndex(ValueLayout.JAVA_INT, i, values[i]);
    }
    return HostBuffer.of(segment, DataType.INT32, shape);
  }

  static List<Double> values(HostBuffer buffer) {
    List<Double> out = new ArrayList<>();
    for (long i = 0; i < buffer.segment().byteSize() / 4; i++) {
      out.add(
          buffer.dtype() == DataType.FP32
              ? (double) buffer.segment().getAtIndex(ValueLayout.JAVA_FLOAT, i)
              : (double) buffer.segment().getAtIndex(ValueLayout.JAVA_INT, i));
    }
    return out;
  }
}
