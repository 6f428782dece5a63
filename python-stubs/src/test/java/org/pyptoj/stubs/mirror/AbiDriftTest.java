package org.pyptoj.stubs.mirror;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each planted drift is reported, alone, with the place of the truth and the place of the mirror.
 */
class AbiDriftTest {
  /** The truth, written as a stub so that its places are known. */
  private static final String TRUTH =
      """
      class NotifyOp:
          AtomicAdd = 0
          Set = 1

      class AtomicType:
          None_ = 0
          Add = 1

      class ReduceOp:
          Sum = 0
          Max = 1
          Min = 2
          Prod = 3

      def put(dst, peer, src, *, atomic=AtomicType.None_, chunk_rows=0): ...
      """;

  private static final String STUB =
      """
      from enum import IntEnum
      from typing import overload

      class NotifyOp(IntEnum):
          \"""How notify changes the signal.\"""
          AtomicAdd = 0
          Set = 1

      class AtomicType(IntEnum):
          None_ = 0
          Add = 1

      class ReduceOp(IntEnum):
          Sum = 0
          Max = 1
          Min = 2
          Prod = 3

      def put(
          dst: DistributedTensor,
          peer: IntLike,
          src: Tensor | DistributedTensor,
          *,
          atomic: AtomicType = AtomicType.None_,
          chunk_rows: int = 0,
      ) -> None:
          \"""Writes to a peer.

          put(dst, peer, src, *, atomic=AtomicType.None_, chunk_rows=0)
          \"""
          ...
      """;

  private static final String HEADER =
      """
      // The released enums.
      #pragma once
      namespace pypto { namespace ir {
      enum class NotifyOp : int { kAtomicAdd = 0, kSet = 1 };
      enum class AtomicType : int {
        kNone = 0,  // overwrite
        kAdd = 1,
      };
      enum class [[nodiscard]] ReduceOp : int { kSum, kMax, kMin [[maybe_unused]], kProd };
      }}  // namespaces
      """;

  private static MirrorLayer python(String file, String text) {
    return PythonReader.read(
        file, file, text, "pld.tensor", Set.of(MirrorLayer.Part.ENUMS, MirrorLayer.Part.FUNCTIONS));
  }

  private static List<Drift> drifts(String stub, String header) {
    return AbiDrift.check(
        python("truth", TRUTH),
        List.of(python("stub", stub), HeaderReader.read("header", "header", header)));
  }

  @Test
  void layersThatAgreeHaveNotDrifted() {
    assertEquals(List.of(), drifts(STUB, HEADER));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          renumbered in stub | Min = 2 | Min = 7 | \
              RENUMBERED_VARIANT | ReduceOp.Min | truth:12:5 | stub:16:5
          missing in stub | 'Prod = 3' | pass | \
              MISSING_VARIANT | ReduceOp.Prod | truth:13:5 | stub:13:7
          renamed in stub | Set = 1 | Put = 1 | \
              RENAMED_VARIANT | NotifyOp.Set | truth:3:5 | stub:7:5
          extra in stub | Prod = 3 | Prod = 3; Mean = 4 | \
              EXTRA_VARIANT | ReduceOp.Mean | truth:9:7 | stub:17:15
          wrong default | chunk_rows: int = 0 | chunk_rows: int = 1 | \
              DEFAULT | pld.tensor.put(chunk_rows) | truth:15:53 | stub:25:5
          missing marker | '    *,' | | \
              KEYWORD_ONLY | pld.tensor.put(atomic) | truth:15:28 | stub:24:5
          stale docstring | 'put(dst, peer, src, *' | 'put(dst, src, peer, *' | \
              DOCSTRING_SIGNATURE | pld.tensor.put | truth:15:5 | stub:29:1
          missing parameter | '    peer: IntLike,' | | \
              MISSING_PARAMETER | pld.tensor.put(peer) | truth:15:14 | stub:19:5
          missing enum | class AtomicType(IntEnum) | class Atomic(IntEnum) | \
              MISSING_ENUM | AtomicType | truth:5:7 | stub
          renumbered in header | kSet = 1 | kSet = 2 | \
              RENUMBERED_VARIANT | NotifyOp.Set | truth:3:5 | header:4:45
          extra in header | kProd } | kProd, kMean } | \
              EXTRA_VARIANT | ReduceOp.Mean | truth:9:7 | header:9:85
          missing in header | ', kProd' | | \
              MISSING_VARIANT | ReduceOp.Prod | truth:13:5 | header:9:26
          renamed in header | kAdd = 1 | kPlus = 1 | \
              RENAMED_VARIANT | AtomicType.Add | truth:7:5 | header:7:3
          wrong prefix | kAdd = 1 | Add = 1 | \
              RENAMED_VARIANT | AtomicType.Add | truth:7:5 | header:7:3
          """)
  void plantedDriftIsReportedWithBothPlaces(
      String title,
      String original,
      String planted,
      Drift.Kind kind,
      String subject,
      String truth,
      String mirror) {
    boolean stub = mirror.startsWith("stub");
    String text = stub ? STUB : HEADER;
    String by = planted == null ? "" : planted;
    assertTrue(text.contains(original), original);
    String changed = text.replaceFirst(Pattern.quote(original), by);
    List<Drift> drifts = drifts(stub ? changed : STUB, stub ? HEADER : changed);
    Drift found =
        drifts.stream()
            .filter(d -> d.kind() == kind && d.subject().equals(subject))
            .findFirst()
            .orElseThrow(() -> new AssertionError("reported: " + drifts));
    assertEquals(truth, found.truth().toString());
    assertEquals(mirror, found.mirror().toString());
  }

  @Test
  void swappedPairIsReordered() {
    String swapped = STUB.replace("    Max = 1\n    Min = 2\n", "    Min = 2\n    Max = 1\n");
    assertEquals(
        """
        reordered variant: ReduceOp.Max
          truth  truth:11:5  Max = 1 at position 1
          mirror stub:16:5  Max = 1 at position 2 (stub)
        reordered variant: ReduceOp.Min
          truth  truth:12:5  Min = 2 at position 2
          mirror stub:15:5  Min = 2 at position 1 (stub)\
        """,
        String.join("\n", drifts(swapped, HEADER).stream().map(Drift::toString).toList()));
  }

  @Test
  void swappedPairWithoutNumbersIsRenumbered() {
    List<Drift> drifts = drifts(STUB, HEADER.replace("kSum, kMax", "kMax, kSum"));
    assertEquals(
        List.of(Drift.Kind.RENUMBERED_VARIANT, Drift.Kind.RENUMBERED_VARIANT),
        drifts.stream().map(Drift::kind).toList());
    assertEquals("header:9:49", drifts.getFirst().mirror().toString());
  }

  @Test
  void functionsThatTheTruthDoesNotHaveAreExtra() {
    List<Drift> drifts = drifts(STUB + "\ndef push(x): ...\ndef _own(x): ...\n", HEADER);
    assertEquals(1, drifts.size());
    assertEquals(Drift.Kind.EXTRA_FUNCTION, drifts.getFirst().kind());
    assertEquals("stub:33:5", drifts.getFirst().mirror().toString());
  }
}
