package org.pyptoj.conformance.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.type.DataType;

/**
 * Exercises of what may be left out of ops that pad, count, sort, gather and multiply, by op and
 * parameter.
 */
final class KeywordMatrices {

  private static final DataType F = DataType.FP32;
  private static final int[] NEXT = {0};

  /** Four rows of 32 quarters, some negative. */
  private static final Grid A = numbered(F, 4, 32, 0.25);

  private static final Grid SQUARE = numbered(DataType.FP16, 16, 16, 1);

  private final Map<String, Exercise> all;

  private KeywordMatrices(Map<String, Exercise> all) {
    this.all = all;
  }

  static void add(Map<String, Exercise> all) {
    KeywordMatrices exercises = new KeywordMatrices(all);
    exercises.sequences();
    exercises.paddings();
    exercises.rearrangements();
    exercises.products();
  }

  /** Numbers that go up and down around zero. */
  private static Grid numbered(DataType dtype, int rows, int cols, double unit) {
    NEXT[0] = 0;
    return Grid.of(dtype, rows, cols, () -> (NEXT[0]++ * 5 % 17 - 8) * unit);
  }

  private void put(String name, Port out, String body, String instruction, Grid... inputs) {
    List<Port> ports = new ArrayList<>();
    for (int i = 0; i < inputs.length; i++) {
      ports.add(inputs[i].in(String.valueOf((char) ('a' + i))));
    }
    ports.add(out);
    all.put(name, Exercise.kernel(ports, body, instruction));
  }

  private static String stored(String call) {
    return "r = " + call + "\npl.tile.store(r, [0, 0], y)\n";
  }

  private static String assembled(String call) {
    return "r = " + call + "\npl.tensor.assemble(y, r, [0, 0])\n";
  }

  private void sequences() {
    put(
        "pl.tensor.ci dtype",
        Grid.out(DataType.INT16, 1, 32, 1, 32, 0, (i, j) -> 5 + j),
        assembled("pl.tensor.ci(5, [1, 32], dtype=pl.INT16)"),
        "tci");
    put(
        "pl.tensor.ci descending",
        Grid.out(DataType.INT32, 1, 32, 1, 32, 0, (i, j) -> 5 - j),
        assembled("pl.tensor.ci(5, [1, 32], descending=True)"),
        "tci");
    put(
        "pl.tile.tri dtype",
        Grid.out(F, 8, 16, 8, 16, 0, (i, j) -> j <= i + 1 ? 1 : 0),
        stored("pl.tile.tri(1, [8, 16], dtype=pl.FP32)"),
        null);
    put(
        "pl.tile.tri upper",
        Grid.out(DataType.INT32, 8, 16, 8, 16, 0, (i, j) -> j >= i + 1 ? 1 : 0),
        stored("pl.tile.tri(1, [8, 16], upper=True)"),
        null);
    put(
        "pl.tile.tri valid_shape",
        Grid.out(DataType.INT32, 8, 16, 5, 9, 0, (i, j) -> j <= i ? 1 : 0),
        stored("pl.tile.tri(0, [8, 16], valid_shape=[5, 9])"),
        null);
  }

  private void paddings() {
    String narrow = "t = pl.tile.load(a, [0, 0], [4, 32], [3, 20])\n";
    String part = "v = pl.tensor.slice(a, [4, 32], [0, 0], [3, 20])\n";
    String least = "pad_value=pl.PadValue.min)";
    Port same =
        Grid.out(
            F, 4, 32, 4, 32, 0, (i, j) -> i < 3 && j < 20 ? A.at(i, j) : Double.NEGATIVE_INFINITY);
    Port larger =
        Grid.out(
            F, 6, 64, 6, 64, 0, (i, j) -> i < 3 && j < 20 ? A.at(i, j) : Double.NEGATIVE_INFINITY);
    put(
        "pl.tile.fillpad_inplace pad_value",
        same,
        narrow + stored("pl.tile.fillpad_inplace(t, " + least),
        "tfillpad",
        A);
    put(
        "pl.tensor.fillpad pad_value",
        same,
        part + assembled("pl.tensor.fillpad(v, " + least),
        "tfillpad",
        A);
    put(
        "pl.tile.fillpad_expand pad_value",
        larger,
        narrow + stored("pl.tile.fillpad_expand(t, [6, 64], " + least),
        "tfillpad_expand",
        A);
    put(
        "pl.tensor.fillpad_expand pad_value",
        larger,
        part + assembled("pl.tensor.fillpad_expand(v, [6, 64], " + least),
        "tfillpad_expand",
        A);
  }

  private void rearrangements() {
    Port bits =
        Grid.out(
            DataType.INT32,
            4,
            16,
            4,
            16,
            0,
            (i, j) -> Float.floatToRawIntBits((float) A.at(i, 2 * j)));
    String pattern = "pl.tile.MaskPattern.P0101, output_dtype=pl.INT32)";
    put(
        "pl.tile.gather_mask output_dtype",
        bits,
        "t = pl.tile.load(a, [0, 0], [4, 32])\n" + stored("pl.tile.gather_mask(t, " + pattern),
        "tgather",
        A);
    put(
        "pl.tensor.gather_mask output_dtype",
        bits,
        assembled("pl.tensor.gather_mask(a, " + pattern),
        "tgather",
        A);
    put(
        "pl.tensor.assemble atomic",
        Grid.out(F, 4, 32, 4, 32, 0, (i, j) -> Grid.UNTOUCHED + A.at(i, j)),
        "pl.tensor.assemble(y, a, [0, 0], atomic=pl.AtomicType.Add)\n",
        "tstore",
        A);
    for (int lists = 2; lists <= 4; lists++) {
      exhausted(lists, true);
      exhausted(lists, false);
    }
  }

  /** The first list has the greatest values, and ends first: nothing else is merged. */
  private void exhausted(int lists, boolean tiles) {
    int cols = 32 * lists;
    NEXT[0] = 0;
    Grid falling = Grid.of(F, 1, cols, () -> -NEXT[0]++);
    String dialect = tiles ? "pl.tile" : "pl.tensor";
    StringBuilder body = new StringBuilder(tiles ? falling.load("v", "a") : "v = a\n");
    body.append(
        "at = %1$s.ci(0, [1, %2$d], dtype=pl.UINT32)\ns = %1$s.sort32(v, at)\n"
            .formatted(dialect, cols));
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < lists; i++) {
      body.append("s%d = %s.slice(s, [1, 64], [0, %d])\n".formatted(i, dialect, 64 * i));
      names.append("s").append(i).append(", ");
    }
    if (tiles) {
      body.append("tmp = pl.tile.create([1, %d], dtype=pl.FP32)\n".formatted(2 * cols));
      names.append("tmp, ");
    }
    body.append("m = %s.mrgsort%d(%sexhausted=True)\n".formatted(dialect, lists, names));
    String first = dialect + ".slice(m, [1, 64], [0, 0])";
    body.append(tiles ? stored(first) : assembled(first));
    put(
        dialect + ".mrgsort" + lists + " exhausted",
        Grid.out(F, 1, 64, 1, 64, 0, (i, j) -> j % 2 == 0 ? -(j / 2) : Float.intBitsToFloat(j / 2)),
        body.toString(),
        "tmrgsort",
        falling);
  }

  private static double product(Grid a, Grid b, int i, int j) {
    double sum = 0;
    for (int k = 0; k < a.cols(); k++) {
      sum += a.at(i, k) * b.at(k, j);
    }
    return sum;
  }

  private void products() {
    for (String dialect : List.of("tile", "tensor")) {
      Grid divisor = Grid.of(F, 4, 32, () -> 4);
      String load =
          "ta = pl.tile.load(a, [0, 0], [4, 32])\ntb = pl.tile.load(b, [0, 0], [4, 32])\n";
      put(
          "pl." + dialect + ".div high_precision",
          Grid.out(F, 4, 32, 4, 32, 0, (i, j) -> A.at(i, j) / 4),
          dialect.equals("tile")
              ? load + stored("pl.tile.div(ta, tb, high_precision=True)")
              : assembled("pl.tensor.div(a, b, high_precision=True)"),
          "tdiv",
          A,
          divisor);
    }
    Grid row = numbered(DataType.FP16, 1, 16, 1);
    Grid bias = numbered(F, 1, 16, 1);
    String loads =
        """
        ta = pl.tile.load(a, [0, 0], [%d, 16], target_memory=pl.Mem.Mat)
        tb = pl.tile.load(b, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
        """;
    put(
        "pl.tile.gemv acc_phase",
        Grid.out(F, 1, 16, 1, 16, 0, (i, j) -> product(row, SQUARE, i, j)),
        loads.formatted(1) + stored("pl.tile.gemv(ta, tb, acc_phase=\"final\")"),
        "tgemv",
        row,
        SQUARE);
    put(
        "pl.tile.gemv_acc acc_phase",
        Grid.out(F, 1, 16, 1, 16, 0, (i, j) -> 2 * product(row, SQUARE, i, j)),
        loads.formatted(1)
            + "s = pl.tile.gemv(ta, tb, acc_phase=\"partial\")\n"
            + stored("pl.tile.gemv_acc(s, ta, tb, acc_phase=\"final\")"),
        "tgemv.acc",
        row,
        SQUARE);
    put(
        "pl.tile.gemv_bias acc_phase",
        Grid.out(F, 1, 16, 1, 16, 0, (i, j) -> product(row, SQUARE, i, j) + bias.at(0, j)),
        loads.formatted(1)
            + "tc = pl.tile.load(c, [0, 0], [1, 16], target_memory=pl.Mem.Mat)\n"
            + stored("pl.tile.gemv_bias(ta, tb, tc, acc_phase=\"final\")"),
        "tgemv.bias",
        row,
        SQUARE,
        bias);
    Port thrice = Grid.out(F, 16, 16, 16, 16, 0, (i, j) -> 3 * product(SQUARE, SQUARE, i, j));
    put(
        "pl.tile.matmul_acc init_cond",
        thrice,
        loads.formatted(16)
            + """
            r = pl.tile.create([16, 16], dtype=pl.FP32, target_memory=pl.Mem.Acc)
            for k in pl.range(3):
                r = pl.tile.matmul_acc(r, ta, tb, init_cond=k == 0)
            pl.tile.store(r, [0, 0], y)
            """,
        "tmatmul.acc",
        SQUARE,
        SQUARE);
    put(
        "pl.tensor.matmul_acc init_cond",
        thrice,
        """
        r = pl.tensor.matmul(a, b, out_dtype=pl.FP32)
        for k in pl.range(3):
            r = pl.tensor.matmul_acc(r, a, b, init_cond=k == 0)
        pl.tensor.assemble(y, r, [0, 0])
        """,
        "tmatmul.acc",
        SQUARE,
        SQUARE);
  }
}
