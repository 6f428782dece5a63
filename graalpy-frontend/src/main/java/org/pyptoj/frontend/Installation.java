package org.pyptoj.frontend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where the parts of pypto-j that Python reads as files are.
 *
 * <p>The launcher names a folder with the system property {@value #HOME}. It holds {@code python/}
 * (our packages) and {@code pycache/} (bytecode of these and of the standard library). Without the
 * property (tests, an IDE, an embedding) the packages come from the class path and nothing is
 * precompiled.
 *
 * @param packages folder on {@code sys.path} that holds our Python packages
 * @param bytecode folder with compiled modules, if there is one
 * @param writesBytecode whether imports may add to that folder: while the launcher prepares it.
 *     Later runs only read, so that any number of them share it
 */
public record Installation(Path packages, Optional<Path> bytecode, boolean writesBytecode) {

  /** Name of the system property that the launcher sets. */
  public static final String HOME = "pyptoj.home";

  /** Name of the system property that is {@code true} while the launcher prepares the folder. */
  public static final String PREPARING = "pyptoj.preparing";

  private static final String RESOURCE = "/org/pyptoj/python";

  /** The installation of this process. */
  public static Installation current() {
    String home = System.getProperty(HOME);
    if (home == null) {
      return new Installation(ClassPathPackages.FOLDER, Optional.empty(), false);
    }
    return new Installation(
        Path.of(home, "python"),
        Optional.of(Path.of(home, "pycache")),
        Boolean.getBoolean(PREPARING));
  }

  /** Unpacked at most once per process, and only if nobody named an installation. */
  private static final class ClassPathPackages {

    static final Path FOLDER = locate();

    private static Path locate() {
      try {
        URI uri = Installation.class.getResource(RESOURCE).toURI();
        if ("file".equals(uri.getScheme())) {
          return Path.of(uri);
        }
        Path folder = Files.createTempDirectory("pypto-j-python");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
        try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
          copy(jar.getPath(RESOURCE), folder);
        }
        return folder;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (URISyntaxException e) {
        throw new IllegalStateException(e);
      }
    }

    private static void copy(Path from, Path to) throws IOException {
      try (Stream<Path> files = Files.walk(from)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Path target = to.resolve(from.relativize(file).toString());
          if (Files.isDirectory(file)) {
            Files.createDirectories(target);
          } else {
            Files.copy(file, target);
          }
        }
      }
    }

    private static void delete(Path folder) {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      } catch (IOException e) {
        // The operating system clears its temporary folder.
      }
    }
  }
}
