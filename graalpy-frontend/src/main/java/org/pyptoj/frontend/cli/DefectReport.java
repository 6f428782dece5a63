package org.pyptoj.frontend.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.pyptoj.frontend.ExitCode;

/** Tells the user that pypto-j itself is wrong, and keeps what its developers need in a file. */
final class DefectReport {

  private DefectReport() {}

  /**
   * @param debug whether the stack trace goes to the terminal as well
   * @return {@link ExitCode#DEFECT}
   */
  static int write(Throwable defect, List<String> args, PrintStream err, boolean debug) {
    err.println("pypto-j: internal error: " + defect);
    err.println("  This is a defect of pypto-j, not of your script.");
    if (debug) {
      defect.printStackTrace(err);
    }
    try {
      Path file = Files.createTempFile("pypto-j-defect-", ".log");
      try (PrintWriter log = new PrintWriter(Files.newBufferedWriter(file))) {
        log.println("pypto-j " + Version.text() + ", JDK " + Runtime.version());
        log.println(System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        log.println("arguments: " + args);
        defect.printStackTrace(log);
      }
      err.println("  Details for a report: " + file);
    } catch (IOException e) {
      err.println("  The details could not be written (" + e.getMessage() + "); try --debug.");
    }
    return ExitCode.DEFECT;
  }
}
