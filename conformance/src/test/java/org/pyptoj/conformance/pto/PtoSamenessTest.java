package org.pyptoj.conformance.pto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PtoSamenessTest {
  /** A function that uses the value {@code %v} of the arithmetic given, inside a loop. */
  private static String with(String arithmetic) {
    return """
    module attributes {pto.target_arch = "a2a3"} {
      func.func @f(%p: !pto.ptr<f32>, %n: i32, %m: i32, %ctx: !pto.ptr<i64>, %w: i64) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c2 = arith.constant 2 : index
        %c4 = arith.constant 4 : index
        %c8 = arith.constant 8 : index
        %c30 = arith.constant 30 : index
        %s32 = arith.constant 32 : i64
        %in = arith.index_cast %n : i32 to index
        %im = arith.index_cast %m : i32 to index
        scf.for %i = %c0 to %c30 step %c8 {
          ARITHMETIC
          %x = pto.load_scalar %p[%v] : !pto.ptr<f32> -> f32
        }
        return
      }
    }
    """
        .replace("ARITHMETIC", arithmetic.replace("; ", "\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          %v = arith.addi %in, %im : index                 | %v = arith.addi %im, %in : index
          %v = arith.maxsi %i, %c0 : index                 | %v = arith.addi %i, %c0 : index
          %v = arith.minsi %in, %c8 : index                | %v = arith.minsi %c8, %in : index
          %a = arith.addi %n, %m : i32; %v = arith.index_cast %a : i32 to index \
                                                           | %v = arith.addi %in, %im : index
          %a = arith.subi %in, %im : index; %v = arith.muli %a, %c4 : index \
              | %a = arith.muli %in, %c4 : index; %b = arith.muli %c4, %im : index; \
                %v = arith.subi %a, %b : index
          %a = arith.muli %in, %c8 : index; %v = arith.divsi %a, %c4 : index \
                                                           | %v = arith.muli %in, %c2 : index
          %v = arith.constant 5 : index                    | %v = arith.addi %c4, %c1 : index
          %v = arith.remsi %i, %c30 : index                | %v = arith.addi %i, %c0 : index
          %a = arith.cmpi slt, %in, %im : index; %v = arith.select %a, %in, %im : index \
                                                           | %v = arith.minsi %im, %in : index
          %a = arith.cmpi ne, %in, %im : index; %v = arith.select %a, %c1, %c2 : index \
              | %a = arith.cmpi eq, %im, %in : index; %v = arith.select %a, %c2, %c1 : index
          %a = arith.cmpi sge, %i, %c0 : index; %v = arith.select %a, %c1, %c2 : index \
                                                           | %v = arith.addi %c1, %c0 : index
          %a = arith.shrui %w, %s32 : i64; %b = arith.trunci %a : i64 to i32; \
              %v = arith.index_cast %b : i32 to index \
              | %a = arith.shrsi %w, %s32 : i64; %b = arith.trunci %a : i64 to i32; \
                %v = arith.index_cast %b : i32 to index
          """)
  void arithmeticMayDiffer(String left, String right) {
    PtoSameness.Result result =
        PtoSameness.examine(PtoModule.parse(with(left)), PtoModule.parse(with(right)));
    assertEquals(List.of(), result.differences());
    assertEquals(List.of(), result.probablySame());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          %v = arith.subi %in, %im : index                 | %v = arith.subi %im, %in : index
          %v = arith.maxsi %in, %c0 : index                | %v = arith.addi %in, %c0 : index
          %v = arith.minsi %i, %c8 : index                 | %v = arith.maxsi %i, %c8 : index
          %v = arith.divsi %in, %c4 : index                | %v = arith.divsi %in, %c8 : index
          %v = arith.divsi %im, %c4 : index                | %v = arith.divsi %in, %c4 : index
          %v = arith.remsi %in, %c8 : index                | %v = arith.addi %in, %c0 : index
          %v = arith.addi %i, %c0 : index                  | %v = arith.addi %c8, %c0 : index
          %b = arith.trunci %w : i64 to i32; %v = arith.index_cast %b : i32 to index \
                                                | %v = arith.index_cast %w : i64 to index
          %a = arith.cmpi slt, %in, %c30 : index; %v = arith.select %a, %c1, %c2 : index \
              | %a = arith.cmpi sle, %in, %c30 : index; %v = arith.select %a, %c1, %c2 : index
          """)
  void valuesMayNot(String left, String right) {
    List<Difference> differences = PtoSameness.compare(with(left), with(right));
    assertEquals(1, differences.size());
    assertEquals(Difference.Kind.VALUE, differences.getFirst().kind());
    assertEquals("pto.load_scalar: index 0", differences.getFirst().what());
  }

  @Test
  void whatOnlyTrialsCanTellIsListedApart() {
    String left = with("%a = arith.minsi %in, %im : index; %v = arith.addi %a, %c1 : index");
    String right =
        with(
            "%a = arith.addi %in, %c1 : index; %b = arith.addi %im, %c1 : index; "
                + "%v = arith.minsi %a, %b : index");
    PtoSameness.Result result = PtoSameness.examine(PtoModule.parse(left), PtoModule.parse(right));
    assertTrue(result.same());
    assertEquals(1, result.probablySame().size());
  }

  @Test
  void contextMayBeLoadedAgainButDataMayNot() {
    String contextTwice =
        """
        %a = pto.load_scalar %ctx[%c2] : !pto.ptr<i64> -> i64
        %b = pto.load_scalar %ctx[%c2] : !pto.ptr<i64> -> i64
        %t = arith.trunci %USED : i64 to i32
        %v = arith.index_cast %t : i32 to index
        """;
    assertEquals(
        List.of(),
        PtoSameness.compare(
            with(contextTwice.replace("USED", "a")), with(contextTwice.replace("USED", "b"))));
    String written = "pto.store_scalar %w, %ctx[%c2] : !pto.ptr<i64>, i64\n";
    assertFalse(
        PtoSameness.compare(
                with(contextTwice.replace("USED", "a") + written),
                with(contextTwice.replace("USED", "b") + written))
            .isEmpty());
  }

  @Test
  void differencesAreReadable() {
    String left =
        """
        module {
          func.func @k(%t: !pto.tile_buf<vec, 8x8xf32>, %u: !pto.tile_buf<vec, 8x8xf32>) {
            pto.tadd ins(%t, %u : !pto.tile_buf<vec, 8x8xf32>, !pto.tile_buf<vec, 8x8xf32>)
                outs(%t : !pto.tile_buf<vec, 8x8xf32>)
            pto.barrier <PIPE_ALL>
            return
          }
        }
        """;
    String right =
        left.replace("ins(%t, %u", "ins(%u, %t").replace("    pto.barrier <PIPE_ALL>\n", "");
    assertEquals(
        """
        value: pto.tadd: ins 0
          left  3:18  %t = arg0@2
          right 3:18  %u = arg1@2
        value: pto.tadd: ins 1
          left  3:22  %u = arg1@2
          right 3:22  %t = arg0@2
        missing operation: pto.barrier
          left  5:5  pto.barrier
          right -
        """,
        String.join("\n", PtoSameness.compare(left, right).stream().map(Object::toString).toList())
            + "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          init %start           | init %c1           | VALUE      | scf.for: init 0
          carry %next           | carry %a           | VALUE      | scf.yield: operand 0
          scf.if %go {          | scf.if %not {      | VALUE      | scf.if: condition
          pto.trap              | pto.barrier <PIPE_V> | OPERATION | pto.trap and pto.barrier
          } else { pto.trap }   | }                  | REGIONS    | scf.if: regions
          scf.condition(%go) %e | scf.condition(%not) %e | VALUE  | scf.condition: argument 0
          {kind = 1 : i32}      | {kind = 2 : i32}   | ATTRIBUTE  | scf.for: kind
          !pto.ptr<f32>         | !pto.ptr<f16>      | TYPE       | func.func: type 0 (parameter 0)
          """)
  void structureIsCompared(String original, String changed, Difference.Kind kind, String what) {
    String text =
        """
        func.func @f(%p: !pto.ptr<f32>, %start: index, %n: index) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %sum = scf.for %i = %c0 to %n step %c1 iter_args(%a = %start) -> (index) {
            %next = arith.addi %a, %i : index
            %go = arith.cmpi slt, %next, %n : index
            %not = arith.cmpi sge, %next, %n : index
            scf.if %go { pto.barrier <PIPE_V> } else { pto.trap }
            scf.yield %next : index
          } {kind = 1 : i32}
          %end = scf.while (%e = %sum) : (index) -> index {
            %go = arith.cmpi slt, %e, %n : index
            %not = arith.cmpi sge, %e, %n : index
            scf.condition(%go) %e : index
          } do {
          ^bb0(%e: index):
            %e1 = arith.addi %e, %c1 : index
            scf.yield %e1 : index
          }
          pto.use %end : index
          return
        }
        """;
    String from = original.replace("init ", "%a = ").replace("carry ", "scf.yield ");
    String to = changed.replace("init ", "%a = ").replace("carry ", "scf.yield ");
    assertTrue(text.contains(from), from);
    assertEquals(List.of(), PtoSameness.compare(text, text));
    List<Difference> differences =
        PtoSameness.compare(text, text.replaceFirst(Pattern.quote(from), to));
    assertEquals(kind, differences.getFirst().kind(), differences.toString());
    assertEquals(what, differences.getFirst().what());
  }

  @Test
  void undefinedValuesAreRefused() {
    PtoSyntaxException e =
        assertThrows(
            PtoSyntaxException.class,
            () -> PtoSameness.compare("pto.x %a : i32", "pto.x %a : i32"));
    assertTrue(e.getMessage().contains("%a is not defined"), e.getMessage());
  }

  @Test
  void commandTellsByItsExitCode(@TempDir Path folder) throws IOException {
    Path a = Files.writeString(folder.resolve("a.pto"), "module { pto.trap }");
    Path b = Files.writeString(folder.resolve("b.pto"), "module { pto.halt }");
    assertEquals(0, diff(a, a));
    assertEquals(1, diff(a, b));
    assertEquals(2, diff(a, folder.resolve("absent.pto")));
  }

  private static int diff(Path left, Path right) {
    PrintStream sink = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return PtoDiff.run(List.of(left.toString(), right.toString()), sink, sink);
  }
}
