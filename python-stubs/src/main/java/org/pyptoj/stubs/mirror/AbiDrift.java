package org.pyptoj.stubs.mirror;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares layers with the truth. Enums that the truth does not have are a layer's own business;
 * functions that it does not have are reported where their module is one that the truth covers.
 * Annotations are not compared: layers may spell a type as they like.
 */
public final class AbiDrift {
  private final MirrorLayer truth;
  private final List<Drift> drifts = new ArrayList<>();

  private AbiDrift(MirrorLayer truth) {
    this.truth = truth;
  }

  /**
   * Compares any number of layers with the truth.
   *
   * @return what has drifted, layer by layer in the order of the truth; empty when nothing has
   * @throws MirrorSyntaxException when a layer's numbers of an enum of the truth cannot be told
   */
  public static List<Drift> check(MirrorLayer truth, List<MirrorLayer> layers) {
    AbiDrift drift = new AbiDrift(truth);
    for (MirrorLayer layer : layers) {
      if (layer.parts().contains(MirrorLayer.Part.ENUMS)) {
        drift.enums(layer);
      }
      if (layer.parts().contains(MirrorLayer.Part.FUNCTIONS)) {
        drift.functions(layer);
      }
    }
    return List.copyOf(drift.drifts);
  }

  private void enums(MirrorLayer layer) {
    for (EnumMirror expected : truth.enums()) {
      MirrorSyntaxException trouble = layer.unreadable().get(expected.name());
      if (trouble != null) {
        throw trouble;
      }
      EnumMirror found = null;
      for (EnumMirror candidate : layer.enums()) {
        if (candidate.name().equals(expected.name())) {
          found = candidate;
        }
      }
      if (found == null) {
        note(
            Drift.Kind.MISSING_ENUM,
            expected.name(),
            layer,
            expected.place(),
            "enum " + expected.name(),
            layer.place(),
            "nothing");
      } else {
        variants(expected, found, layer);
      }
    }
  }

  private void variants(EnumMirror expected, EnumMirror found, MirrorLayer layer) {
    Map<String, EnumMirror.Variant> byName = new LinkedHashMap<>();
    for (EnumMirror.Variant variant : found.variants()) {
      byName.put(layer.spelling().plain(variant.name()), variant);
    }
    Set<EnumMirror.Variant> matched = new HashSet<>();
    List<String> common = new ArrayList<>();
    for (EnumMirror.Variant variant : expected.variants()) {
      EnumMirror.Variant same = byName.get(plain(variant));
      if (same != null) {
        matched.add(same);
        common.add(plain(variant));
      }
    }
    List<String> orderFound = byName.keySet().stream().filter(common::contains).toList();
    for (EnumMirror.Variant variant : expected.variants()) {
      String subject = expected.name() + "." + plain(variant);
      EnumMirror.Variant same = byName.get(plain(variant));
      if (same == null) {
        missing(variant, subject, found, matched, layer);
      } else if (!same.value().equals(variant.value())) {
        note(
            Drift.Kind.RENUMBERED_VARIANT,
            subject,
            layer,
            variant.place(),
            shown(variant),
            same.place(),
            shown(same));
      } else if (common.indexOf(plain(variant)) != orderFound.indexOf(plain(variant))) {
        note(
            Drift.Kind.REORDERED_VARIANT,
            subject,
            layer,
            variant.place(),
            shown(variant) + " at position " + variant.position(),
            same.place(),
            shown(same) + " at position " + same.position());
      } else if (!same.name().equals(layer.spelling().spell(plain(variant)))) {
        note(
            Drift.Kind.RENAMED_VARIANT,
            subject,
            layer,
            variant.place(),
            "to be spelled " + layer.spelling().spell(plain(variant)),
            same.place(),
            shown(same));
      }
    }
    for (EnumMirror.Variant variant : found.variants()) {
      if (!matched.contains(variant)) {
        note(
            Drift.Kind.EXTRA_VARIANT,
            expected.name() + "." + layer.spelling().plain(variant.name()),
            layer,
            expected.place(),
            "enum " + expected.name() + " has no such variant",
            variant.place(),
            shown(variant));
      }
    }
  }

  /** A variant that the layer does not name: renamed when an unknown one has its number. */
  private void missing(
      EnumMirror.Variant variant,
      String subject,
      EnumMirror found,
      Set<EnumMirror.Variant> matched,
      MirrorLayer layer) {
    for (EnumMirror.Variant candidate : found.variants()) {
      boolean unknown =
          truth.enums().stream()
              .filter(e -> e.name().equals(found.name()))
              .flatMap(e -> e.variants().stream())
              .noneMatch(v -> plain(v).equals(layer.spelling().plain(candidate.name())));
      if (unknown && !matched.contains(candidate) && candidate.value().equals(variant.value())) {
        matched.add(candidate);
        note(
            Drift.Kind.RENAMED_VARIANT,
            subject,
            layer,
            variant.place(),
            "to be spelled " + layer.spelling().spell(plain(variant)),
            candidate.place(),
            shown(candidate));
        return;
      }
    }
    note(
        Drift.Kind.MISSING_VARIANT,
        subject,
        layer,
        variant.place(),
        shown(variant),
        found.place(),
        "enum " + found.name() + " lacks it");
  }

  private String plain(EnumMirror.Variant variant) {
    return truth.spelling().plain(variant.name());
  }

  private static String shown(EnumMirror.Variant variant) {
    return variant.name() + " = " + variant.value();
  }

  private void functions(MirrorLayer layer) {
    Map<String, List<FunctionMirror>> expected = grouped(truth.functions());
    Map<String, List<FunctionMirror>> found = grouped(layer.functions());
    expected.forEach(
        (name, overloads) -> {
          List<FunctionMirror> same = found.getOrDefault(name, List.of());
          FunctionMirror first = overloads.getFirst();
          if (same.isEmpty()) {
            note(
                Drift.Kind.MISSING_FUNCTION,
                name,
                layer,
                first.place(),
                name + first.signature(),
                layer.place(),
                "nothing");
            return;
          }
          if (same.size() != overloads.size()) {
            note(
                Drift.Kind.OVERLOADS,
                name,
                layer,
                first.place(),
                Integer.toString(overloads.size()),
                same.getFirst().place(),
                Integer.toString(same.size()));
          }
          for (int i = 0; i < Math.min(same.size(), overloads.size()); i++) {
            parameters(overloads.get(i), same.get(i), layer);
          }
          for (FunctionMirror function : same) {
            documentation(overloads, function, layer);
          }
        });
    Set<String> modules = new HashSet<>();
    expected.keySet().forEach(name -> modules.add(moduleOf(name)));
    found.forEach(
        (name, overloads) -> {
          String own = name.substring(name.lastIndexOf('.') + 1);
          if (!expected.containsKey(name)
              && modules.contains(moduleOf(name))
              && !own.startsWith("_")) {
            FunctionMirror extra = overloads.getFirst();
            note(
                Drift.Kind.EXTRA_FUNCTION,
                name,
                layer,
                truth.place(),
                "nothing",
                extra.place(),
                name + extra.signature());
          }
        });
  }

  private static Map<String, List<FunctionMirror>> grouped(List<FunctionMirror> functions) {
    Map<String, List<FunctionMirror>> groups = new LinkedHashMap<>();
    for (FunctionMirror function : functions) {
      groups.computeIfAbsent(function.name(), k -> new ArrayList<>()).add(function);
    }
    return groups;
  }

  private static String moduleOf(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(0, dot);
  }

  private void parameters(FunctionMirror expected, FunctionMirror found, MirrorLayer layer) {
    List<String> commonExpected = new ArrayList<>();
    for (FunctionMirror.Parameter parameter : expected.parameters()) {
      String subject = expected.name() + "(" + parameter.name() + ")";
      FunctionMirror.Parameter same = found.parameter(parameter.name());
      if (same == null) {
        note(
            Drift.Kind.MISSING_PARAMETER,
            subject,
            layer,
            parameter.place(),
            parameter.name(),
            found.place(),
            found.signature());
        continue;
      }
      commonExpected.add(parameter.name());
      if (same.kind() != parameter.kind()) {
        boolean marker =
            parameter.kind() == FunctionMirror.Kind.KEYWORD_ONLY
                || same.kind() == FunctionMirror.Kind.KEYWORD_ONLY;
        note(
            marker ? Drift.Kind.KEYWORD_ONLY : Drift.Kind.PARAMETER_KIND,
            subject,
            layer,
            parameter.place(),
            kind(parameter),
            same.place(),
            kind(same));
      }
      if (!same.value().equals(parameter.value())) {
        note(
            Drift.Kind.DEFAULT,
            subject,
            layer,
            parameter.place(),
            value(parameter),
            same.place(),
            value(same));
      }
    }
    for (FunctionMirror.Parameter parameter : found.parameters()) {
      if (expected.parameter(parameter.name()) == null) {
        note(
            Drift.Kind.EXTRA_PARAMETER,
            expected.name() + "(" + parameter.name() + ")",
            layer,
            expected.place(),
            expected.signature(),
            parameter.place(),
            parameter.name());
      }
    }
    List<String> commonFound =
        found.parameters().stream()
            .map(FunctionMirror.Parameter::name)
            .filter(commonExpected::contains)
            .toList();
    if (!commonFound.equals(commonExpected)) {
      note(
          Drift.Kind.REORDERED_PARAMETERS,
          expected.name(),
          layer,
          expected.place(),
          String.join(", ", commonExpected),
          found.place(),
          String.join(", ", commonFound));
    }
  }

  private static String kind(FunctionMirror.Parameter parameter) {
    return switch (parameter.kind()) {
      case POSITIONAL_ONLY -> "positional only";
      case POSITIONAL_OR_KEYWORD -> "positional or keyword";
      case VAR_POSITIONAL -> "the rest of the positions";
      case KEYWORD_ONLY -> "keyword only";
      case VAR_KEYWORD -> "the rest of the keywords";
    };
  }

  private static String value(FunctionMirror.Parameter parameter) {
    return parameter.value().isEmpty() ? "no default" : "default " + parameter.value();
  }

  /**
   * A docstring may show the signature on a line of its own, beginning with the function's name. It
   * then has the names and the markers of an overload, and no other defaults; it may leave defaults
   * out.
   */
  private void documentation(
      List<FunctionMirror> overloads, FunctionMirror function, MirrorLayer layer) {
    String own = function.name().substring(function.name().lastIndexOf('.') + 1);
    Pattern call = Pattern.compile("(?m)^[ \\t`>]*(?:\\w+\\.)*" + Pattern.quote(own) + "\\(");
    Matcher matcher = call.matcher(function.documentation());
    Map<SourcePlace, String> shown = new HashMap<>();
    while (matcher.find()) {
      int open = matcher.end() - 1;
      int close = closing(function.documentation(), open);
      if (close < 0) {
        continue;
      }
      String text = function.documentation().substring(open, close + 1);
      SourcePlace place = within(function, matcher.start());
      FunctionMirror signature =
          PythonReader.signature(own, text.replaceAll("\\[\\s*,", ",").replace("]", ""), place);
      if (signature == null) {
        signature = PythonReader.signature(own, text, place);
      }
      if (signature != null && shown.put(place, text) == null) {
        FunctionMirror read = signature;
        if (overloads.stream().noneMatch(overload -> agrees(overload, read))) {
          FunctionMirror first = overloads.getFirst();
          note(
              Drift.Kind.DOCSTRING_SIGNATURE,
              function.name(),
              layer,
              first.place(),
              own + first.signature(),
              place,
              own + read.signature());
        }
      }
    }
  }

  private static boolean agrees(FunctionMirror truth, FunctionMirror shown) {
    if (truth.parameters().size() != shown.parameters().size()) {
      return false;
    }
    for (int i = 0; i < truth.parameters().size(); i++) {
      FunctionMirror.Parameter t = truth.parameters().get(i);
      FunctionMirror.Parameter s = shown.parameters().get(i);
      boolean sameValue = s.value().isEmpty() || s.value().equals(t.value());
      if (!t.name().equals(s.name()) || t.kind() != s.kind() || !sameValue) {
        return false;
      }
    }
    return true;
  }

  private static int closing(String text, int open) {
    int depth = 0;
    for (int i = open; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  /** The place of a line of a docstring. */
  private static SourcePlace within(FunctionMirror function, int offset) {
    String before = function.documentation().substring(0, offset);
    int lines = (int) before.chars().filter(c -> c == '\n').count();
    SourcePlace start = function.documentationPlace();
    return lines == 0 ? start : new SourcePlace(start.file(), start.line() + lines, 1);
  }

  private void note(
      Drift.Kind kind,
      String subject,
      MirrorLayer layer,
      SourcePlace truthPlace,
      String expected,
      SourcePlace mirror,
      String found) {
    drifts.add(new Drift(kind, subject, layer.title(), truthPlace, expected, mirror, found));
  }
}
