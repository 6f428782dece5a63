package org.pyptoj.frontend.cli;

import java.io.InputStream;
import java.io.PrintStream;
import org.pyptoj.frontend.ScriptRunner;

/**
 * The three standard streams of a command.
 *
 * @param ofProcess whether they are this process's own, so that its signals are meant for the
 *     command
 */
public record Terminal(InputStream in, PrintStream out, PrintStream err, boolean ofProcess) {

  /** The streams of this process. */
  public static Terminal process() {
    return new Terminal(System.in, System.out, System.err, true);
  }

  ScriptRunner.Streams streams() {
    return new ScriptRunner.Streams(in, out, err, ofProcess);
  }
}
