package org.pyptoj.stubs.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbiLockTest {
  private static final String RELEASED =
      """
      # comment

      AtomicType 0 None
      AtomicType 1 Add
      """;

  private static MirrorLayer truth(String members) {
    String text = "class AtomicType:\n    " + members.replace("; ", "\n    ") + "\n";
    return PythonReader.read("truth", "truth", text, "", Set.of(MirrorLayer.Part.ENUMS));
  }

  private static AbiLock lock() {
    return AbiLock.parse("abi.lock", RELEASED);
  }

  @Test
  void whatIsWrittenIsRead() {
    MirrorLayer truth = truth("None_ = 0; Add = 1");
    String text = AbiLock.text(truth);
    assertTrue(text.endsWith("\nAtomicType 0 None\nAtomicType 1 Add\n"), text);
    assertEquals(text, AbiLock.parse("abi.lock", text).updated(truth));
  }

  @Test
  void variantsMayBeAppended() {
    String text = lock().updated(truth("None_ = 0; Add = 1; Max = 5"));
    assertTrue(text.endsWith("AtomicType 5 Max\n"), text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          None_ = 0; Add = 2 | \
              abi.lock:4:1: AtomicType.Add = 1 has become AtomicType.Add = 2 (truth:3:5)
          None_ = 0; Sum = 1 | \
              abi.lock:4:1: AtomicType.Add = 1 has become AtomicType.Sum = 1 (truth:3:5)
          None_ = 0 | abi.lock:4:1: AtomicType.Add = 1 is gone (truth:1:7)
          Add = 1; None_ = 0 | \
              abi.lock:3:1: AtomicType.None = 0 has become AtomicType.Add = 1 (truth:2:5)
          None_ = 0; Add = 1; Low = -1 | \
              abi.lock:4:1: AtomicType.Low = -1 \
          is new but its number does not come after 1 (truth:4:5)
          """)
  void everythingElseBreaksTheRule(String members, String breach) {
    AbiLock.BrokenException e =
        assertThrows(AbiLock.BrokenException.class, () -> lock().updated(truth(members)));
    assertEquals(breach, e.breaches().getFirst());
    assertTrue(e.getMessage().startsWith(AbiLock.RULE), e.getMessage());
  }

  /** Adding a variant means recording it: the text below is what the file then must hold. */
  @Test
  void javaHasWhatIsReleased() {
    assertEquals(
        """
        NotifyOp 0 AtomicAdd
        NotifyOp 1 Set

        WaitCmp 0 Eq
        WaitCmp 1 Ge

        AtomicType 0 None
        AtomicType 1 Add

        ReduceOp 0 Sum
        ReduceOp 1 Max
        ReduceOp 2 Min
        ReduceOp 3 Prod
        """,
        AbiLock.text(JavaTruth.layer()).replaceAll("(?m)^#.*\n", "").strip() + "\n");
    AbiLock.released().check(JavaTruth.layer());
    assertEquals(4, AbiLock.released().enums().size());
  }

  @Test
  void releasedEnumMustStay() {
    MirrorLayer none = PythonReader.read("truth", "truth", "", "", Set.of());
    AbiLock.BrokenException e =
        assertThrows(AbiLock.BrokenException.class, () -> lock().check(none));
    assertEquals("abi.lock:3:1: enum AtomicType is gone (truth)", e.breaches().getFirst());
  }

  @Test
  void unreadableLineIsRefused() {
    assertThrows(MirrorSyntaxException.class, () -> AbiLock.parse("abi.lock", "AtomicType None 0"));
  }
}
