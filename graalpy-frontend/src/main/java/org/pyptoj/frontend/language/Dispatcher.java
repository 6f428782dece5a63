package org.pyptoj.frontend.language;

import java.util.List;
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

  /**
   * Takes a dispatch that runs when the script looks at one of its tensors, if ever.
   *
   * @return whether it is taken: not where dispatches run at once, or never
   */
  boolean dispatchesByNeed(List<TorchBuffer> tensors, Runnable dispatch);

  /** A dispatch did not run. */
  void skipped();

  /** The interleavings that each dispatch runs under; empty where ranks run in parallel. */
  Optional<Session.Seeds> seeds();

  /** What is looked for in every dispatch. */
  Verdicts verdicts();
}
