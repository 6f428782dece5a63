package org.pyptoj.codegen.artifact;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder that appears whole or not at all. Its files are written into a hidden sibling, {@code
 * .<name>.<pid>-<number>.new}, which then takes the folder's name. A folder that was there before
 * steps aside as {@code ....old} and is deleted afterwards.
 *
 * <p>Whenever the process is killed, the name holds the old folder, the new one, or, in the instant
 * between two renames, nothing; in that last case the next run puts the old folder back. Every run
 * first removes what dead processes left.
 */
public final class ArtifactFolder {

  private static final String NEW = ".new";
  private static final String OLD = ".old";
  private static final int ATTEMPTS = 20;

  private final Path target;
  private final Path parent;
  private final String prefix;

  private ArtifactFolder(Path target) {
    this.target = target;
    this.parent = target.getParent();
    this.prefix = "." + target.getFileName() + ".";
  }

  /**
   * Puts files where a folder shall be.
   *
   * @param where the folder; a symbolic link is followed
   * @param files texts by relative path with {@code /}
   * @return the folder, absolute
   * @throws NotDirectoryException when something else than a folder has the name
   * @throws ForeignFolderException when the folder holds what no compilation wrote
   * @throws IOException when the file system refuses
   */
  public static Path write(Path where, Map<String, String> files) throws IOException {
    Path absolute = where.toAbsolutePath().normalize();
    if (absolute.getParent() == null) {
      throw new NotDirectoryException(absolute.toString());
    }
    Files.createDirectories(absolute.getParent());
    Path real = Files.exists(absolute) ? absolute.toRealPath() : absolute;
    ArtifactFolder folder = new ArtifactFolder(real);
    folder.clean();
    folder.check();
    folder.replace(files);
    return real;
  }

  /** Removes what runs that were killed left behind, beside where a folder shall be. */
  public static void clean(Path where) throws IOException {
    new ArtifactFolder(where.toAbsolutePath().normalize()).clean();
  }

  private void check() throws IOException {
    if (!Files.exists(target)) {
      return;
    }
    if (!Files.isDirectory(target)) {
      throw new NotDirectoryException(target.toString());
    }
    try (Stream<Path> entries = Files.list(target)) {
      boolean foreign =
          entries.findAny().isPresent()
              && Stream.of("passes_dump", "report", "kernels", "next_levels")
                  .noneMatch(n -> Files.isDirectory(target.resolve(n)));
      if (foreign) {
        throw new ForeignFolderException(target.toString());
      }
    }
  }

  private void replace(Map<String, String> files) throws IOException {
    Path fresh = sibling(NEW);
    try {
      for (Map.Entry<String, String> file : files.entrySet()) {
        Path path = fresh.resolve(file.getKey()).normalize();
        if (!path.startsWith(fresh)) {
          throw new IllegalArgumentException("a path leaves the folder: " + file.getKey());
        }
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue(), StandardCharsets.UTF_8);
      }
      Files.createDirectories(fresh);
      swap(fresh);
    } catch (IOException | RuntimeException e) {
      delete(fresh);
      throw e;
    }
  }

  /**
   * Gives the new folder the name. Another run may do the same at the same time; the last one
   * stays.
   */
  private void swap(Path fresh) throws IOException {
    IOException last = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Path aside = sibling(OLD);
      boolean moved = false;
      try {
        move(target, aside);
        moved = true;
      } catch (NoSuchFileException absent) {
        // Nothing had the name.
      }
      try {
        move(fresh, target);
        if (moved) {
          delete(aside);
        }
        return;
      } catch (IOException taken) {
        last = taken;
        if (moved) {
          restore(aside);
        }
      }
    }
    throw last;
  }

  private void restore(Path aside) throws IOException {
    try {
      move(aside, target);
    } catch (IOException taken) {
      delete(aside);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to);
    }
  }

  private Path sibling(String suffix) {
    return parent.resolve(
        prefix
            + ProcessHandle.current().pid()
            + "-"
            + Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36)
            + suffix);
  }

  private void clean() throws IOException {
    Pattern form = Pattern.compile(Pattern.quote(prefix) + "(\\d+)-\\w+(\\.new|\\.old)");
    List<Path> left = new ArrayList<>();
    if (!Files.isDirectory(parent)) {
      return;
    }
    try (Stream<Path> entries = Files.list(parent)) {
      entries.forEach(
          entry -> {
            Matcher matcher = form.matcher(entry.getFileName().toString());
            if (matcher.matches() && isGone(Long.parseLong(matcher.group(1)))) {
              left.add(entry);
            }
          });
    }
    for (Path entry : left) {
      if (entry.toString().endsWith(OLD) && !Files.exists(target)) {
        restore(entry);
      } else {
        delete(entry);
      }
    }
  }

  private static boolean isGone(long pid) {
    return ProcessHandle.of(pid).map(p -> !p.isAlive()).orElse(true);
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attrs)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, IOException failed)
              throws IOException {
            if (failed != null && !(failed instanceof NoSuchFileException)) {
              throw failed;
            }
            Files.deleteIfExists(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
