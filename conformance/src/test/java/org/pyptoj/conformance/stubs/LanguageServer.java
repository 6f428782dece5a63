package org.pyptoj.conformance.stubs;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An editor's side of the Language Server Protocol, as far as these tests need it. */
final class LanguageServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(50);

  private final Process process;
  private final OutputStream out;
  private final BlockingQueue<Object> received = new LinkedBlockingQueue<>();
  private final Map<String, List<?>> diagnostics = new HashMap<>();
  private long requests;

  LanguageServer(Path pyright, Path project) throws IOException {
    process =
        new ProcessBuilder("node", pyright.resolve("langserver.index.js").toString(), "--stdio")
            .directory(project.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    out = process.getOutputStream();
    Thread.ofVirtual().start(this::listen);
    request(
        "initialize",
        Map.of(
            "processId", ProcessHandle.current().pid(),
            "rootUri", project.toUri().toString(),
            "workspaceFolders",
                List.of(Map.of("uri", project.toUri().toString(), "name", "kernels")),
            "capabilities",
                Map.of(
                    "textDocument",
                    Map.of(
                        "hover", Map.of("contentFormat", List.of("plaintext")),
                        "publishDiagnostics", Map.of()))));
    send(Map.of("method", "initialized", "params", Map.of()));
  }

  /** Opens a document that need not exist as a file. */
  void open(String uri, String text) throws IOException {
    Map<String, Object> document =
        Map.of("uri", uri, "languageId", "python", "version", 1, "text", text);
    send(Map.of("method", "textDocument/didOpen", "params", Map.of("textDocument", document)));
  }

  /** What a request at a place of a document is answered with; line and column count from 0. */
  Object at(String method, String uri, int line, int column) throws IOException {
    return request(
        method,
        Map.of(
            "textDocument", Map.of("uri", uri),
            "position", Map.of("line", line, "character", column)));
  }

  /** The diagnostics of a document, once there are any. */
  List<?> diagnostics(String uri) throws IOException {
    while (diagnostics.getOrDefault(uri, List.of()).isEmpty()) {
      handle(next());
    }
    return diagnostics.get(uri);
  }

  private Object request(String method, Object params) throws IOException {
    long id = ++requests;
    send(Map.of("id", id, "method", method, "params", params));
    while (true) {
      Object message = next();
      if (Json.at(message, "method") == null && Long.valueOf(id).equals(Json.at(message, "id"))) {
        return Json.at(message, "result");
      }
      handle(message);
    }
  }

  private Object next() {
    try {
      Object message = received.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      return message == null ? fail("the language server is silent") : message;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void handle(Object message) throws IOException {
    Object method = Json.at(message, "method");
    Object id = Json.at(message, "id");
    if ("textDocument/publishDiagnostics".equals(method)) {
      diagnostics.put(
          (String) Json.at(message, "params", "uri"), Json.list(message, "params", "diagnostics"));
    } else if (method != null && id != null) {
      Map<String, Object> reply = new HashMap<>();
      reply.put("id", id);
      reply.put(
          "result",
          "workspace/configuration".equals(method)
              ? Json.list(message, "params", "items").stream().map(item -> Map.of()).toList()
              : null);
      send(reply);
    }
  }

  private void send(Map<String, Object> message) throws IOException {
    Map<String, Object> whole = new HashMap<>(message);
    whole.put("jsonrpc", "2.0");
    byte[] body = Json.write(whole).getBytes(StandardCharsets.UTF_8);
    out.write(("Content-Length: " + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    out.write(body);
    out.flush();
  }

  private void listen() {
    try (InputStream in = process.getInputStream()) {
      while (true) {
        int length = -1;
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
          if (header.startsWith("Content-Length: ")) {
            length = Integer.parseInt(header.substring(16));
          }
        }
        received.add(Json.read(new String(in.readNBytes(length), StandardCharsets.UTF_8)));
      }
    } catch (IOException e) {
      // The server has ended.
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("end of stream");
      }
      if (b != '\r') {
        bytes.write(b);
      }
    }
    return bytes.toString(StandardCharsets.US_ASCII);
  }

  @Override
  public void close() {
    process.destroy();
  }
}
