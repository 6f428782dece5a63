package org.pyptoj.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Scripts get what least privilege leaves them, less in a sandbox, and are told so: exit code 1,
 * place, rule and way out. The attempts and the whole text of every report stand in {@code
 * break_outs.txt}.
 */
class BreakOutTest {

  private static final String TABLE = "break_outs.txt";

  /**
   * A script, a way to run it, and how that ends.
   *
   * @param sandbox whether it runs with {@code --sandbox}
   * @param end exit code and everything printed
   */
  private record Attempt(String name, boolean sandbox, String script, String end) {
    @Override
    public String toString() {
      return name + (sandbox ? ", in a sandbox" : "");
    }
  }

  /** A server of this machine: what shall not be reached, and whether it was. */
  private static ServerSocket server;

  private static final AtomicInteger CONNECTIONS = new AtomicInteger();

  @TempDir private Path out;
  private Path in;

  @BeforeAll
  static void serve() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(BreakOutTest::answer);
  }

  private static void answer() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        CONNECTIONS.incrementAndGet();
        byte[] answer = "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes();
        socket.getOutputStream().write(answer);
        // Closing before the request has come would reset the connection.
        socket.shutdownOutput();
        socket.getInputStream().readAllBytes();
      } catch (IOException e) {
        // The other side or the test has ended.
      }
    }
  }

  @AfterAll
  static void close() throws IOException {
    server.close();
  }

  static Stream<Attempt> attempts() throws IOException {
    String text;
    try (InputStream table = BreakOutTest.class.getResourceAsStream(TABLE)) {
      text = new String(table.readAllBytes(), StandardCharsets.UTF_8);
    }
    String[] blocks = text.split("(?m)^=== ");
    Map<String, String> names = new HashMap<>();
    Matcher name = Pattern.compile("(?m)^(\\$[A-Z]+) = (.*)$").matcher(blocks[0]);
    while (name.find()) {
      names.put(name.group(1), name.group(2));
    }
    List<Attempt> attempts = new ArrayList<>();
    for (String block : List.of(blocks).subList(1, blocks.length)) {
      String[] parts = block.strip().concat("\n").split("(?m)^--- ");
      int line = parts[0].indexOf('\n');
      for (String part : List.of(parts).subList(1, parts.length)) {
        int space = part.indexOf(' ');
        String end = part.substring(space + 1);
        for (Map.Entry<String, String> entry : names.entrySet()) {
          end = end.replace(entry.getKey() + "\n", entry.getValue() + "\n");
        }
        for (boolean sandbox : sandbox(part.substring(0, space))) {
          attempts.add(
              new Attempt(parts[0].substring(0, line), sandbox, parts[0].substring(line + 1), end));
        }
      }
    }
    return attempts.stream();
  }

  private static List<Boolean> sandbox(String mode) {
    return switch (mode) {
      case "plain" -> List.of(false);
      case "sandbox" -> List.of(true);
      case "always" -> List.of(false, true);
      default -> throw new IllegalArgumentException(mode);
    };
  }

  private void furnish() throws IOException {
    in = Files.createDirectories(out.resolve("in"));
    Files.createDirectories(out.resolve("far/room"));
    Files.writeString(out.resolve("secret.txt"), "top secret\n");
    Files.writeString(out.resolve("far/other.txt"), "top secret\n");
    Files.writeString(out.resolve("kernel.txt"), "def kernel(top, secret):\n    pass\n");
    Files.writeString(out.resolve("other.py"), "");
    Files.writeString(in.resolve("data.txt"), "data\n");
    Files.createSymbolicLink(in.resolve("link"), Path.of("../secret.txt"));
    Files.createSymbolicLink(in.resolve("door"), Path.of("../far/room"));
    Files.writeString(
        in.resolve("place.py"),
        "OUT = '%s'\nIN = '%s'\nPORT = %d\n".formatted(out, in, server.getLocalPort()));
  }

  /** Names and contents of everything that is there. */
  private TreeMap<String, String> state() throws IOException {
    TreeMap<String, String> state = new TreeMap<>();
    try (Stream<Path> all = Files.walk(out)) {
      for (Path file : (Iterable<Path>) all::iterator) {
        boolean plain = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        state.put(file.toString(), plain ? Files.readString(file) : "");
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return state;
  }

  @ParameterizedTest
  @MethodSource("attempts")
  void endsAsTheTableSays(Attempt attempt) throws IOException {
    furnish();
    Path script = Files.writeString(in.resolve("kernel.py"), attempt.script());
    TreeMap<String, String> before = state();
    int connections = CONNECTIONS.get();
    Scripts.Result result =
        attempt.sandbox()
            ? Scripts.call("run", "--sandbox", script.toString())
            : Scripts.call("run", script.toString());
    String end =
        ("exit " + result.exitCode() + "\n" + result.out() + result.err())
            .replace(script.toString(), "kernel.py")
            .replace(in.toString(), "$in")
            .replace(out.toString(), "$out");
    assertAll(
        () -> assertEquals(attempt.end(), end),
        () -> assertFalse(Files.exists(out.resolve("made")), "a process has run"));
    if (attempt.sandbox()) {
      assertAll(
          () -> assertFalse(end.contains("top secret"), "a file has been read"),
          () -> assertEquals(before, state(), "a file has been written"),
          () -> assertEquals(connections, CONNECTIONS.get(), "a connection was made"));
    }
  }
}
