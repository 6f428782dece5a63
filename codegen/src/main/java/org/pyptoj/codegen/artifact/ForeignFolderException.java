package org.pyptoj.codegen.artifact;

import java.nio.file.FileSystemException;

/** An output folder exists and holds what no compilation wrote, so that it is not replaced. */
public final class ForeignFolderException extends FileSystemException {

  private static final long serialVersionUID = 1L;

  ForeignFolderException(String folder) {
    super(
        folder,
        null,
        "the folder exists and is not an earlier compilation's; name another one or empty it");
  }
}
