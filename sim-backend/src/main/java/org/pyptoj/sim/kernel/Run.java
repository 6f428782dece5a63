package org.pyptoj.sim.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.HostFunctions;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimConfig;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.SimReport;
import org.pyptoj.sim.memory.Elements;
import org.pyptoj.sim.memory.Region;
import org.pyptoj.sim.memory.TensorValue;
import org.pyptoj.sim.schedule.Scheduler;

/** One run of a program: what its tasks share. */
public final class Run {

  /** Makes or finds window memory. */
  public interface Windows {

    /**
     * The window of an allocation.
     *
     * @param key what identifies the allocation from run to run
     * @param name as reports call it
     */
    org.pyptoj.sim.memory.Window window(Object key, String name, long bytes, Span span);
  }

  private final SimConfig config;
  private final Scheduler scheduler;
  private final Compilation program;
  private final Windows windows;
  private final HostFunctions hostFunctions;
  private final Device[] devices;
  private final AtomicLong taskIds = new AtomicLong();
  private final Map<Object, Signal> signals = new ConcurrentHashMap<>();

  private record Signal(TensorValue signal, Span span) {}

  public Run(
      Compilation program,
      SimConfig config,
      Scheduler scheduler,
      Windows windows,
      HostFunctions hostFunctions) {
    this.hostFunctions = hostFunctions;
    this.program = program;
    this.config = config;
    this.scheduler = scheduler;
    this.windows = windows;
    this.devices = new Device[config.ranks()];
    for (int d = 0; d < devices.length; d++) {
      devices[d] = new Device(config.aivCores());
    }
    scheduler.reportWork(this::waitingForCores);
  }

  private List<SimFailure.Blocked> waitingForCores() {
    List<SimFailure.Blocked> waiting = new ArrayList<>();
    for (int d = 0; d < devices.length; d++) {
      for (ChipTask task : devices[d].waiting()) {
        String cores = task.blocks == 1 ? "a core" : task.blocks + " cores";
        waiting.add(
            new SimFailure.Blocked(d, deviceId(d), task.name, task.span, cores, null, null));
      }
    }
    return waiting;
  }

  public SimConfig config() {
    return config;
  }

  public Scheduler scheduler() {
    return scheduler;
  }

  Compilation program() {
    return program;
  }

  HostFunctions hostFunctions() {
    return hostFunctions;
  }

  Windows windows() {
    return windows;
  }

  Device device(int index) {
    return devices[index];
  }

  int deviceId(int index) {
    return config.devices()[index];
  }

  long nextTaskId() {
    return taskIds.incrementAndGet();
  }

  /** A signal that a collective leaves zero. */
  void collectiveSignal(TensorValue signal, Span span) {
    record Key(Object window, long offset) {}
    signals.putIfAbsent(
        new Key(signal.region().window(), signal.offset()), new Signal(signal, span));
  }

  /** Checks that every collective's signal is zero again. */
  public void checkSignals() {
    List<SimFailure.Blocked> left = new ArrayList<>();
    Span first = null;
    for (Signal s : signals.values()) {
      TensorValue signal = s.signal();
      for (int rank = 0; rank < signal.domain().ranks(); rank++) {
        TensorValue at = signal.at(rank);
        Region region = at.region();
        long[] index = new long[at.dims()];
        for (long i = 0; i < at.elements(); i++) {
          long rest = i;
          for (int d = index.length - 1; d >= 0; d--) {
            index[d] = rest % at.shape()[d];
            rest /= at.shape()[d];
          }
          int value = Elements.cell(region.segment(), at.byteOf(index));
          if (value != 0) {
            int device = signal.domain().device(rank);
            Object change = region.window().lastChange(device, at.byteOf(index));
            left.add(
                new SimFailure.Blocked(
                    device,
                    deviceId(device),
                    "collective",
                    s.span(),
                    region.window().name() + java.util.Arrays.toString(index) + " == 0 at the end",
                    (long) value,
                    change == null ? null : change.toString()));
            first = first == null ? s.span() : first;
          }
        }
      }
    }
    if (!left.isEmpty()) {
      throw new SimFailure(
          SimCode.SIGNAL_LEFT,
          "a collective's signal is not zero after the run: "
              + left.size()
              + (left.size() == 1 ? " cell holds" : " cells hold")
              + " credits",
          first,
          "a signal belongs to collectives alone while they run; see who else changes it",
          left);
    }
  }

  /** What each rank did. */
  public List<SimReport.Rank> ranks() {
    List<SimReport.Rank> ranks = new ArrayList<>();
    for (int d = 0; d < devices.length; d++) {
      ranks.add(devices[d].report(deviceId(d)));
    }
    return ranks;
  }
}
