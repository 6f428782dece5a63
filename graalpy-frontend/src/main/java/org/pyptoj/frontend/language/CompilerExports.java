package org.pyptoj.frontend.language;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.graalvm.polyglot.HostAccess.Export;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.pyptoj.frontend.ScriptFiles;
import org.pyptoj.frontend.Session;
import org.pyptoj.frontend.SourceExcerpt;
import org.pyptoj.frontend.Verdicts;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.diagnostic.AuthorNames;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.ir.dsl.HostException;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.passes.Pass;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.Pipeline;
import org.pyptoj.passes.Platform;
import org.pyptoj.passes.Verification;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.torch.Addresses;
import org.pyptoj.torch.Postponed;
import org.pyptoj.torch.Tensor;
import org.pyptoj.verifier.OpTypes;

/** The compiler as Python reaches it; {@code _pyptoj.compiler}. */
public final class CompilerExports implements Dispatcher {

  private final Session session;
  private final ScriptFiles files;
  private final Pipeline pipeline;
  private final OutputFolder folder;
  private final Postponed postponed = new Postponed();
  private int skippedDispatches;
  private boolean refused;
  private final List<ProgramHandle> defined = new ArrayList<>();
  private final Set<String> ignored = new LinkedHashSet<>();
  private final List<CompileRecord> compiled = new ArrayList<>();
  private final List<DispatchQueue> queues = new ArrayList<>();
  private KernelReader reader;
  private Value raiser;
  private Value unspecialized;

  CompilerExports(Session session, ScriptFiles files, Pipeline pipeline, LocalDateTime started) {
    this.session = session;
    this.files = files;
    this.pipeline = pipeline;
    this.folder = new OutputFolder(session.outputDirectory(), started);
  }

  @Override
  public boolean dispatches() {
    boolean runs = session.mode().dispatches();
    if (!runs) {
      skipped();
    }
    return runs;
  }

  @Override
  public boolean dispatchesByNeed(List<TorchBuffer> tensors, Runnable dispatch) {
    return session.mode() == Session.Mode.COMPILE
        && postponed.add(tensors.stream().map(TorchBuffer::tensor).toList(), dispatch);
  }

  @Override
  public void skipped() {
    skippedDispatches++;
  }

  @Override
  public Optional<Session.Seeds> seeds() {
    return session.seeds();
  }

  @Override
  public Verdicts verdicts() {
    return session.verdicts();
  }

  /** How many dispatches were not executed, since the session only compiles. */
  int skippedDispatches() {
    return skippedDispatches + postponed.size();
  }

  /** Whether the script had a program refused; it may have caught that. */
  boolean hasRefused() {
    return refused;
  }

  /**
   * Takes what Python lends the compiler.
   *
   * @param statics the module that looks at objects and computes compile-time values
   * @param raise raises an exception of a kind, with a message and a failure
   * @param unspecialized lists the entries that the script defines and never compiles
   */
  @Export
  public void connect(Value statics, Value raise, Value unspecialized) {
    raiser = raise;
    this.unspecialized = unspecialized;
    reader = new KernelReader(new PythonBridge(statics), new SourceFiles(files));
  }

  /**
   * The program of a {@code @pl.program} class.
   *
   * @param line where the class is defined or handed to the decorator
   */
  @Export
  public ProgramHandle program(String name, Value functions, String file, int line) {
    return guarded(() -> defined(reader.program(name, functions, file, line), reader.subWorkers()));
  }

  /** The program of a {@code @pl.jit} function for arguments of these shapes and types. */
  @Export
  public ProgramHandle specialize(Value function, Value metas) {
    return guarded(
        () -> {
          Map<String, Type> types = new HashMap<>();
          for (long i = 0; i < metas.getArraySize(); i++) {
            Value meta = metas.getArrayElement(i);
            String name = meta.getArrayElement(0).asString();
            types.put(
                name,
                argumentType(
                    "parameter '" + name + "' of " + function.getArrayElement(0).asString(),
                    meta.getArrayElement(1),
                    meta.getArrayElement(2).asString()));
          }
          return defined(reader.specialized(function, types), reader.subWorkers());
        });
  }

  /**
   * Runs something for Python: a user's mistake becomes a Python exception, so that scripts can
   * catch it; uncaught, it ends the script with the mistake's own message.
   */
  @Override
  public <T> T guarded(Action<T> action) {
    try {
      return action.run();
    } catch (DiagnosticException e) {
      refused = true;
      DiagnosticException told = AuthorNames.in(e);
      throw raised("KernelError", told.getMessage(), failure(told));
    } catch (SimFailure e) {
      throw raised(
          "SimulationError", e.getMessage(), failure(new DiagnosticException(e.diagnostic())));
    } catch (RefusedArgument e) {
      throw raised(e.pythonType(), e.getMessage(), null);
    } catch (UnwritableOutput e) {
      throw raised(e.pythonType(), e.getMessage(), null);
    } catch (HostException e) {
      throw raised("TypeError", e.getMessage(), null);
    }
  }

  private FailureHandle failure(DiagnosticException mistakes) {
    return new FailureHandle(mistakes, new SourceExcerpt(files));
  }

  private IllegalStateException raised(String type, String message, FailureHandle handle) {
    raiser.executeVoid(type, message, handle);
    return new IllegalStateException("Python did not raise " + type);
  }

  private static Type argumentType(String parameter, Value shape, String dtype) {
    if (shape.isNull()) {
      return switch (dtype) {
        case "int" -> new ScalarType(DataType.INT64);
        case "float" -> new ScalarType(DataType.FP32);
        case "bool" -> new ScalarType(DataType.BOOL);
        default ->
            new ScalarType(
                ScalarArgument.typeOf(dtype)
                    .orElseThrow(
                        () ->
                            RefusedArgument.type(
                                parameter + " takes a tensor or a number, not " + dtype)));
      };
    }
    List<Expr> extents = new ArrayList<>();
    for (long i = 0; i < shape.getArraySize(); i++) {
      extents.add(IntConst.index(shape.getArrayElement(i).asLong()));
    }
    String name = dtype.substring(dtype.indexOf('.') + 1);
    for (DataType d : DataType.values()) {
      if (name.equals(d.torchName())) {
        return new TensorType(d, extents);
      }
    }
    throw RefusedArgument.type(
        parameter + " takes no tensor of " + dtype + ", which no kernel has");
  }

  /** The program of a pass dump. */
  @Export
  public ProgramHandle parseText(String text) {
    return guarded(() -> defined(DslParser.parseScript("<string>", text, OpTypes::call), Map.of()));
  }

  /**
   * Takes a text that Python executes as if it were a file, so that the kernels in it are read.
   *
   * @return the name under which the text is known
   */
  @Export
  public String text(String name, String text) {
    String known = files.give(name, text);
    reader.forget(known);
    return known;
  }

  /** The program of printed IR, of whatever pass. */
  @Export
  public ProgramHandle printed(String file, String text) {
    return guarded(() -> defined(DslParser.parseProgram(file, text, OpTypes::call), Map.of()));
  }

  /**
   * A function by itself, with what it reaches: a program that is not compiled unless asked for.
   */
  @Export
  public ProgramHandle function(Value function) {
    return guarded(
        () -> new ProgramHandle(reader.specialized(function, Map.of()), reader.subWorkers()));
  }

  private ProgramHandle defined(Program program, Map<String, SubWorker> subWorkers) {
    ProgramHandle handle = new ProgramHandle(program, subWorkers);
    defined.add(handle);
    return handle;
  }

  /**
   * Compiles a program for a platform and devices.
   *
   * @param outputDirectory the folder that the script names, or null; one that is named is written
   *     at once
   * @param base the folder in which unnamed folders are made, or null
   * @param verification how much of the IR is checked between passes, or null
   */
  @Export
  public CompiledHandle compile(
      ProgramHandle program,
      String platform,
      Value devices,
      String outputDirectory,
      boolean dump,
      String base,
      String verification) {
    int[] ids = ids(devices);
    PassContext context = context(platform, verification);
    return guarded(() -> compile(program, context, ids, outputDirectory, dump, base));
  }

  private static int[] ids(Value devices) {
    int[] ids = new int[(int) devices.getArraySize()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = devices.getArrayElement(i).asInt();
    }
    return ids;
  }

  /** The names of the platforms. */
  @Export
  public String[] platforms() {
    return Platform.ids().toArray(String[]::new);
  }

  private Platform platform(String id) {
    return Platform.of(id)
        .orElseThrow(() -> unknown("platform", id, String.join(", ", Platform.ids())));
  }

  private PassContext context(String platform, String verification) {
    Verification asked =
        verification == null
            ? Verification.NONE
            : Verification.of(verification)
                .orElseThrow(
                    () -> unknown("verification level", verification, "none, basic, roundtrip"));
    Verification level = session.debug() && asked == Verification.NONE ? Verification.BASIC : asked;
    return new PassContext(platform(platform), level);
  }

  private IllegalStateException unknown(String what, String name, String known) {
    return raised("ValueError", "unknown " + what + " '" + name + "'; there are " + known, null);
  }

  /** The names of the passes, in order. */
  @Export
  public String[] passNames() {
    return pipeline.passes().stream().map(Pass::name).toArray(String[]::new);
  }

  /** A program after the last pass. */
  @Export
  public ProgramHandle lowered(ProgramHandle program, String platform, String verification) {
    PassContext context = context(platform, verification);
    return guarded(
        () -> {
          Compilation compilation =
              new Compilation(
                  program.program(),
                  pipeline,
                  context,
                  new int[] {0},
                  false,
                  folder.below(null),
                  Compilation.Writes.NOTHING);
          defined.remove(program);
          return new ProgramHandle(compilation.lowered(), program.subWorkers());
        });
  }

  /** A program of whatever pass, to be run on simulated devices without being lowered. */
  @Export
  public CompiledHandle withoutLowering(ProgramHandle program, String platform, Value devices) {
    int[] ids = ids(devices);
    return guarded(
        () -> {
          defined.remove(program);
          return new CompiledHandle(
              Compilation.withoutLowering(program.program(), platform(platform), ids),
              program.subWorkers(),
              this);
        });
  }

  private CompiledHandle compile(
      ProgramHandle program,
      PassContext context,
      int[] ids,
      String outputDirectory,
      boolean dump,
      String base) {
    Compilation compilation =
        new Compilation(
            program.program(),
            pipeline,
            context,
            ids,
            dump,
            outputDirectory != null ? folder.named(outputDirectory) : folder.below(base),
            writes());
    CompiledHandle handle = new CompiledHandle(compilation, program.subWorkers(), this);
    if (session.mode().writesAll()
        || (session.mode() == Session.Mode.RUN && outputDirectory != null)) {
      compilation.artifacts();
    }
    compiled.add(compilation.record());
    defined.remove(program);
    return handle;
  }

  private Compilation.Writes writes() {
    if (session.mode() == Session.Mode.CHECK) {
      return Compilation.Writes.NOTHING;
    }
    return files.writable() ? Compilation.Writes.ARTIFACTS : Compilation.Writes.REFUSED;
  }

  /** A queue of dispatches, for one worker. */
  @Export
  public DispatchQueue queue() {
    DispatchQueue queue = new DispatchQueue(this);
    queues.add(queue);
    return queue;
  }

  /** Ends what is still running beside the script. */
  void stop() {
    queues.forEach(DispatchQueue::stop);
  }

  /** Notes options that have no meaning here; they are listed at the end of a run. */
  @Export
  public void ignored(Value names) {
    for (long i = 0; i < names.getArraySize(); i++) {
      ignored.add(names.getArrayElement(i).asString());
    }
  }

  /**
   * Compiles what the script defined and did not compile itself, for the default platform.
   *
   * @throws DiagnosticException for the mistakes in all of it, when the rest is compiled
   */
  void compileRest() {
    List<Diagnostic> mistakes = new ArrayList<>();
    for (Value function : unspecializedFunctions()) {
      collect(mistakes, () -> defined(reader.specialized(function, Map.of()), reader.subWorkers()));
    }
    PassContext context = context(Platform.A2A3_SIM.id(), System.getenv(Verification.VARIABLE));
    for (ProgramHandle program : List.copyOf(defined)) {
      collect(mistakes, () -> compile(program, context, new int[] {0}, null, true, null));
    }
    if (!mistakes.isEmpty()) {
      throw new DiagnosticException(mistakes);
    }
  }

  private static void collect(List<Diagnostic> mistakes, Runnable action) {
    try {
      action.run();
    } catch (DiagnosticException e) {
      mistakes.addAll(e.diagnostics());
    }
  }

  private List<Value> unspecializedFunctions() {
    List<Value> functions = new ArrayList<>();
    try {
      Value found = unspecialized == null ? null : unspecialized.execute();
      for (long i = 0; found != null && i < found.getArraySize(); i++) {
        functions.add(found.getArrayElement(i));
      }
    } catch (PolyglotException e) {
      // os._exit has ended Python; what was defined by then can be compiled without it.
      if (!e.isExit()) {
        throw e;
      }
    }
    return functions;
  }

  /** The bytes at an address that a tensor's data_ptr() gave; null where there are none. */
  @Export
  public Tensor memory(long address, long bytes) {
    return Addresses.bytes(address, bytes);
  }

  /** What was compiled, in order. */
  List<CompileRecord> compiled() {
    return compiled;
  }

  Set<String> ignored() {
    return ignored;
  }
}
