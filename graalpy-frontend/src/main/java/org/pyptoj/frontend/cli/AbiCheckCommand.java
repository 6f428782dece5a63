package org.pyptoj.frontend.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.pyptoj.frontend.ExitCode;
import org.pyptoj.stubs.generate.StubLayer;
import org.pyptoj.stubs.generate.StubPackage;
import org.pyptoj.stubs.mirror.AbiDrift;
import org.pyptoj.stubs.mirror.AbiLock;
import org.pyptoj.stubs.mirror.Drift;
import org.pyptoj.stubs.mirror.HeaderReader;
import org.pyptoj.stubs.mirror.MirrorLayer;
import org.pyptoj.stubs.mirror.MirrorSyntaxException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pypto-j abi check}. */
@Command(
    name = "check",
    description = {
      "Compares every layer with the Java enums and the op table.",
      "The layers are the stubs, what scripts import, the released numbers, and the headers that are",
      "named. Exit code 1 where something has drifted."
    })
final class AbiCheckCommand implements Callable<Integer> {

  @Option(
      names = "--header",
      paramLabel = "FILE",
      description = "A C or C++ header that declares the enums; may be given several times.")
  private List<Path> headers = new ArrayList<>();

  @Option(
      names = "--stubs",
      paramLabel = "DIR",
      description = "The folder that holds pypto-stubs (default: the stubs of this build).")
  private Path stubs;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  private boolean help;

  private final Terminal terminal;

  AbiCheckCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    PrintStream out = terminal.out();
    MirrorLayer truth = StubLayer.truth();
    List<MirrorLayer> layers = new ArrayList<>();
    try {
      if (stubs == null) {
        layers.add(StubLayer.read("this build", StubPackage.released()));
      } else if (Files.isDirectory(stubs.resolve("pypto-stubs"))) {
        layers.add(StubLayer.read(stubs.toString(), stubFiles(stubs)));
      } else {
        return refuse(stubs + " holds no folder pypto-stubs");
      }
      for (Path header : headers) {
        if (!Files.isReadable(header)) {
          return refuse("cannot read " + header);
        }
        layers.add(HeaderReader.read("header", header.toString(), Files.readString(header)));
      }
      List<Drift> drifts = new ArrayList<>(AbiDrift.check(truth, layers));
      MirrorLayer served = ServedLanguage.layer();
      layers.add(served);
      drifts.addAll(AbiDrift.check(ServedLanguage.served(truth), List.of(served)));
      drifts.forEach(out::println);
      boolean released = checkReleased(truth);
      if (!drifts.isEmpty() || !released) {
        return ExitCode.USER_ERROR;
      }
    } catch (MirrorSyntaxException e) {
      return refuse(e.getMessage());
    }
    out.println(
        truth.enums().size()
            + " enums and "
            + truth.functions().size()
            + " functions agree in "
            + String.join(", ", layers.stream().map(MirrorLayer::title).toList())
            + " and with the released numbers");
    return ExitCode.OK;
  }

  private boolean checkReleased(MirrorLayer truth) {
    try {
      AbiLock.released().check(truth);
      return true;
    } catch (AbiLock.BrokenException e) {
      terminal.out().println(e.getMessage());
      return false;
    }
  }

  private int refuse(String message) {
    terminal.err().println("pypto-j: " + message);
    return ExitCode.USER_ERROR;
  }

  private static Map<String, String> stubFiles(Path folder) throws IOException {
    Map<String, String> files = new HashMap<>();
    try (Stream<Path> all = Files.walk(folder.resolve("pypto-stubs"))) {
      for (Path file : (Iterable<Path>) all.filter(f -> f.toString().endsWith(".pyi"))::iterator) {
        files.put(folder.relativize(file).toString().replace('\\', '/'), Files.readString(file));
      }
    }
    return files;
  }
}
