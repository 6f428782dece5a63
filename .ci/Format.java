import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks that every Java file is as google-java-format writes it, or rewrites it.
 *
 * <p>Called by Maven as a source file: {@code java Format.java check|write ROOT}.
 */
final class Format {

  private Format() {}

  public static void main(String[] args) throws IOException {
    boolean write = args[0].equals("write");
    Path root = Path.of(args[1]);
    // What was right once is read again only if it, or this program, changed.
    Path stamp = root.resolve("target/format/checked");
    long stamped = stamp.toFile().lastModified();
    long changed = root.resolve(".ci/Format.java").toFile().lastModified();
    long checked = write || changed > stamped ? 0 : stamped;
    long start = System.currentTimeMillis();
    List<Path> wrong;
    try (Stream<Path> modules = Files.list(root)) {
      wrong =
          modules
              .map(module -> module.resolve("src"))
              .filter(Files::isDirectory)
              .flatMap(Format::javaFiles)
              .filter(file -> file.toFile().lastModified() >= checked)
              .toList()
              .parallelStream()
              .filter(file -> !format(file, write))
              .toList();
    }
    for (Path file : wrong) {
      System.out.println((write ? "formatted: " : "not formatted: ") + root.relativize(file));
    }
    if (!write && !wrong.isEmpty()) {
      System.out.println("Format them with: mvn -Pformat validate");
      System.exit(1);
    }
    Files.createDirectories(stamp.getParent());
    Files.writeString(stamp, "");
    stamp.toFile().setLastModified(start);
  }

  private static Stream<Path> javaFiles(Path folder) {
    try {
      return Files.walk(folder).filter(file -> file.toString().endsWith(".java"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean format(Path file, boolean write) {
    try {
      String before = Files.readString(file);
      String after =
          new Formatter(JavaFormatterOptions.builder().formatJavadoc(true).build())
              .formatSource(
                  RemoveUnusedImports.removeUnusedImports(
                      ImportOrderer.reorderImports(before, JavaFormatterOptions.Style.GOOGLE)));
      if (before.equals(after)) {
        return true;
      }
      if (write) {
        Files.writeString(file, after);
      }
      return false;
    } catch (FormatterException e) {
      System.out.println(file + ":" + e.getMessage());
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
