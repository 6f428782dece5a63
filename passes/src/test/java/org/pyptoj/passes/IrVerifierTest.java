package org.pyptoj.passes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionAttrs;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Rewriter;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.stmt.Assign;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.stmt.Yield;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TensorView;
import org.pyptoj.passes.invariant.BrokenInvariantException;
import org.pyptoj.passes.invariant.Invariant;
import org.pyptoj.passes.invariant.IrVerifier;
import org.pyptoj.passes.invariant.Violation;

/** Programs with one planted fault each: the verifier tells which invariant it breaks, and how. */
class IrVerifierTest {

  private static final PassContext CONTEXT = new PassContext(Platform.A2A3_SIM, Verification.BASIC);

  /**
   * A fault.
   *
   * @param functions the text of functions that break an invariant, or that do once they are
   *     changed
   * @param change what is done to the parsed program
   * @param details what the verifier says
   */
  private record Plant(String functions, UnaryOperator<Program> change, List<String> details) {

    static Plant of(String functions, String... details) {
      return new Plant(functions, p -> p, List.of(details));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aBrokenInvariantIsNamed(Invariant invariant) {
    Plant plant = plant(invariant);
    Program broken = plant.change().apply(PassText.parse(plant.functions()));
    assertEquals(
        plant.details(),
        IrVerifier.violations(broken, CONTEXT, Set.of(invariant)).stream()
            .map(Violation::detail)
            .toList());
  }

  private static Plant plant(Invariant invariant) {
    return switch (invariant) {
      case CALLS ->
          new Plant(
              orchestration(
                  """
                  self.k(x, x)
                  self.k(y, x)
                  """),
              p -> p.withFunctions(List.of(p.functions().getFirst(), misdirected(p))),
              List.of(
                  "it calls k with 1 arguments for 2 parameters",
                  "it calls other, which the program does not have",
                  "it calls k with an argument for x whose element type is FP16 and not FP32"));
      case TYPES ->
          Plant.of(
              kernel(
                  """
                  t: pl.Tile[[1, 32], pl.FP32] = pl.tile.load(x, [0, 0], [1, 64])
                  s: pl.Tile[[1, 64], pl.FP16] = pl.tile.load(x, [0, 0], [1, 64])
                  """),
              "the shape is [1, 32] and not [1, 64], as the rule of the op has it:"
                  + " pl.tile.load(x, [0, 0], [1, 64])",
              "the element type is FP16 and not FP32, as the rule of the op has it:"
                  + " pl.tile.load(x, [0, 0], [1, 64])");
      case INLINED ->
          Plant.of(
              """
              @pl.function(type=pl.FunctionType.Inline)
              def twice(self, x: pl.Tensor[[8], pl.FP32]):
                  return x
              """,
              "it is an inline function");
      case UNROLLED ->
          Plant.of(
              kernel(
                  """
                  for i in pl.unroll(0, 2, 1):
                      a: pl.Scalar[pl.INDEX] = i
                  """),
              "the loop over i is to be unrolled");
      case STRUCTURED ->
          Plant.of(
              kernel(
                  """
                  for i in pl.range(0, 2, 1):
                      if i == n:
                          break
                  """),
              "a loop is left or begun anew inside its body");
      case RETURNS_LAST ->
          Plant.of(
              kernel(
                  """
                  if n == 2:
                      return y
                  return y
                  """),
              "it returns before its end");
      case SSA -> ssa();
      case ENDS_LAST ->
          new Plant(
              kernel("return y"),
              inBodies(
                  body -> {
                    List<Stmt> stmts = new ArrayList<>(body.stmts());
                    stmts.add(new Assign(index("a"), IntConst.index(0), Span.NONE));
                    return new Block(stmts);
                  }),
              List.of("statements follow the end of a region"));
      case FLAT_CALLS ->
          Plant.of(
              kernel(
                  """
                  r: pl.Tensor[[1, 64], pl.FP32] = pl.tile.store(pl.tile.load(x, [0, 0], [1, 64]), [0, 0], y)
                  """),
              "a call is part of another value: pl.tile.load(x, [0, 0], [1, 64])");
      case LEVELS_OUTLINED ->
          Plant.of(
              """
              @pl.function(type=pl.FunctionType.Opaque)
              def f(self, x: pl.Tensor[[8], pl.FP32]):
                  with pl.at(level=pl.Level.HOST, role=pl.Role.Orchestrator):
                      a: pl.Scalar[pl.INDEX] = 0
              """,
              "there is a scope of level HOST");
      case KERNELS_OUTLINED ->
          Plant.of(
              orchestration(
                  """
                  with pl.at(level=pl.Level.CORE_GROUP):
                      a: pl.Scalar[pl.INDEX] = 0
                  """),
              "there is a scope of a core group");
      case GRIDS_OUTLINED ->
          Plant.of(
              orchestration(
                  """
                  with pl.spmd(4):
                      self.k(x, x)
                  """),
              "there is a scope of several blocks");
      case TILE_OPS ->
          Plant.of(
              kernel("t: pl.Tensor[[1, 64], pl.FP32] = pl.tensor.add(x, x)"),
              "it computes a tensor: pl.tensor.add(x, x)");
      case KERNEL_COLLECTIVES_LOWERED ->
          Plant.of(
              kernel("s: pld.DistributedTensor[[4, 1], pl.INT32] = pld.tensor.barrier(signal)"),
              "there is a collective: pld.tensor.barrier(signal)");
      case TILES_2D ->
          Plant.of(
              kernel("t: pl.Tile[[64], pl.FP32] = pl.tile.create([64], dtype=pl.FP32)"),
              "t has 1 dimensions");
      case MEMORY_SPACES ->
          Plant.of(
              kernel(
                  """
                  a: pl.Tile[[16, 16], pl.FP16, pl.Mem.Vec] = pl.tile.create([16, 16], dtype=pl.FP16)
                  b: pl.Tile[[16, 16], pl.FP16] = pl.tile.create([16, 16], dtype=pl.FP16)
                  c: pl.Tile[[16, 16], pl.FP32, pl.Mem.Acc] = pl.tile.matmul(a, b)
                  """),
              "b is in no memory",
              "an operand of a product is in VEC and not in LEFT: pl.tile.matmul(a, b)",
              "an operand of a product is in null and not in RIGHT: pl.tile.matmul(a, b)");
      case STRIDES -> Plant.of(kernel("return y"), "signal is a column without strides");
      case BUFFERS ->
          Plant.of(
              kernel(
                  """
                  a: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec] = pl.tile.load(x, [0, 0], [1, 64])
                  b: pl.Tile[[1, 64], pl.FP32, pl.MemRef("one", None, 128), pl.Mem.Vec] = pl.tile.load(x, [0, 0], [1, 64])
                  c: pl.Tile[[64, 1], pl.FP32, pl.MemRef("two", None, 256), pl.Mem.Vec] = pl.tile.reshape(b, [64, 1])
                  """),
              "a has no buffer",
              "b takes 256 bytes of a buffer of 128",
              "c does not lie where b does");
      case BUFFER_CONTENTS -> contents();
      case ADDRESSES ->
          Plant.of(
              kernel(
                  """
                  a: pl.Tile[[1, 64], pl.FP32, pl.MemRef("one", 0, 256), pl.Mem.Vec] = pl.tile.load(x, [0, 0], [1, 64])
                  b: pl.Tile[[1, 64], pl.FP32, pl.MemRef("two", 240, 256), pl.Mem.Vec] = pl.tile.load(x, [0, 0], [1, 64])
                  c: pl.Tile[[1, 64], pl.FP32, pl.MemRef("three", None, 256), pl.Mem.Vec] = pl.tile.load(x, [0, 0], [1, 64])
                  d: pl.Tile[[1, 64], pl.FP32, pl.MemRef("four", 188416, 256), pl.Mem.Vec] = pl.tile.load(x, [0, 0], [1, 64])
                  """),
              "c has no address",
              "two begins at 240",
              "one and two overlap",
              // 184 KiB are 188416 bytes.
              "four ends at 188672 of 188416 bytes");
      case CALL_DIRECTIONS ->
          Plant.of(
              orchestration("self.k(x, x, arg_directions=[\"input\"])"),
              "the call has 1 directions for 2 arguments: self.k(x, x,"
                  + " arg_directions=[\"input\"])");
      case HOST_SIGNALS ->
          Plant.of(
              host(
                  """
                  d: pld.DistributedTensor[[8], pl.FP32] = pld.tensor.window(buf, [8], dtype=pl.FP32)
                  e: pld.DistributedTensor[[8], pl.FP32] = pld.tensor.allreduce(d)
                  """),
              "an allreduce has no signal: pld.tensor.allreduce(d)");
      case COMM_DOMAINS ->
          Plant.of(
              host(
                  """
                  d: pld.DistributedTensor[[8], pl.FP32, "buf"] = pld.tensor.window(buf, [8], dtype=pl.FP32)
                  e: pld.DistributedTensor[[8], pl.FP32] = pld.tensor.window(buf, [8], dtype=pl.FP32)
                  """),
              "buf is in no communication domain",
              "d is in no communication domain",
              "e is in no communication domain");
      case HOST_COLLECTIVES_LOWERED ->
          Plant.of(
              host(
                  """
                  s: pld.DistributedTensor[[4, 1], pl.INT32] = pld.tensor.window(buf, [4, 1], dtype=pl.INT32)
                  t: pld.DistributedTensor[[4, 1], pl.INT32] = pld.tensor.barrier(s)
                  """),
              "there is a collective: pld.tensor.barrier(s)");
      case CHIP_COLLECTIVES_LOWERED ->
          Plant.of(
              orchestration(
                  "s: pld.DistributedTensor[[4, 1], pl.INT32] = pld.tensor.barrier(signal)"),
              "there is a collective: pld.tensor.barrier(signal)");
      case CONTEXTS ->
          Plant.of(
              kernel(
                  """
                  ctx: pld.CommCtx = pld.system.get_comm_ctx(signal)
                  pld.system.notify(signal, 1, [0, 0], 1, op=pld.NotifyOp.Set)
                  """),
              "it has 1 windows and 0 contexts",
              "it asks for a context: pld.system.get_comm_ctx(signal)",
              "an op that reaches a peer has no context: pld.system.notify(signal, 1, [0, 0], 1,"
                  + " op=pld.NotifyOp.Set)");
      case RUNTIME_SCOPES ->
          new Plant(
              orchestration("self.k(x, x)"),
              p -> p.map(f -> f.withAttrs(f.attrs().with(FunctionAttrs.AUTO_SCOPE, false))),
              List.of("a task stands in no runtime scope: self.k(x, x)"));
      case VALID_EXTENTS ->
          new Plant(
              kernel("return y"),
              p ->
                  p.map(f -> f.withParams(List.of(validIn(index("VALID"), f.params().getFirst())))),
              List.of("nothing tells it VALID"));
      case ROUND_TRIP ->
          new Plant(
              kernel("return y"),
              inBodies(
                  body -> {
                    List<Stmt> stmts = new ArrayList<>(body.stmts());
                    stmts.addFirst(new Assign(index("two words"), IntConst.index(0), Span.NONE));
                    return new Block(stmts);
                  }),
              List.of( // Behind six lines of head and eight of the signature.
                  "line 15 of the printed program does not parse: PLY0001 invalid syntax"));
    };
  }

  /** A call, then the same one with an argument less, then one of a function that is not there. */
  private static Function misdirected(Program program) {
    return new Rewriter() {
      @Override
      protected void eval(Eval s, List<Stmt> out) {
        FunctionCall c = (FunctionCall) s.value();
        if (out.isEmpty()) {
          out.add(called(c, "k", c.args().subList(0, 1)));
          out.add(called(c, "other", c.args()));
        } else {
          out.add(s);
        }
      }

      private static Eval called(FunctionCall c, String callee, List<Expr> args) {
        return new Eval(new FunctionCall(callee, args, c.attrs(), c.type(), c.span()), c.span());
      }
    }.function(program.functions().getLast());
  }

  private static Param validIn(Expr extent, Param param) {
    TensorType type = (TensorType) param.var().type();
    TensorView view = TensorView.PACKED.withValidShape(List.of(type.shape().getFirst(), extent));
    return new Param(new Var("a", type.withView(view), Span.NONE), param.direction());
  }

  private static Plant ssa() {
    Var twice = index("twice");
    return new Plant(
        kernel(
            """
            if n == 2:
                inner: pl.Scalar[pl.INDEX] = 1
            for i, (carried,) in pl.range(0, n, 1, init_values=(n,)):
                last = pl.yield_(carried)
            """),
        inBodies(
            body -> {
              List<Stmt> stmts = new ArrayList<>(body.stmts());
              Var inner = innermost(body);
              stmts.add(new Assign(twice, inner, Span.NONE));
              stmts.add(new Assign(twice, index("nowhere"), Span.NONE));
              stmts.add(new Assign(index("inner"), IntConst.index(1), Span.NONE));
              return new Rewriter() {
                @Override
                protected void stmt(Stmt stmt, List<Stmt> out) {
                  if (stmt instanceof Yield y) {
                    out.add(new Yield(List.of(), y.span()));
                  } else {
                    super.stmt(stmt, out);
                  }
                }
              }.block(new Block(stmts));
            }),
        List.of(
            "the body of a loop yields 0 values for 1 results",
            "inner is used outside of the region that defines it",
            "nowhere is used and not defined in front of its use",
            "twice is defined twice",
            "two variables are called inner"));
  }

  private static Var innermost(Block body) {
    List<Var> found = new ArrayList<>();
    new org.pyptoj.ir.Walker() {
      @Override
      protected void define(Var var) {
        if (var.name().equals("inner")) {
          found.add(var);
        }
      }
    }.block(body);
    return found.getFirst();
  }

  /**
   * {@code b} overwrites {@code a}, which is read later; a loop overwrites what the next iteration
   * reads; an expansion's vector lies where its result goes.
   */
  private static Plant contents() {
    String one = "pl.Tile[[1, 64], pl.FP32, pl.MemRef(\"one\", None, 256), pl.Mem.Vec]";
    String two = "pl.Tile[[1, 64], pl.FP32, pl.MemRef(\"two\", None, 256), pl.Mem.Vec]";
    String column = "pl.Tile[[8, 1], pl.FP32, pl.MemRef(\"three\", None, 2048), pl.Mem.Vec]";
    String three = "pl.Tile[[8, 64], pl.FP32, pl.MemRef(\"three\", None, 2048), pl.Mem.Vec]";
    String four = "pl.Tile[[8, 64], pl.FP32, pl.MemRef(\"four\", None, 2048), pl.Mem.Vec]";
    return Plant.of(
        kernel(
            """
            a: %1$s = pl.tile.load(x, [0, 0], [1, 64])
            b: %1$s = pl.tile.load(x, [0, 0], [1, 64])
            c: %2$s = pl.tile.add(a, b)
            for i, (carried,) in pl.range(0, n, 1, init_values=(c,)):
                d: %1$s = pl.tile.add(b, carried)
                last: %2$s = pl.yield_(d)
            v: %3$s = pl.tile.create([8, 1], dtype=pl.FP32)
            w: %5$s = pl.tile.create([8, 64], dtype=pl.FP32)
            e: %4$s = pl.tile.row_expand_add(w, v)
            """
                .formatted(one, two, column, three, four)),
        "a is read, but one may hold something else",
        "b is read, but one may hold something else",
        "d is handed on as carried, which lies elsewhere",
        "e is written over v, which is still read");
  }

  /** The pass that breaks what another one has established is to blame, and no other. */
  @Test
  void theExceptionNamesThePass() {
    Pass planted =
        new Pass() {
          @Override
          public String name() {
            return "Planted";
          }

          @Override
          public Program run(Program program, PassContext context) {
            return inBodies(
                    body -> {
                      List<Stmt> stmts = new ArrayList<>(body.stmts());
                      stmts.add(stmts.getFirst());
                      return new Block(stmts);
                    })
                .apply(program);
          }
        };
    Program program = PassText.parse(kernel("a: pl.Scalar[pl.INDEX] = n + 1"));
    BrokenInvariantException broken =
        assertThrows(
            BrokenInvariantException.class,
            () ->
                new Pipeline(List.of(new ConvertToSSA(), planted, new Simplify()))
                    .run(program, CONTEXT, Pipeline.Listener.NONE));
    assertEquals("Planted", broken.pass());
    assertEquals(
        "the IR is broken after Planted: SSA in f: a__ssa_v0 is defined twice",
        broken.getMessage());
    // Nobody has promised single definitions yet, and nobody is asked to check.
    new Pipeline(List.of(planted)).run(program, CONTEXT, Pipeline.Listener.NONE);
    new Pipeline(List.of(new ConvertToSSA(), planted))
        .run(
            program, new PassContext(Platform.A2A3_SIM, Verification.NONE), Pipeline.Listener.NONE);
  }

  /** A pass that promises an invariant and does not establish it. */
  @Test
  void anEmptyPromiseIsFound() {
    Pass promising =
        new Pass() {
          @Override
          public String name() {
            return "Promising";
          }

          @Override
          public Set<Invariant> establishes() {
            return Set.of(Invariant.TILES_2D);
          }

          @Override
          public Program run(Program program, PassContext context) {
            return program;
          }
        };
    Program program =
        PassText.parse(kernel("t: pl.Tile[[64], pl.FP32] = pl.tile.create([64], dtype=pl.FP32)"));
    assertEquals(
        "the IR is broken after Promising: TILES_2D in f: t has 1 dimensions",
        assertThrows(
                BrokenInvariantException.class,
                () ->
                    new Pipeline(List.of(promising)).run(program, CONTEXT, Pipeline.Listener.NONE))
            .getMessage());
  }

  /** Every invariant is the work of a pass of the pipeline, or holds from the start. */
  @Test
  void thePipelineEstablishesEveryInvariant() {
    Set<Invariant> established = EnumSet.of(Invariant.CALLS, Invariant.TYPES, Invariant.ROUND_TRIP);
    Pipeline.DEFAULT.passes().forEach(p -> established.addAll(p.establishes()));
    assertEquals(EnumSet.allOf(Invariant.class), established);
  }

  private static UnaryOperator<Program> inBodies(UnaryOperator<Block> change) {
    return program -> program.map((Function f) -> f.withBody(change.apply(f.body())));
  }

  private static Var index(String name) {
    return new Var(name, ScalarType.INDEX, Span.NONE);
  }

  private static String kernel(String body) {
    return """
        @pl.function(type=pl.FunctionType.InCore)
        def f(
            self,
            x: pl.Tensor[[1, 64], pl.FP32],
            y: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
            n: pl.Scalar[pl.INDEX],
            signal: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        ):
        """
        + body.indent(4);
  }

  private static String orchestration(String body) {
    return """
        @pl.function(type=pl.FunctionType.InCore)
        def k(
            self,
            x: pl.Tensor[[1, 64], pl.FP32],
            y: pl.Tensor[[1, 64], pl.FP32],
        ):
            return y

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[1, 64], pl.FP32],
            y: pl.Tensor[[1, 64], pl.FP16],
            signal: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        ):
        """
        + body.indent(4);
  }

  private static String host(String body) {
    return """
        @pl.function(type=pl.FunctionType.Opaque, level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(self, x: pl.Tensor[[1, 64], pl.FP32]):
            buf: pl.Ptr = pld.tensor.alloc_window_buffer(256)
        """
        + body.indent(4);
  }
}
