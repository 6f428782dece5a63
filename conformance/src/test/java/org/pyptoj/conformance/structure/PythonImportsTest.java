package org.pyptoj.conformance.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
          "^ *(?:from pypto import (\\w+)|from pypto\\.(\\w+)|import pypto\\.(\\w+))[^\n]*",
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
          String to = Stream.of(1, 2, 3).map(m::group).filter(g -> g != null).findFirst().get();
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

  @Test
  void packagesImportEachOtherSo() {
    String actual =
        IMPORTS.entrySet().stream()
            .map(e -> e.getKey() + ": " + String.join(", ", new TreeSet<>(e.getValue().keySet())))
            .collect(Collectors.joining("\n", "", "\n"));
    assertEquals(
        """
        _kernels: _program, _scalars, _static, _values, ir, language
        _program: _values
        _static: _values
        backend: _absent, _program, _values
        debug: _program, backend, ir, language, runtime
        ir: _absent, _program, _scalars, _values, backend, language, pypto_core, runtime
        language: _kernels, _program, _values, backend
        pypto_core: _absent, _values
        runtime: _absent, _values, ir
        """,
        actual);
  }

  /**
   * What runs programs builds on what compiles them, and the language's front on both; only these
   * go the other way, when they are called.
   */
  @Test
  void onlyTheseGoUp() {
    assertEquals(
        List.of(
            "ir/distributed_compiled_program.py: from pypto.runtime.distributed_runner import"
                + " DistributedWorker"),
        IMPORTS.get("ir").get("runtime"));
    assertEquals(
        List.of("ir/serialization.py: from pypto.language.parser.text_parser import parse_program"),
        IMPORTS.get("ir").get("language"));
    assertEquals(
        List.of("_kernels.py: from pypto.language.parser.diagnostics.exceptions import of_failure"),
        IMPORTS.get("_kernels").get("language"));
  }
}
