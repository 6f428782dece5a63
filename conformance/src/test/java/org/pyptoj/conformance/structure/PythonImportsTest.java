package org.pyptoj.conformance.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the modules and packages of {@code pypto} import of each other, at once or when they first
 * need it. {@code pypto} itself finds them all by name and is not looked at.
 */
class PythonImportsTest {

  private static final Path PYPTO =
      Path.of(System.getProperty("pyptoj.root", ".."))
          .resolve("graalpy-frontend/src/main/resources/org/pyptoj/python/pypto");

  private static final Pattern IMPORT =
      Pattern.compile(
          "^ *(?:from pypto import ([\\w, ]+)|from pypto\\.(\\w+)|import pypto\\.(\\w+))[^\n]*",
          Pattern.MULTILINE);

  /** What imports what; a line is a statement with its file. */
  private static final Map<String, Map<String, List<String>>> IMPORTS = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    try (Stream<Path> files = Files.walk(PYPTO)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".py")).sorted().toList()) {
        Path path = PYPTO.relativize(file);
        String from = path.getName(0).toString().replace(".py", "");
        if (from.equals("__init__")) {
          continue;
        }
        for (MatchResult m : IMPORT.matcher(Files.readString(file)).results().toList()) {
          String names = Stream.of(1, 2, 3).map(m::group).filter(g -> g != null).findFirst().get();
          for (String to : names.strip().split(", *")) {
            if (!to.equals(from)) {
              IMPORTS
                  .computeIfAbsent(from, k -> new TreeMap<>())
                  .computeIfAbsent(to, k -> new ArrayList<>())
                  .add(path + ": " + m.group().strip());
            }
          }
        }
      }
    }
  }

  @Test
  void packagesImportEachOtherSo() {
    String actual =
        IMPORTS.entrySet().stream()
            .map(e -> e.getKey() + ": " + String.join(", ", new TreeSet<>(e.getValue().keySet())))
            .collect(Collectors.joining("\n", "", "\n"));
    assertEquals(
        """
        _failures: _program
        _kernels: _arguments, _failures, _program, _reads, _static, _values, ir
        _program: _values
        _run_config: _values
        _static: _reads, _values
        _workers: _arguments, _run_config
        backend: _absent, _failures, _values
        debug: _arguments, _program, backend, language, runtime
        ir: _absent, _arguments, _program, _values, _workers, backend, pypto_core
        language: _failures, _kernels, _values
        pypto_core: _absent, _values
        runtime: _absent, _run_config, _workers, ir
        """,
        actual);
  }

  /**
   * What runs programs builds on what compiles them, and the language's front on both: whoever
   * imports comes behind what is imported, even where it is imported only when it is needed.
   */
  @Test
  void importsGoOneWay() {
    Map<String, Set<String>> left = new TreeMap<>();
    IMPORTS.forEach(
        (from, to) -> {
          left.computeIfAbsent(from, k -> new TreeSet<>()).addAll(to.keySet());
          to.keySet().forEach(k -> left.computeIfAbsent(k, n -> new TreeSet<>()));
        });
    while (left.values().removeIf(Set::isEmpty)) {
      left.values().forEach(to -> to.retainAll(left.keySet()));
    }
    assertEquals(Map.of(), left, "these import each other in a circle");
  }
}
