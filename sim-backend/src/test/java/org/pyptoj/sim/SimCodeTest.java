package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every code of the simulator is explained. */
class SimCodeTest {

  @ParameterizedTest
  @EnumSource(SimCode.class)
  void hasAPage(SimCode code) throws IOException {
    try (InputStream page =
        SimCode.class.getResourceAsStream("/org/pyptoj/diagnostics/" + code.code() + ".md")) {
      String text = new String(page.readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(text.startsWith("# " + code.code() + "\n"));
      assertTrue(text.contains("\nRejected:\n") && text.contains("\nAccepted:\n"));
      assertTrue(text.contains("\nWay out: "));
    }
  }
}
