package org.pyptoj.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Equal scopes take equal constructs: whatever may stand in a {@code pl.at} may stand in every
 * other scope of kernel code, gives the same results there, is lowered and emitted. The tables are
 * {@code scopes/constructs.py} and {@code scopes/scopes.py}, with what is refused and by which
 * rule.
 *
 * <p>{@code -Dpyptoj.share=1} tries every cell, {@code -Dpyptoj.seed=S} another part of them.
 */
class ScopeTableTest {

  /** One cell of so many is tried, a diagonal of the table. */
  private static final int SHARE = Integer.getInteger("pyptoj.share", 3);

  private static final int SEED = Integer.getInteger("pyptoj.seed", 1);

  @TempDir private Path folder;

  @Test
  void equalScopesTakeEqualConstructs() throws IOException {
    for (String module : List.of("check_scopes", "constructs", "scopes")) {
      try (InputStream source = getClass().getResourceAsStream("scopes/" + module + ".py")) {
        Files.write(folder.resolve(module + ".py"), source.readAllBytes());
      }
    }
    Scripts.Result result =
        Scripts.call(
            "run",
            folder.resolve("check_scopes.py").toString(),
            folder.resolve("artifacts").toString(),
            Integer.toString(SHARE),
            Integer.toString(SEED));
    assertEquals(0, result.exitCode(), () -> result.out() + result.err());
  }
}
