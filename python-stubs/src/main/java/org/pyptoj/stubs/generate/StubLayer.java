package org.pyptoj.stubs.generate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.stubs.mirror.EnumMirror;
import org.pyptoj.stubs.mirror.FunctionMirror;
import org.pyptoj.stubs.mirror.JavaTruth;
import org.pyptoj.stubs.mirror.MirrorLayer;
import org.pyptoj.stubs.mirror.MirrorSyntaxException;
import org.pyptoj.stubs.mirror.PythonReader;
import org.pyptoj.stubs.mirror.SourcePlace;

/** The kernel language's stub files as one layer, and the truth that they are to mirror. */
public final class StubLayer {
  private static final String LANGUAGE = "pypto-stubs/language/";

  /** The module of each file, as kernels name it. */
  private static final Map<String, String> MODULES =
      Map.of(
          "__init__.pyi", "pl",
          "tile.pyi", "pl.tile",
          "tensor.pyi", "pl.tensor",
          "system.pyi", "pl.system",
          "array.pyi", "pl.array",
          "distributed/__init__.pyi", "pld",
          "distributed/tile.pyi", "pld.tile",
          "distributed/tensor.pyi", "pld.tensor",
          "distributed/system.pyi", "pld.system");

  private static final Set<MirrorLayer.Part> PARTS =
      Set.of(MirrorLayer.Part.ENUMS, MirrorLayer.Part.FUNCTIONS);

  private StubLayer() {}

  /** The truth of {@link JavaTruth} and the language's forms. */
  public static MirrorLayer truth() {
    MirrorLayer java = JavaTruth.layer();
    List<FunctionMirror> functions = new ArrayList<>(java.functions());
    functions.addAll(LanguageForms.signatures());
    return new MirrorLayer(
        java.title(),
        java.spelling(),
        java.parts(),
        java.enums(),
        functions,
        java.unreadable(),
        java.place());
  }

  /**
   * Reads stub files.
   *
   * @param place where the files are, for messages
   * @param files texts by their paths, beginning with {@code pypto-stubs/}; what is missing has
   *     drifted
   * @throws MirrorSyntaxException when a file cannot be read
   */
  public static MirrorLayer read(String place, Map<String, String> files) {
    Set<String> byHand = functionsByHand();
    List<EnumMirror> enums = new ArrayList<>();
    List<FunctionMirror> functions = new ArrayList<>();
    Map<String, MirrorSyntaxException> unreadable = new HashMap<>();
    MODULES.forEach(
        (file, module) -> {
          String text = files.get(LANGUAGE + file);
          if (text == null) {
            return;
          }
          String name = place + "/" + LANGUAGE + file;
          MirrorLayer layer = PythonReader.read("stubs", name, text, module, PARTS);
          enums.addAll(layer.enums());
          layer.functions().stream()
              .filter(function -> !byHand.contains(function.name()))
              .forEach(functions::add);
          unreadable.putAll(layer.unreadable());
        });
    return new MirrorLayer(
        "stubs",
        MirrorLayer.Spelling.PYTHON,
        PARTS,
        enums,
        functions,
        unreadable,
        new SourcePlace(place, 0, 0));
  }

  /** Functions that the templates themselves declare; no table has them. */
  private static Set<String> functionsByHand() {
    Set<String> names = new HashSet<>();
    MODULES.forEach(
        (file, module) ->
            PythonReader.read("template", file, StubTemplates.read(LANGUAGE + file), module, PARTS)
                .functions()
                .forEach(function -> names.add(function.name())));
    return names;
  }
}
