package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.sim.SignalTape.Notify;
import org.pyptoj.sim.SignalTape.Step;
import org.pyptoj.sim.SignalTape.Wait;

/**
 * The credit barrier in all interleavings: nobody passes early, nobody is stuck, all cells are zero
 * at the end. Each rule of the protocol is needed: without it some interleaving goes wrong.
 */
class CreditBarrierModelTest {

  private static final String TWICE =
      """
      signal = pld.tensor.barrier(signal)
      signal = pld.tensor.barrier(signal)
      """;
  private static final String LOOP =
      """
      for i in pl.range(3):
          signal = pld.tensor.barrier(signal)
      """;
  private static final String MIXED =
      """
      data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum)
      signal = pld.tensor.barrier(signal)
      """;

  static Stream<Arguments> programs() {
    List<Arguments> all = new ArrayList<>();
    for (int ranks : new int[] {2, 3}) {
      for (String body : List.of(TWICE, LOOP, MIXED)) {
        all.add(Arguments.of(ranks, body));
      }
    }
    return all.stream();
  }

  private static List<List<Step>> tapes(int ranks, String body) {
    SignalTape tape = new SignalTape(ranks);
    Simulator.run(
        Programs.rows(ranks, 8, "[" + ranks + ", 1]", body),
        SimConfig.seeded(ranks, 0).withListener(tape),
        List.of(Buffer.fp32(ranks, 1, 8), Buffer.fp32(ranks, 1, 8)));
    return tape.tapes();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void holdsInEveryInterleaving(int ranks, String body) {
    assertEquals(Set.of(), SignalTape.problems(tapes(ranks, body)));
  }

  private static List<List<Step>> changed(List<List<Step>> tapes, UnaryOperator<Step> change) {
    return tapes.stream().map(t -> t.stream().map(change).toList()).toList();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void failsWithEqForGe(int ranks, String body) {
    List<List<Step>> broken =
        changed(
            tapes(ranks, body),
            s -> s instanceof Wait w ? new Wait(w.cell(), WaitCmp.EQ, w.expected()) : s);
    assertEquals(Set.of("deadlock"), SignalTape.problems(broken));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void failsWithSetForOneAdd(int ranks, String body) {
    List<List<Step>> broken = new ArrayList<>();
    tapes(ranks, body).forEach(t -> broken.add(new ArrayList<>(t)));
    List<Step> first = broken.getFirst();
    for (int i = first.size() - 1; i >= 0; i--) {
      if (first.get(i) instanceof Notify n && n.value() > 0) {
        first.set(i, new Notify(n.cell(), NotifyOp.SET, n.value()));
        break;
      }
    }
    assertFalse(SignalTape.problems(broken).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("programs")
  void failsWithoutTheEpilogue(int ranks, String body) {
    List<List<Step>> broken =
        tapes(ranks, body).stream()
            .map(t -> t.stream().filter(s -> !(s instanceof Notify n && n.value() < 0)).toList())
            .toList();
    assertEquals(Set.of("early", "left"), SignalTape.problems(broken));
  }

  /** Generations that go on from call to call do not fit cells that start each call at zero. */
  @ParameterizedTest
  @MethodSource("programs")
  void failsWithAGenerationThatCallsShare(int ranks, String body) {
    List<List<Step>> broken =
        tapes(ranks, body).stream()
            .map(
                t -> {
                  List<Step> steps = new ArrayList<>();
                  int base = 0;
                  int last = 0;
                  for (Step s : t) {
                    if (s instanceof Wait w) {
                      last = w.expected();
                      steps.add(new Wait(w.cell(), w.cmp(), base + w.expected()));
                    } else {
                      if (s instanceof Notify n && n.value() < 0 && last > 0) {
                        base += last;
                        last = 0;
                      }
                      steps.add(s);
                    }
                  }
                  return steps;
                })
            .toList();
    assertEquals(Set.of("deadlock"), SignalTape.problems(broken));
  }
}
