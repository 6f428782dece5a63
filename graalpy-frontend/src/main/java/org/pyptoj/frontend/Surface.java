package org.pyptoj.frontend;

import java.util.Map;
import org.graalvm.polyglot.Value;

/**
 * What the Java side of a Python package gives to the scripts of one {@link Session}.
 *
 * <p>Scripts reach Java through the module {@code _pyptoj} alone. A member of an exported object is
 * visible to Python only with {@link org.graalvm.polyglot.HostAccess.Export} on it.
 */
public interface Surface {

  /** A surface that exports nothing. */
  Surface NONE = (session, files) -> Map.of();

  /**
   * The attributes of the module {@code _pyptoj}, by name. Called once, before the script starts.
   *
   * @param session the execution that the exports belong to
   * @param files the files that the script has: what is exported opens no other
   */
  Map<String, Object> exports(Session session, ScriptFiles files);

  /**
   * Called on the script's thread, inside its context, after the script's module body has ended by
   * itself or with a Python exception. This is where {@code compile} compiles what the script
   * defined but did not build itself.
   *
   * @param session the execution that ended
   * @param globals the names of the module {@code __main__}
   * @param outcome how the script ended
   * @return how the execution ended
   */
  default Outcome scriptEnded(Session session, Value globals, Outcome outcome) {
    return outcome;
  }

  /** Ends what exported objects still do: the script is over, or its time is. */
  default void close() {}
}
