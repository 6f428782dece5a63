package org.pyptoj.frontend.language;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.pyptoj.frontend.Session;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.sim.HostBuffer;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimConfig;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.SimReport;

/** Repeats a dispatch under several interleavings of its ranks and compares what it writes. */
final class Interleavings {

  private Interleavings() {}

  /**
   * Runs a dispatch as the session wants it: once with ranks in parallel, or once under each seed,
   * from the same tensors each time. Afterwards the tensors hold the last run's results.
   *
   * @throws SimFailure when two seeds give different results
   */
  static SimReport run(
      Optional<Session.Seeds> seeds,
      Compilation compilation,
      List<Object> arguments,
      Function<SimConfig.Mode, SimReport> once) {
    if (seeds.isEmpty()) {
      return once.apply(new SimConfig.Free());
    }
    long first = seeds.get().first();
    List<byte[]> inputs = contents(arguments);
    SimReport report = under(first, seeds.get().count(), once);
    List<byte[]> results = seeds.get().count() == 1 ? List.of() : contents(arguments);
    for (int i = 1; i < seeds.get().count(); i++) {
      restore(arguments, inputs);
      report = under(first + i, seeds.get().count(), once);
      compare(compilation, arguments, results, first, first + i);
    }
    return report;
  }

  /** Runs under a seed; where there are several, a failure says under which. */
  private static SimReport under(long seed, int count, Function<SimConfig.Mode, SimReport> once) {
    try {
      return once.apply(new SimConfig.Seeded(seed));
    } catch (SimFailure failure) {
      throw count == 1
          ? failure
          : failure.with(
              new Diagnostic.Note(
                  "this is what happens under seed " + seed + "; run with --seed " + seed,
                  Span.NONE));
    }
  }

  private static List<MemorySegment> segments(List<Object> arguments) {
    return arguments.stream()
        .filter(HostBuffer.class::isInstance)
        .map(a -> ((HostBuffer) a).segment())
        .toList();
  }

  private static List<byte[]> contents(List<Object> arguments) {
    List<byte[]> contents = new ArrayList<>();
    for (MemorySegment segment : segments(arguments)) {
      contents.add(segment.toArray(ValueLayout.JAVA_BYTE));
    }
    return contents;
  }

  private static void restore(List<Object> arguments, List<byte[]> contents) {
    List<MemorySegment> segments = segments(arguments);
    for (int i = 0; i < segments.size(); i++) {
      segments.get(i).copyFrom(MemorySegment.ofArray(contents.get(i)));
    }
  }

  private static void compare(
      Compilation compilation,
      List<Object> arguments,
      List<byte[]> expected,
      long first,
      long seed) {
    List<MemorySegment> segments = segments(arguments);
    for (int i = 0, segment = 0; i < arguments.size(); i++) {
      if (!(arguments.get(i) instanceof HostBuffer)) {
        continue;
      }
      MemorySegment before = MemorySegment.ofArray(expected.get(segment));
      if (segments.get(segment).mismatch(before) >= 0) {
        throw new SimFailure(
            SimCode.INTERLEAVING,
            "the seeds "
                + first
                + " and "
                + seed
                + " leave different values in argument '"
                + compilation.entry().params().get(i).var().name()
                + "'",
            compilation.entry().span(),
            "run with --seed " + first + " and with --seed " + seed + " and compare",
            List.of());
      }
      segment++;
    }
  }
}
