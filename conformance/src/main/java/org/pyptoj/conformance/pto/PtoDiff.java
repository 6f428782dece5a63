package org.pyptoj.conformance.pto;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares two PTO files: {@code PtoDiff A B}. Exit code 0 when they are the same, 1 when they
 * differ, 2 when they cannot be compared.
 */
public final class PtoDiff {
  private static final int MOST_SHOWN = 20;

  private PtoDiff() {}

  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments), System.out, System.err));
  }

  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    if (arguments.size() != 2) {
      err.println("usage: PtoDiff LEFT.pto RIGHT.pto");
      return 2;
    }
    PtoModule[] modules = new PtoModule[2];
    for (int i = 0; i < 2; i++) {
      String file = arguments.get(i);
      try {
        modules[i] = PtoModule.parse(Files.readString(Path.of(file)));
      } catch (IOException e) {
        err.println(file + ": cannot be read: " + e.getMessage());
        return 2;
      } catch (PtoSyntaxException e) {
        err.println(file + ":" + e.getMessage());
        return 2;
      }
    }
    PtoSameness.Result result;
    try {
      result = PtoSameness.examine(modules[0], modules[1]);
    } catch (PtoSyntaxException e) {
      err.println(e.getMessage());
      return 2;
    }
    out.println("left  " + arguments.get(0));
    out.println("right " + arguments.get(1));
    for (Difference note : result.probablySame()) {
      out.println("probably the same value, " + note);
    }
    result.differences().stream().limit(MOST_SHOWN).forEach(out::println);
    if (result.differences().size() > MOST_SHOWN) {
      out.println("… and " + (result.differences().size() - MOST_SHOWN) + " more");
    }
    out.println(
        (result.same() ? "same" : result.differences().size() + " differences")
            + ", "
            + result.operations()
            + " operations compared, "
            + result.probablySame().size()
            + " values only probably the same");
    return result.same() ? 0 : 1;
  }
}
