package org.pyptoj.frontend;

/** Exit codes of the command line; a script that ends by itself chooses its own. */
public final class ExitCode {

  public static final int OK = 0;

  /** The script or its input is wrong. */
  public static final int USER_ERROR = 1;

  /** The command line is wrong. */
  public static final int USAGE = 2;

  /** pypto-j itself is wrong: {@code EX_SOFTWARE} of sysexits.h. */
  public static final int DEFECT = 70;

  /** {@code --timeout} is over; the code that {@code timeout(1)} uses. */
  public static final int TIMED_OUT = 124;

  /** Ctrl-C: 128 and the signal's number, as a shell reports it. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
