package org.pyptoj.sim;

import java.time.Duration;
import java.util.stream.IntStream;

/**
 * How a program is run.
 *
 * @param devices the device of each rank, as the user numbers them; a dispatch's {@code device=}
 *     counts positions here
 * @param mode how ranks interleave
 * @param strict whether fresh memory is poisoned instead of zero, and undefined tile elements
 *     become NaN
 * @param aivCores vector cores of one device
 * @param timeout wall-clock bound of a run, or null for none
 * @param stepLimit loop iterations and visible steps that one task may take, or 0 for no bound
 * @param persistentWindows whether windows keep their contents from one run of a world to the next
 * @param checkSignals whether a run fails when a collective's signal is not zero at its end
 * @param compileAfter loop iterations after which a function that is still running becomes JVM
 *     code: 0 for at once, {@link Integer#MAX_VALUE} for never
 * @param listener hears of every window access, or null
 */
public record SimConfig(
    int[] devices,
    Mode mode,
    boolean strict,
    int aivCores,
    Duration timeout,
    long stepLimit,
    boolean persistentWindows,
    boolean checkSignals,
    int compileAfter,
    AccessListener listener) {

  /**
   * Some milliseconds of a kernel's loops, which is what JVM code for it takes to be made. Tests
   * set the property, so that short loops change over too.
   */
  private static final int COMPILE_AFTER = Integer.getInteger("pyptoj.compileAfter", 10_000);

  public SimConfig {
    devices = devices.clone();
    if (devices.length == 0) {
      throw new IllegalArgumentException("a run needs at least one device");
    }
  }

  /** How ranks interleave. */
  public sealed interface Mode {}

  /** Ranks run in parallel. */
  public record Free() implements Mode {}

  /**
   * One task runs at a time; at each visible step a generator picks who goes on.
   *
   * @param seed the same seed gives the same interleaving
   */
  public record Seeded(long seed) implements Mode {}

  /**
   * One task runs at a time; at each visible step the caller picks who goes on.
   *
   * @param chooser the caller
   */
  public record Chosen(Chooser chooser) implements Mode {}

  /** Picks the next task. */
  @FunctionalInterface
  public interface Chooser {

    /**
     * Which of the tasks that can move goes on.
     *
     * @param current the position of the task that is running, or -1 where it cannot go on
     * @param runnable how many can move, at least 1
     * @return a position below {@code runnable}
     */
    int choose(int current, int runnable);
  }

  /** Ranks 0 to n-1 on devices of the same numbers, in parallel. */
  public static SimConfig free(int ranks) {
    return of(ranks, new Free());
  }

  /** Ranks 0 to n-1 on devices of the same numbers, interleaved by a seed. */
  public static SimConfig seeded(int ranks, long seed) {
    return of(ranks, new Seeded(seed));
  }

  /** Ranks 0 to n-1 on devices of the same numbers. */
  public static SimConfig of(int ranks, Mode mode) {
    return new SimConfig(
        IntStream.range(0, ranks).toArray(),
        mode,
        false,
        48,
        null,
        0,
        false,
        true,
        COMPILE_AFTER,
        null);
  }

  @Override
  public int[] devices() {
    return devices.clone();
  }

  /** Number of ranks. */
  public int ranks() {
    return devices.length;
  }

  public SimConfig withDevices(int... other) {
    return new SimConfig(
        other,
        mode,
        strict,
        aivCores,
        timeout,
        stepLimit,
        persistentWindows,
        checkSignals,
        compileAfter,
        listener);
  }

  public SimConfig withStrict(boolean other) {
    return new SimConfig(
        devices,
        mode,
        other,
        aivCores,
        timeout,
        stepLimit,
        persistentWindows,
        checkSignals,
        compileAfter,
        listener);
  }

  public SimConfig withAivCores(int other) {
    return new SimConfig(
        devices,
        mode,
        strict,
        other,
        timeout,
        stepLimit,
        persistentWindows,
        checkSignals,
        compileAfter,
        listener);
  }

  public SimConfig withTimeout(Duration other) {
    return new SimConfig(
        devices,
        mode,
        strict,
        aivCores,
        other,
        stepLimit,
        persistentWindows,
        checkSignals,
        compileAfter,
        listener);
  }

  public SimConfig withStepLimit(long other) {
    return new SimConfig(
        devices,
        mode,
        strict,
        aivCores,
        timeout,
        other,
        persistentWindows,
        checkSignals,
        compileAfter,
        listener);
  }

  public SimConfig withPersistentWindows(boolean other) {
    return new SimConfig(
        devices,
        mode,
        strict,
        aivCores,
        timeout,
        stepLimit,
        other,
        checkSignals,
        compileAfter,
        listener);
  }

  public SimConfig withCheckSignals(boolean other) {
    return new SimConfig(
        devices,
        mode,
        strict,
        aivCores,
        timeout,
        stepLimit,
        persistentWindows,
        other,
        compileAfter,
        listener);
  }

  public SimConfig withListener(AccessListener other) {
    return new SimConfig(
        devices,
        mode,
        strict,
        aivCores,
        timeout,
        stepLimit,
        persistentWindows,
        checkSignals,
        compileAfter,
        other);
  }

  public SimConfig withCompileAfter(int other) {
    return new SimConfig(
        devices,
        mode,
        strict,
        aivCores,
        timeout,
        stepLimit,
        persistentWindows,
        checkSignals,
        other,
        listener);
  }
}
