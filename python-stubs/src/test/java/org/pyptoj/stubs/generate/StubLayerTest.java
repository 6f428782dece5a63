package org.pyptoj.stubs.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pyptoj.stubs.mirror.AbiDrift;
import org.pyptoj.stubs.mirror.Drift;

/** The stubs mirror the tables, and a stub file that was changed by hand is found out. */
class StubLayerTest {
  private static List<Drift> drifts(Map<String, String> files) {
    return AbiDrift.check(StubLayer.truth(), List.of(StubLayer.read("stubs", files)));
  }

  @Test
  void generatedStubsHaveNotDrifted() {
    assertEquals(List.of(), drifts(StubPackage.generated()));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          distributed/__init__.pyi | Ge = 1 | Ge = 2 | RENUMBERED_VARIANT | WaitCmp.Ge
          distributed/tensor.pyi | root: int | root: int = 0 | DEFAULT | pld.tensor.broadcast(root)
          distributed/tensor.pyi | chunk_cols: int = 0 | chunk_cols: int = 1 | \
              DEFAULT | pld.tensor.put(chunk_cols)
          distributed/tensor.pyi | '*, dtype: DataType)' | 'dtype: DataType)' | \
              KEYWORD_ONLY | pld.tensor.window(dtype)
          tile.pyi | def concat( | def join( | MISSING_FUNCTION | pl.tile.concat
          __init__.pyi | def static_print( | def print( | MISSING_FUNCTION | pl.static_print
          __init__.pyi | 'stage: int = 2' | 'stage: int = 3' | DEFAULT | pl.pipeline(stage)
          """)
  void changesByHandAreReported(
      String file, String before, String after, Drift.Kind kind, String subject) {
    Map<String, String> files = new HashMap<>(StubPackage.generated());
    String path = "pypto-stubs/language/" + file;
    String text = files.get(path);
    assertTrue(text.contains(before), "the stubs no longer contain " + before);
    int at = text.indexOf(before);
    files.put(path, text.substring(0, at) + after + text.substring(at + before.length()));
    List<Drift> drifts = drifts(files);
    assertTrue(
        drifts.stream().anyMatch(d -> d.kind() == kind && d.subject().equals(subject)),
        () -> "found only " + drifts);
    for (Drift drift : drifts) {
      assertTrue(drift.truth().file().matches("org/pyptoj/.*\\.java|forms\\.pyi"), drift::toString);
      assertTrue(drift.mirror().file().startsWith("stubs"), drift::toString);
    }
  }
}
