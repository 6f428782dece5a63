package org.pyptoj.frontend.language;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.graalvm.polyglot.HostAccess.Export;
import org.graalvm.polyglot.Value;
import org.pyptoj.ir.dsl.HostException;
import org.pyptoj.sim.HostBuffer;
import org.pyptoj.sim.HostFunctions;
import org.pyptoj.sim.SimConfig;
import org.pyptoj.sim.World;
import org.pyptoj.torch.Dtype;
import org.pyptoj.torch.Tensor;

/** The devices of a program over several dispatches, as Python holds them. */
public final class WorldHandle {

  private final Dispatcher dispatcher;
  private final World world;
  private final String entry;

  /** Runs what was submitted, in order; made when something is. */
  private ExecutorService queue;

  WorldHandle(
      Compilation compilation,
      String entry,
      Dispatcher dispatcher,
      boolean persistent,
      Value callback) {
    this.entry = entry;
    this.dispatcher = dispatcher;
    SimConfig config =
        SimConfig.free(compilation.devices().length)
            .withDevices(compilation.devices())
            .withAivCores(compilation.platform().aivCores())
            .withPersistentWindows(persistent);
    HostFunctions functions =
        callback.isNull()
            ? HostFunctions.NONE
            : (name, arguments) ->
                callback.executeVoid(
                    name, arguments.stream().map(WorldHandle::shown).toArray(Object[]::new));
    world = World.create(compilation.lowered(), config, functions);
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

  /** Runs the program on host tensors and numbers, which are updated in place. */
  @Export
  public void run(Value arguments) {
    if (dispatcher.dispatches()) {
      dispatcher.guarded(() -> world.run(entry, values(arguments)));
    }
  }

  /** Lets the program run on host tensors and numbers while the script goes on. */
  @Export
  public RunHandle submit(Value arguments) {
    if (!dispatcher.dispatches()) {
      return RunHandle.DONE;
    }
    List<Object> values = dispatcher.guarded(() -> values(arguments));
    if (queue == null) {
      queue =
          Executors.newSingleThreadExecutor(
              Thread.ofPlatform().name("pypto-j dispatch").daemon().factory());
    }
    return new RunHandle(queue.submit(() -> world.run(entry, values)), dispatcher);
  }

  private static List<Object> values(Value arguments) {
    List<Object> values = new ArrayList<>();
    for (long i = 0; i < arguments.getArraySize(); i++) {
      values.add(value(arguments.getArrayElement(i)));
    }
    return values;
  }

  private static Object value(Value value) {
    if (value.isHostObject() && value.asHostObject() instanceof Tensor tensor) {
      return TorchBuffer.of(tensor);
    }
    if (value.isBoolean()) {
      return value.asBoolean() ? 1L : 0L;
    }
    return value.fitsInLong() ? (Object) value.asLong() : (Object) value.asDouble();
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
    if (queue != null) {
      queue.close();
    }
    world.close();
  }
}
