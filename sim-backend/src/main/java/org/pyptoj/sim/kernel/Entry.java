package org.pyptoj.sim.kernel;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.HostBuffer;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.Region;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.schedule.Scheduler;

/** Starts a program's entry function on the host's thread. */
public final class Entry {

  private Entry() {}

  /** Runs a function with the caller's arguments and returns its results. */
  public static List<Object> run(Run run, Compilation program, String name, List<?> arguments) {
    Span span = program.function(name, Span.NONE).span();
    CompiledFunction entry = program.compiled(name, span);
    Map<Object, Object> given = new IdentityHashMap<>();
    Object[] values = new Object[arguments.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(arguments.get(i), span);
      given.put(values[i], arguments.get(i));
    }
    if (run.config().listener() != null) {
      run.config().listener().begins();
    }
    Scheduler scheduler = run.scheduler();
    Task host = new Task(run, Task.HOST, name, span);
    HostStation station = new HostStation(run, host);
    host.station = station;
    host.fiber = scheduler.enterHost();
    Object[] results = Frame.NOTHING;
    try {
      if (entry.role == Role.HOST) {
        results = entry.invoke(host, values, span);
        station.flush(span);
      } else {
        HostStation.Item item = station.dispatch(0, entry, values, span);
        station.flush(span);
        results = item.results();
      }
    } catch (Throwable problem) {
      scheduler.fail(problem);
    } finally {
      leave(run);
    }
    if (run.config().listener() != null) {
      run.config().listener().ends();
    }
    List<Object> returned = new ArrayList<>();
    for (Object result : results) {
      returned.add(given.getOrDefault(result, result));
    }
    return returned;
  }

  /** Throws what has made the run fail, as its listener explains it. */
  private static void leave(Run run) {
    try {
      run.scheduler().leaveHost();
    } catch (SimFailure failure) {
      throw run.config().listener() == null ? failure : run.config().listener().failed(failure);
    }
  }

  private static Object value(Object argument, Span span) {
    return switch (argument) {
      case HostBuffer b -> {
        long[] shape = b.shape().clone();
        yield new TensorValue(
            b.dtype(),
            Region.host(b.segment()),
            b.offset(),
            shape,
            b.strides().clone(),
            shape,
            null,
            -1);
      }
      case Boolean b -> b ? 1L : 0L;
      case Number n -> n;
      case null, default ->
          throw new SimFailure(
              SimCode.ARGUMENT, "an argument is a HostBuffer or a number, not " + argument, span);
    };
  }
}
