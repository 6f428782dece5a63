package org.pyptoj.stubs.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The committed stub files are what the generator writes. {@code mvn -Pstubs -pl python-stubs -am
 * test} writes them anew.
 */
class CommittedStubsTest {
  private static final Path COMMITTED = Path.of("src/main/resources/org/pyptoj/stubs");

  @Test
  void committedFilesAreTheGenerated() throws IOException {
    for (Map.Entry<String, String> file : StubPackage.generated().entrySet()) {
      Path committed = COMMITTED.resolve(file.getKey());
      if (Boolean.getBoolean("stubs.rewrite")) {
        Files.createDirectories(committed.getParent());
        Files.writeString(committed, file.getValue());
      }
      assertEquals(
          file.getValue(),
          Files.exists(committed) ? Files.readString(committed) : null,
          committed + " is stale; mvn -Pstubs -pl python-stubs -am test writes it");
    }
  }
}
