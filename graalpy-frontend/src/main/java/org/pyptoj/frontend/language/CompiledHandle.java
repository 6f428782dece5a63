package org.pyptoj.frontend.language;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.graalvm.polyglot.HostAccess.Export;
import org.graalvm.polyglot.Value;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;

/** A compiled program as Python holds it. */
public final class CompiledHandle {

  private final Compilation compilation;
  private final Map<String, SubWorker> subWorkers;
  private final Dispatcher dispatcher;
  private final Function entry;

  CompiledHandle(
      Compilation compilation, Map<String, SubWorker> subWorkers, Dispatcher dispatcher) {
    this(compilation, subWorkers, dispatcher, compilation.entry());
  }

  private CompiledHandle(
      Compilation compilation,
      Map<String, SubWorker> subWorkers,
      Dispatcher dispatcher,
      Function entry) {
    this.compilation = compilation;
    this.subWorkers = subWorkers;
    this.dispatcher = dispatcher;
    this.entry = entry;
  }

  /** The same program with another function as its entry. */
  @Export
  public CompiledHandle entry(String function) {
    Function other =
        compilation.source().functions().stream()
            .filter(f -> f.name().equals(function))
            .findFirst()
            .get();
    return new CompiledHandle(compilation, subWorkers, dispatcher, other);
  }

  Compilation compilation() {
    return compilation;
  }

  @Export
  public String name() {
    return compilation.source().name();
  }

  /** Whether the program has a host orchestrator. */
  @Export
  public boolean isDistributed() {
    return compilation.source().host().isPresent();
  }

  @Export
  public String platform() {
    return compilation.platform().id();
  }

  /** The folder of the artifacts; they are written before it is told. */
  @Export
  public String outputDir() {
    return dispatcher.guarded(() -> compilation.artifacts().toString());
  }

  @Export
  public String[] paramNames() {
    return entry.params().stream().map(p -> p.var().name()).toArray(String[]::new);
  }

  /** The positions of the parameters that the entry writes without reading. */
  @Export
  public int[] outputIndices() {
    List<Param> params = entry.params();
    return IntStream.range(0, params.size())
        .filter(i -> params.get(i).direction() == Direction.OUT)
        .toArray();
  }

  /** The constant shape and torch dtype of an output parameter. */
  @Export
  public Object[] outputShape(int index) {
    TensorLike type = (TensorLike) entry.params().get(index).var().type();
    long[] shape = new long[type.rank()];
    for (int i = 0; i < shape.length; i++) {
      if (!(type.shape().get(i) instanceof IntConst c)) {
        throw new IllegalStateException(
            "the extent of an output left out must be constant: "
                + entry.params().get(index).var().name());
      }
      shape[i] = c.value();
    }
    return new Object[] {shape, type.dtype().torchName()};
  }

  /**
   * A parameter's direction, its extents (null for a number, -1 for a symbolic one) and element
   * type.
   */
  @Export
  public Object[] paramInfo(int index) {
    Param param = entry.params().get(index);
    String direction =
        switch (param.direction()) {
          case IN -> "In";
          case OUT -> "Out";
          case INOUT -> "InOut";
        };
    return switch (param.var().type()) {
      case TensorLike t ->
          new Object[] {
            direction,
            t.shape().stream().mapToLong(e -> e instanceof IntConst c ? c.value() : -1).toArray(),
            t.dtype().dslName()
          };
      case ScalarType s -> new Object[] {direction, null, s.dtype().dslName()};
      default -> throw new IllegalStateException("no argument has the type " + param.var().type());
    };
  }

  @Export
  public int resultCount() {
    return entry.results().size();
  }

  @Export
  public boolean hasReturn() {
    return !entry.results().isEmpty();
  }

  @Export
  public String[] orchestrationNames() {
    return compilation.source().functions().stream()
        .filter(Function::isChipOrchestration)
        .map(Function::name)
        .toArray(String[]::new);
  }

  /** The devices, one rank each. */
  @Export
  public int[] devices() {
    return compilation.devices();
  }

  /** The parameters that are tensors, by position. */
  @Export
  public boolean isTensor(int index) {
    return entry.params().get(index).var().type() instanceof TensorLike;
  }

  /** The functions of the host that the program calls. */
  @Export
  public String[] subWorkerNames() {
    return subWorkers.keySet().toArray(String[]::new);
  }

  /** The Python function of a sub-worker. */
  @Export
  public Value subWorker(String name) {
    return subWorkers.get(name).function();
  }

  /** Whether a callback has to take a sub-worker's place. */
  @Export
  public boolean requiresRuntimeBinding(String name) {
    return subWorkers.get(name).isAbstract();
  }

  /**
   * Devices for dispatches of the program.
   *
   * @param persistent whether windows keep what they hold from dispatch to dispatch
   * @param callback called with name and arguments of a sub-worker, or None
   */
  @Export
  public WorldHandle world(boolean persistent, Value callback) {
    return new WorldHandle(compilation, entry, dispatcher, persistent, callback);
  }
}
