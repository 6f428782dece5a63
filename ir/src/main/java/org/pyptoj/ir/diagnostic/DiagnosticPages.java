package org.pyptoj.ir.diagnostic;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * The pages that explain diagnostics: rule, rejected and accepted example, way out; one resource
 * per code.
 */
public final class DiagnosticPages {

  private DiagnosticPages() {}

  /** The page of a code, as Markdown. */
  public static Optional<String> of(String code) {
    String name = code.strip().toUpperCase(Locale.ROOT);
    if (!name.matches("[A-Z]{3}[0-9]{4}")) {
      return Optional.empty();
    }
    try (InputStream in =
        DiagnosticPages.class.getResourceAsStream("/org/pyptoj/diagnostics/" + name + ".md")) {
      return in == null
          ? Optional.empty()
          : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
