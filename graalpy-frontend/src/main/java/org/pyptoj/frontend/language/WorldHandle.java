package org.pyptoj.frontend.language;

import java.util.List;
import org.graalvm.polyglot.HostAccess.Export;
import org.graalvm.polyglot.Value;
import org.pyptoj.frontend.Session;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.dsl.HostException;
import org.pyptoj.sim.HostBuffer;
import org.pyptoj.sim.HostFunctions;
import org.pyptoj.sim.SimConfig;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.SimReport;
import org.pyptoj.sim.World;
import org.pyptoj.torch.Dtype;
import org.pyptoj.torch.Tensor;

/** The devices of a program over several dispatches, as Python holds them. */
public final class WorldHandle {

  private final Dispatcher dispatcher;
  private final Compilation compilation;
  private final HostFunctions functions;
  private final boolean persistent;
  private final World world;
  private final Function entry;

  WorldHandle(
      Compilation compilation,
      Function entry,
      Dispatcher dispatcher,
      boolean persistent,
      Value callback) {
    this.compilation = compilation;
    this.entry = entry;
    this.dispatcher = dispatcher;
    this.persistent = persistent;
    this.functions =
        callback.isNull()
            ? HostFunctions.NONE
            : (name, arguments) ->
                callback.executeVoid(
                    name, arguments.stream().map(WorldHandle::shown).toArray(Object[]::new));
    this.world =
        world(
            dispatcher
                .seeds()
                .<SimConfig.Mode>map(s -> new SimConfig.Seeded(s.first()))
                .orElseGet(SimConfig.Free::new));
  }

  private World world(SimConfig.Mode mode) {
    SimConfig config =
        SimConfig.of(compilation.devices().length, mode)
            .withDevices(compilation.devices())
            .withAivCores(compilation.platform().aivCores())
            .withPersistentWindows(persistent)
            .withListener(dispatcher.verdicts().listener());
    return World.create(compilation.lowered(), config, functions);
  }

  /**
   * One dispatch. With seeds and fresh windows it runs once under each seed; windows that persist
   * carry one history, so that they see the first seed alone.
   */
  private SimReport dispatch(List<Object> values) {
    int seeds = dispatcher.seeds().map(Session.Seeds::count).orElse(1);
    SimReport report =
        persistent || dispatcher.seeds().isEmpty()
            ? world.run(entry.name(), values)
            : Interleavings.run(
                dispatcher.seeds(),
                compilation,
                values,
                mode -> {
                  try (World once = world(mode)) {
                    return once.run(entry.name(), values);
                  }
                });
    if (seeds > 1) {
      dispatcher.verdicts().agreed(persistent ? 1 : seeds);
    }
    return report;
  }

  private static Object shown(Object argument) {
    if (!(argument instanceof HostBuffer b)) {
      return argument;
    }
    for (Dtype d : Dtype.values()) {
      if (d.pythonName().equals(b.dtype().torchName())) {
        return Tensor.view(b.segment(), d, b.shape(), b.strides(), b.offset());
      }
    }
    throw new HostException("a tensor of " + b.dtype().dslName() + " has no torch dtype");
  }

  /**
   * Runs the program on host tensors, which are updated in place, and numbers. Where the session
   * dispatches by need or not at all, arguments are looked at all the same.
   *
   * @param arguments see {@link Arguments#of}
   */
  @Export
  public void run(Value arguments) {
    List<Object> values = values(arguments);
    boolean alone = !persistent && functions == HostFunctions.NONE;
    List<TorchBuffer> buffers =
        values.stream().filter(TorchBuffer.class::isInstance).map(TorchBuffer.class::cast).toList();
    if (alone && dispatcher.dispatchesByNeed(buffers, () -> runByNeed(values, buffers))) {
      return;
    }
    if (dispatcher.dispatches()) {
      dispatcher.guarded(() -> dispatch(values));
    }
  }

  /**
   * The script has gone on since, so a failure is not told here: the dispatch counts as one that
   * did not run.
   */
  private void runByNeed(List<Object> values, List<TorchBuffer> buffers) {
    try (World once = world(new SimConfig.Free())) {
      buffers.forEach(TorchBuffer::segment);
      once.run(entry.name(), values);
    } catch (DiagnosticException | SimFailure | RefusedArgument | HostException e) {
      dispatcher.skipped();
    }
  }

  /**
   * Lets the program run on host tensors and numbers while the script goes on.
   *
   * @param arguments see {@link Arguments#of}
   * @param queue where it waits for its turn
   * @param reset whether windows are as they were when fresh before it runs
   */
  @Export
  public RunHandle submit(Value arguments, DispatchQueue queue, boolean reset) {
    List<Object> values = values(arguments);
    if (!dispatcher.dispatches()) {
      return RunHandle.DONE;
    }
    return queue.submit(
        () -> {
          if (reset) {
            world.resetWindows();
          }
          dispatch(values);
        });
  }

  private List<Object> values(Value arguments) {
    return dispatcher.guarded(() -> Arguments.of(entry, arguments));
  }

  /** Makes all windows as they were when fresh. */
  @Export
  public void resetWindows() {
    world.resetWindows();
  }

  /** How many dispatches have allocated windows. */
  @Export
  public long allocatingRuns() {
    return world.allocatingRuns();
  }

  /** Gives the windows back. */
  @Export
  public void close() {
    world.close();
  }
}
