package org.pyptoj.passes.invariant;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.TensorOp;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.passes.PassContext;
import org.pyptoj.passes.collective.Collectives;
import org.pyptoj.passes.memory.ResultPlace;
import org.pyptoj.passes.memory.TileSizes;

/** What the passes over kernels bring about. */
final class Kernels {

  /** Tensor ops that read or write single elements, or give memory another name or shape. */
  private static final Set<Op> OPS_ON_MEMORY =
      Set.of(
          TensorOp.DIM,
          TensorOp.READ,
          TensorOp.WRITE,
          TensorOp.SLICE,
          TensorOp.RESHAPE,
          TensorOp.AS_VIEW);

  private Kernels() {}

  static void tileOps(
      Program program, Function function, PassContext context, Consumer<String> found) {
    calls(
        function,
        c -> {
          if (c.op().namespace().endsWith(".tensor")
              && !OPS_ON_MEMORY.contains(c.op())
              && !Collectives.isCollective(c.op())) {
            found.accept("it computes a tensor: " + Printer.print(c));
          }
        });
  }

  static void noCollectives(
      Program program, Function function, PassContext context, Consumer<String> found) {
    calls(
        function,
        c -> {
          if (Collectives.isCollective(c.op())) {
            found.accept("there is a collective: " + Printer.print(c));
          }
        });
  }

  static void twoDimensional(
      Program program, Function function, PassContext context, Consumer<String> found) {
    tiles(
        function,
        (tile, type) -> {
          if (type.rank() != 2) {
            found.accept(tile.name() + " has " + type.rank() + " dimensions");
          }
        });
  }

  static void memorySpaces(
      Program program, Function function, PassContext context, Consumer<String> found) {
    tiles(
        function,
        (tile, type) -> {
          if (type.space() == null) {
            found.accept(tile.name() + " is in no memory");
          }
        });
    calls(
        function,
        c -> {
          for (Call.Operand operand : c.operands()) {
            MemorySpace wanted = operand.param().space();
            if (wanted != null
                && operand.value().type() instanceof TileType t
                && t.space() != wanted) {
              found.accept(
                  "an operand of a product is in "
                      + t.space()
                      + " and not in "
                      + wanted
                      + ": "
                      + Printer.print(c));
            }
          }
        });
  }

  static void strides(
      Program program, Function function, PassContext context, Consumer<String> found) {
    if (function.kind().isKernel()) {
      definitions(
          function,
          var -> {
            if (var.type() instanceof TensorLike t
                && t.rank() >= 2
                && t.view().stride().isEmpty()
                && (t.view().layout() == TensorLayout.DN
                    || Objects.equals(Scalars.constant(t.shape().getLast()), 1L))) {
              found.accept(var.name() + " is a column without strides");
            }
          });
    }
  }

  static void buffers(
      Program program, Function function, PassContext context, Consumer<String> found) {
    tiles(
        function,
        (tile, type) -> {
          if (type.space() == MemorySpace.DDR) {
            return;
          }
          if (type.memRef() == null) {
            found.accept(tile.name() + " has no buffer");
          } else if (type.memRef().size() < TileSizes.bytes(tile)) {
            found.accept(
                tile.name()
                    + " takes "
                    + TileSizes.bytes(tile)
                    + " bytes of a buffer of "
                    + type.memRef().size());
          }
        });
    if (function.kind().isKernel()) {
      Forms.forEach(
          function,
          stmt -> {
            if (stmt instanceof Assign a
                && a.value() instanceof Call c
                && ResultPlace.shared(c) != null
                && !Objects.equals(buffer(a.target()), buffer(ResultPlace.shared(c)))) {
              found.accept(
                  a.target().name()
                      + " does not lie where "
                      + ResultPlace.shared(c).name()
                      + " does");
            }
          });
    }
  }

  static String buffer(Var tile) {
    return tile.type() instanceof TileType t && t.memRef() != null ? t.memRef().buffer() : null;
  }

  static void validExtents(
      Program program, Function function, PassContext context, Consumer<String> found) {
    if (!function.kind().isKernel()) {
      return;
    }
    Set<Var> known = Collections.newSetFromMap(new IdentityHashMap<>());
    Walker shapes =
        new Walker() {
          @Override
          protected void use(Var var) {
            known.add(var);
          }
        };
    function
        .params()
        .forEach(
            p -> {
              known.add(p.var());
              if (p.var().type() instanceof TensorLike t) {
                t.shape().forEach(shapes::expr);
              }
            });
    Walker uses =
        new Walker() {
          @Override
          protected void use(Var var) {
            if (!known.contains(var) && var.type() instanceof ScalarType) {
              found.accept("nothing tells it " + var.name());
            }
          }
        };
    function.params().forEach(p -> valid(p.var(), uses));
  }

  private static void valid(Var var, Walker uses) {
    if (var.type() instanceof TensorLike t) {
      List.copyOf(t.view().validShape()).forEach(uses::expr);
    }
  }

  /** Hears of each tile that a kernel defines. */
  @FunctionalInterface
  interface TileAction {
    void tile(Var tile, TileType type);
  }

  static void tiles(Function function, TileAction action) {
    if (function.kind().isKernel()) {
      definitions(
          function,
          var -> {
            if (var.type() instanceof TileType t) {
              action.tile(var, t);
            }
          });
    }
  }

  private static void definitions(Function function, Consumer<Var> action) {
    new Walker() {
      @Override
      protected void define(Var var) {
        action.accept(var);
      }
    }.function(function);
  }

  private static void calls(Function function, Consumer<Call> action) {
    if (function.kind().isKernel()) {
      Forms.forEachCall(function, action);
    }
  }
}
