package org.pyptoj.torch;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;

/**
 * The Java side of what passes between Python and an operation. Arguments are null (None), Boolean,
 * Long, Double, String, {@link Tensor}, {@link Dtype}, {@link TorchGenerator}, {@link Device},
 * {@link Slice}, {@link #ELLIPSIS}, {@code byte[]}, a List of these (a list or tuple) or a Map.
 * Results are the same, and in addition {@link Size}, {@link Tuple} and {@link Named}.
 */
final class Values {
  /** Python's {@code ...} in an index. */
  static final Object ELLIPSIS =
      new Object() {
        @Override
        public String toString() {
          return "Ellipsis";
        }
      };

  private Values() {}

  /** Python's {@code slice}; null where a bound is left out. */
  record Slice(Long start, Long stop, Long step) {}

  /** A {@code torch.Size}. */
  record Size(long[] sizes) {}

  /** A Python tuple; as a list it is every other sequence, but an index tells the two apart. */
  static final class Tuple extends AbstractList<Object> {
    private final Object[] items;

    Tuple(List<?> items) {
      this.items = items.toArray();
    }

    static Tuple of(Object... items) {
      return new Tuple(Arrays.asList(items));
    }

    @Override
    public Object get(int index) {
      return items[index];
    }

    @Override
    public int size() {
      return items.length;
    }
  }

  /** A named tuple such as the result of {@code max} along a dimension. */
  record Named(String name, List<String> fields, List<Object> items) {}

  /** A {@code torch.device}; computation is on the CPU whatever it says. */
  record Device(String type) {}
}
