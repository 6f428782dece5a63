package org.pyptoj.frontend.language;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.pyptoj.ir.dsl.HostException;
import org.pyptoj.ir.dsl.PythonSource;

/** The parsed files of a session's scripts; each is read and parsed once. */
final class SourceFiles {

  private final Map<String, PythonSource> parsed = new HashMap<>();

  /**
   * The parsed file.
   *
   * @throws HostException where there is no such file, as for functions made by {@code exec}
   */
  PythonSource get(String file) {
    PythonSource source = parsed.get(file);
    if (source == null) {
      String text;
      try {
        text = Files.readString(Path.of(file));
      } catch (IOException | java.nio.file.InvalidPathException e) {
        throw new HostException(
            "the source of a kernel function cannot be read from "
                + file
                + ": define it in a file");
      }
      source = PythonSource.parse(file, text);
      parsed.put(file, source);
    }
    return source;
  }
}
