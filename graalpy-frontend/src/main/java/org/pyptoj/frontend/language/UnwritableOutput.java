package org.pyptoj.frontend.language;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Artifacts cannot be written where they were to go: the user's mistake, or the sandbox. */
final class UnwritableOutput extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final boolean permission;

  private UnwritableOutput(Path folder, String reason, boolean permission, Throwable cause) {
    super("cannot write the artifacts to " + folder + ": " + reason, cause);
    this.permission = permission;
  }

  static UnwritableOutput of(Path folder, IOException e) {
    String reason =
        switch (e) {
          case AccessDeniedException denied -> "permission denied for " + denied.getFile();
          case NotDirectoryException file -> file.getFile() + " is no folder";
          case NoSuchFileException missing -> missing.getFile() + " cannot be made there";
          case FileSystemException other when other.getReason() != null -> other.getReason();
          default -> e.getMessage();
        };
    return new UnwritableOutput(folder, reason, e instanceof AccessDeniedException, e);
  }

  static UnwritableOutput sandbox(Path folder) {
    return new UnwritableOutput(folder, "a script in a sandbox writes no files", true, null);
  }

  /** The Python exception that says so. */
  String pythonType() {
    return permission ? "PermissionError" : "OSError";
  }
}
