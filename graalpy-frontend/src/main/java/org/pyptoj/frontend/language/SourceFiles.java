package org.pyptoj.frontend.language;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.pyptoj.frontend.ScriptFiles;
import org.pyptoj.ir.dsl.HostException;
import org.pyptoj.ir.dsl.PythonSource;

/** The parsed files of a session's scripts; each is read and parsed once. */
final class SourceFiles {

  private final ScriptFiles files;
  private final Map<String, PythonSource> parsed = new HashMap<>();

  SourceFiles(ScriptFiles files) {
    this.files = files;
  }

  /** Forgets what a file was parsed to: its text is another one now. */
  void forget(String file) {
    parsed.remove(file);
  }

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
        text = files.text(file);
      } catch (IOException e) {
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
