package org.pyptoj.verifier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pyptoj.verifier.Ops.*;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.pyptoj.ir.Direction;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionAttrs;
import org.pyptoj.ir.FunctionKind;
import org.pyptoj.ir.Param;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.dsl.DslParser;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.DistributedOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.ir.stmt.Block;
import org.pyptoj.ir.stmt.Eval;
import org.pyptoj.ir.stmt.Stmt;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.program.TargetFacts;

/** Rules between functions and of whole tasks. */
class ProgramVerifierTest {

  private static final Span HERE = new Span("kernel.py", 3, 5, 3, 9);

  private static List<String> codes(Function... functions) {
    return ProgramVerifier.verify(new Program("P", List.of(functions))).stream()
        .map(Diagnostic::code)
        .toList();
  }

  private static List<String> codes(String script, TargetFacts target) {
    return ProgramVerifier.verify(DslParser.parseScript("kernel.py", script, OpTypes::call), target)
        .stream()
        .map(Diagnostic::code)
        .toList();
  }

  private static Function function(
      String name, FunctionKind kind, Attrs attrs, List<Var> params, Stmt... body) {
    return new Function(
        name,
        kind,
        null,
        null,
        params.stream().map(v -> new Param(v, Direction.INOUT)).toList(),
        List.of(),
        Block.of(body),
        attrs,
        HERE);
  }

  private static Stmt submit(String callee, Attrs attrs, Expr... args) {
    return new Eval(
        new FunctionCall(callee, List.of(args), attrs, UnknownType.INSTANCE, HERE), HERE);
  }

  @Test
  @Holds({"PLT0901", "PLT0902", "PLT0903", "PLT0904"})
  void callGraphs() {
    Function leaf = function("leaf", FunctionKind.INCORE, Attrs.NONE, List.of());
    assertEquals(List.of("PLT0901"), codes(leaf, leaf));
    Function lost =
        function(
            "lost", FunctionKind.ORCHESTRATION, Attrs.NONE, List.of(), submit("gone", Attrs.NONE));
    assertEquals(List.of("PLT0902"), codes(lost));
    Function a =
        function("a", FunctionKind.ORCHESTRATION, Attrs.NONE, List.of(), submit("b", Attrs.NONE));
    Function b =
        function("b", FunctionKind.ORCHESTRATION, Attrs.NONE, List.of(), submit("a", Attrs.NONE));
    assertEquals(List.of("PLT0903"), codes(a, b));
    Function more =
        function(
            "more",
            FunctionKind.ORCHESTRATION,
            Attrs.NONE,
            List.of(),
            submit("leaf", Attrs.NONE, index("n")));
    assertEquals(List.of("PLT0904"), codes(leaf, more));
  }

  /** A window of 64 elements passes for one of [1, 64], but not for one of [2, 64]. */
  @Test
  @Holds({"PLT0905", "PLT0906"})
  void argumentsAreTheParametersMemory() {
    for (int rows : new int[] {1, 2}) {
      Function leaf =
          function(
              "leaf", FunctionKind.INCORE, Attrs.NONE, List.of(window(DataType.FP32, rows, 64)));
      Var outer = window(DataType.FP32, 64);
      Function chip =
          function(
              "chip",
              FunctionKind.ORCHESTRATION,
              Attrs.NONE,
              List.of(outer),
              submit("leaf", Attrs.NONE, outer));
      assertEquals(rows == 1 ? List.of() : List.of("PLT0906"), codes(leaf, chip));
    }
    Function plain =
        function("leaf", FunctionKind.INCORE, Attrs.NONE, List.of(tensor(DataType.FP32, 64)));
    Var outer = window(DataType.FP32, 64);
    Function chip =
        function(
            "chip",
            FunctionKind.ORCHESTRATION,
            Attrs.NONE,
            List.of(outer),
            submit("leaf", Attrs.NONE, outer));
    assertEquals(List.of("PLT0905"), codes(plain, chip));
  }

  private static Stmt register(Var signal) {
    return new Eval(
        call(DistributedOp.DEFER_WAIT, attrs("cmp", WaitCmp.GE), signal, tuple(0, 0), 1), HERE);
  }

  private static final Attrs MARK = Attrs.of(FunctionAttrs.WAITER, true);

  /** The mark is believed only with the body and the call site that outlining makes. */
  @Test
  @Holds({"PLD0710", "PLD0711", "PLD0712", "PLD0713"})
  void markedWaitersAreCheckedAgain() {
    Var signal = window(DataType.INT32, 4, 1);
    Var outer = window(DataType.INT32, 4, 1);
    Function waiter = function("waiter", FunctionKind.AIV, MARK, List.of(signal), register(signal));
    Function chip =
        function(
            "chip",
            FunctionKind.ORCHESTRATION,
            Attrs.NONE,
            List.of(outer),
            submit("waiter", Attrs.NONE, outer));
    assertEquals(List.of(), codes(waiter, chip));
    assertEquals(List.of("PLD0713"), codes(waiter));
    assertEquals(List.of("PLD0712"), codes(waiter.withAttrs(Attrs.NONE), chip));
    assertEquals(List.of("PLD0713"), codes(waiter.withKind(FunctionKind.AIC), chip));
    assertEquals(
        List.of("PLD0713"), codes(waiter.withAttrs(MARK.with(FunctionAttrs.CORE_NUM, 4L)), chip));
    Function early =
        chip.withBody(Block.of(submit("waiter", attrs("allow_early_resolve", true), outer)));
    assertEquals(List.of("PLD0710"), codes(waiter, early));
    Function predicated =
        chip.withBody(Block.of(submit("waiter", attrs("predicate", index("p")), outer)));
    assertEquals(List.of("PLD0710"), codes(waiter, predicated));
    Function busy =
        waiter.withBody(
            Block.of(
                register(signal),
                new Eval(
                    call(DistributedOp.NOTIFY, attrs("op", 1), signal, 1, tuple(0, 0), 1), HERE)));
    assertEquals(List.of("PLD0711"), codes(busy, chip));
  }

  private static String chip(String body) {
    return """
    import pypto.language as pl
    import pypto.language.distributed as pld

    @pl.program
    class P:
        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            s: pl.InOut[pld.DistributedTensor[[4, 80], pl.INT32]],
            counts: pl.Tensor[[1, 8], pl.INT32],
            me: pl.Scalar[pl.INT32],
        ):
    %s\
    """
        .formatted(body.indent(8));
  }

  /** Sixty-four conditions are the limit, counted over loops and branches. */
  @Test
  @Holds("PLD0708")
  void conditionsAreCounted() {
    String loops =
        """
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.range(%d):
                for k in pl.range(8):
                    if k != me:
                        pld.system.defer_wait(s, [0, i * 8 + k], 1, cmp=pld.WaitCmp.Ge)
        """;
    assertEquals(List.of(), codes(chip(loops.formatted(8)), null));
    assertEquals(List.of("PLD0708"), codes(chip(loops.formatted(9)), null));
    assertEquals(
        List.of("PLD0708"),
        codes(
            chip(
                """
                with pl.at(level=pl.Level.CORE_GROUP):
                    for k in pl.range(me):
                        pld.system.defer_wait(s, [0, k], 1, cmp=pld.WaitCmp.Ge)
                """),
            null));
  }

  /** Elements of small arrays are read and replaced by subscripts. */
  @Test
  void arraysHaveElements() {
    assertEquals(
        List.of(),
        codes(
            chip(
                """
                cursor = pl.array.create(4, pl.INT32)
                cursor[0] = 1
                cursor[me] = cursor[0] + 1
                """),
            null));
  }

  /** Scalars may be computed between registrations; a loop without any needs no known bound. */
  @Test
  @Holds("PLD0711")
  void scalarWorkMayStandBetweenRegistrations() {
    assertEquals(
        List.of(),
        codes(
            chip(
                """
                with pl.at(level=pl.Level.CORE_GROUP):
                    epoch = pl.read(counts, [0, 0])
                    row = 0
                    for k in pl.range(me):
                        row = row + 1
                    pld.system.defer_wait(s, [0, 0], epoch, cmp=pld.WaitCmp.Ge)
                    col = (me + 1) % 4
                    pld.system.defer_wait(s, [col, 1], epoch + 1, cmp=pld.WaitCmp.Ge)
                """),
            null));
    assertEquals(
        List.of("PLD0711"),
        codes(
            chip(
                """
                with pl.at(level=pl.Level.CORE_GROUP):
                    pld.system.defer_wait(s, [0, 0], 1, cmp=pld.WaitCmp.Ge)
                    epoch = pl.read(counts, [0, 0])
                    pld.system.defer_wait(s, [1, 0], epoch, cmp=pld.WaitCmp.Ge)
                """),
            null));
  }

  @Test
  @Holds("PLD0709")
  void waitersAreTasksOfTheirOwn() {
    assertEquals(
        List.of("PLD0709"),
        codes(
            chip(
                """
                with pl.spmd(2):
                    with pl.at(level=pl.Level.CORE_GROUP):
                        pld.system.defer_wait(s, [0, 0], 1, cmp=pld.WaitCmp.Ge)
                """),
            null));
    assertEquals(
        List.of(),
        codes(
            chip(
                """
                with pl.manual_scope():
                    for k in pl.range(4):
                        with pl.at(level=pl.Level.CORE_GROUP) as posted:
                            pld.system.defer_wait(s, [0, k], 1, cmp=pld.WaitCmp.Ge)
                """),
            null));
  }

  private static final String REDUCE =
      """
      import pypto.language as pl
      import pypto.language.distributed as pld

      @pl.program
      class P:
          @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
          def host(self, x: pl.Tensor[[4, 1, 64], pl.FP32]):
              d_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)
              d = pld.window(d_buf, [1, 64], dtype=pl.FP32)
              %s
      """;

  /** As many blocks as vector cores, without a signal only outside loops. */
  @Test
  @Holds({"PLD0811", "PLD0812"})
  void hostAllReduce() {
    TargetFacts target = new TargetFacts(true, 48);
    assertEquals(
        List.of(), codes(REDUCE.formatted("d = pld.tensor.allreduce(d, core_num=48)"), target));
    assertEquals(
        List.of("PLD0811"),
        codes(REDUCE.formatted("d = pld.tensor.allreduce(d, core_num=49)"), target));
    assertEquals(
        List.of(), codes(REDUCE.formatted("d = pld.tensor.allreduce(d, core_num=49)"), null));
    String loop = "for i in pl.range(2):\n            d = pld.tensor.allreduce(d%s)";
    assertEquals(List.of("PLD0812"), codes(REDUCE.formatted(loop.formatted("")), target));
    String signal =
        "s_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)\n"
            + "        s = pld.window(s_buf, [4, 1], dtype=pl.INT32)\n        ";
    assertEquals(List.of(), codes(REDUCE.formatted(signal + loop.formatted(", s")), target));
  }
}
