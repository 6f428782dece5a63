package org.pyptoj.sim;

import java.util.List;

/**
 * What a run did.
 *
 * @param ranks one entry per rank
 * @param results what the entry function returned: {@code Long}, {@code Double}, or the caller's
 *     {@link HostBuffer}
 * @param nanos wall-clock time
 */
public record SimReport(List<Rank> ranks, List<Object> results, long nanos) {

  public SimReport {
    ranks = List.copyOf(ranks);
  }

  /**
   * What one rank did.
   *
   * @param device the device as the user numbers it
   * @param tasks kernels run, each block counted
   * @param ops tile, tensor and distributed operations
   * @param localBytes bytes moved between its own memory and tiles
   * @param remoteBytes bytes moved from or to peers
   * @param notifies signals sent
   * @param waits waits that had to block
   */
  public record Rank(
      int device,
      long tasks,
      long ops,
      long localBytes,
      long remoteBytes,
      long notifies,
      long waits) {}
}
