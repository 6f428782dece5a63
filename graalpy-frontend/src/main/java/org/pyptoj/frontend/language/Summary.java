package org.pyptoj.frontend.language;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.pyptoj.frontend.Session;
import org.pyptoj.ir.Function;

/** The table at the end of {@code compile} and {@code check}: programs, kernels, files. */
final class Summary {

  private Summary() {}

  static void print(Session.Mode mode, List<CompiledHandle> programs, PrintStream out) {
    if (programs.isEmpty()) {
      out.println("no program is defined");
      return;
    }
    boolean files = mode == Session.Mode.COMPILE;
    List<String[]> rows = new ArrayList<>();
    rows.add(
        files
            ? new String[] {"program", "kernels", "files", "folder"}
            : new String[] {"program", "kernels", "functions", "verdict"});
    for (CompiledHandle handle : programs) {
      Compilation c = handle.compilation();
      long kernels =
          c.lowered().functions().stream().map(Function::kind).filter(k -> k.isKernel()).count();
      rows.add(
          files
              ? new String[] {
                handle.name(), "" + kernels, "" + count(handle.output()), "" + handle.output()
              }
              : new String[] {
                handle.name(), "" + kernels, "" + c.source().functions().size(), "verified"
              });
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

  private static long count(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
