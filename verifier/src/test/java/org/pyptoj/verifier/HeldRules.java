package org.pyptoj.verifier;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The tests of this package that say with {@link Holds} which rules they hold. */
final class HeldRules {

  private HeldRules() {}

  /** Tests by code: {@code PutGetTest.oversizedChunksAreCut}. */
  static Map<String, List<String>> byCode() {
    Map<String, List<String>> held = new TreeMap<>();
    for (Class<?> test : testClasses()) {
      Method[] methods = test.getDeclaredMethods();
      Arrays.sort(methods, Comparator.comparing(Method::getName));
      for (Method method : methods) {
        Holds holds = method.getAnnotation(Holds.class);
        for (String code : holds == null ? new String[0] : holds.value()) {
          held.computeIfAbsent(code, c -> new ArrayList<>())
              .add(test.getSimpleName() + "." + method.getName());
        }
      }
    }
    return held;
  }

  private static List<Class<?>> testClasses() {
    try {
      Path root =
          Path.of(HeldRules.class.getProtectionDomain().getCodeSource().getLocation().toURI())
              .resolve("org/pyptoj/verifier");
      List<Class<?>> classes = new ArrayList<>();
      try (Stream<Path> files = Files.list(root)) {
        for (Path file : files.sorted().toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith("Test.class")) {
            classes.add(Class.forName("org.pyptoj.verifier." + name.replace(".class", "")));
          }
        }
      }
      return classes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException | URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
