package org.pyptoj.conformance.stubs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pyptoj.frontend.cli.Main;
import org.pyptoj.frontend.cli.Terminal;
import org.pyptoj.stubs.generate.StubLayer;
import org.pyptoj.stubs.generate.StubPackage;
import org.pyptoj.stubs.mirror.EnumMirror;
import org.pyptoj.stubs.mirror.FunctionMirror;
import org.pyptoj.stubs.mirror.FunctionMirror.Kind;
import org.pyptoj.stubs.mirror.FunctionMirror.Parameter;
import org.pyptoj.stubs.mirror.MirrorLayer;
import org.pyptoj.stubs.mirror.PythonReader;

/** The surface and the stubs agree: Python is asked for the signature of every function. */
class SurfaceAgreesWithStubsTest {

  /** A parameter as Python gives it. */
  private record Served(String name, Kind kind, String value) {}

  /** The classes of the shared types that Python has too; the others exist within kernels only. */
  private static final Set<String> SHARED =
      Set.of("pypto._types.Jit", "pypto._types.SubFunction", "pypto._types.KernelFunction");

  private static final Map<String, List<FunctionMirror>> STUBS = new TreeMap<>();
  private static final Map<String, EnumMirror> ENUMS = new TreeMap<>();
  private static final Map<String, List<Served>> SERVED = new LinkedHashMap<>();
  private static final Map<String, List<String>> OTHER = new LinkedHashMap<>();

  @BeforeAll
  static void askPython(@TempDir Path folder) throws IOException {
    StubPackage.released().forEach(SurfaceAgreesWithStubsTest::readStub);
    String script;
    try (InputStream in =
        SurfaceAgreesWithStubsTest.class.getResourceAsStream("served_signatures.py")) {
      script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    Path file = folder.resolve("served_signatures.py");
    Files.writeString(
        file,
        script
            .replace("NAMES = []", "NAMES = " + pythonList(STUBS.keySet()))
            .replace("ENUMS = []", "ENUMS = " + pythonList(ENUMS.keySet())));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.execute(
            new String[] {"run", file.toString()},
            new Terminal(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false));
    assertEquals(0, exitCode, () -> err.toString(StandardCharsets.UTF_8));
    for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
      String[] parts = line.split("\t", -1);
      if (!STUBS.containsKey(parts[0])) {
        OTHER.computeIfAbsent(parts[0], k -> new ArrayList<>()).add(parts[1] + tail(parts));
      } else if (parts[1].equals("end")) {
        SERVED.computeIfAbsent(parts[0], k -> new ArrayList<>());
      } else if (!parts[1].equals("absent")) {
        SERVED
            .computeIfAbsent(parts[0], k -> new ArrayList<>())
            .add(new Served(parts[1], Kind.valueOf(parts[2]), parts[3]));
      }
    }
  }

  private static String tail(String[] parts) {
    return parts.length > 2 ? "=" + parts[2] : "";
  }

  private static void readStub(String file, String text) {
    if (!file.endsWith(".pyi")) {
      return;
    }
    String module =
        file.replace("pypto-stubs", "pypto")
            .replace("/__init__.pyi", "")
            .replace(".pyi", "")
            .replace('/', '.');
    MirrorLayer layer =
        PythonReader.read(
            "stubs",
            file,
            text,
            module,
            Set.of(MirrorLayer.Part.ENUMS, MirrorLayer.Part.FUNCTIONS));
    for (FunctionMirror function : layer.functions()) {
      String name = function.name();
      String own = name.substring(name.lastIndexOf('.') + 1);
      String owner = name.substring(0, name.lastIndexOf('.'));
      boolean special = own.startsWith("__") && !own.equals("__init__") && !own.equals("__call__");
      if (!special && (!owner.startsWith("pypto._types") || SHARED.contains(owner))) {
        STUBS.computeIfAbsent(name, k -> new ArrayList<>()).add(function);
      }
    }
    layer.enums().stream()
        .filter(e -> !e.variants().isEmpty())
        .forEach(e -> ENUMS.put(module + "." + e.name(), e));
  }

  private static String pythonList(Iterable<String> names) {
    StringBuilder out = new StringBuilder("[");
    names.forEach(name -> out.append('"').append(name).append("\", "));
    return out.append(']').toString();
  }

  @Test
  void everyFunctionOfTheStubsIsServed() {
    Set<String> absent = new TreeSet<>(STUBS.keySet());
    absent.removeAll(SERVED.keySet());
    assertEquals(Set.of(), absent);
    assertTrue(SERVED.size() > 250, "only " + SERVED.size() + " functions were compared");
  }

  @Test
  void opsAndFormsHaveTheServedParametersKindsAndDefaults() {
    Set<String> tables = tables();
    List<String> differences = new ArrayList<>();
    int compared = 0;
    for (String name : tables) {
      List<FunctionMirror> overloads = STUBS.getOrDefault(name, List.of());
      if (overloads.isEmpty()) {
        differences.add(name + " has no stub");
        continue;
      }
      // A Python function has one signature; of several ops behind a name it is the first one's.
      compared++;
      String stub = shown(overloads.getFirst());
      String served = shown(SERVED.getOrDefault(name, List.of()));
      if (!stub.equals(served)) {
        differences.add(name + stub + " is served as " + served);
      }
    }
    assertEquals(List.of(), differences);
    assertEquals(tables.size(), compared);
  }

  @Test
  void functionsWrittenByHandHaveTheServedParametersKindsAndDefaults() {
    Set<String> tables = tables();
    List<String> differences = new ArrayList<>();
    STUBS.forEach(
        (name, overloads) -> {
          if (tables.contains(name)) {
            return;
          }
          List<Served> served = SERVED.getOrDefault(name, List.of());
          for (FunctionMirror overload : overloads) {
            if (!fits(overload, served)) {
              differences.add(name + shown(overload) + " is served as " + shown(served));
            }
          }
          for (Served one : served) {
            if (overloads.stream().noneMatch(overload -> hasDefault(overload, one))) {
              differences.add(name + " is served with " + one);
            }
          }
        });
    assertEquals(List.of(), differences);
  }

  /** The functions that the op table and the table of forms give, by their Python names. */
  private static Set<String> tables() {
    return StubLayer.truth().functions().stream()
        .map(f -> f.name().replaceFirst("^pld\\.", "pypto.language.distributed."))
        .map(name -> name.replaceFirst("^pl\\.", "pypto.language."))
        .collect(Collectors.toSet());
  }

  /**
   * Where the served function takes any keyword, the stub may name them. An overload requires the
   * argument that it is told by.
   */
  private static boolean fits(FunctionMirror stub, List<Served> served) {
    boolean anyKeyword = served.stream().anyMatch(s -> s.kind() == Kind.VAR_KEYWORD);
    List<Parameter> wanted = new ArrayList<>();
    for (Parameter parameter : stub.parameters()) {
      boolean known = served.stream().anyMatch(s -> s.name().equals(parameter.name()));
      boolean named = parameter.kind() == Kind.KEYWORD_ONLY && !known && anyKeyword;
      if (!named && parameter.kind() != Kind.VAR_KEYWORD) {
        wanted.add(parameter);
      }
    }
    List<Served> given = served.stream().filter(s -> s.kind() != Kind.VAR_KEYWORD).toList();
    boolean same = wanted.size() == given.size();
    for (int i = 0; same && i < given.size(); i++) {
      Parameter parameter = wanted.get(i);
      Served one = given.get(i);
      same =
          parameter.name().equals(one.name())
              && parameter.kind() == one.kind()
              && (parameter.value().isEmpty()
                  || canonical(parameter.value()).equals(canonical(one.value())));
    }
    return same;
  }

  private static boolean hasDefault(FunctionMirror stub, Served served) {
    Parameter parameter = stub.parameter(served.name());
    return served.value().isEmpty()
        || parameter != null && canonical(parameter.value()).equals(canonical(served.value()));
  }

  private static String shown(FunctionMirror function) {
    return shown(
        function.parameters().stream()
            .map(p -> new Served(p.name(), p.kind(), p.value()))
            .toList());
  }

  private static String shown(List<Served> parameters) {
    return parameters.stream()
        .map(p -> p.kind() + " " + p.name() + "=" + canonical(p.value()))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** A default in one spelling: numbers by value, element types by name. */
  private static String canonical(String value) {
    if (value.matches("-?[0-9.]+([eE][-+]?[0-9]+)?")) {
      return Double.toString(Double.parseDouble(value));
    }
    return value.replaceFirst("^pl\\.(?=[A-Z0-9]+$)", "DataType.");
  }

  @Test
  void enumsHaveTheServedNamesAndNumbers() {
    Map<String, List<String>> stubs = new TreeMap<>();
    Map<String, List<String>> served = new TreeMap<>();
    ENUMS.forEach(
        (name, mirror) -> {
          stubs.put(name, mirror.variants().stream().map(v -> v.name() + "=" + v.value()).toList());
          served.put(name, OTHER.getOrDefault(name, List.of()));
        });
    assertEquals(stubs, served);
    assertTrue(stubs.size() >= 11, stubs.keySet()::toString);
  }

  @Test
  void configurationsHaveTheServedFields() {
    assertEquals(
        new TreeSet<>(OTHER.get("RunConfig")),
        fields("pypto.runtime.RunConfig.__init__", "self"),
        "fields and defaults of RunConfig");
    // The list of devices is made anew for each configuration.
    Set<String> config =
        fields("pypto.ir.distributed_compiled_program.DistributedConfig.__init__", "self");
    config.remove("device_ids=None");
    config.add("device_ids=[0]");
    assertEquals(new TreeSet<>(OTHER.get("DistributedConfig")), config);
    Set<String> ignored =
        fields(
            "pypto.ir.compile",
            "program",
            "output_dir",
            "platform",
            "dump_passes",
            "backend_type",
            "distributed_config",
            "verification_level");
    assertEquals(
        OTHER.get("compile").stream()
            .map(option -> option + "=None")
            .collect(Collectors.toCollection(TreeSet::new)),
        ignored);
  }

  private static Set<String> fields(String function, String... without) {
    return STUBS.get(function).getFirst().parameters().stream()
        .filter(p -> !List.of(without).contains(p.name()))
        .map(p -> p.name() + "=" + (p.value().equals("1e-5") ? "1e-05" : p.value()))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
