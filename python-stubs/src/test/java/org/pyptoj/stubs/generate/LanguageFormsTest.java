package org.pyptoj.stubs.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pyptoj.ir.dsl.SpecialForm;
import org.pyptoj.stubs.mirror.FunctionMirror;
import org.pyptoj.stubs.mirror.MirrorLayer;
import org.pyptoj.stubs.mirror.PythonReader;

/** The forms' overloads have the names, the markers and the defaults of the table. */
class LanguageFormsTest {
  @ParameterizedTest
  @EnumSource
  void overloadsAreTheTables(SpecialForm form) {
    FunctionMirror table =
        PythonReader.read(
                "table",
                "table",
                "def " + form.shortName() + "(" + form.parameters() + "): ...\n",
                "pl",
                Set.of(MirrorLayer.Part.FUNCTIONS))
            .functions()
            .getFirst();
    List<FunctionMirror> overloads =
        LanguageForms.signatures().stream().filter(f -> f.name().equals(form.path())).toList();
    assertFalse(overloads.isEmpty(), form.path());
    for (FunctionMirror overload : overloads) {
      assertEquals(names(table), names(overload));
      for (FunctionMirror.Parameter parameter : overload.parameters()) {
        String value = table.parameter(parameter.name()).value();
        assertTrue(parameter.value().isEmpty() || parameter.value().equals(value), form.path());
      }
    }
    for (FunctionMirror.Parameter parameter : table.parameters()) {
      Set<String> values =
          overloads.stream()
              .map(overload -> overload.parameter(parameter.name()).value())
              .collect(Collectors.toSet());
      assertTrue(values.contains(parameter.value()), form.path() + ": " + parameter.name());
    }
  }

  private static List<String> names(FunctionMirror function) {
    return function.parameters().stream().map(p -> p.kind() + " " + p.name()).toList();
  }
}
