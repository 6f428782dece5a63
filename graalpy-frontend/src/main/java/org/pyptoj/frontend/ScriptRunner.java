package org.pyptoj.frontend;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
 * <p>The script sees {@code sys.argv}, its own folder first on {@code sys.path}, then our packages and the standard
 * library. It has the files of the user, and the Java objects of the {@link Surface}; it has no other Java class, no native
 * code, no process, no other language, no socket.
 */
public final class ScriptRunner {

  private static final HostAccess HOST_ACCESS =
      HostAccess.newBuilder(HostAccess.EXPLICIT)
          .allowListAccess(true)
          .allowArrayAccess(true)
          .allowIterableAccess(true)
          .allowIteratorAccess(true)
          .allowMapAccess(true)
          .build();

  private static final String EXPORTS =
      "import sys; sys.modules.setdefault('_pyptoj', type(sys)('_pyptoj'))";

  private final Surface surface;
  private final Limits limits;
  private final Installation installation;
  private final InputStream in;
  private final OutputStream out;
  private final OutputStream err;

  public ScriptRunner(Surface surface, Limits limits, Installation installation) {
    this(surface, limits, installation, System.in, System.out, System.err);
  }

  public ScriptRunner(
      Surface surface,
      Limits limits,
      Installation installation,
      InputStream in,
      OutputStream out,
      OutputStream err) {
    this.surface = surface;
    this.limits = limits;
    this.installation = installation;
    this.in = in;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs the session's script to its end.
   *
   * @return how it ended; nothing is thrown for what a script does
   */
  public Outcome run(Session session) {
    Context context = newContext(session);
    try (Deadline deadline = Deadline.start(context, limits.timeout())) {
      Outcome outcome = run(session, context);
      // What the script registered with atexit runs here, before the time limit is lifted.
      Outcome end = close(context);
      if (deadline.passed()) {
        return new Outcome.TimedOut(limits.timeout().orElseThrow());
      }
      return outcome.exitCode() == ExitCode.OK ? end : outcome;
    }
  }

  private static Outcome close(Context context) {
    try {
      context.close();
      return Outcome.SUCCESS;
    } catch (PolyglotException e) {
      return Outcome.of(e);
    }
  }

  private Outcome run(Session session, Context context) {
    try {
      Value exports = context.eval("python", EXPORTS);
      surface.exports(session).forEach(exports::putMember);
      Value runner = context.eval("python", "import _pyptoj_script; _pyptoj_script");
      List<String> argv = new ArrayList<>();
      argv.add(session.script().toString());
      argv.addAll(session.arguments());
      Value globals = runner.invokeMember("begin", (Object) argv.toArray(String[]::new));
      Outcome outcome =
          Outcome.of(runner.invokeMember("execute", session.script().toString(), globals));
      if (outcome.equals(Outcome.SUCCESS)) {
        surface.scriptEnded(session, globals);
      }
      return outcome;
    } catch (PolyglotException e) {
      return Outcome.of(e);
    } catch (DiagnosticException e) {
      return new Outcome.Rejected(e.diagnostics());
    }
  }

  private Context newContext(Session session) {
    Path packages = installation.packages().toAbsolutePath();
    Context.Builder builder =
        Context.newBuilder("python")
            .in(in)
            .out(out)
            .err(err)
            .allowExperimentalOptions(true)
            .allowHostAccess(HOST_ACCESS)
            .allowPolyglotAccess(PolyglotAccess.NONE)
            .allowCreateThread(!limits.sandbox())
            .allowEnvironmentAccess(
                limits.sandbox() ? EnvironmentAccess.NONE : EnvironmentAccess.INHERIT)
            .allowIO(limits.sandbox() ? sandboxed(session, packages) : FILES)
            .option("engine.WarnInterpreterOnly", "false")
            // Python's own wish to see its files as modules: argv[0] names the folder that comes first.
            .arguments("python", new String[] {session.script().toString()})
            .option("python.PythonPath", packages.toString())
            .option("python.PosixModuleBackend", "java")
            .option("python.StandardStreamEncoding", "utf-8")
            .option("python.DontWriteBytecodeFlag", Boolean.toString(!installation.writesBytecode()))
            .option("python.WarnExperimentalFeatures", "false");
    installation
        .bytecode()
        .ifPresent(folder -> builder.option("python.PyCachePrefix", folder.toString()));
    return builder.build();
  }

  private static final IOAccess FILES =
      IOAccess.newBuilder().allowHostFileAccess(true).allowHostSocketAccess(false).build();

  private IOAccess sandboxed(Session session, Path packages) {
    List<Path> visible = new ArrayList<>();
    visible.add(session.script().toAbsolutePath().getParent());
    visible.add(packages);
    installation.bytecode().ifPresent(visible::add);
    FileSystem files = FileSystem.newReadOnlyFileSystem(new VisibleFiles(visible));
    return IOAccess.newBuilder()
        .fileSystem(FileSystem.allowInternalResourceAccess(files))
        .allowHostSocketAccess(false)
        .build();
  }
}
