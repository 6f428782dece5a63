package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.diagnostic.Diagnostic;

class MemoryPassesTest {

  private static final Pass[] PLAN = {
    new InitMemRef(), new MaterializeSemanticAliases(), new MemoryReuse(), new AllocateMemoryAddr()
  };

  private static final Pattern PLACED =
      Pattern.compile(
          "(\\w+): pl\\.Tile\\[\\[[^\\]]*\\], [^,]*, pl\\.MemRef\\(\"(\\w+)\", (\\w+), \\d+\\)");

  /** {@code name buffer address} of each tile in order. */
  private static String plan(String functions, Pass... passes) {
    return PLACED
        .matcher(PassText.text(PassText.run(PassText.parse(functions), passes)))
        .results()
        .map(m -> m.group(1) + " " + m.group(2) + " " + m.group(3) + "\n")
        .reduce("", String::concat);
  }

  private static String kernel(String body) {
    return """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            x: pl.Tensor[[8, 64], pl.FP32],
            y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
            n: pl.Scalar[pl.INDEX],
        ):
        """
        + body.indent(4);
  }

  /**
   * The text with its tile types written out: {@code a = ...} for a tile of one row, {@code A =
   * ...} for one of eight.
   */
  private static String tiles(String body) {
    StringBuilder typed = new StringBuilder();
    for (String line : body.split("\n")) {
      String name = line.strip().split("[: (]")[0];
      boolean wide = !name.isEmpty() && Character.isUpperCase(name.charAt(0));
      typed.append(
          line.replaceFirst(
              "^(\\s*\\w+) = (?=pl\\.(tile|yield_))",
              "$1: pl.Tile[[" + (wide ? 8 : 1) + ", 64], pl.FP32, pl.Mem.Vec] = "));
      typed.append('\n');
    }
    return kernel(typed.toString());
  }

  @Test
  void tilesShareBuffersOnlyWhereTheOpSaysSo() {
    // x and y count as 0 and 1. A padded tile lies where the tile lay that nothing else reads.
    assertEquals(
        """
        A mem_vec_2 None
        B mem_vec_3 None
        C mem_vec_2 None
        D mem_vec_4 None
        """,
        plan(
            tiles(
                """
                A = pl.tile.load(x, [0, 0], [8, 64])
                B = pl.tile.muls(A, 2.0)
                C: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[4, 64])] = pl.tile.set_validshape(A, 4, 64)
                D: pl.Tile[[8, 64], pl.FP32, pl.Mem.Vec, pl.TileView(pad=pl.PadValue.zero)] = pl.tile.fillpad(B, pad_value=pl.PadValue.zero)
                r: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(B, [0, 0], y)
                s: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(C, [0, 0], y)
                t: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(D, [0, 0], y)
                """),
            new InitMemRef()));
  }

  @Test
  void largeTilesArePlacedFirst() {
    // ping and pong are alive together; the large tile comes after both and hosts the first of
    // them.
    // Buffers follow each other by name: pong's (3) at 0, the large one's (4) behind it.
    assertEquals(
        """
        ping mem_vec_4 256
        pong mem_vec_3 0
        Got mem_vec_4 256
        """,
        plan(
            tiles(
                """
                ping = pl.tile.create([1, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
                pong = pl.tile.create([1, 64], dtype=pl.FP32, target_memory=pl.Mem.Vec)
                a: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(ping, [0, 0], y)
                b: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(pong, [0, 0], y)
                Got = pl.tile.load(x, [0, 0], [8, 64])
                c: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(Got, [0, 0], y)
                """),
            PLAN));
  }

  @Test
  void anOpThatReadsWhileItWritesGetsABufferOfItsOwn() {
    assertEquals(
        """
        a mem_vec_2 0
        b mem_vec_2 0
        c mem_vec_4 256
        """,
        plan(
            tiles(
                """
                a = pl.tile.load(x, [0, 0], [1, 64])
                b = pl.tile.exp(a)
                c = pl.tile.recip(b)
                r: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(c, [0, 0], y)
                """),
            PLAN));
  }

  @Test
  void aLoopAddsWhereItsSumLies() {
    String text =
        tiles(
            """
            zero = pl.tile.full([1, 64], value=0.0, dtype=pl.FP32)
            for i, (acc,) in pl.range(0, n, 1, init_values=(zero,)):
                if i != 3:
                    part = pl.tile.load(x, [i, 0], [1, 64])
                    next = pl.tile.add(acc, part)
                    chosen = pl.yield_(next)
                else:
                    chosen = pl.yield_(acc)
                sum = pl.yield_(chosen)
            r: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(sum, [0, 0], y)
            """);
    assertEquals(
        """
        zero mem_vec_2 0
        part mem_vec_3 256
        next mem_vec_2 0
        chosen mem_vec_2 0
        chosen mem_vec_2 0
        sum mem_vec_2 0
        """,
        plan(text, PLAN));
  }

  /** What the inner loop makes goes where the outer loop's copy is, not over the tile itself. */
  @Test
  void aLoopInALoopCarriesInTheOuterLoopsBuffer() {
    assertEquals(
        """
        a mem_vec_2 0
        a_mv mem_vec_2_own0 256
        e mem_vec_2_own0 256
        f mem_vec_2_own0 256
        g mem_vec_2_own0 256
        h mem_vec_2_own0 256
        """,
        plan(
            tiles(
                """
                a = pl.tile.load(x, [0, 0], [1, 64])
                for i, (c,) in pl.range(0, n, 1, init_values=(a,)):
                    for j, (d,) in pl.range(0, n, 1, init_values=(c,)):
                        e = pl.tile.muls(a, 2.0)
                        f = pl.yield_(e)
                    g = pl.tile.adds(f, 1.0)
                    h = pl.yield_(g)
                r: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(h, [0, 0], y)
                s: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(a, [0, 0], y)
                """),
            PLAN));
  }

  /** The inner choice is the tile from outside, which must stay as it is. */
  @Test
  void aChoiceOfAnOuterTileIsAnOuterTile() {
    assertEquals(
        """
        a mem_vec_2 0
        p mem_vec_2 0
        p mem_vec_2 0
        p_mv mem_vec_4 256
        q mem_vec_4 256
        b mem_vec_4 256
        q mem_vec_4 256
        """,
        plan(
            tiles(
                """
                a = pl.tile.load(x, [0, 0], [1, 64])
                if n == 0:
                    if n == 1:
                        p = pl.yield_(a)
                    else:
                        p = pl.yield_(a)
                    q = pl.yield_(p)
                else:
                    b = pl.tile.load(x, [1, 0], [1, 64])
                    q = pl.yield_(b)
                r: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(q, [0, 0], y)
                s: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(a, [0, 0], y)
                """),
            PLAN));
  }

  /** Two tiles that change places each round meet in no buffer: one of them waits in a third. */
  @Test
  void tilesThatChangePlacesWaitForEachOther() {
    String text =
        kernel(
                """
            a: TILE = pl.tile.load(x, [0, 0], [1, 64])
            b: TILE = pl.tile.load(x, [1, 0], [1, 64])
            for i, (c, d) in pl.range(0, n, 1, init_values=(a, b)):
                (e, f) = pl.yield_(d, c)
            r: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(e, [0, 0], y)
            s: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(f, [1, 0], y)
            """)
            .replace("TILE", "pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec]");
    assertEquals(
        """
        a mem_vec_2 0
        b mem_vec_3 256
        d_mv mem_vec_3_wait0 512
        c_mv mem_vec_3 256
        d_mv_mv mem_vec_2 0
        """,
        plan(text, PLAN));
  }

  /** Two results of a choice that are one tile in its first branch are two in its second. */
  @Test
  void aTileThatIsHandedOnTwiceIsCopied() {
    String text =
        kernel(
                """
            a: TILE = pl.tile.load(x, [0, 0], [1, 64])
            b: TILE = pl.tile.load(x, [1, 0], [1, 64])
            if n == 0:
                c: TILE = pl.tile.add(a, b)
                (p, q) = pl.yield_(c, c)
            else:
                d: TILE = pl.tile.adds(a, 1.0)
                e: TILE = pl.tile.adds(b, 1.0)
                (p, q) = pl.yield_(d, e)
            r: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(p, [0, 0], y)
            s: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(q, [1, 0], y)
            """)
            .replace("TILE", "pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec]");
    assertEquals(
        """
        a mem_vec_2 0
        b mem_vec_3 256
        c mem_vec_4 512
        c_mv mem_vec_2 0
        d mem_vec_2 0
        e mem_vec_3 256
        d_mv mem_vec_4 512
        e_mv mem_vec_2 0
        """,
        plan(text, PLAN));
  }

  @Test
  void branchesThatFillDifferentBuffersAreBroughtTogether() {
    // The second branch loads while the first branch's result may still be alive, so it needs a
    // buffer of its own.
    assertEquals(
        """
        a mem_vec_2 0
        b mem_vec_2 0
        chosen mem_vec_2 0
        c mem_vec_4 256
        d mem_vec_4 256
        d_mv mem_vec_2 0
        chosen mem_vec_2 0
        """,
        plan(
            tiles(
                """
                if n == 0:
                    a = pl.tile.load(x, [0, 0], [1, 64])
                    b = pl.tile.exp(a)
                    chosen = pl.yield_(b)
                else:
                    c = pl.tile.load(x, [1, 0], [1, 64])
                    d: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec, pl.TileView(pad=pl.PadValue.zero)] = pl.tile.fillpad(c, pad_value=pl.PadValue.zero)
                    chosen = pl.yield_(d)
                r: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(chosen, [0, 0], y)
                """),
            PLAN));
  }

  @Test
  void aTileThatBothBranchesHandOnKeepsItsBuffer() {
    // c is not put over a, which is read under the choice's name once more.
    assertEquals(
        """
        a mem_vec_2 0
        b mem_vec_3 256
        kept mem_vec_2 0
        kept mem_vec_2 0
        c mem_vec_3 256
        d mem_vec_2 0
        """,
        plan(
            tiles(
                """
                a = pl.tile.load(x, [0, 0], [1, 64])
                b = pl.tile.load(x, [1, 0], [1, 64])
                if n == 0:
                    kept = pl.yield_(a)
                else:
                    kept = pl.yield_(a)
                c = pl.tile.maximum(kept, b)
                d = pl.tile.add(kept, c)
                r: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(d, [0, 0], y)
                """),
            PLAN));
  }

  @Test
  void aChoiceInAChoiceLiesWhereTheTileFromOutsideLay() {
    // Whichever branch is taken, outer lies in the first buffer: where b is loaded, nobody reads a.
    assertEquals(
        """
        a mem_vec_2 0
        outer mem_vec_2 0
        inner mem_vec_2 0
        b mem_vec_2 0
        inner mem_vec_2 0
        outer mem_vec_2 0
        c mem_vec_6 256
        d mem_vec_2 0
        """,
        plan(
            tiles(
                """
                a = pl.tile.load(x, [0, 0], [1, 64])
                if n == 0:
                    outer = pl.yield_(a)
                else:
                    if n == 1:
                        inner = pl.yield_(a)
                    else:
                        b = pl.tile.load(x, [1, 0], [1, 64])
                        inner = pl.yield_(b)
                    outer = pl.yield_(inner)
                c = pl.tile.load(x, [2, 0], [1, 64])
                d = pl.tile.add(outer, c)
                r: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(d, [0, 0], y)
                """),
            PLAN));
  }

  @Test
  void whatAChoiceMakesIsBroughtToWhereTheChoiceAroundItLies() {
    // On every path outer lies in the first buffer, which it keeps while the sum is made beside it.
    assertEquals(
        """
        a mem_vec_2 0
        outer mem_vec_2 0
        inner mem_vec_2 0
        b mem_vec_3 256
        b_mv mem_vec_2 0
        inner mem_vec_2 0
        middle mem_vec_2 0
        middle mem_vec_2 0
        outer mem_vec_2 0
        sum mem_vec_7 512
        """,
        plan(
            tiles(
                """
                a = pl.tile.load(x, [0, 0], [1, 64])
                if n == 0:
                    outer = pl.yield_(a)
                else:
                    if n == 1:
                        if n == 2:
                            inner = pl.yield_(a)
                        else:
                            b = pl.tile.muls(a, 2.0)
                            inner = pl.yield_(b)
                        middle = pl.yield_(inner)
                    else:
                        middle = pl.yield_(a)
                    outer = pl.yield_(middle)
                sum = pl.tile.add(outer, outer)
                r: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(sum, [0, 0], y)
                s: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(outer, [1, 0], y)
                """),
            PLAN));
  }

  @Test
  void aTileThatIsReadAgainIsNotChangedByALoop() {
    assertEquals(
        """
        zero mem_vec_2 0
        zero_mv mem_vec_2_own0 256
        part mem_vec_3 512
        next mem_vec_2_own0 256
        sum mem_vec_2_own0 256
        both mem_vec_2 0
        """,
        plan(
            tiles(
                """
                zero = pl.tile.full([1, 64], value=0.0, dtype=pl.FP32)
                for i, (acc,) in pl.range(0, n, 1, init_values=(zero,)):
                    part = pl.tile.load(x, [i, 0], [1, 64])
                    next = pl.tile.add(acc, part)
                    sum = pl.yield_(next)
                both = pl.tile.add(zero, sum)
                r: pl.Tensor[[8, 64], pl.FP32] = pl.tile.store(both, [0, 0], y)
                """),
            PLAN));
  }

  @Test
  void aKernelThatIsTooLargeNamesItsTiles() {
    Diagnostic wrong =
        PassText.rejected(
            """
            @pl.function(type=pl.FunctionType.InCore)
            def f(self, x: pl.Tensor[[512, 64], pl.FP32], y: pl.Out[pl.Tensor[[512, 64], pl.FP32]]):
                a: pl.Tile[[512, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [512, 64])
                b: pl.Tile[[256, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [256, 64])
                r: pl.Tensor[[512, 64], pl.FP32] = pl.tile.store(a, [0, 0], y)
                s: pl.Tensor[[512, 64], pl.FP32] = pl.tile.store(b, [0, 0], y)
            """,
            PLAN);
    assertEquals("PLP2001", wrong.code());
    assertEquals(
        "the kernel 'f' needs 196608 bytes of vec memory; its core has 188416", wrong.message());
    assertEquals(
        List.of("'a' takes 131072 bytes (line 9)", "'b' takes 65536 bytes (line 10)"),
        wrong.notes().stream().map(Diagnostic.Note::message).toList());
  }
}
