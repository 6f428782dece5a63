package org.pyptoj.conformance.ops;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.pyptoj.ir.type.DataType;

/** Ops that move elements, and those that name blocks and small arrays. */
final class MemoryDraws {

  private MemoryDraws() {}

  /** A drawn tensor of four rows and 32 columns, and draws of places inside. */
  private record Drawn(Random random, DataType dtype, Grid a) {

    static Drawn of(Random random) {
      DataType dtype = ElementwiseDraws.one(random, Scalar.NUMBERS);
      return new Drawn(
          random, dtype, Grid.of(dtype, 4, 32, ElementwiseDraws.values(random, dtype, false)));
    }

    String name() {
      return "pl." + dtype.dslName();
    }

    int upTo(int most) {
      return random.nextInt(most + 1);
    }

    /** The result in full. */
    Exercise makes(int rows, int cols, Grid.Cell cell, String body, String instruction) {
      return makes(rows, cols, rows, cols, cell, body, instruction);
    }

    Exercise makes(
        int rows,
        int cols,
        int validRows,
        int validCols,
        Grid.Cell cell,
        String body,
        String instruction) {
      return Exercise.kernel(
          List.of(a.in("a"), Grid.out(dtype, rows, cols, validRows, validCols, 0, cell)),
          body,
          instruction);
    }

    /** The tensor as a tile, a tile of it, and that tile in memory. */
    String tiled(String call) {
      return "t = pl.tile.load(a, [0, 0], [4, 32])\nr = "
          + call
          + "\ny = pl.tile.store(r, [0, 0], y)\nreturn y\n";
    }

    String tensor(String call) {
      return "r = " + call + "\ny = pl.tensor.assemble(y, r, [0, 0])\nreturn y\n";
    }

    String literal(double value) {
      return dtype.isFloat() ? Double.toString(value) : Long.toString((long) value);
    }
  }

  static void add(Map<String, Function<Random, Exercise>> draws) {
    put(draws, "pl.tile.create", MemoryDraws::create);
    put(draws, "pl.tile.read", MemoryDraws::readTile);
    put(draws, "pl.tile.write", MemoryDraws::writeTile);
    put(draws, "pl.tile.load", MemoryDraws::load);
    put(draws, "pl.tile.store", MemoryDraws::store);
    put(draws, "pl.tile.assemble", MemoryDraws::assembleTile);
    put(draws, "pl.tile.extract", MemoryDraws::extract);
    put(
        draws,
        "pl.tile.move",
        d -> d.makes(4, 32, d.a::at, d.tiled("pl.tile.move(t, target_memory=pl.Mem.Vec)"), "tmov"));
    put(draws, "pl.tile.full", d -> full(d, true));
    put(draws, "pl.tensor.full", d -> full(d, false));
    put(draws, "pl.tile.ci", d -> consecutive(d, true));
    put(draws, "pl.tensor.ci", d -> consecutive(d, false));
    put(draws, "pl.tile.tri", MemoryDraws::triangle);
    put(draws, "pl.tile.fillpad", d -> fillPad(d, "pl.tile.fillpad(t"));
    put(draws, "pl.tile.fillpad_inplace", d -> fillPad(d, "pl.tile.fillpad_inplace(t"));
    put(draws, "pl.tensor.fillpad", MemoryDraws::fillPadTensor);
    put(draws, "pl.tile.fillpad_expand", d -> fillPadExpand(d, true));
    put(draws, "pl.tensor.fillpad_expand", d -> fillPadExpand(d, false));
    put(draws, "pl.tensor.set_validshape", MemoryDraws::narrowTensor);
    put(draws, "pl.tile.transpose_view", MemoryDraws::transposeView);
    put(draws, "pl.tile.slice", MemoryDraws::sliceTile);
    put(
        draws,
        "pl.tile.reshape",
        d ->
            d.makes(
                8,
                16,
                (i, j) -> d.a.values()[i * 16 + j],
                d.tiled("pl.tile.reshape(t, [8, 16])"),
                null));
    put(draws, "pl.tile.transpose", d -> transpose(d, true));
    put(draws, "pl.tensor.transpose", d -> transpose(d, false));
    put(draws, "pl.tile.set_validshape", MemoryDraws::setValidShape);
    put(draws, "pl.tile.concat", d -> concat(d, true));
    put(draws, "pl.tensor.concat", d -> concat(d, false));
    put(draws, "pl.tile.get_block_idx", d -> blocks(d, "pl.tile.get_block_idx()", false));
    put(draws, "pl.tile.get_block_num", d -> blocks(d, "pl.tile.get_block_num()", true));
    put(draws, "pl.tile.get_subblock_idx", MemoryDraws::subblock);
    put(draws, "pl.tensor.create", MemoryDraws::createTensor);
    put(draws, "pl.tensor.read", MemoryDraws::readTensor);
    put(draws, "pl.tensor.write", MemoryDraws::writeTensor);
    put(draws, "pl.tensor.dim", MemoryDraws::dim);
    put(draws, "pl.tensor.slice", MemoryDraws::sliceTensor);
    put(draws, "pl.tensor.assemble", MemoryDraws::assembleTensor);
    put(
        draws,
        "pl.tensor.reshape",
        d ->
            d.makes(
                8,
                16,
                (i, j) -> d.a.values()[i * 16 + j],
                "v = pl.tensor.reshape(a, [8, 16])\n"
                    + "t = pl.tile.load(v, [0, 0], [8, 16])\n"
                    + "y = pl.tile.store(t, [0, 0], y)\nreturn y\n",
                null));
    put(
        draws,
        "pl.tensor.as_view",
        d ->
            d.makes(
                8,
                16,
                (i, j) -> d.a.values()[i * 16 + j],
                "v = pl.tensor.as_view(a, [8, 16])\n"
                    + "t = pl.tile.load(v, [0, 0], [8, 16])\n"
                    + "y = pl.tile.store(t, [0, 0], y)\nreturn y\n",
                null));
    put(draws, "pl.array.create", d -> array(d, false));
    put(draws, "pl.array.get_element", d -> array(d, false));
    put(draws, "pl.array.update_element", d -> array(d, true));
    put(
        draws,
        "pl.system.cacheinvalid",
        d ->
            d.makes(
                4,
                32,
                d.a::at,
                "pl.system.cacheinvalid(a, [4, 32], [0, 0])\n"
                    + d.tiled("pl.tile.neg(pl.tile.neg(t))"),
                null));
  }

  private static void put(
      Map<String, Function<Random, Exercise>> draws, String op, Function<Drawn, Exercise> draw) {
    draws.put(op, r -> draw.apply(Drawn.of(r)));
  }

  private static Exercise create(Drawn d) {
    String body =
        "t = pl.tile.load(a, [0, 0], [4, 32])\nr = pl.tile.create([4, 32], dtype="
            + d.name()
            + ")\nr = pl.tile.assemble(r, t, [0, 0])\ny = pl.tile.store(r, [0, 0], y)\nreturn y\n";
    return d.makes(4, 32, d.a::at, body, "alloc_tile");
  }

  private static Exercise readTile(Drawn d) {
    int row = d.upTo(3);
    int col = d.upTo(31);
    String body =
        "t = pl.tile.load(a, [0, 0], [4, 32])\nv = pl.tile.read(t, [%d, %d])\n".formatted(row, col)
            + "pl.tensor.write(y, [0, 0], v)\nreturn y\n";
    return d.makes(1, 16, 1, 1, (i, j) -> d.a.at(row, col), body, null);
  }

  private static Exercise writeTile(Drawn d) {
    int row = d.upTo(3);
    int col = d.upTo(31);
    String body =
        "t = pl.tile.load(a, [0, 0], [4, 32])\n"
            + "pl.tile.write(t, [%d, %d], %s)\n".formatted(row, col, d.literal(7))
            + "y = pl.tile.store(t, [0, 0], y)\nreturn y\n";
    return d.makes(4, 32, (i, j) -> i == row && j == col ? 7 : d.a.at(i, j), body, null);
  }

  private static Exercise load(Drawn d) {
    int row = d.upTo(2);
    int col = 16 * d.upTo(1);
    int rows = 1 + d.random.nextInt(2);
    int cols = 1 + d.random.nextInt(16);
    String body =
        "t = pl.tile.load(a, [%d, %d], [2, 16], [%d, %d])\n".formatted(row, col, rows, cols)
            + "y = pl.tile.store(t, [0, 0], y)\nreturn y\n";
    return d.makes(2, 16, rows, cols, (i, j) -> d.a.at(row + i, col + j), body, "tload");
  }

  private static Exercise store(Drawn d) {
    int row = d.upTo(3);
    int col = 32 * d.upTo(1);
    boolean add = d.random.nextBoolean();
    double[] before = new double[8 * 64];
    Arrays.fill(before, Grid.UNTOUCHED);
    double[] after = before.clone();
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 32; j++) {
        after[(row + i) * 64 + col + j] = d.a.at(i, j) + (add ? Grid.UNTOUCHED : 0);
      }
    }
    String body =
        "t = pl.tile.load(a, [0, 0], [4, 32])\ny = pl.tile.store(t, [%d, %d], y%s)\nreturn y\n"
            .formatted(row, col, add ? ", atomic=pld.AtomicType.Add" : "");
    Port y = Port.out("y", d.dtype, new int[] {8, 64}, before, after, 0);
    return Exercise.kernel(List.of(d.a.in("a"), y), body, "tstore");
  }

  private static Exercise assembleTile(Drawn d) {
    int row = d.upTo(4);
    String body =
        "t = pl.tile.load(a, [0, 0], [4, 32])\nw = pl.tile.full([8, 32], dtype="
            + d.name()
            + ", value="
            + d.literal(5)
            + ")\nr = pl.tile.assemble(w, t, ["
            + row
            + ", 0])\ny = pl.tile.store(r, [0, 0], y)\nreturn y\n";
    return d.makes(8, 32, (i, j) -> i >= row && i < row + 4 ? d.a.at(i - row, j) : 5, body, null);
  }

  private static Exercise extract(Drawn d) {
    int row = d.upTo(2);
    int col = 16 * d.upTo(1);
    return d.makes(
        2,
        16,
        (i, j) -> d.a.at(row + i, col + j),
        d.tiled(
            "pl.tile.extract(t, %d, %d, [2, 16], target_memory=pl.Mem.Vec)".formatted(row, col)),
        "textract");
  }

  private static Exercise full(Drawn d, boolean tiles) {
    double value = d.upTo(20);
    String call = "([4, 32], dtype=" + d.name() + ", value=" + d.literal(value) + ")";
    return d.makes(
        4,
        32,
        (i, j) -> value,
        tiles ? d.tiled("pl.tile.full" + call) : d.tensor("pl.tensor.full" + call),
        "texpands");
  }

  private static Exercise consecutive(Drawn d, boolean tiles) {
    int start = d.upTo(50);
    boolean descending = d.random.nextBoolean();
    Port y =
        Grid.out(DataType.INT32, 1, 32, 1, 32, 0, (i, j) -> descending ? start - j : start + j);
    String call =
        "ci(%d, [1, 32], dtype=pl.INT32%s)".formatted(start, descending ? ", descending=True" : "");
    return Exercise.kernel(
        List.of(y),
        tiles
            ? "r = pl.tile." + call + "\ny = pl.tile.store(r, [0, 0], y)\nreturn y\n"
            : d.tensor("pl.tensor." + call),
        "tci");
  }

  private static Exercise triangle(Drawn d) {
    boolean upper = d.random.nextBoolean();
    int diagonal = d.upTo(12) - 4;
    int rows = 1 + d.upTo(7);
    Port y =
        Grid.out(
            d.dtype,
            8,
            32,
            rows,
            32,
            0,
            (i, j) -> (upper ? j - i >= diagonal : j - i <= diagonal) ? 1 : 0);
    return Exercise.kernel(
        List.of(y),
        "r = pl.tile.tri(%d, [8, 32], [%d, 32], dtype=%s%s)\n"
                .formatted(diagonal, rows, d.name(), upper ? ", upper=True" : "")
            + "y = pl.tile.store(r, [0, 0], y)\nreturn y\n",
        null);
  }

  /** What a pad value is in each type. */
  private static double padded(Drawn d, String pad) {
    double greatest =
        switch (d.dtype) {
          case INT32 -> Integer.MAX_VALUE;
          case INT16 -> Short.MAX_VALUE;
          default -> Double.POSITIVE_INFINITY;
        };
    return pad.equals("zero")
        ? 0
        : pad.equals("max") ? greatest : d.dtype.isFloat() ? -greatest : -greatest - 1;
  }

  private static String pad(Drawn d) {
    return new String[] {"zero", "max", "min"}[d.upTo(2)];
  }

  private static Exercise fillPad(Drawn d, String call) {
    int rows = 1 + d.upTo(3);
    int cols = 1 + d.upTo(31);
    String pad = pad(d);
    return d.makes(
        4,
        32,
        (i, j) -> i < rows && j < cols ? d.a.at(i, j) : padded(d, pad),
        "t = pl.tile.load(a, [0, 0], [4, 32], [%d, %d])\nr = ".formatted(rows, cols)
            + call
            + ", pad_value=pl.PadValue."
            + pad
            + ")\ny = pl.tile.store(r, [0, 0], y)\nreturn y\n",
        "tfillpad");
  }

  private static Exercise fillPadTensor(Drawn d) {
    int rows = 1 + d.upTo(3);
    int cols = 1 + d.upTo(31);
    String pad = pad(d);
    return d.makes(
        4,
        32,
        (i, j) -> i < rows && j < cols ? d.a.at(i, j) : padded(d, pad),
        "v = pl.tensor.slice(a, [4, 32], [0, 0], [%d, %d])\n".formatted(rows, cols)
            + d.tensor("pl.tensor.fillpad(v, pad_value=pl.PadValue." + pad + ")"),
        "tfillpad");
  }

  private static Exercise fillPadExpand(Drawn d, boolean tiles) {
    int rows = 1 + d.upTo(3);
    int cols = 1 + d.upTo(31);
    String pad = pad(d);
    String rest = ", [6, 64], pad_value=pl.PadValue." + pad + ")";
    String body =
        tiles
            ? "t = pl.tile.load(a, [0, 0], [4, 32], [%d, %d])\nr = ".formatted(rows, cols)
                + "pl.tile.fillpad_expand(t"
                + rest
                + "\ny = pl.tile.store(r, [0, 0], y)\nreturn y\n"
            : "v = pl.tensor.slice(a, [4, 32], [0, 0], [%d, %d])\n".formatted(rows, cols)
                + d.tensor("pl.tensor.fillpad_expand(v" + rest);
    return d.makes(
        6,
        64,
        (i, j) -> i < rows && j < cols ? d.a.at(i, j) : padded(d, pad),
        body,
        "tfillpad_expand");
  }

  /** Only a computed copy of the narrowed tensor is narrow: the rest of it stays as it was. */
  private static Exercise narrowTensor(Drawn d) {
    int rows = 1 + d.upTo(3);
    int cols = 1 + d.upTo(31);
    boolean computed = d.random.nextBoolean();
    return d.makes(
        4,
        32,
        rows,
        cols,
        (i, j) -> computed ? 2 * d.a.at(i, j) : d.a.at(i, j),
        "v = "
            + (computed ? "pl.tensor.add(a, a)" : "a")
            + "\n"
            + d.tensor("pl.tensor.set_validshape(v, %d, %d)".formatted(rows, cols)),
        null);
  }

  /** A product with the transpose of a matrix of 16 rows. */
  private static Exercise transposeView(Drawn d) {
    DoubleSupplier few = () -> d.random.nextInt(5) - 2;
    Grid a = Grid.of(DataType.FP16, 16, 32, few);
    Grid b = Grid.of(DataType.FP16, 16, 32, few);
    Port y =
        Grid.out(
            DataType.FP32,
            16,
            16,
            16,
            16,
            0,
            (i, j) -> {
              double sum = 0;
              for (int k = 0; k < 32; k++) {
                sum += a.at(i, k) * b.at(j, k);
              }
              return sum;
            });
    String body =
        """
        ta = pl.tile.load(a, [0, 0], [16, 32], target_memory=pl.Mem.Mat)
        tb = pl.tile.load(b, [0, 0], [16, 32], target_memory=pl.Mem.Mat)
        v = pl.tile.transpose_view(tb)
        r = pl.tile.matmul(ta, v)
        y = pl.tile.store(r, [0, 0], y)
        return y
        """;
    return Exercise.kernel(List.of(a.in("a"), b.in("b"), y), body, "tmatmul");
  }

  private static Exercise sliceTile(Drawn d) {
    int row = d.upTo(2);
    int cols = 1 + d.upTo(31);
    return d.makes(
        2,
        32,
        2,
        cols,
        (i, j) -> d.a.at(row + i, j),
        d.tiled("pl.tile.slice(t, [2, 32], [%d, 0], [2, %d])".formatted(row, cols)),
        null);
  }

  private static Exercise transpose(Drawn d, boolean tiles) {
    Grid a = Grid.of(d.dtype, 16, 32, ElementwiseDraws.values(d.random, d.dtype, false));
    Port y = Grid.out(d.dtype, 32, 16, 32, 16, 0, (i, j) -> a.at(j, i));
    String body =
        tiles
            ? "t = pl.tile.load(a, [0, 0], [16, 32])\nr = pl.tile.transpose(t, 0, 1)\n"
                + "y = pl.tile.store(r, [0, 0], y)\nreturn y\n"
            : d.tensor("pl.tensor.transpose(a, 0, 1)");
    return Exercise.kernel(List.of(a.in("a"), y), body, "ttrans");
  }

  private static Exercise setValidShape(Drawn d) {
    int rows = d.upTo(4);
    int cols = d.upTo(32);
    return d.makes(
        4,
        32,
        rows,
        cols,
        d.a::at,
        d.tiled("pl.tile.set_validshape(t, %d, %d)".formatted(rows, cols)),
        null);
  }

  private static Exercise concat(Drawn d, boolean tiles) {
    return d.makes(
        4,
        64,
        (i, j) -> d.a.at(i, j % 32),
        tiles ? d.tiled("pl.tile.concat(t, t)") : d.tensor("pl.tensor.concat(a, a)"),
        "tconcat");
  }

  /** Four blocks write a row each. */
  private static Exercise blocks(Drawn d, String call, boolean count) {
    Port y = Grid.out(DataType.INT32, 4, 8, 4, 1, 0, (i, j) -> count ? 4 : i);
    String text =
        """
        @pl.function(type=pl.FunctionType.InCore)
        def step(self, y: pl.InOut[pl.Tensor[[4, 8], pl.INT32]]):
            pl.tensor.write(y, [pl.tile.get_block_idx(), 0], pl.cast(%s, pl.INT32))
            return y

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(self, y: pl.InOut[pl.Tensor[[4, 8], pl.INT32]]):
            with pl.spmd(4):
                y = self.step(y)
            return y
        """
            .formatted(call);
    return new Exercise(text, 1, List.of(y), null);
  }

  private static Exercise subblock(Drawn d) {
    Port y = Grid.out(DataType.INT32, 1, 8, 1, 1, 0, (i, j) -> 0);
    return Exercise.kernel(
        List.of(y),
        "pl.tensor.write(y, [0, 0], pl.cast(pl.tile.get_subblock_idx(), pl.INT32))\nreturn y\n",
        null);
  }

  /** A kernel fills what the orchestration has made, and another one reads it. */
  private static Exercise createTensor(Drawn d) {
    String text =
        """
        @pl.function(type=pl.FunctionType.InCore)
        def copy(self, a: pl.Tensor[[4, 32], DT], y: pl.Out[pl.Tensor[[4, 32], DT]]):
            t = pl.tile.load(a, [0, 0], [4, 32])
            y = pl.tile.store(t, [0, 0], y)
            return y

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(self, a: pl.Tensor[[4, 32], DT], y: pl.Out[pl.Tensor[[4, 32], DT]]):
            m = pl.tensor.create([4, 32], dtype=DT)
            m = self.copy(a, m)
            y = self.copy(m, y)
            return y
        """
            .replace("DT", d.name());
    Port y = Grid.out(d.dtype, 4, 32, 4, 32, 0, d.a::at);
    return new Exercise(text, 1, List.of(d.a.in("a"), y), null);
  }

  private static Exercise readTensor(Drawn d) {
    int row = d.upTo(3);
    int col = d.upTo(31);
    return d.makes(
        1,
        16,
        1,
        1,
        (i, j) -> d.a.at(row, col),
        "pl.tensor.write(y, [0, 0], pl.tensor.read(a, [%d, %d]))\nreturn y\n".formatted(row, col),
        "load_scalar");
  }

  private static Exercise writeTensor(Drawn d) {
    int row = d.upTo(3);
    int col = d.upTo(31);
    double[] before = new double[4 * 32];
    Arrays.fill(before, Grid.UNTOUCHED);
    double[] after = before.clone();
    after[row * 32 + col] = 9;
    Port y = Port.out("y", d.dtype, new int[] {4, 32}, before, after, 0);
    return Exercise.kernel(
        List.of(y),
        "pl.tensor.write(y, [%d, %d], %s)\nreturn y\n".formatted(row, col, d.literal(9)),
        "store_scalar");
  }

  private static Exercise dim(Drawn d) {
    int axis = d.upTo(3) - 2;
    double extent = axis == 0 || axis == -2 ? 4 : 32;
    Port y = Grid.out(DataType.INT32, 1, 8, 1, 1, 0, (i, j) -> extent);
    return Exercise.kernel(
        List.of(d.a.in("a"), y),
        "pl.tensor.write(y, [0, 0], pl.cast(pl.tensor.dim(a, %d), pl.INT32))\nreturn y\n"
            .formatted(axis),
        null);
  }

  private static Exercise sliceTensor(Drawn d) {
    int row = d.upTo(2);
    int col = 16 * d.upTo(1);
    return d.makes(
        2,
        16,
        (i, j) -> d.a.at(row + i, col + j),
        d.tensor("pl.tensor.slice(a, [2, 16], [%d, %d])".formatted(row, col)),
        null);
  }

  private static Exercise assembleTensor(Drawn d) {
    int row = d.upTo(4);
    double[] before = new double[8 * 32];
    Arrays.fill(before, Grid.UNTOUCHED);
    double[] after = before.clone();
    System.arraycopy(d.a.values(), 0, after, row * 32, 4 * 32);
    Port y = Port.out("y", d.dtype, new int[] {8, 32}, before, after, 0);
    return Exercise.kernel(
        List.of(d.a.in("a"), y),
        "y = pl.tensor.assemble(y, a, [%d, 0])\nreturn y\n".formatted(row),
        null);
  }

  private static Exercise array(Drawn d, boolean twice) {
    int first = d.upTo(40);
    int at = d.upTo(3);
    int second = d.upTo(40);
    Port y = Grid.out(DataType.INT32, 1, 8, 1, 1, 0, (i, j) -> twice ? second : first);
    String update = "m = pl.array.update_element(m, %d, pl.const(%d, pl.INT32))\n";
    String body =
        "m = pl.array.create(4, pl.INT32)\n"
            + update.formatted(at, first)
            + update.formatted((at + 1) % 4, 99)
            + (twice ? update.formatted(at, second) : "")
            + "pl.tensor.write(y, [0, 0], pl.array.get_element(m, "
            + at
            + "))\nreturn y\n";
    return Exercise.kernel(List.of(y), body, null);
  }
}
