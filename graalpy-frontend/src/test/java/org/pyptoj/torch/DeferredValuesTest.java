package org.pyptoj.torch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Tensors that are made by need have the values that they would have if made at once. */
class DeferredValuesTest {
  private static final long ALWAYS = 0;
  private static final long NEVER = Long.MAX_VALUE;

  private static List<String> run(long seed, int widest, int calls, long from) {
    return run(new TensorProgram(seed, widest), calls, from);
  }

  private static List<String> run(TensorProgram program, int calls, long from) {
    long before = Storage.deferFrom(from);
    try {
      return program.run(calls);
    } finally {
      Storage.deferFrom(before);
    }
  }

  @Property(tries = 600)
  void smallPrograms(@ForAll long seed) {
    assertEquals(run(seed, 7, 40, NEVER), run(seed, 7, 40, ALWAYS));
  }

  @Property(tries = 600)
  void kernelsThatWaitUntilTheirResultsAreLookedAt(@ForAll long seed, @ForAll boolean tensorsToo) {
    List<String> atOnce = run(seed, 7, 40, NEVER);
    TensorProgram waiting = new TensorProgram(seed, 7, new Postponed());
    assertEquals(atOnce, run(waiting, 40, tensorsToo ? ALWAYS : NEVER));
  }

  @Property(tries = 6)
  void largeTensorsThatSeveralThreadsFill(@ForAll long seed) {
    List<String> atOnce = run(seed, 300, 20, NEVER);
    assertEquals(atOnce, run(seed, 300, 20, ALWAYS));
    assertEquals(atOnce, run(seed, 300, 20, Storage.defaultDeferredFrom()));
  }

  @Example
  void weightsOfATerabyteHoldNoMemoryUntilTheyAreRead() {
    Tensor weights = Calls.tensor("randn", 1L << 19, 1L << 19);
    Tensor scaled = Calls.tensor("mul", Calls.tensor("bfloat16", weights), 0.02);
    Tensor stacked = Calls.tensor("stack", List.of(scaled, scaled));
    Calls.call("__setitem__", stacked, 0L, 1L);
    assertArrayEquals(new long[] {2, 1 << 19, 1 << 19}, stacked.shape());
    assertFalse(weights.storage().isMade());
    assertFalse(stacked.storage().isMade());
  }

  @Example
  void numbersBehindAnUnmadeTensorAreThoseOfTheirPlace() {
    Dispatch dispatch = new Dispatch(new RandomFunctions());
    List<Object> million = List.of(1L << 20, 10L);
    dispatch.call("manual_seed", List.of(3L), Map.of());
    Tensor first = (Tensor) dispatch.call("rand", million, Map.of());
    Tensor second = (Tensor) dispatch.call("rand", List.of(3L), Map.of());
    dispatch.call("manual_seed", List.of(3L), Map.of());
    Mt19937 twister = new Mt19937(3);
    double[] expected = new double[3];
    float start = (twister.nextInt() & 0xFFFFFF) * 0x1p-24f;
    for (int i = 1; i < 10 << 20; i++) {
      twister.nextInt();
    }
    for (int i = 0; i < 3; i++) {
      expected[i] = (twister.nextInt() & 0xFFFFFF) * 0x1p-24f;
    }
    assertArrayEquals(expected, Indexing.toDoubles(second));
    assertFalse(first.storage().isMade());
    assertEquals(start, (float) (double) (Double) first.select(0, 0).select(0, 0).item());
  }

  @Example
  void whatFollowsFromAMadeTensorKeepsItsOldElements() {
    long before = Storage.deferFrom(0);
    try {
      Tensor t = Calls.tensor("ones", 8L);
      assertEquals(1.0, t.select(0, 7).item());
      Tensor twice = Calls.tensor("mul", t, 2L);
      assertFalse(twice.storage().isMade());
      Calls.call("fill_", t.select(0, 7), 5L);
      assertTrue(twice.storage().isMade());
      assertArrayEquals(new double[] {2, 2, 2, 2, 2, 2, 2, 2}, Indexing.toDoubles(twice));
    } finally {
      Storage.deferFrom(before);
    }
  }

  @Example
  void whatNobodyLooksAtIsNotDone() {
    Postponed postponed = new Postponed();
    Tensor x = Calls.tensor("ones", 8L);
    Tensor y = Calls.tensor("ones", 8L);
    Tensor z = Calls.tensor("ones", 8L);
    postponed.add(List.of(x, y), () -> Calls.call("fill_", y, 2L));
    postponed.add(List.of(y), () -> Calls.call("mul_", y, 3L));
    assertEquals(2, postponed.size());
    assertEquals(1.0, z.select(0, 0).item());
    assertEquals(2, postponed.size());
    assertEquals(1.0, x.select(0, 0).item());
    assertEquals(0, postponed.size());
    assertEquals(6.0, y.select(0, 0).item());
  }

  @Example
  void tensorsTooLargeForTheMachineAreRefusedWhenTheyAreRead() {
    Tensor t = Tensor.zeros(Dtype.UINT8, 1L << 45);
    OutOfMemoryError e = assertThrows(OutOfMemoryError.class, () -> t.select(0, 0).item());
    assertTrue(e.getMessage().startsWith("a tensor of 32768.0 GiB"), e.getMessage());
    assertThrows(OutOfMemoryError.class, () -> t.select(0, 0).item());
    assertThrows(OutOfMemoryError.class, () -> Tensor.zeros(Dtype.UINT8, 1L << 50));
  }

  @Example
  void longChainsAreMadeWithoutALongStack() {
    Tensor t = Tensor.zeros(Dtype.FLOAT32, 20_000);
    for (int i = 0; i < 30_000; i++) {
      t = Calls.tensor("add", t, 1L);
    }
    assertEquals(30_000.0, t.select(0, 19_999).item());
  }
}
