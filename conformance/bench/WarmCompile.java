import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;

/** What a compilation costs in a process that has done some: each makes a Python context anew. */
public final class WarmCompile {

  private WarmCompile() {}

  public static void main(String[] args) {
    Terminal quiet =
        new Terminal(
            InputStream.nullInputStream(),
            new PrintStream(OutputStream.nullOutputStream()),
            System.err,
            false);
    long[] times = new long[10];
    for (int i = 0; i < times.length; i++) {
      long start = System.nanoTime();
      if (Main.execute(new String[] {"compile", "-o", args[0], args[1]}, quiet) != 0) {
        System.exit(1);
      }
      times[i] = (System.nanoTime() - start) / 1_000_000;
    }
    System.out.println("compilations in one process, ms: " + Arrays.toString(times));
  }
}
