package org.pyptoj.ir.diagnostic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuthorNamesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          `mail__ssa_v0` is read       | `mail` is read
          `acc__iter_v12` and `t__phi_v1` | `acc` and `t`
          `i2_inline0` may have no value | `i2` may have no value
          `r_inline0_inline11__ssa_v3` | `r`
          `x_inline0_` of `x_inline1__tile_v0` | `x` of `x`
          `value_kept0` is a tile      | `value` is a tile
          builtin_tensor_allreduce__sum__fp32__kernel waits | allreduce waits
          `_private` and `__all__`     | `_private` and `__all__`
          in_line, kept, inline_0      | in_line, kept, inline_0
          """)
  void areThoseOfTheScript(String made, String told) {
    assertEquals(told, AuthorNames.in(made));
  }
}
