package org.pyptoj.conformance.scripts;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;

/** Executes scripts through the command line, one or many in a process. */
final class Scripts {

  /** The project's folder. */
  static final Path ROOT =
      Path.of(System.getProperty("pyptoj.root", "..")).toAbsolutePath().normalize();

  /** The folder of the conformance kernels. */
  static final Path KERNELS = ROOT.resolve("conformance/kernels");

  private static final char END = '\u001e';
  private static final char NEXT = '\u001f';

  private Scripts() {}

  /** What a command printed and how it ended. */
  record Result(int exitCode, String out, String err) {}

  /** A script with its arguments. */
  record Job(Path script, List<String> arguments) {
    static Job of(Path script, String... arguments) {
      return new Job(script, List.of(arguments));
    }

    @Override
    public String toString() {
      return script.getFileName() + " " + String.join(" ", arguments);
    }
  }

  /**
   * How a script of many ended.
   *
   * @param status its exit code, or the type of the exception that it raised; empty when the
   *     process did not come to its end
   * @param message the exception's message
   * @param out what it printed
   */
  record Ended(Job job, String status, String message, String out) {

    /** Whether it said OK and chose exit code 0. */
    boolean ok() {
      return status.equals("0") && out.endsWith("OK\n");
    }

    @Override
    public String toString() {
      return job + ": " + (status.isEmpty() ? "did not end" : status) + " " + message + " " + out;
    }
  }

  /** How many scripts ended, and how the command that executed them did. */
  record Batch(List<Ended> ended, Result result) {}

  /** Executes a command line of pypto-j in this process. */
  static Result call(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.execute(
            args,
            new Terminal(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false));
    return new Result(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /**
   * Executes scripts one after the other in one Python interpreter.
   *
   * @param command the command and its options, as {@code run --seeds 50}
   */
  static List<Ended> many(List<String> command, List<Job> jobs) {
    return batch(command, jobs).ended();
  }

  /** The same, with what the command itself said. */
  static Batch batch(List<String> command, List<Job> jobs) {
    try {
      Path list = Files.createTempFile("scripts", ".txt");
      Path driver = Files.createTempFile("many", ".py");
      try (InputStream source = Scripts.class.getResourceAsStream("many.py")) {
        Files.write(driver, source.readAllBytes());
        Files.write(
            list,
            jobs.stream()
                .map(
                    j ->
                        Stream.concat(Stream.of(j.script().toString()), j.arguments().stream())
                            .collect(Collectors.joining("\t")))
                .toList());
        List<String> args = new ArrayList<>(command);
        args.add(driver.toString());
        args.add(list.toString());
        Result result = call(args.toArray(String[]::new));
        return new Batch(ended(jobs, result), result);
      } finally {
        Files.delete(list);
        Files.delete(driver);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Ended> ended(List<Job> jobs, Result result) {
    List<Ended> ended = new ArrayList<>();
    String rest = result.out();
    for (Job job : jobs) {
      int end = rest.indexOf(END);
      int next = rest.indexOf(NEXT, Math.max(end, 0));
      if (end < 0 || next < 0) {
        ended.add(new Ended(job, "", result.err(), rest));
        rest = "";
        continue;
      }
      String[] told = rest.substring(end + 1, next).split("\t", 3);
      ended.add(new Ended(job, told[1], told[2], rest.substring(0, end)));
      rest = rest.substring(next + 1);
    }
    return ended;
  }

  /** The scripts of a folder: files with a {@code __main__} part, in order of name. */
  static List<Path> in(Path folder) {
    try (var files = Files.list(folder)) {
      return files
          .filter(f -> f.toString().endsWith(".py"))
          .filter(Scripts::isScript)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isScript(Path file) {
    try {
      return Files.readString(file).contains("__main__");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Device ids 0 to ranks-1 as the scripts take them. */
  static String devices(int ranks) {
    StringBuilder text = new StringBuilder("0");
    for (int r = 1; r < ranks; r++) {
      text.append(',').append(r);
    }
    return text.toString();
  }
}
