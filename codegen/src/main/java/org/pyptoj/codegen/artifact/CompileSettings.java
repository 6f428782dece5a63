package org.pyptoj.codegen.artifact;

import java.util.List;
import org.pyptoj.passes.Platform;

/**
 * What a compilation is told.
 *
 * @param platform the target
 * @param deviceIds the devices of a distributed program, one rank each
 * @param subWorkers sub-workers per chip process; 0 for as many as the program declares
 * @param aicpuThreads threads of the runtime; 0 for the target's default
 * @param dumpPasses whether the program is kept after each pass
 * @param profile whether the time of each stage is kept; artifacts with times are not reproducible
 */
public record CompileSettings(
    Platform platform,
    List<Integer> deviceIds,
    int subWorkers,
    int aicpuThreads,
    boolean dumpPasses,
    boolean profile) {

  public CompileSettings {
    deviceIds = List.copyOf(deviceIds);
  }

  /** The defaults for a target and devices: with dumps, without times. */
  public static CompileSettings of(Platform platform, List<Integer> deviceIds) {
    return new CompileSettings(platform, deviceIds, 0, 0, true, false);
  }
}
