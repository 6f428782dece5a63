package org.pyptoj.frontend;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.graalvm.polyglot.io.FileSystem;

/**
 * The files that a script has. Java code that opens a file for a script, or because a script named
 * it, goes through these: a name in a traceback or in a code object is the script's choice.
 */
public final class ScriptFiles {

  private final FileSystem files;
  private final boolean writable;
  private final Map<String, String> texts = new ConcurrentHashMap<>();
  private final AtomicInteger unnamed = new AtomicInteger(1);

  private ScriptFiles(FileSystem files, boolean writable) {
    this.files = files;
    this.writable = writable;
  }

  /** All files of the user. */
  static ScriptFiles all() {
    return new ScriptFiles(FileSystem.newDefaultFileSystem(), true);
  }

  /** The files below some folders, to be read. */
  static ScriptFiles readable(List<Path> folders) {
    return new ScriptFiles(new VisibleFiles(folders), false);
  }

  FileSystem fileSystem() {
    return files;
  }

  /** Whether the script may write files at all. */
  public boolean writable() {
    return writable;
  }

  /**
   * Takes a text that a script has in memory, so that places in it can be shown like those of
   * files.
   *
   * @param name its name; one in angle brackets gets a number where another text has it already
   * @return the name under which {@link #text} finds it
   */
  public String give(String name, String text) {
    String free = name;
    if (name.startsWith("<") && !texts.getOrDefault(name, text).equals(text)) {
      free = name.replaceFirst(">?$", " " + unnamed.incrementAndGet() + ">");
    }
    texts.put(free, text);
    return free;
  }

  /**
   * The text of a file. Bytes that are no UTF-8 become replacement characters.
   *
   * @throws IOException when the script does not have such a file
   */
  public String text(String file) throws IOException {
    String given = texts.get(file);
    if (given != null) {
      return given;
    }
    try (InputStream bytes =
        Channels.newInputStream(
            files.newByteChannel(Path.of(file), Set.of(StandardOpenOption.READ)))) {
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
    } catch (InvalidPathException e) {
      throw new NoSuchFileException(file);
    }
  }
}
