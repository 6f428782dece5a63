import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.io.IOAccess;

/** The least that a Python script costs on this JVM: a GraalPy context that imports argparse. */
public final class BareContext {

  private BareContext() {}

  public static void main(String[] args) {
    try (Context context =
        Context.newBuilder("python")
            .allowIO(IOAccess.ALL)
            .option("engine.WarnInterpreterOnly", "false")
            .build()) {
      context.eval("python", "import argparse");
    }
  }
}
