package org.pyptoj.conformance.ops;

import java.lang.foreign.MemorySegment;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.HostBuffer;

/**
 * A tensor parameter of an exercise.
 *
 * @param name the parameter's name
 * @param out whether the program may change it
 * @param dtype element type
 * @param shape extents
 * @param before its elements before the run
 * @param after its elements after it; NaN where any value will do
 * @param tolerance how far a float may be off, relative to one plus its size
 */
record Port(
    String name,
    boolean out,
    DataType dtype,
    int[] shape,
    double[] before,
    double[] after,
    double tolerance) {

  /** A tensor that is read. */
  static Port in(String name, DataType dtype, int[] shape, double[] values) {
    return new Port(name, false, dtype, shape, values, values, 0);
  }

  static Port out(
      String name, DataType dtype, int[] shape, double[] before, double[] after, double tolerance) {
    return new Port(name, true, dtype, shape, before, after, tolerance);
  }

  /** The parameter's annotation. */
  String annotation() {
    String tensor =
        "pl.Tensor[" + java.util.Arrays.toString(shape) + ", pl." + dtype.dslName() + "]";
    return out ? "pl.InOut[" + tensor + "]" : tensor;
  }

  HostBuffer buffer() {
    MemorySegment segment = MemorySegment.ofArray(new byte[before.length * dtype.bytes()]);
    for (int i = 0; i < before.length; i++) {
      Numbers.put(segment, dtype, i, before[i]);
    }
    long[] extents = java.util.Arrays.stream(shape).asLongStream().toArray();
    return HostBuffer.of(segment, dtype, extents);
  }

  /** The first element that is not what it should be, or null. */
  String difference(HostBuffer buffer) {
    for (int i = 0; i < after.length; i++) {
      double want = after[i];
      double got = Numbers.get(buffer.segment(), dtype, i);
      boolean same =
          Double.isNaN(want)
              || want == got
              || Math.abs(want - got) <= tolerance * (1 + Math.abs(want));
      if (!same) {
        return name + "[" + i + "] is " + got + " and not " + want;
      }
    }
    return null;
  }
}
