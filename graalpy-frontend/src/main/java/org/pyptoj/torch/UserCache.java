package org.pyptoj.torch;

import java.nio.file.Path;
import java.util.Locale;

/** The folder in which a user's programs keep what they can make again. */
final class UserCache {
  private UserCache() {}

  /** A folder of ours there, which may not exist; null where the user has no such place. */
  static Path folder(String name) {
    Path base = base();
    return base == null ? null : base.resolve("pypto-j").resolve(name);
  }

  private static Path base() {
    String chosen = System.getenv("XDG_CACHE_HOME");
    if (chosen != null && Path.of(chosen).isAbsolute()) {
      return Path.of(chosen);
    }
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String local = System.getenv("LOCALAPPDATA");
    if (system.contains("windows") && local != null) {
      return Path.of(local);
    }
    String home = System.getProperty("user.home");
    if (home == null || !Path.of(home).isAbsolute()) {
      return null;
    }
    return Path.of(home, system.contains("mac") ? "Library/Caches" : ".cache");
  }
}
