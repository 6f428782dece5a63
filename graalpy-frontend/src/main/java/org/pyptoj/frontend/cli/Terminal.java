package org.pyptoj.frontend.cli;

import java.io.InputStream;
import java.io.PrintStream;

/** The three standard streams of a command. */
public record Terminal(InputStream in, PrintStream out, PrintStream err) {}
