package org.pyptoj.stubs.generate;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files that are written by hand, among the resources of this package. */
final class StubTemplates {
  private StubTemplates() {}

  static String read(String name) {
    try (InputStream in = StubTemplates.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("there is no template " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
