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
import java.util.Set;
import org.graalvm.polyglot.io.FileSystem;

/**
 * The files that a script has. Java code that opens a file for a script, or because a script named
 * it, goes through these: a name in a traceback or in a code object is the script's choice.
 */
public final class ScriptFiles {

  /** All files of the user. */
  public static final ScriptFiles ALL = new ScriptFiles(FileSystem.newDefaultFileSystem(), true);

  private final FileSystem files;
  private final boolean writable;

  private ScriptFiles(FileSystem files, boolean writable) {
    this.files = files;
    this.writable = writable;
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
   * The text of a file. Bytes that are no UTF-8 become replacement characters.
   *
   * @throws IOException when the script does not have such a file
   */
  public String text(String file) throws IOException {
    try (InputStream bytes =
        Channels.newInputStream(
            files.newByteChannel(Path.of(file), Set.of(StandardOpenOption.READ)))) {
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
    } catch (InvalidPathException e) {
      throw new NoSuchFileException(file);
    }
  }
}
