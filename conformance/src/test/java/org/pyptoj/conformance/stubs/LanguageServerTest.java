package org.pyptoj.conformance.stubs;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pyptoj.ir.dsl.SpecialForm;
import org.pyptoj.ir.dsl.Surface;
import org.pyptoj.ir.op.DistributedOp;

/** What an editor shows while a kernel is written: one language server, asked as an editor asks. */
class LanguageServerTest {
  private static final String IMPORTS =
      """
      import pypto.language as pl
      import pypto.language.distributed as pld

      """;

  private static final int ENUM_MEMBER = 20;

  /** Types, decorators and the like, which no table has. */
  private static final Map<String, List<String>> WITHOUT_TABLE =
      Map.of(
          "pl",
          List.of(
              "Array",
              "DataType",
              "DynVar",
              "InOut",
              "InlineFunction",
              "IntLike",
              "JITFunction",
              "MemRef",
              "Out",
              "Ptr",
              "Scalar",
              "Tensor",
              "TensorView",
              "Tile",
              "TileView",
              "Tuple",
              "distributed",
              "dynamic",
              "function",
              "inline",
              "jit",
              "loads",
              "loads_program",
              "parse",
              "parse_program",
              "parser",
              "program"),
          "pld",
          List.of("CommCtx", "CommCtxType", "DistributedTensor"));

  @TempDir private static Path project;

  private static LanguageServer server;

  @BeforeAll
  static void start() throws Exception {
    Path pyright = Pyright.folder();
    Files.writeString(project.resolve("pyrightconfig.json"), Pyright.installStubs(project));
    server = new LanguageServer(pyright, project);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static String document(String name, String text) throws IOException {
    String uri = project.resolve(name + ".py").toUri().toString();
    server.open(uri, IMPORTS + text);
    return uri;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pl",
        "pld",
        "pld.tensor",
        "pld.tile",
        "pld.system",
        "pld.ReduceOp",
        "pl.tile",
        "pl.tensor",
        "pl.Level"
      })
  void completionGivesExactlyThePublicNames(String path) throws IOException {
    String uri = document("complete_" + path.replace('.', '_'), path + ".\n");
    Object answer = server.at("textDocument/completion", uri, 3, path.length() + 1);
    boolean isEnum =
        Surface.constants().keySet().stream()
            .anyMatch(c -> c.startsWith(path + ".") && c.lastIndexOf('.') == path.length());
    Set<String> offered = new TreeSet<>();
    for (Object item : Json.list(answer, "items")) {
      String label = (String) Json.at(item, "label");
      // Python's own attributes of every module and class are not the language's.
      boolean own =
          isEnum && path.contains(".")
              ? Json.at(item, "kind").equals((long) ENUM_MEMBER)
              : !label.startsWith("__");
      if (own) {
        offered.add(label);
      }
    }
    assertEquals(publicNames(path), offered);
  }

  /** The names directly below a path: those of the tables, and the types that no table has. */
  private static Set<String> publicNames(String path) {
    Set<String> names = new TreeSet<>();
    Set<String> all = new TreeSet<>(Surface.paths().keySet());
    for (SpecialForm form : SpecialForm.values()) {
      all.add(form.path());
    }
    all.addAll(Surface.constants().keySet());
    for (String name : all) {
      if (name.startsWith(path + ".")) {
        names.add(name.substring(path.length() + 1).split("\\.")[0]);
      }
    }
    names.addAll(WITHOUT_TABLE.getOrDefault(path, List.of()));
    return names;
  }

  @Test
  void hoverShowsParametersAndTheFirstSentence() throws IOException {
    String uri = document("hover", "pld.tensor.put\n");
    String hover =
        (String) Json.at(server.at("textDocument/hover", uri, 3, 12), "contents", "value");
    assertAll(
        DistributedOp.PUT.signature().written().stream()
            .map(param -> () -> assertTrue(hover.contains(param.name() + ": "), hover)));
    String doc = DistributedOp.PUT.doc();
    String first = doc.substring(0, doc.indexOf(". ") + 1);
    assertTrue(hover.replaceAll("\\s+", " ").contains(first), hover);
  }

  @Test
  void mistakesAreFlagged() throws IOException {
    String uri =
        document(
            "mistakes",
            """
            def k(x: pl.Tensor[[4], pl.FP32], d: pld.DistributedTensor[[4], pl.FP32]):
                pld.tensor.put(d, peer=0, src=x, chunk_row=1)
                pld.tensor.put(x, peer=0, src=x)
                pld.tensor.put(d, peer=0, src=x)
            """);
    List<String> flagged =
        server.diagnostics(uri).stream()
            .map(
                one ->
                    Json.at(one, "range", "start", "line")
                        + ": "
                        + Json.at(one, "message").toString().lines().findFirst().orElse(""))
            .toList();
    assertEquals(
        List.of(
            "4: No parameter named \"chunk_row\"",
            "5: Argument of type \"Tensor\" cannot be assigned to parameter \"dst\" of type"
                + " \"DistributedTensor\" in function \"put\""),
        flagged);
  }
}
