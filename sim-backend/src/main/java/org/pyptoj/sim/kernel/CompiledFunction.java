package org.pyptoj.sim.kernel;

import java.util.Arrays;
import java.util.List;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Span;
import org.pyptoj.sim.SimCode;
import org.pyptoj.sim.SimFailure;
import org.pyptoj.sim.memory.TensorValue;

/** A function ready to run. */
final class CompiledFunction {

  /** Puts an argument into a frame. */
  interface Binder {
    void bind(Frame frame, Object argument);
  }

  final Function function;
  final Role role;

  /** For each result the parameter whose storage it is, or -1. */
  final int[] aliases;

  private List<Binder> binders;
  private HotCode body;

  /** Where signals are that lowered collectives leave zero. */
  private int[] signals;

  private int longs;
  private int doubles;
  private int refs;
  private int spare;

  CompiledFunction(Function function, Role role, int[] aliases) {
    this.function = function;
    this.role = role;
    this.aliases = aliases;
  }

  void define(
      List<Binder> how,
      HotCode code,
      int[] signalSlots,
      int nLongs,
      int nDoubles,
      int nRefs,
      int nSpare) {
    this.binders = how;
    this.body = code;
    this.signals = signalSlots;
    this.longs = nLongs;
    this.doubles = nDoubles;
    this.refs = nRefs;
    this.spare = nSpare;
  }

  /** Runs it and returns its results. */
  Object[] invoke(Task task, Object[] arguments, Span span) {
    List<Param> params = function.params();
    if (arguments.length != params.size()) {
      throw new SimFailure(
          SimCode.ARGUMENT,
          function.name()
              + " takes "
              + params.size()
              + " arguments, "
              + arguments.length
              + " were given: "
              + Arrays.toString(arguments),
          span);
    }
    Frame frame = new Frame(task, longs, doubles, refs, spare);
    for (int i = 0; i < arguments.length; i++) {
      binders.get(i).bind(frame, arguments[i]);
    }
    body.run(frame);
    for (int slot : signals) {
      if (frame.refs[slot] instanceof TensorValue signal && signal.domain() != null) {
        task.run.collectiveSignal(signal, function.span());
      }
    }
    return frame.results;
  }
}
