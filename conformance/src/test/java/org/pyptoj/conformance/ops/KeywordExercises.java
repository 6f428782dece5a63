package org.pyptoj.conformance.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.pyptoj.ir.type.DataType;

/**
 * An exercise for each parameter that may be left out, by op, parameter and, where there are
 * several, value.
 */
final class KeywordExercises {

  private static final DataType F = DataType.FP32;

  /** Four rows of 32 quarters, some negative. */
  private static final Grid A = grid(F, 4, 32, (i, j) -> (i * 32 + j) * 0.25 - 10);

  private static final Grid POSITIVE = grid(F, 4, 32, (i, j) -> (i * 32 + j + 1) * 0.25);
  private static final Grid SQUARE = grid(F, 16, 16, (i, j) -> (i * 5 + j * 3) % 9 - 4);
  private static final Grid OTHER = grid(F, 16, 16, (i, j) -> (i * 7 + j * 2) % 9 - 4);

  private final Map<String, Exercise> all = new TreeMap<>();

  private KeywordExercises() {}

  static Map<String, Exercise> all() {
    KeywordExercises exercises = new KeywordExercises();
    exercises.memory();
    exercises.elementwise();
    exercises.products();
    KeywordMatrices.add(exercises.all);
    KeywordExchanges.add(exercises.all);
    IndexedDraws.addKeywords(exercises.all);
    return exercises.all;
  }

  private static Grid grid(DataType dtype, int rows, int cols, Grid.Cell cell) {
    int[] next = {0};
    return Grid.of(
        dtype,
        rows,
        cols,
        () -> {
          int i = next[0]++;
          return cell.at(i / cols, i % cols);
        });
  }

  private void put(String name, Port out, String body, String instruction, Grid... inputs) {
    List<Port> ports = new ArrayList<>();
    for (int i = 0; i < inputs.length; i++) {
      ports.add(inputs[i].in(String.valueOf((char) ('a' + i))));
    }
    ports.add(out);
    all.put(name, Exercise.kernel(ports, body, instruction));
  }

  private static Port full(int rows, int cols, Grid.Cell cell) {
    return Grid.out(F, rows, cols, rows, cols, 0, cell);
  }

  private static final String LOADED = "t = pl.tile.load(a, [0, 0], [4, 32])\n";
  private static final String STORED = "pl.tile.store(r, [0, 0], y)\n";

  private void memory() {
    put(
        "pl.tile.create target_memory",
        full(4, 32, A::at),
        "s = pl.tile.create([4, 32], dtype=pl.FP32, target_memory=pl.Mem.Vec)\n"
            + LOADED
            + "r = pl.tile.assemble(s, t, [0, 0])\n"
            + STORED,
        "alloc_tile",
        A);
    put(
        "pl.tile.create transpose",
        full(16, 16, SQUARE::at),
        "s = pl.tile.create([16, 16], dtype=pl.FP32, target_memory=pl.Mem.Mat, transpose=True)\n"
            + "r = pl.tile.load(a, [0, 0], [16, 16])\n"
            + STORED,
        null,
        SQUARE);
    put(
        "pl.tile.load valid_shape",
        Grid.out(F, 4, 32, 3, 20, 0, A::at),
        "r = pl.tile.load(a, [0, 0], [4, 32], valid_shape=[3, 20])\n" + STORED,
        "tload",
        A);
    put(
        "pl.tile.load target_memory",
        full(16, 16, (i, j) -> product(SQUARE, OTHER, i, j, false, false)),
        loads() + "r = pl.tile.matmul(ta, tb)\n" + STORED,
        "tmatmul",
        SQUARE,
        OTHER);
    put(
        "pl.tile.load clamp",
        Grid.out(F, 4, 32, 2, 32, 0, (i, j) -> A.at(i + 2, j)),
        "r = pl.tile.load(a, [2, 0], [4, 32], clamp=True)\n" + STORED,
        "tload",
        A);
    put(
        "pl.tile.store shapes",
        Grid.out(F, 4, 32, 2, 16, 0, A::at),
        LOADED
            + "t = pl.tile.set_validshape(t, 2, 16)\n"
            + "pl.tile.store(t, [0, 0], y, shapes=[2, 16])\n",
        "tstore",
        A);
    put(
        "pl.tile.store atomic",
        full(4, 32, (i, j) -> Grid.UNTOUCHED + A.at(i, j)),
        LOADED + "pl.tile.store(t, [0, 0], y, atomic=pl.AtomicType.Add)\n",
        "tstore",
        A);
    for (String layout : List.of("blayout", "slayout")) {
      put(
          "pl.tile.move " + layout,
          full(4, 32, A::at),
          LOADED
              + "r = pl.tile.move(t, target_memory=pl.Mem.Vec, "
              + layout
              + "=pl.TileLayout."
              + (layout.equals("blayout") ? "row_major" : "none_box")
              + ")\n"
              + STORED,
          "tmov",
          A);
    }
    put(
        "pl.tile.ci dtype",
        Grid.out(DataType.INT16, 1, 32, 1, 32, 0, (i, j) -> 5 + j),
        "r = pl.tile.ci(5, [1, 32], dtype=pl.INT16)\n" + STORED,
        "tci");
    put(
        "pl.tile.ci descending",
        Grid.out(DataType.INT32, 1, 32, 1, 32, 0, (i, j) -> 5 - j),
        "r = pl.tile.ci(5, [1, 32], descending=True)\n" + STORED,
        "tci");
    for (Pad pad : Pad.values()) {
      put(
          "pl.tile.fillpad pad_value " + pad,
          full(4, 32, (i, j) -> i < 3 && j < 20 ? A.at(i, j) : pad.value),
          "t = pl.tile.load(a, [0, 0], [4, 32], [3, 20])\nr = pl.tile.fillpad(t, pad_value="
              + pad.text
              + ")\n"
              + STORED,
          "tfillpad",
          A);
    }
    for (String dialect : List.of("tile", "tensor")) {
      boolean tiles = dialect.equals("tile");
      String source = tiles ? LOADED : "t = a\n";
      String kept = tiles ? STORED : "pl.tensor.assemble(y, r, [0, 0])\n";
      String slice = "r = pl." + dialect + ".slice(t, [2, 32], [1, 0]";
      put(
          "pl." + dialect + ".slice valid_shape",
          Grid.out(F, 2, 32, 2, 20, 0, (i, j) -> A.at(i + 1, j)),
          source + slice + ", valid_shape=[2, 20])\n" + kept,
          null,
          A);
      put(
          "pl." + dialect + ".slice drop_dims",
          Grid.out(F, 4, 32, 1, 32, 0, (i, j) -> A.at(2, j)),
          source
              + "row = pl."
              + dialect
              + ".slice(t, [1, 32], [2, 0], drop_dims=[0])\n"
              + "r = pl."
              + dialect
              + ".reshape(row, [1, 32])\n"
              + kept,
          null,
          A);
      put(
          "pl." + dialect + ".slice pad_value",
          tiles
              ? full(2, 32, (i, j) -> j < 20 ? A.at(i + 1, j) : Pad.MIN.value)
              : Grid.out(F, 2, 32, 2, 20, 0, (i, j) -> A.at(i + 1, j)),
          source
              + slice
              + ", valid_shape=[2, 20], pad_value=pl.PadValue.min)\n"
              + (tiles ? "r = pl.tile.fillpad(r, pl.PadValue.min)\n" : "")
              + kept,
          null,
          A);
    }
    put(
        "pl.tile.transpose tmp_tile",
        full(16, 16, (i, j) -> SQUARE.at(j, i)),
        "t = pl.tile.load(a, [0, 0], [16, 16])\ns = pl.tile.create([16, 16], dtype=pl.FP32)\n"
            + "r = pl.tile.transpose(t, 0, 1, tmp_tile=s)\n"
            + STORED,
        "ttrans",
        SQUARE);
    for (String given : List.of("tensor", "shapes", "offsets")) {
      put(
          "pl.system.cacheinvalid " + given,
          full(4, 32, A::at),
          "pl.system.cacheinvalid(tensor=a, shapes=[4, 32], offsets=[0, 0])\n"
              + LOADED
              + "r = pl.tile.neg(pl.tile.neg(t))\n"
              + STORED,
          null,
          A);
    }
  }

  /** What {@code pl.PadValue} stands for in FP32. */
  private enum Pad {
    ZERO("0.0", 0),
    MIN("pl.PadValue.min", Double.NEGATIVE_INFINITY),
    MAX("pl.PadValue.max", Double.POSITIVE_INFINITY);

    private final String text;
    private final double value;

    Pad(String text, double value) {
      this.text = text;
      this.value = value;
    }
  }

  private void elementwise() {
    for (String dialect : List.of("tile", "tensor")) {
      boolean tiles = dialect.equals("tile");
      String source = tiles ? LOADED : "t = a\n";
      String kept = tiles ? STORED : "pl.tensor.assemble(y, r, [0, 0])\n";
      for (String mode : List.of("rint", "round", "floor", "ceil", "trunc")) {
        put(
            "pl." + dialect + ".cast mode " + mode,
            Grid.out(
                DataType.INT32,
                4,
                32,
                4,
                32,
                0,
                (i, j) -> ElementwiseDraws.whole(mode, A.at(i, j))),
            source + "r = pl." + dialect + ".cast(t, pl.INT32, mode=\"" + mode + "\")\n" + kept,
            "tcvt",
            A);
      }
    }
    for (String name : List.of("log", "recip")) {
      for (String dialect : List.of("tile", "tensor")) {
        boolean tiles = dialect.equals("tile");
        put(
            "pl." + dialect + "." + name + " high_precision",
            Grid.out(
                F,
                4,
                32,
                4,
                32,
                1e-6,
                (i, j) -> name.equals("log") ? Math.log(POSITIVE.at(i, j)) : 1 / POSITIVE.at(i, j)),
            (tiles ? LOADED : "t = a\n")
                + "r = pl."
                + dialect
                + "."
                + name
                + "(t, high_precision=True)\n"
                + (tiles ? STORED : "pl.tensor.assemble(y, r, [0, 0])\n"),
            "t" + name,
            POSITIVE);
      }
    }
    put(
        "pl.tensor.rsqrt high_precision",
        Grid.out(F, 4, 32, 4, 32, 1e-6, (i, j) -> 1 / Math.sqrt(POSITIVE.at(i, j))),
        "r = pl.tensor.rsqrt(a, high_precision=True)\npl.tensor.assemble(y, r, [0, 0])\n",
        "trsqrt",
        POSITIVE);
    put(
        "pl.tile.rsqrt tmp",
        Grid.out(F, 4, 32, 4, 32, 1e-6, (i, j) -> 1 / Math.sqrt(POSITIVE.at(i, j))),
        LOADED
            + "s = pl.tile.create([4, 32], dtype=pl.FP32)\nr = pl.tile.rsqrt(t, tmp=s)\n"
            + STORED,
        "trsqrt",
        POSITIVE);
    put(
        "pl.tile.col_sum tmp_tile",
        Grid.out(F, 1, 32, 1, 32, 0, (i, j) -> A.at(0, j) + A.at(1, j) + A.at(2, j) + A.at(3, j)),
        LOADED
            + "s = pl.tile.create([4, 32], dtype=pl.FP32)\nr = pl.tile.col_sum(t, tmp_tile=s)\n"
            + STORED,
        "tcolsum",
        A);
    put(
        "pl.tile.row_expand_add tmp",
        full(4, 32, (i, j) -> A.at(i, j) + A.at(i, 3)),
        LOADED
            + "v = pl.tile.load(a, [0, 3], [4, 1])\ns = pl.tile.create([4, 32], dtype=pl.FP32)\n"
            + "r = pl.tile.row_expand_add(t, v, tmp=s)\n"
            + STORED,
        "trowexpandadd",
        A);
    List<String> comparisons = List.of("==", "!=", "<", "<=", ">", ">=");
    for (int c = 0; c < comparisons.size(); c++) {
      int comparison = c;
      for (boolean number : new boolean[] {false, true}) {
        put(
            (number ? "pl.tile.cmps" : "pl.tile.cmp") + " cmp_type " + comparisons.get(c),
            Grid.out(
                DataType.UINT8,
                4,
                32,
                4,
                4,
                0,
                (i, j) -> {
                  int bits = 0;
                  for (int k = 0; k < 8; k++) {
                    bits |=
                        ElementwiseDraws.holds(
                                comparison,
                                A.at(i, 8 * j + k),
                                number ? -4 : A.at(3 - i, 8 * j + k))
                            ? 1 << k
                            : 0;
                  }
                  return bits;
                }),
            LOADED
                + "u = pl.tile.load(b, [0, 0], [4, 32])\nr = pl.tile.cmp"
                + (number ? "s(t, -4.0" : "(t, u")
                + ", cmp_type="
                + c
                + ")\n"
                + STORED,
            number ? "tcmps" : "tcmp",
            A,
            grid(F, 4, 32, (i, j) -> A.at(3 - i, j)));
      }
    }
  }

  private static String loads() {
    String load = " = pl.tile.load(%s, [0, 0], [16, 16], target_memory=pl.Mem.Mat)\n";
    return "ta" + load.formatted("a") + "tb" + load.formatted("b");
  }

  private static double product(Grid a, Grid b, int i, int j, boolean aTrans, boolean bTrans) {
    double sum = 0;
    for (int k = 0; k < 16; k++) {
      sum += (aTrans ? a.at(k, i) : a.at(i, k)) * (bTrans ? b.at(j, k) : b.at(k, j));
    }
    return sum;
  }

  private void products() {
    for (boolean transposed : new boolean[] {false, true}) {
      String flag = transposed ? "b_trans" : "a_trans";
      Grid.Cell cell = (i, j) -> product(SQUARE, OTHER, i, j, !transposed, transposed);
      put(
          "pl.tensor.matmul " + flag,
          full(16, 16, cell),
          "r = pl.tensor.matmul(a, b, out_dtype=pl.FP32, "
              + flag
              + "=True)\npl.tensor.assemble(y, r, [0, 0])\n",
          "tmatmul",
          SQUARE,
          OTHER);
      put(
          "pl.tensor.matmul_acc " + flag,
          full(16, 16, (i, j) -> product(SQUARE, OTHER, i, j, false, false) + cell.at(i, j)),
          "r = pl.tensor.matmul(a, b, out_dtype=pl.FP32)\nr = pl.tensor.matmul_acc(r, a, b, "
              + flag
              + "=True)\npl.tensor.assemble(y, r, [0, 0])\n",
          "tmatmul.acc",
          SQUARE,
          OTHER);
    }
    put(
        "pl.tensor.matmul out_dtype",
        Grid.out(
            DataType.FP16, 16, 16, 16, 16, 0, (i, j) -> product(SQUARE, OTHER, i, j, false, false)),
        "r = pl.tensor.matmul(a, b, out_dtype=pl.FP16)\npl.tensor.assemble(y, r, [0, 0])\n",
        "tmatmul",
        SQUARE,
        OTHER);
    put(
        "pl.tensor.matmul c_matrix_nz",
        full(16, 16, (i, j) -> product(SQUARE, OTHER, i, j, false, false)),
        "r = pl.tensor.matmul(a, b, out_dtype=pl.FP32, c_matrix_nz=True)\n"
            + "pl.tensor.assemble(y, r, [0, 0])\n",
        "tmatmul",
        SQUARE,
        OTHER);
  }
}
