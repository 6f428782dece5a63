package org.pyptoj.frontend;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.graalvm.polyglot.io.FileSystem;

/**
 * The files below some folders, to be read and never changed; every other file does not exist.
 *
 * <p>A symbolic link counts as the file that it leads to.
 */
final class VisibleFiles implements FileSystem {

  private final FileSystem all = FileSystem.newDefaultFileSystem();
  private final List<Path> folders = new ArrayList<>();

  VisibleFiles(List<Path> folders) {
    for (Path folder : folders) {
      this.folders.add(real(folder.toAbsolutePath()));
    }
  }

  /**
   * Where the operating system finds a path. It follows links before it goes up a {@code ..}, so
   * that the path must not be simplified before.
   */
  private static Path real(Path absolute) {
    try {
      return absolute.toRealPath();
    } catch (IOException e) {
      Path parent = absolute.getParent();
      return parent == null ? absolute : real(parent).resolve(absolute.getFileName()).normalize();
    }
  }

  private Path visible(Path path) throws NoSuchFileException {
    Path real = real(all.toAbsolutePath(path));
    if (folders.stream().noneMatch(real::startsWith)) {
      throw new NoSuchFileException(path.toString());
    }
    return path;
  }

  private static AccessDeniedException readOnly(Path path, Path other) {
    return new AccessDeniedException(
        path.toString(), other == null ? null : other.toString(), "read-only");
  }

  @Override
  public Path parsePath(URI uri) {
    return all.parsePath(uri);
  }

  @Override
  public Path parsePath(String path) {
    return all.parsePath(path);
  }

  @Override
  public void checkAccess(Path path, Set<? extends AccessMode> modes, LinkOption... linkOptions)
      throws IOException {
    Path seen = visible(path);
    if (modes.contains(AccessMode.WRITE)) {
      throw readOnly(path, null);
    }
    all.checkAccess(seen, modes, linkOptions);
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attrs) throws IOException {
    if (!Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS).containsAll(options)) {
      throw readOnly(path, null);
    }
    return all.newByteChannel(visible(path), options, attrs);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path dir, DirectoryStream.Filter<? super Path> filter) throws IOException {
    return all.newDirectoryStream(visible(dir), filter);
  }

  @Override
  public Path toAbsolutePath(Path path) {
    return all.toAbsolutePath(path);
  }

  @Override
  public Path toRealPath(Path path, LinkOption... linkOptions) throws IOException {
    return all.toRealPath(visible(path), linkOptions);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
      throws IOException {
    return all.readAttributes(visible(path), attributes, options);
  }

  @Override
  public Path readSymbolicLink(Path link) throws IOException {
    return all.readSymbolicLink(visible(link));
  }

  @Override
  public void createDirectory(Path dir, FileAttribute<?>... attrs) throws IOException {
    throw readOnly(dir, null);
  }

  @Override
  public void delete(Path path) throws IOException {
    throw readOnly(path, null);
  }

  @Override
  public void createLink(Path link, Path existing) throws IOException {
    throw readOnly(link, existing);
  }

  @Override
  public void createSymbolicLink(Path link, Path target, FileAttribute<?>... attrs)
      throws IOException {
    throw readOnly(link, target);
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options)
      throws IOException {
    throw readOnly(path, null);
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    throw readOnly(source, target);
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    throw readOnly(source, target);
  }
}
