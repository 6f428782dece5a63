package org.pyptoj.sim;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.kernel.Compilation;
import org.pyptoj.sim.kernel.Entry;
import org.pyptoj.sim.kernel.Run;
import org.pyptoj.sim.memory.Window;
import org.pyptoj.sim.schedule.FreeScheduler;
import org.pyptoj.sim.schedule.Scheduler;
import org.pyptoj.sim.schedule.TurnScheduler;

/**
 * A program on a set of simulated devices. It is compiled once and may be run many times; with
 * {@link SimConfig#persistentWindows()} windows keep what they hold from run to run, until {@link
 * #resetWindows()}.
 *
 * <p>A world is used by one thread at a time.
 */
public final class World implements AutoCloseable {

  private final Compilation program;
  private final SimConfig config;
  private final HostFunctions hostFunctions;
  private final Map<Object, Window> kept = new HashMap<>();
  private Arena arena = Arena.ofShared();
  private long allocatingRuns;
  private boolean allocated;

  private World(Program program, SimConfig config, HostFunctions hostFunctions) {
    this.program = new Compilation(program, config.compileAfter());
    this.config = config;
    this.hostFunctions = hostFunctions;
  }

  /** A world for a program; nothing runs yet. */
  public static World create(Program program, SimConfig config) {
    return create(program, config, HostFunctions.NONE);
  }

  /** A world for a program whose host orchestrator calls sub-workers. */
  public static World create(Program program, SimConfig config, HostFunctions hostFunctions) {
    return new World(program, config, hostFunctions);
  }

  /**
   * Runs the program's entry: its host orchestrator, or else its only orchestration, or else its
   * only kernel, on the first device.
   *
   * @param arguments {@link HostBuffer}s and {@link Number}s, one per parameter; results are
   *     written into the buffers
   * @throws SimFailure when the run cannot go on
   */
  public SimReport run(List<?> arguments) {
    return run(entry(), arguments);
  }

  /** Runs a function of the program. */
  public SimReport run(String function, List<?> arguments) {
    long start = System.nanoTime();
    long deadline = config.timeout() == null ? Long.MAX_VALUE : start + config.timeout().toNanos();
    Scheduler scheduler =
        switch (config.mode()) {
          case SimConfig.Free mode -> new FreeScheduler(deadline);
          case SimConfig.Seeded(long seed) ->
              new TurnScheduler(deadline, TurnScheduler.seeded(seed));
          case SimConfig.Chosen(SimConfig.Chooser chooser) -> new TurnScheduler(deadline, chooser);
        };
    Run run = new Run(program, config, scheduler, this::window, hostFunctions);
    try {
      List<Object> results = Entry.run(run, program, function, arguments);
      if (config.checkSignals()) {
        run.checkSignals();
      }
      return new SimReport(run.ranks(), results, System.nanoTime() - start);
    } finally {
      allocatingRuns += allocated ? 1 : 0;
      allocated = false;
      if (!config.persistentWindows()) {
        forget();
      }
    }
  }

  private Window window(Object key, String name, long bytes, Span span) {
    Window known = kept.get(key);
    if (known != null && known.bytes() == bytes) {
      if (config.listener() != null) {
        for (int d = 0; d < config.ranks(); d++) {
          config.listener().retained(known, d, known.slice(d).segment());
        }
      }
      return known;
    }
    allocated = true;
    Window fresh = new Window(name, bytes, config.ranks(), arena, span);
    kept.put(key, fresh);
    return fresh;
  }

  /** How many runs have allocated windows; with persistent windows that is the first one. */
  public long allocatingRuns() {
    return allocatingRuns;
  }

  private String entry() {
    Program source = program.program();
    if (source.host().isPresent()) {
      return source.host().get().name();
    }
    List<Function> candidates =
        source.functions().stream().filter(Function::isChipOrchestration).toList();
    if (candidates.isEmpty()) {
      candidates = new ArrayList<>(source.functions());
      candidates.removeIf(f -> f.kind() == FunctionKind.INLINE);
    }
    if (candidates.size() != 1) {
      throw new SimFailure(
          SimCode.ARGUMENT,
          "the program has no host orchestrator and "
              + candidates.size()
              + " functions that could be its entry",
          Span.NONE);
    }
    return candidates.getFirst().name();
  }

  /**
   * Makes all kept windows as they were when fresh: how a run that was cut short is recovered from.
   */
  public void resetWindows() {
    kept.values().forEach(Window::reset);
  }

  private void forget() {
    if (!kept.isEmpty()) {
      kept.clear();
      arena.close();
      arena = Arena.ofShared();
    }
  }

  /** Gives the windows' memory back. */
  @Override
  public void close() {
    kept.clear();
    arena.close();
  }
}
