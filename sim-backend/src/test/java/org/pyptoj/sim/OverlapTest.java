package org.pyptoj.sim;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.sim.memory.Region;
import org.pyptoj.sim.memory.TensorValue;

/** Whether two views share an element, against the sets of their elements. */
class OverlapTest {

  private static final TensorValue PARENT =
      TensorValue.packed(DataType.FP32, Region.fresh(4 * 60), 3, 4, 5);

  private static TensorValue part(Random random) {
    long[] from = new long[3];
    long[] extents = new long[3];
    for (int d = 0; d < 3; d++) {
      from[d] = random.nextLong(PARENT.shape()[d]);
      extents[d] = 1 + random.nextLong(PARENT.shape()[d] - from[d]);
    }
    return PARENT.slice(from, extents, extents, null);
  }

  private static Set<Long> elements(TensorValue t) {
    Set<Long> elements = new HashSet<>();
    for (long i = 0; i < t.shape()[0]; i++) {
      for (long j = 0; j < t.shape()[1]; j++) {
        for (long k = 0; k < t.shape()[2]; k++) {
          elements.add(t.byteOf(new long[] {i, j, k}));
        }
      }
    }
    return elements;
  }

  @Property(tries = 1000)
  void boxesOfOneTensorMeetWhereTheyShareElements(@ForAll long seed) {
    Random random = new Random(seed);
    TensorValue x = part(random);
    TensorValue y = part(random);
    Set<Long> both = elements(x);
    both.retainAll(elements(y));
    assertTrue(x.overlaps(y) == !both.isEmpty());
  }

  @Test
  void differentRegionsNeverMeet() {
    assertFalse(PARENT.overlaps(TensorValue.packed(DataType.FP32, Region.fresh(4 * 60), 3, 4, 5)));
  }
}
