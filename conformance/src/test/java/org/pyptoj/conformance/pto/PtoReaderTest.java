package org.pyptoj.conformance.pto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PtoReaderTest {
  private static PtoOperation only(String text) {
    List<PtoOperation> operations = PtoModule.parse(text).operations();
    assertEquals(1, operations.size());
    return operations.getFirst();
  }

  @Test
  void groupsGiveOperandsTheirRoles() {
    PtoOperation put =
        only(
            """
            pto.comm.tput(%to, %from, buf(%ping, %pong) : !pto.partition_tensor_view<8xf32>,
                !pto.partition_tensor_view<8xf32>, !pto.tile_buf<vec, 1x4xf32>,
                !pto.tile_buf<vec, 1x4xf32>) {atomicType = #pto<atomic_type atomic_none>}
                loc("k.py":3:1)
            """);
    assertEquals("pto.comm.tput", put.name());
    assertEquals(
        List.of("argument 0 to", "argument 1 from", "buf 0 ping", "buf 1 pong"),
        put.operands().stream().map(o -> o.role() + " " + o.name()).toList());
    assertEquals(4, put.types().size());
    assertEquals(
        new PtoAttribute.Text("#pto<atomic_type atomic_none>"), put.attributes().get("atomicType"));
  }

  @Test
  void keywordsListsAndArrowsAreRead() {
    PtoOperation view =
        only(
            """
            %v = pto.partition_view %t, offsets = [%a, %b], sizes=[%c,%d]
                : !pto.tensor_view<?x?xf16> -> !pto.partition_tensor_view< 1x?xf16 >
            """);
    assertEquals(
        List.of("operand 0", "offsets 0", "offsets 1", "sizes 0", "sizes 1"),
        view.operands().stream().map(PtoOperand::role).toList());
    assertEquals(List.of("!pto.partition_tensor_view<1x?xf16>"), view.resultTypes());
  }

  @Test
  void numbersAreComparedByValue() {
    assertEquals(
        new PtoAttribute.Real(0.25, "f32"),
        only("%c = arith.constant 2.50000000000000000e-01 : f32").attributes().get("operand 0"));
    assertEquals(
        new PtoAttribute.Real(Double.NEGATIVE_INFINITY, "f32"),
        only("%c = arith.constant 0xFF800000 : f32").attributes().get("operand 0"));
  }

  @Test
  void loopsBindTheirValues() {
    PtoOperation loop =
        only(
            """
            %sum:2 = scf.for %i = %lo to %hi step %one iter_args(%x = %a, %y = %b) -> (i32, f32) {
              scf.yield %x, %y : i32, f32
            }
            """);
    assertEquals(List.of("sum#0", "sum#1"), loop.results());
    assertEquals(
        List.of("lower bound", "upper bound", "step", "init 0", "init 1"),
        loop.operands().stream().map(PtoOperand::role).toList());
    assertEquals(
        List.of("i", "x", "y"),
        loop.regions().getFirst().entry().arguments().stream()
            .map(PtoRegion.Argument::name)
            .toList());
  }

  @Test
  void branchKeepsAnEmptyElse() {
    assertEquals(2, only("scf.if %c { pto.trap } else { }").regions().size());
    assertEquals(1, only("scf.if %c { pto.trap }").regions().size());
  }

  @Test
  void whileHasTwoRegionsWithTheirArguments() {
    PtoOperation loop =
        only(
            """
            %r = scf.while (%e = %start) : (index) -> index {
              %go = arith.cmpi slt, %e, %end : index
              scf.condition(%go) %e : index
            } do {
            ^bb0(%n: index):
              %next = arith.addi %n, %one : index
              scf.yield %next : index
            }
            """);
    assertEquals(2, loop.regions().size());
    assertEquals("n", loop.regions().get(1).entry().arguments().getFirst().name());
  }

  @Test
  void modulesNestAndDeclarationsHaveNoBody() {
    PtoOperation module =
        only(
            """
            module {
              module attributes {pto.kernel_kind = #pto.kernel_kind<cube>} {
                func.func @a(%x: i32 {pto.in}) -> (i32, f32) attributes {pto.entry} { return }
                func.func private @b(!pto.ptr<i64>, i64)
              }
            }
            """);
    PtoOperation inner = module.regions().getFirst().entry().operations().getFirst();
    List<PtoOperation> functions = inner.regions().getFirst().entry().operations();
    assertEquals(new PtoAttribute.Text("@a"), functions.get(0).attributes().get("sym_name"));
    assertTrue(functions.get(0).attributes().containsKey("parameter 0.pto.in"));
    assertTrue(functions.get(1).regions().isEmpty());
    assertEquals(2, functions.get(1).types().size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pto.barrier <PIPE_ALL>",
        "pto.barrier_sync [<TVEC>]",
        "pto.get_buf [#pto.pipe_event_type<TMATMUL>, 1] { mode = 0 }",
        "pto.cmo.cacheinvalid %p single_cache_line : !pto.partition_tensor_view<1x1xi32>",
        "pto.cmo.cacheinvalid all #pto.address_space<gm>",
        "pto.fence.barrier_all #pto.fence_scope<gm>",
        "pto.ttri ins(%d {upperOrLower = 1 : i32} : i32) outs(%o : !pto.tile_buf<vec, 8x8xi32>)",
        "\"pto.syncall\"(%g, %u) {mode = #pto.sync_all_mode<soft>} : (memref<4xi32>, i32) -> ()",
        "pto.print ins(\"%+08.3f\", %v : f32)",
        "%e = pto.talloc_to_aiv {id = 0, split = 0} -> !pto.tensor_view<16x16xf32>",
        "%s = pto.subview %t[%i, %j] sizes [32, 32] valid [%r, %c] : !pto.a -> !pto.b",
        "pto.section.vector { pto.barrier <PIPE_V> }",
        "pto.set_validshape %t, %c1, %c2 : !pto.tile_buf<loc=vec, dtype=f16, v_row=?, pad=0>",
        "pto.store_scalar %n, %p[%i] : !pto.ptr<i32>, i32",
        "%m = memref.cast %a : memref<?xf32, strided<[?, ?], offset: ?>> to memref<?xf32, 1>"
      })
  void formsOfTheDialect(String text) {
    only(text);
  }

  @Test
  void refusesWithLineAndColumn() {
    PtoSyntaxException e =
        assertThrows(
            PtoSyntaxException.class, () -> PtoModule.parse("module {\n  pto.tadd ins(%a\n}"));
    assertEquals(3, e.place().line());
    assertThrows(PtoSyntaxException.class, () -> PtoModule.parse("#map = affine_map<(a) -> (a)>"));
  }
}
