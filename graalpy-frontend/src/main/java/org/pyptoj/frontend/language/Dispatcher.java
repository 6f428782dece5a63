package org.pyptoj.frontend.language;

import java.util.Optional;
import org.pyptoj.frontend.Session;
import org.pyptoj.frontend.Verdicts;

/** What a compiled program needs of the session: where failures go, and whether a dispatch runs. */
interface Dispatcher {

  /** Something done for Python. */
  interface Action<T> {
    T run();
  }

  /** Runs something; a user's mistake becomes a Python exception. */
  <T> T guarded(Action<T> action);

  /** Whether dispatches run; noted where they do not. */
  boolean dispatches();

  /** The interleavings that each dispatch runs under; empty where ranks run in parallel. */
  Optional<Session.Seeds> seeds();

  /** What is looked for in every dispatch. */
  Verdicts verdicts();
}
