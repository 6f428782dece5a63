package org.pyptoj.frontend.language;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.graalvm.polyglot.HostAccess.Export;
import org.graalvm.polyglot.Value;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.type.TensorLike;

/** A compiled program as Python holds it. */
public final class CompiledHandle {

  private final Compilation compilation;
  private final Dispatcher dispatcher;
  private final Function entry;

  CompiledHandle(Compilation compilation, Dispatcher dispatcher) {
    this.compilation = compilation;
    this.dispatcher = dispatcher;
    this.entry = compilation.entry();
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

  /** Runs the program on host tensors and numbers, which are updated in place. */
  @Export
  public void run(Value arguments) {
    dispatcher.run(compilation, arguments);
  }

  Path output() {
    return compilation.artifacts();
  }
}
