package org.pyptoj.passes;

import static org.pyptoj.ir.op.ParamRole.COLUMN;
import static org.pyptoj.ir.op.ParamRole.EXPECTED;
import static org.pyptoj.ir.op.ParamRole.INDICES;
import static org.pyptoj.ir.op.ParamRole.LHS;
import static org.pyptoj.ir.op.ParamRole.OFFSETS;
import static org.pyptoj.ir.op.ParamRole.PEER;
import static org.pyptoj.ir.op.ParamRole.RHS;
import static org.pyptoj.ir.op.ParamRole.ROW;
import static org.pyptoj.ir.op.ParamRole.SHAPE;
import static org.pyptoj.ir.op.ParamRole.SIGNAL;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.ir.op.ParamRole.SOURCE_OFFSETS;
import static org.pyptoj.ir.op.ParamRole.TARGET;
import static org.pyptoj.ir.op.ParamRole.TARGET_OFFSETS;
import static org.pyptoj.ir.op.ParamRole.VALID_SHAPE;
import static org.pyptoj.ir.op.ParamRole.VALUE;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.expr.Binary;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Cast;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.For;
import org.pyptoj.ir.stmt.If;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.While;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.TensorLike;

/**
 * Executes a lowered kernel of one rank and block on plain arrays, for tests of lowering. Numbers
 * are exact in a double; what a tile or a window does not hold is NaN, so that a result which
 * depends on it shows.
 */
final class KernelModel {

  /** What other ranks can see of a rank's doing. */
  interface Memory {
    /** The elements of a rank's tensor. */
    double[] of(String tensor, int rank);

    /** Something visible to others is about to happen. */
    default void step() {}

    void notify(String tensor, int peer, int cell, long value, NotifyOp op);

    void await(String tensor, int cell, long expected, WaitCmp cmp);
  }

  /** A tensor or a view of one. */
  private record View(String tensor, int[] shape) {}

  /** A tile: physical extents, valid extents, elements. */
  private record Tile(int rows, int cols, int validRows, int validCols, double[] values) {}

  private final int rank;
  private final int ranks;
  private final int block;
  private final int blocks;
  private final Memory memory;
  private final Map<Var, Object> values = new IdentityHashMap<>();

  KernelModel(int rank, int ranks, int block, int blocks, Memory memory) {
    this.rank = rank;
    this.ranks = ranks;
    this.block = block;
    this.blocks = blocks;
    this.memory = memory;
  }

  /** Runs a function; tensors are called by their parameters' names. */
  void run(Function function, Map<String, int[]> shapes) {
    function
        .params()
        .forEach(
            p -> {
              if (p.var().type() instanceof TensorLike) {
                values.put(p.var(), new View(p.var().name(), shapes.get(p.var().name())));
              }
            });
    block(function.body());
  }

  private Object[] block(Block block) {
    for (Stmt stmt : block.stmts()) {
      if (stmt instanceof Yield y) {
        return y.values().stream().map(this::value).toArray();
      }
      stmt(stmt);
    }
    return new Object[0];
  }

  private void stmt(Stmt stmt) {
    switch (stmt) {
      case Assign s -> values.put(s.target(), value(s.value()));
      case Eval s -> value(s.value());
      case If s -> bind(s.results(), block(number(s.condition()) != 0 ? s.then() : s.orElse()));
      case For s -> {
        Object[] carried = s.iterArgs().stream().map(a -> value(a.init())).toArray();
        long stop = number(s.stop());
        long step = number(s.step());
        for (long i = number(s.start()); i < stop; i += step) {
          values.put(s.index(), i);
          bind(s.iterArgs().stream().map(a -> a.var()).toList(), carried);
          carried = block(s.body());
        }
        bind(s.results(), carried);
      }
      case While s -> {
        Object[] carried = s.iterArgs().stream().map(a -> value(a.init())).toArray();
        List<Var> args = s.iterArgs().stream().map(a -> a.var()).toList();
        bind(args, carried);
        while (number(s.condition()) != 0) {
          carried = block(s.body());
          bind(args, carried);
        }
        bind(s.results(), carried);
      }
      default -> throw new IllegalStateException("the model does not run " + stmt);
    }
  }

  private void bind(List<Var> vars, Object[] to) {
    for (int i = 0; i < vars.size(); i++) {
      values.put(vars.get(i), to[i]);
    }
  }

  private long number(Expr expr) {
    return (Long) value(expr);
  }

  private int[] ints(Expr tuple) {
    return ((MakeTuple) tuple).elements().stream().mapToInt(e -> (int) number(e)).toArray();
  }

  private Object value(Expr expr) {
    return switch (expr) {
      case Var v -> {
        if (!values.containsKey(v)) {
          throw new IllegalStateException(v.name() + " has no value");
        }
        yield values.get(v);
      }
      case IntConst c -> c.value();
      case Cast c -> value(c.operand());
      case Binary b -> binary(b, number(b.left()), number(b.right()));
      case Call c -> call(c);
      default -> throw new IllegalStateException("the model does not evaluate " + expr);
    };
  }

  private static Long binary(Binary b, long x, long y) {
    return switch (b.op()) {
      case ADD -> x + y;
      case SUB -> x - y;
      case MUL -> x * y;
      case FLOOR_DIV -> Math.floorDiv(x, y);
      case FLOOR_MOD -> Math.floorMod(x, y);
      case MIN -> Math.min(x, y);
      case MAX -> Math.max(x, y);
      case NE -> x != y ? 1L : 0L;
      case LT -> x < y ? 1L : 0L;
      case EQ -> x == y ? 1L : 0L;
      default -> throw new IllegalStateException("the model does not compute " + b.op());
    };
  }

  private Object call(Call c) {
    return switch (c.op().fullName()) {
      case "pld.system.get_comm_ctx" -> "ctx";
      case "pld.system.rank" -> (long) rank;
      case "pld.system.nranks" -> (long) ranks;
      case "pl.tile.get_block_idx" -> (long) block;
      case "pl.tile.get_block_num" -> (long) blocks;
      case "pl.tensor.dim" -> (long) view(c, SOURCE).shape()[c.attr(OpAttrs.AXIS).intValue()];
      case "pl.tensor.as_view" -> new View(view(c, SOURCE).tensor(), ints(c.operand(SHAPE)));
      case "pl.tensor.read" -> {
        memory.step();
        View from = view(c, SOURCE);
        yield (long) memory.of(from.tensor(), rank)[place(from, ints(c.operand(INDICES)))];
      }
      case "pld.system.notify" -> {
        View to = view(c, SIGNAL);
        memory.notify(
            to.tensor(),
            (int) number(c.operand(PEER)),
            place(to, ints(c.operand(OFFSETS))),
            number(c.operand(VALUE)),
            c.attr(OpAttrs.NOTIFY));
        yield "none";
      }
      case "pld.system.wait" -> {
        View on = view(c, SIGNAL);
        memory.await(
            on.tensor(),
            place(on, ints(c.operand(OFFSETS))),
            number(c.operand(EXPECTED)),
            c.attr(OpAttrs.WAIT));
        yield "none";
      }
      case "pl.tile.create" -> tile(ints(c.operand(SHAPE)), ints(c.operand(SHAPE)));
      case "pl.tile.load" ->
          load(
              view(c, SOURCE),
              rank,
              ints(c.operand(OFFSETS)),
              ints(c.operand(SHAPE)),
              c.operand(VALID_SHAPE));
      case "pld.tile.remote_load" ->
          load(
              view(c, SOURCE),
              (int) number(c.operand(PEER)),
              ints(c.operand(OFFSETS)),
              ints(c.operand(SHAPE)),
              c.operand(VALID_SHAPE));
      case "pl.tile.store" -> {
        store((Tile) value(c.operand(SOURCE)), view(c, TARGET), rank, ints(c.operand(OFFSETS)));
        yield value(c.operand(TARGET));
      }
      case "pl.tile.set_validshape" -> {
        Tile t = (Tile) value(c.operand(SOURCE));
        yield new Tile(
            t.rows(),
            t.cols(),
            (int) number(c.operand(ROW)),
            (int) number(c.operand(COLUMN)),
            t.values());
      }
      case "pl.tile.fillpad" -> padded((Tile) value(c.operand(SOURCE)));
      case "pl.tile.add", "pl.tile.maximum", "pl.tile.minimum", "pl.tile.mul" -> combine(c);
      case "pld.tile.put" -> {
        int peer = (int) number(c.operand(PEER));
        copy(
            view(c, SOURCE),
            rank,
            ints(c.operand(SOURCE_OFFSETS)),
            view(c, TARGET),
            peer,
            ints(c.operand(TARGET_OFFSETS)),
            ints(c.operand(SHAPE)));
        yield "none";
      }
      case "pld.tile.get" -> {
        int[] whole = view(c, TARGET).shape();
        int[] origin = new int[whole.length];
        copy(
            view(c, SOURCE),
            (int) number(c.operand(PEER)),
            origin,
            view(c, TARGET),
            rank,
            origin,
            whole);
        yield "none";
      }
      default -> throw new IllegalStateException("the model does not run " + c.op());
    };
  }

  private View view(Call c, ParamRole role) {
    return (View) value(c.operand(role));
  }

  private static int place(View view, int[] offsets) {
    int at = 0;
    for (int d = 0; d < offsets.length; d++) {
      at = at * view.shape()[d] + offsets[d];
    }
    return at;
  }

  private static Tile tile(int[] shape, int[] valid) {
    double[] values = new double[shape[0] * shape[1]];
    Arrays.fill(values, Double.NaN);
    return new Tile(shape[0], shape[1], valid[0], valid[1], values);
  }

  private Tile load(View from, int owner, int[] offsets, int[] shape, Expr validShape) {
    memory.step();
    Tile tile = tile(shape, validShape == null ? shape : ints(validShape));
    double[] data = memory.of(from.tensor(), owner);
    for (int r = 0; r < tile.validRows(); r++) {
      for (int k = 0; k < tile.validCols(); k++) {
        int at = place(from, new int[] {offsets[0] + r, offsets[1] + k});
        tile.values()[r * tile.cols() + k] = data[at];
      }
    }
    return tile;
  }

  private void store(Tile tile, View to, int owner, int[] offsets) {
    memory.step();
    double[] data = memory.of(to.tensor(), owner);
    for (int r = 0; r < tile.validRows(); r++) {
      for (int k = 0; k < tile.validCols(); k++) {
        data[place(to, new int[] {offsets[0] + r, offsets[1] + k})] =
            tile.values()[r * tile.cols() + k];
      }
    }
  }

  private void copy(
      View from, int source, int[] sourceAt, View to, int target, int[] targetAt, int[] shape) {
    memory.step();
    double[] in = memory.of(from.tensor(), source);
    double[] out = memory.of(to.tensor(), target);
    for (int r = 0; r < shape[0]; r++) {
      for (int k = 0; k < shape[1]; k++) {
        out[place(to, new int[] {targetAt[0] + r, targetAt[1] + k})] =
            in[place(from, new int[] {sourceAt[0] + r, sourceAt[1] + k})];
      }
    }
  }

  private static Tile padded(Tile t) {
    double[] values = t.values().clone();
    for (int i = 0; i < values.length; i++) {
      if (i / t.cols() >= t.validRows() || i % t.cols() >= t.validCols()) {
        values[i] = 0;
      }
    }
    return new Tile(t.rows(), t.cols(), t.rows(), t.cols(), values);
  }

  private Tile combine(Call c) {
    Tile a = (Tile) value(c.operand(LHS));
    Tile b = (Tile) value(c.operand(RHS));
    double[] out = new double[a.values().length];
    for (int i = 0; i < out.length; i++) {
      double x = a.values()[i];
      double y = b.values()[i];
      out[i] =
          switch (c.op().fullName()) {
            case "pl.tile.add" -> x + y;
            case "pl.tile.maximum" -> Math.max(x, y);
            case "pl.tile.minimum" -> Math.min(x, y);
            default -> x * y;
          };
    }
    return new Tile(a.rows(), a.cols(), a.validRows(), a.validCols(), out);
  }
}
