package org.pyptoj.stubs.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.dsl.SpecialForm;
import org.pyptoj.ir.op.Op;

/**
 * {@code docs/ops.md} is what the op table gives. {@code mvn -Pstubs -pl python-stubs -am test}
 * writes it anew.
 */
class OpReferenceTest {
  private static final Path COMMITTED = Path.of("..", "docs", "ops.md");

  @Test
  void committedPageIsTheGenerated() throws IOException {
    String page = OpReference.page();
    if (Boolean.getBoolean("stubs.rewrite")) {
      Files.writeString(COMMITTED, page);
    }
    assertEquals(
        page,
        Files.exists(COMMITTED) ? Files.readString(COMMITTED) : null,
        "docs/ops.md is stale; mvn -Pstubs -pl python-stubs -am test writes it");
  }

  @Test
  void everyOpAndFormIsThere() {
    String page = OpReference.page();
    for (Op op : Op.all()) {
      String place =
          op.isInternal() ? "| `" + op.fullName() + "` |" : "### " + op.fullName() + "\n";
      assertTrue(page.contains(place), op::fullName);
    }
    for (SpecialForm form : SpecialForm.values()) {
      assertTrue(page.contains("`" + form.path() + "("), form::path);
    }
  }
}
