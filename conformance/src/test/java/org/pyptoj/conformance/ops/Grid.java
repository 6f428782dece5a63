package org.pyptoj.conformance.ops;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.pyptoj.ir.type.DataType;

/**
 * A two-dimensional tensor of a draw, and how much of it a tile of it holds.
 *
 * @param dtype element type
 * @param rows extent
 * @param cols extent
 * @param validRows the rows that count
 * @param validCols the columns that count
 * @param values all elements, row-major
 */
record Grid(DataType dtype, int rows, int cols, int validRows, int validCols, double[] values) {

  /** What a destination holds before the program runs. */
  static final double UNTOUCHED = 3;

  interface Cell {
    double at(int row, int col);
  }

  /** Columns whose rows are whole 32-byte lines. */
  static int cols(Random random, DataType dtype) {
    return 32 / dtype.bytes() * (1 + random.nextInt(3));
  }

  /** Full, ragged and, once in a while, empty. */
  static Grid draw(Random random, DataType dtype, int rows, int cols, DoubleSupplier value) {
    int kind = random.nextInt(8);
    int validRows = kind < 4 ? rows : 1 + random.nextInt(rows);
    int validCols = kind < 4 ? cols : 1 + random.nextInt(cols);
    if (kind == 7) {
      validRows = random.nextBoolean() ? 0 : validRows;
      validCols = random.nextBoolean() ? 0 : validCols;
    }
    return of(dtype, rows, cols, value).valid(validRows, validCols);
  }

  /** A grid that is valid as a whole. */
  static Grid of(DataType dtype, int rows, int cols, DoubleSupplier value) {
    double[] values = new double[rows * cols];
    Arrays.setAll(values, i -> Numbers.rounded(dtype, value.getAsDouble()));
    return new Grid(dtype, rows, cols, rows, cols, values);
  }

  Grid valid(int otherRows, int otherCols) {
    return new Grid(dtype, rows, cols, otherRows, otherCols, values);
  }

  double at(int row, int col) {
    return values[row * cols + col];
  }

  int[] shape() {
    return new int[] {rows, cols};
  }

  Port in(String name) {
    return Port.in(name, dtype, shape(), values);
  }

  /** The statement that loads the grid's valid box. */
  String load(String tile, String tensor) {
    String box =
        validRows == rows && validCols == cols ? "" : ", [%d, %d]".formatted(validRows, validCols);
    return "%s = pl.tile.load(%s, [0, 0], [%d, %d]%s)\n".formatted(tile, tensor, rows, cols, box);
  }

  /** A destination whose first cells get these values, and whose others stay as they are. */
  static Port out(
      DataType dtype,
      int rows,
      int cols,
      int validRows,
      int validCols,
      double tolerance,
      Cell cell) {
    double[] before = new double[rows * cols];
    Arrays.fill(before, UNTOUCHED);
    double[] after = before.clone();
    for (int i = 0; i < validRows; i++) {
      for (int j = 0; j < validCols; j++) {
        after[i * cols + j] = Numbers.rounded(dtype, cell.at(i, j));
      }
    }
    return Port.out("y", dtype, new int[] {rows, cols}, before, after, tolerance);
  }
}
