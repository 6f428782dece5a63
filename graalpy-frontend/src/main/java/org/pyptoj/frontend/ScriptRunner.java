package org.pyptoj.frontend;

import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.FileSystem;
import org.graalvm.polyglot.io.IOAccess;
import org.pyptoj.ir.diagnostic.DiagnosticException;

/**
 * Executes a script as {@code __main__} in a Python context of its own.
 *
 * <p>The script sees {@code sys.argv}, its own folder first on {@code sys.path}, then our packages,
 * the folders of {@code PYTHONPATH} and the standard library. It has the files of the user, and the
 * Java objects of the {@link Surface}; it has no other Java class, no native code, no process, no
 * other language.
 */
public final class ScriptRunner {

  /**
   * Where a script's standard streams lead.
   *
   * @param ownsProcess whether the script is what this process is there for, so that Ctrl-C is
   *     meant for it
   */
  public record Streams(InputStream in, OutputStream out, OutputStream err, boolean ownsProcess) {}

  private static final HostAccess EXPORTED_MEMBERS =
      HostAccess.newBuilder(HostAccess.EXPLICIT)
          .allowListAccess(true)
          .allowArrayAccess(true)
          .allowIterableAccess(true)
          .allowIteratorAccess(true)
          .allowMapAccess(true)
          .build();

  private static final String BEGIN =
      "import sys; sys.modules['_pyptoj'] = type(sys)('_pyptoj'); import _pyptoj_script;"
          + " _pyptoj_script";

  private final Surface surface;
  private final Limits limits;
  private final Installation installation;
  private final Streams streams;
  private ScriptFiles files;

  public ScriptRunner(Surface surface, Limits limits, Installation installation, Streams streams) {
    this.surface = surface;
    this.limits = limits;
    this.installation = installation;
    this.streams = streams;
  }

  /**
   * Runs the session's script to its end.
   *
   * @return how it ended; nothing is thrown for what a script does
   */
  public Outcome run(Session session) {
    Context context = newContext(session);
    try (Deadline deadline = Deadline.start(context, limits.timeout(), streams.ownsProcess())) {
      Outcome outcome = guarded(() -> run(session, context));
      surface.close();
      // What the script registered with atexit runs here, before the time limit is lifted.
      Outcome end = guarded(() -> close(context));
      if (deadline.passed()) {
        return new Outcome.TimedOut(limits.timeout().orElseThrow());
      }
      return outcome.exitCode() == ExitCode.OK && end.exitCode() != ExitCode.OK ? end : outcome;
    }
  }

  private Outcome run(Session session, Context context) {
    Value runner = context.eval("python", BEGIN);
    if (!streams.ownsProcess()) {
      return run(session, runner);
    }
    try (InterruptSignal signal = InterruptSignal.passOnTo(Thread.currentThread())) {
      Outcome outcome = guarded(() -> run(session, runner));
      boolean chosen = outcome instanceof Outcome.Exit || outcome instanceof Outcome.Raised;
      return signal.received() && !chosen ? new Outcome.Interrupted() : outcome;
    }
  }

  private Outcome run(Session session, Value runner) {
    surface.exports(session, files(session)).forEach(runner.getMember("exports")::putMember);
    List<String> argv = new ArrayList<>();
    argv.add(session.script().toString());
    argv.addAll(session.arguments());
    Value globals = runner.invokeMember("begin", argv.toArray(String[]::new), limits.sandbox());
    String script = session.script().toString();
    Outcome outcome = guarded(() -> Outcome.of(runner.invokeMember("execute", script, globals)));
    return surface.scriptEnded(session, outcome);
  }

  /** Our packages come first: a user's own {@code torch} needs native code that cannot run here. */
  private String pythonPath(Path packages) {
    String users = limits.sandbox() ? null : System.getenv("PYTHONPATH");
    return users == null || users.isEmpty()
        ? packages.toString()
        : packages + File.pathSeparator + users;
  }

  private static Outcome close(Context context) {
    try {
      context.close();
    } catch (IllegalStateException e) {
      // A thread of ours is still in Python: a sub-worker of a dispatch that nobody waited for.
      context.close(true);
    }
    return Outcome.SUCCESS;
  }

  /** The one place where what comes out of a context becomes an outcome. */
  private static Outcome guarded(Supplier<Outcome> body) {
    try {
      return body.get();
    } catch (PolyglotException e) {
      return Outcome.of(e);
    } catch (DiagnosticException e) {
      return new Outcome.Rejected(e.diagnostics());
    } catch (RuntimeException | StackOverflowError e) {
      return new Outcome.Defect(e);
    }
  }

  private Context newContext(Session session) {
    Path packages = installation.packages().toAbsolutePath();
    boolean sandbox = limits.sandbox();
    Context.Builder builder =
        Context.newBuilder("python")
            .in(streams.in())
            .out(streams.out())
            .err(streams.err())
            .allowExperimentalOptions(true)
            .allowHostAccess(EXPORTED_MEMBERS)
            .allowPolyglotAccess(PolyglotAccess.NONE)
            .allowCreateThread(true)
            .allowEnvironmentAccess(sandbox ? EnvironmentAccess.NONE : EnvironmentAccess.INHERIT)
            .allowIO(sandbox ? filesOnly(session) : IOAccess.ALL)
            .option("engine.WarnInterpreterOnly", "false")
            // argv[0] names the folder that comes first on sys.path.
            .arguments("python", new String[] {session.script().toString()})
            .option("python.PythonPath", pythonPath(packages))
            .option("python.PosixModuleBackend", "java")
            .option("python.StandardStreamEncoding", "utf-8")
            .option("python.InstallSignalHandlers", Boolean.toString(streams.ownsProcess()))
            .option("python.WarnExperimentalFeatures", "false")
            .option(
                "python.DontWriteBytecodeFlag", Boolean.toString(!installation.writesBytecode()));
    installation
        .bytecode()
        .ifPresent(folder -> builder.option("python.PyCachePrefix", folder.toString()));
    return builder.build();
  }

  /** The files that the session's script has, and the texts that it has given. */
  public ScriptFiles files(Session session) {
    if (files == null) {
      files = limits.sandbox() ? visible(session) : ScriptFiles.all();
    }
    return files;
  }

  private ScriptFiles visible(Session session) {
    List<Path> visible = new ArrayList<>();
    visible.add(session.script().toAbsolutePath().getParent());
    visible.add(installation.packages().toAbsolutePath());
    installation.bytecode().ifPresent(visible::add);
    return ScriptFiles.readable(visible);
  }

  private IOAccess filesOnly(Session session) {
    return IOAccess.newBuilder()
        .fileSystem(FileSystem.allowInternalResourceAccess(files(session).fileSystem()))
        .allowHostSocketAccess(false)
        .build();
  }
}
