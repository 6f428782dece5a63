package org.pyptoj.conformance.scripts;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Draws the body of a function that computes with four integers, four integers in memory and three
 * tiles under nested loops and branches, and writes it twice: as a kernel and as plain Python. Both
 * read the same inputs, so that their results are the same wherever the kernel means what it says.
 */
final class RandomControlFlow {

  private static final List<String> NAMES = List.of("a", "b", "c", "d");
  private static final List<String> TILES = List.of("t", "u", "v");
  private static final int DEPTH = 4;

  private final Random random;
  private final StringBuilder kernel = new StringBuilder();
  private final StringBuilder plain = new StringBuilder();
  private int loops;

  private RandomControlFlow(Random random) {
    this.random = random;
  }

  /** A script that prints OK when the kernel and plain Python agree. */
  static String script(Random random) {
    RandomControlFlow flow = new RandomControlFlow(random);
    flow.block(1, 3 + random.nextInt(3), false);
    return """
        import pypto.language as pl
        import torch


        @pl.jit.incore
        def step(
            x: pl.Tensor[[4], pl.INT32],
            ones: pl.Tensor[[1, 8], pl.FP32],
            memory: pl.InOut[pl.Tensor[[4], pl.INT32]],
            y: pl.Out[pl.Tensor[[4], pl.INT32]],
            total: pl.Out[pl.Tensor[[3, 8], pl.FP32]],
        ):
            a = pl.cast(pl.read(x, [0]), pl.INDEX)
            b = pl.cast(pl.read(x, [1]), pl.INDEX)
            c = pl.cast(pl.read(x, [2]), pl.INDEX)
            d = pl.cast(pl.read(x, [3]), pl.INDEX)
            t = pl.load(ones, [0, 0], [1, 8])
            u = pl.add(t, 1.0)
            v = pl.add(u, 1.0)
        KERNEL\
            pl.write(y, [0], pl.cast(a, pl.INT32))
            pl.write(y, [1], pl.cast(b, pl.INT32))
            pl.write(y, [2], pl.cast(c, pl.INT32))
            pl.write(y, [3], pl.cast(d, pl.INT32))
            total = pl.store(t, [0, 0], total)
            total = pl.store(u, [1, 0], total)
            total = pl.store(v, [2, 0], total)
            return memory, y, total


        @pl.jit
        def chip(
            x: pl.Tensor[[4], pl.INT32],
            ones: pl.Tensor[[1, 8], pl.FP32],
            memory: pl.InOut[pl.Tensor[[4], pl.INT32]],
            y: pl.Out[pl.Tensor[[4], pl.INT32]],
            total: pl.Out[pl.Tensor[[3, 8], pl.FP32]],
        ):
            return step(x, ones, memory, y, total)


        def model(a, b, c, d, m):
            t, u, v = 1.0, 2.0, 3.0
        PLAIN\
            return [a, b, c, d], [t, u, v]


        if __name__ == "__main__":
            for start in ([0, 1, 2, 3], [7, 7, 2, 9], [40, 13, 96, 5]):
                x = torch.tensor(start, dtype=torch.int32)
                y, total = torch.zeros_like(x), torch.zeros((3, 8))
                memory, m = torch.tensor([5, 0, 61, 2], dtype=torch.int32), [5, 0, 61, 2]
                chip(x, torch.ones((1, 8)), memory, y, total)
                want, tiles = model(*start, m)
                assert memory.tolist() == m, f"from {start}: {memory.tolist()}, not {m}"
                assert y.tolist() == want, f"from {start}: {y.tolist()}, not {want}"
                assert total.tolist() == [[t] * 8 for t in tiles], f"from {start}: {total.tolist()}, not {tiles}"
            print("OK")
        """
        .replace("KERNEL", flow.kernel.toString())
        .replace("PLAIN", flow.plain.toString());
  }

  private void line(int depth, String both) {
    line(depth, both, both);
  }

  private static String inKernel(String text) {
    return text.replaceAll("m\\[(\\d)]", "pl.cast(pl.read(memory, [$1]), pl.INDEX)");
  }

  private void line(int depth, String inKernel, String inPython) {
    String indent = "    ".repeat(depth);
    kernel.append(indent).append(inKernel(inKernel)).append('\n');
    plain.append(indent).append(inPython).append('\n');
  }

  private void block(int depth, int statements, boolean inLoop) {
    for (int i = 0; i < statements; i++) {
      statement(depth, inLoop);
    }
  }

  private void statement(int depth, boolean inLoop) {
    int kind = random.nextInt(depth < DEPTH ? 14 : 8) - 2;
    switch (kind) {
      case -2, -1 -> tiles(depth);
      case 0, 1, 2 -> line(depth, name() + " = (" + sum() + ") % 97");
      case 3 -> {
        int cell = random.nextInt(4);
        String value = "(" + sum() + ") % 97";
        line(
            depth,
            "pl.write(memory, [" + cell + "], pl.cast(" + value + ", pl.INT32))",
            "m[" + cell + "] = " + value);
      }
      case 4 -> line(depth, name() + " += " + (1 + random.nextInt(3)));
      case 5 -> tiles(depth);
      case 6, 7, 8 -> branch(depth, inLoop);
      case 9, 10 -> counted(depth);
      default -> conditional(depth);
    }
  }

  private void tiles(int depth) {
    String to = tile();
    String x = tile();
    String y = tile();
    String more = 1 + random.nextInt(3) + ".0";
    switch (random.nextInt(6)) {
      case 0 -> line(depth, to + " = " + x);
      case 1 -> line(depth, to + " = pl.maximum(" + x + ", " + y + ")", max(to, x, y));
      case 2 -> line(depth, to + " = pl.minimum(" + x + ", " + y + ")", min(to, x, y));
      case 3 ->
          line(depth, to + " = pl.sub(" + x + ", " + more + ")", to + " = " + x + " - " + more);
      default ->
          line(depth, to + " = pl.add(" + x + ", " + more + ")", to + " = " + x + " + " + more);
    }
  }

  private static String max(String to, String x, String y) {
    return to + " = max(" + x + ", " + y + ")";
  }

  private static String min(String to, String x, String y) {
    return to + " = min(" + x + ", " + y + ")";
  }

  private String tile() {
    return TILES.get(random.nextInt(TILES.size()));
  }

  private void branch(int depth, boolean inLoop) {
    line(depth, "if " + condition() + ":");
    arm(depth + 1, inLoop);
    while (random.nextInt(4) == 0) {
      line(depth, "elif " + condition() + ":");
      arm(depth + 1, inLoop);
    }
    if (random.nextBoolean()) {
      line(depth, "else:");
      arm(depth + 1, inLoop);
    }
  }

  private void arm(int depth, boolean inLoop) {
    block(depth, 1 + random.nextInt(2), inLoop);
    if (inLoop && random.nextInt(4) == 0) {
      line(depth, random.nextBoolean() ? "break" : "continue");
    }
  }

  private void counted(int depth) {
    String index = "i" + loops++;
    String bounds =
        switch (random.nextInt(3)) {
          case 0 -> "" + random.nextInt(4);
          case 1 -> "1, " + (1 + random.nextInt(5)) + ", 2";
          default -> value() + " % 4";
        };
    line(
        depth,
        "for " + index + " in pl.range(" + bounds + "):",
        "for " + index + " in range(" + bounds + "):");
    if (random.nextBoolean()) {
      line(depth + 1, name() + " = (" + name() + " + " + index + ") % 97");
    }
    if (random.nextInt(4) == 0) {
      line(depth + 1, index + " = " + index + " + " + value() + " % 3");
      line(depth + 1, name() + " = (" + name() + " + " + index + ") % 97");
    }
    block(depth + 1, 1 + random.nextInt(2), true);
  }

  /** A while loop that a counter of its own brings to an end. */
  private void conditional(int depth) {
    String left = "n" + loops++;
    line(depth, left + " = " + name() + " % 5");
    String more = random.nextBoolean() ? "" : " and " + value() + " % 4 != 3";
    line(depth, "while " + left + " > 0" + more + ":");
    line(depth + 1, left + " = " + left + " - 1");
    block(depth + 1, 1 + random.nextInt(2), true);
  }

  private String name() {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  /** A name, or a place in memory. */
  private String value() {
    return random.nextInt(3) == 0 ? "m[" + random.nextInt(4) + "]" : name();
  }

  private String sum() {
    List<String> terms = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      terms.add(
          switch (random.nextInt(4)) {
            case 0 -> "" + random.nextInt(10);
            case 1 -> value() + " * " + (1 + random.nextInt(3));
            case 2 -> value() + " // " + (1 + random.nextInt(3));
            default -> value();
          });
    }
    return String.join(" + ", terms);
  }

  private String condition() {
    String test =
        value()
            + List.of(" < ", " > ", " == ", " != ", " <= ", " >= ").get(random.nextInt(6))
            + (random.nextBoolean() ? value() : "" + random.nextInt(50));
    return switch (random.nextInt(6)) {
      case 0 -> test + " and " + value() + " % 2 == 0";
      case 1 -> test + " or " + value() + " > 60";
      case 2 -> "not " + test;
      default -> test;
    };
  }
}
