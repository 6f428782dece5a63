package org.pyptoj.frontend.cli;

import java.nio.file.Path;

/**
 * Executes what the ahead-of-time cache is to be fast at, in one process: the launcher calls it
 * while the JVM records.
 *
 * <p>A failing script is no failure here; the cache only gets smaller.
 */
final class Training {

  private Training() {}

  /** Compiles each script into the folder {@code args[0]} and runs it. */
  public static void main(String[] args) {
    Terminal terminal = Terminal.process();
    for (int i = 1; i < args.length; i++) {
      String output = Path.of(args[0], Integer.toString(i)).toString();
      Main.execute(new String[] {"compile", "-o", output, args[i]}, terminal);
      Main.execute(new String[] {"run", args[i]}, terminal);
    }
    Main.execute(new String[] {"run", "no such file"}, terminal);
    Main.execute(new String[] {"--help"}, terminal);
  }
}
