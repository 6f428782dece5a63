package org.pyptoj.conformance.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.pyptoj.ir.dsl.Surface;
import org.pyptoj.ir.op.Dialect;
import org.pyptoj.ir.op.Op;
import org.pyptoj.passes.Verification;

/**
 * A short form such as {@code pl.add} means the op on tiles between tiles and the op on tensors
 * between tensors, as the reference dispatches it, and does what the op does by its full name.
 */
class ShortFormTableTest {

  /** The reference's short forms that take tiles and tensors. */
  private static final Set<String> BOTH =
      words(
          """
          abs add and_ ands assemble cast cmp col_argmax col_argmin col_expand col_expand_add
          col_expand_div col_expand_expdif col_expand_max col_expand_min col_expand_mul
          col_expand_sub col_max col_min col_prod col_sum concat cos div exp expands fillpad
          fillpad_expand fmod fmods gather_row log matmul matmul_acc maximum minimum mrgsort mul neg
          not_ or_ ors part_add part_max part_min part_mul read recip reinterpret_view reshape
          row_argmax row_argmin row_expand row_expand_add row_expand_div row_expand_expdif
          row_expand_max row_expand_min row_expand_mul row_expand_sub row_max row_min row_prod
          row_sum rsqrt scatter_update set_validshape shl shls shr shrs sin slice sort32 sqrt sub
          transpose write xor xors
          """);

  /** Those for tiles. */
  private static final Set<String> TILES =
      words(
          """
          addc addsc aic_gather aiv_shard batch_matmul cmps create_tile gatherb gemv gemv_acc
          gemv_bias load lrelu matmul_bias matmul_mx matmul_mx_acc matmul_mx_bias mgather move
          mscatter prelu rem rems sel sels store subc subsc tri
          """);

  /** Those for tensors, and those that have no operand to tell by. */
  private static final Set<String> TENSORS =
      words("create_l1 create_tensor dim expand_clone full paged_gather random");

  /**
   * The reference has two ops of one name with different parameters; the arguments tell them apart.
   */
  private static final Set<String> BY_ARGUMENTS = words("gather scatter");

  /**
   * What the reference has by the full name or for tiles alone, and what a kernel asks of its
   * block.
   */
  private static final Set<String> MORE =
      words(
          """
          adds arange ci divs extract get_block_idx get_block_num get_subblock_idx maximums minimums muls
          relu subs get_element update_element cacheinvalid gather_mask mrgsort2 mrgsort3 mrgsort4
          """);

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }

  private static Stream<Map.Entry<String, List<Op>>> forms() {
    return Surface.paths().entrySet().stream()
        .filter(e -> e.getKey().startsWith("pl.") && e.getKey().lastIndexOf('.') == 2);
  }

  @Test
  void everyShortFormMeansTheReferencesOps() {
    TreeMap<String, String> wrong = new TreeMap<>();
    forms()
        .forEach(
            e -> {
              String name = e.getKey().substring(3);
              Set<Dialect> dialects =
                  e.getValue().stream().map(Op::dialect).collect(Collectors.toSet());
              boolean right =
                  MORE.contains(name)
                      || BY_ARGUMENTS.contains(name)
                      || BOTH.contains(name)
                          && Set.of(Dialect.TILE, Dialect.TENSOR).containsAll(dialects)
                      || TILES.contains(name) && dialects.equals(Set.of(Dialect.TILE))
                      || TENSORS.contains(name) && dialects.equals(Set.of(Dialect.TENSOR));
              if (!right) {
                wrong.put(name, dialects.toString());
              }
            });
    assertEquals(Map.of(), wrong);
  }

  /** Each op that has a short form, called by it. */
  @TestFactory
  Stream<DynamicTest> shortFormsDoWhatFullNamesDo() {
    Map<String, Function<Random, Exercise>> models = OpDraws.all();
    TreeSet<String> cases = new TreeSet<>();
    forms().forEach(e -> e.getValue().forEach(op -> cases.add(e.getKey() + " " + op.fullName())));
    return cases.stream()
        .map(name -> name.split(" "))
        .filter(names -> models.containsKey(names[1]))
        .map(
            names ->
                DynamicTest.dynamicTest(
                    names[1],
                    () -> {
                      for (int i = 0; i < 2; i++) {
                        Exercise full = models.get(names[1]).apply(new Random(i + 77));
                        String text = full.text().replace(names[1] + "(", names[0] + "(");
                        Exercise form =
                            new Exercise(
                                text,
                                full.ranks(),
                                full.ports(),
                                full.instruction(),
                                full.refused());
                        assertNull(form.run(Verification.BASIC), text);
                      }
                    }));
  }
}
