package org.pyptoj.frontend;

import java.util.List;
import java.util.Map;

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
   * Called on the script's thread when the script has ended, whatever ended it; its context may be
   * closed by then. This is where {@code compile} compiles what the script defined but did not
   * build itself.
   *
   * @param session the execution that ended
   * @param outcome how the script ended
   * @return how the execution ended
   */
  default Outcome scriptEnded(Session session, Outcome outcome) {
    return outcome;
  }

  /** The programs that the last session has verified, in order. */
  default List<ProgramReport> programs() {
    return List.of();
  }

  /** Ends what exported objects still do: the script is over, or its time is. */
  default void close() {}
}
