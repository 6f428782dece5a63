package org.pyptoj.frontend.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Callable;
import org.pyptoj.frontend.ExitCode;
import org.pyptoj.stubs.mirror.AbiLock;
import org.pyptoj.stubs.mirror.JavaTruth;
import org.pyptoj.stubs.mirror.MirrorLayer;
import org.pyptoj.stubs.mirror.MirrorSyntaxException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pypto-j abi lock}. */
@Command(
    name = "lock",
    description = {
      "Records the numbers of the enums as released.",
      "What is released already must still hold; only variants at the end are new. Anything else is",
      "refused with exit code 1, and nothing is written."
    })
final class AbiLockCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      defaultValue = "python-stubs/src/main/resources/org/pyptoj/stubs/mirror/abi.lock",
      description = "The file of released numbers (default: ${DEFAULT-VALUE}).")
  private Path file;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;

  private final Terminal terminal;

  AbiLockCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder)) {
      return refuse("there is no folder " + folder + "; name the file of released numbers");
    }
    MirrorLayer truth = JavaTruth.layer();
    String before = Files.exists(file) ? Files.readString(file) : "";
    String after;
    try {
      after = AbiLock.parse(file.toString(), before).updated(truth);
    } catch (AbiLock.BrokenException | MirrorSyntaxException e) {
      return refuse(e.getMessage());
    }
    if (after.equals(before)) {
      terminal.out().println(file + " is up to date");
      return ExitCode.OK;
    }
    Path written = Files.createTempFile(folder, ".abi", ".lock");
    Files.writeString(written, after);
    Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
    terminal.out().println("recorded in " + file);
    return ExitCode.OK;
  }

  private int refuse(String message) {
    terminal.err().println("pypto-j: " + message);
    return ExitCode.USER_ERROR;
  }
}
