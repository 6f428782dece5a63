package org.pyptoj.frontend;

import java.time.Duration;
import java.util.Optional;

/**
 * What a script may not do beyond the ordinary least privilege.
 *
 * @param sandbox no environment, no network, and files only below the script's folder, read-only
 * @param timeout wall-clock time after which the script is stopped
 */
public record Limits(boolean sandbox, Optional<Duration> timeout) {

  /** Files as any script, no time limit. */
  public static final Limits NONE = new Limits(false, Optional.empty());
}
