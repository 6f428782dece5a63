package org.pyptoj.frontend.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.pyptoj.frontend.ProgramReport;

/** The table at the end of {@code compile} and {@code check}: programs, kernels, files. */
final class Summary {

  private Summary() {}

  /**
   * @param artifacts whether the command writes artifacts
   */
  static void print(boolean artifacts, List<ProgramReport> programs, PrintStream out) {
    if (programs.isEmpty()) {
      out.println("no program is defined");
      return;
    }
    List<String[]> rows = new ArrayList<>();
    rows.add(
        artifacts
            ? new String[] {"program", "kernels", "files", "folder"}
            : new String[] {"program", "kernels", "functions", "verdict"});
    for (ProgramReport p : programs) {
      rows.add(
          artifacts
              ? new String[] {
                p.name(),
                "" + p.kernels(),
                "" + p.files(),
                p.folder().map(Path::toString).orElse("")
              }
              : new String[] {p.name(), "" + p.kernels(), "" + p.functions(), "verified"});
    }
    int[] widths = new int[4];
    for (String[] row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    for (String[] row : rows) {
      out.println(
          String.format(
                  "%-" + widths[0] + "s  %" + widths[1] + "s  %" + widths[2] + "s  %s",
                  row[0],
                  row[1],
                  row[2],
                  row[3])
              .stripTrailing());
    }
  }
}
