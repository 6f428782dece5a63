package org.pyptoj.frontend.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.frontend.language.LanguageExports;
import org.pyptoj.ir.dsl.SpecialForm;
import org.pyptoj.stubs.mirror.EnumMirror;
import org.pyptoj.stubs.mirror.FunctionMirror;
import org.pyptoj.stubs.mirror.MirrorLayer;
import org.pyptoj.stubs.mirror.PublicOps;
import org.pyptoj.stubs.mirror.PythonReader;
import org.pyptoj.stubs.mirror.SourcePlace;

/**
 * What scripts get when they import the kernel language, as a layer. Its Python text is made when a
 * script first uses a name and stands in no file, so that places name the module alone.
 */
final class ServedLanguage {
  private static final Set<MirrorLayer.Part> PARTS =
      Set.of(MirrorLayer.Part.ENUMS, MirrorLayer.Part.FUNCTIONS);

  private ServedLanguage() {}

  /**
   * The truth as it is served: a Python function has one signature, which is that of the first op
   * or form of its name; kernels tell the others apart.
   */
  static MirrorLayer served(MirrorLayer truth) {
    Map<String, FunctionMirror> first = new LinkedHashMap<>();
    truth.functions().forEach(function -> first.putIfAbsent(function.name(), function));
    return new MirrorLayer(
        truth.title(),
        truth.spelling(),
        truth.parts(),
        truth.enums(),
        List.copyOf(first.values()),
        truth.unreadable(),
        truth.place());
  }

  static MirrorLayer layer() {
    LanguageExports language = new LanguageExports();
    Set<String> paths = new LinkedHashSet<>(PublicOps.overloads().keySet());
    for (SpecialForm form : SpecialForm.values()) {
      paths.add(form.path());
    }
    Map<String, StringBuilder> modules = new LinkedHashMap<>();
    for (String path : paths) {
      Object[] description = language.describe(path);
      if (description[0].equals("function")) {
        modules
            .computeIfAbsent(path.substring(0, path.lastIndexOf('.')), k -> new StringBuilder())
            .append(description[1])
            .append('\n');
      }
    }
    for (String name : List.of("NotifyOp", "WaitCmp", "AtomicType", "ReduceOp")) {
      StringBuilder text = modules.computeIfAbsent("pld", k -> new StringBuilder());
      text.append("class ").append(name).append(":\n    pass\n");
      for (Object[] member : language.members("pld." + name)) {
        text.append("    ").append(member[0]).append(" = ").append(member[1]).append('\n');
      }
    }
    List<EnumMirror> enums = new ArrayList<>();
    List<FunctionMirror> functions = new ArrayList<>();
    modules.forEach(
        (module, text) -> {
          SourcePlace place = new SourcePlace("served module " + module, 0, 0);
          MirrorLayer read =
              PythonReader.read("served", place.file(), text.toString(), module, PARTS);
          read.enums().forEach(e -> enums.add(at(place, e)));
          read.functions().forEach(f -> functions.add(at(place, f)));
        });
    return new MirrorLayer(
        "the served modules",
        MirrorLayer.Spelling.PYTHON,
        PARTS,
        enums,
        functions,
        Map.of(),
        new SourcePlace("served modules", 0, 0));
  }

  private static EnumMirror at(SourcePlace place, EnumMirror read) {
    return new EnumMirror(
        read.name(),
        read.variants().stream()
            .map(v -> new EnumMirror.Variant(v.name(), v.value(), v.position(), place))
            .toList(),
        place);
  }

  private static FunctionMirror at(SourcePlace place, FunctionMirror read) {
    return new FunctionMirror(
        read.name(),
        read.parameters().stream()
            .map(
                p ->
                    new FunctionMirror.Parameter(
                        p.name(), p.kind(), p.annotation(), p.value(), place))
            .toList(),
        read.documentation(),
        place,
        place);
  }
}
