package org.pyptoj.sim.memory;

import java.util.Arrays;

/**
 * The devices that share a window: rank r of the domain is the r-th of them.
 *
 * @param devices positions in the run's device list, ascending
 */
public record Domain(int[] devices) {

  /** Number of ranks. */
  public int ranks() {
    return devices.length;
  }

  /** The device of a rank. */
  public int device(int rank) {
    return devices[rank];
  }

  /** The rank of a device, or -1 where it is not in the domain. */
  public int rankOf(int device) {
    int at = Arrays.binarySearch(devices, device);
    return at < 0 ? -1 : at;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Domain(int[] that) && Arrays.equals(devices, that);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(devices);
  }

  @Override
  public String toString() {
    return Arrays.toString(devices);
  }
}
