package org.pyptoj.verifier.local;

import static org.pyptoj.verifier.rule.TileRule.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.call.Layouts;
import org.pyptoj.verifier.call.Operand;
import org.pyptoj.verifier.call.Shapes;

/** Matrix products of tiles, which end in the accumulator, and of tensors. */
public final class MatmulRules {

  private static final Set<String> PHASES = Set.of("unspecified", "partial", "final");

  private MatmulRules() {}

  /** Extents and element type of a product. */
  private record Product(List<Expr> shape, List<Expr> valid, DataType dtype) {}

  public static Call check(CallCheck call, OpKind.Matmul kind) {
    Operand acc = kind.accumulates() ? Operand.of(call, "acc") : null;
    condition(call);
    phase(call);
    Product product = product(call, kind.batched());
    if (product != null && kind.factors() == OpKind.Matmul.Factors.ROW) {
      Expr rows = product.valid().getFirst();
      call.require(
          Extents.equal(rows, Extents.ONE) != Proof.FALSE,
          MATMUL_OPERANDS,
          "lhs",
          "lhs has " + CallCheck.text(rows) + " valid rows, but one row is multiplied",
          "multiply matrices with pl.matmul");
    }
    if (product != null && kind.addend() == OpKind.Matmul.Addend.BIAS) {
      bias(call, product);
    }
    if (product == null || kind.accumulates() && acc == null) {
      return call.done(UnknownType.INSTANCE);
    }
    if (kind.accumulates()) {
      accumulates(call, acc, product);
      product = new Product(acc.shape(), acc.valid(), product.dtype());
    }
    if (Operand.isTileOp(call.op())) {
      return call.done(accumulator(product));
    }
    DataType wanted = call.attr(OpAttrs.OUT_DTYPE);
    DataType dtype =
        kind.accumulates()
            ? product.dtype()
            : wanted == null ? Operand.of(call, "lhs").dtype() : wanted;
    return call.done(Operand.tensor(dtype, product.shape(), product.valid()));
  }

  /** What decides whether an accumulator begins anew. */
  private static void condition(CallCheck call) {
    ScalarType type = call.scalar("init_cond");
    call.require(
        type == null || type.dtype() == DataType.BOOL,
        OPERAND_KIND,
        "init_cond",
        "init_cond is "
            + (type == null ? null : type.dtype().dslName())
            + ", but it holds or it does not",
        "pass a comparison, such as k == 0");
  }

  private static void phase(CallCheck call) {
    String phase = call.attr(OpAttrs.ACC_PHASE);
    call.require(
        PHASES.contains(phase),
        ATTRIBUTE,
        "acc_phase",
        "acc_phase \"" + phase + "\" does not exist",
        "use unspecified, partial or final");
  }

  private static void bias(CallCheck call, Product product) {
    Operand bias = Operand.of(call, "bias");
    if (bias == null) {
      return;
    }
    boolean fits =
        bias.rank() == 2
            && bias.dtype() == product.dtype()
            && Extents.equal(bias.shape().get(0), Extents.ONE) != Proof.FALSE
            && Extents.equal(bias.shape().get(1), product.shape().getLast()) != Proof.FALSE
            && Extents.lessEqual(product.valid().getLast(), bias.valid().get(1)) != Proof.FALSE;
    call.require(
        fits,
        MATMUL_ACCUMULATOR,
        "bias",
        "bias is "
            + bias.dtype().dslName()
            + " "
            + CallCheck.text(bias.valid())
            + " of "
            + CallCheck.text(bias.shape())
            + ", but the product is "
            + product.dtype().dslName()
            + " "
            + CallCheck.text(product.shape()),
        "add one row of " + product.dtype().dslName() + " with as many columns");
  }

  private static TileType accumulator(Product product) {
    return new TileType(
        product.dtype(),
        product.shape(),
        product.valid(),
        Layouts.of(product.shape(), MemorySpace.ACC),
        MemorySpace.ACC,
        null);
  }

  private static Product product(CallCheck call, boolean batched) {
    Operand lhs = Operand.of(call, "lhs");
    Operand rhs = Operand.of(call, "rhs");
    if (lhs == null || rhs == null) {
      return null;
    }
    call.require(
        lhs.dtype() == rhs.dtype(),
        MATMUL_OPERANDS,
        "rhs",
        "rhs is " + rhs.dtype().dslName() + ", but lhs is " + lhs.dtype().dslName(),
        "cast one of them");
    boolean ranks =
        batched ? lhs.rank() >= 2 && rhs.rank() >= 2 : lhs.rank() == 2 && rhs.rank() == 2;
    if (!ranks) {
      call.report(
          MATMUL_OPERANDS,
          "rhs",
          "lhs has rank "
              + lhs.rank()
              + " and rhs rank "
              + rhs.rank()
              + ", but matrices are multiplied",
          "reshape both to two dimensions");
      return null;
    }
    boolean lhsTransposed = call.attr(OpAttrs.A_TRANS);
    boolean rhsTransposed = call.attr(OpAttrs.B_TRANS);
    Expr lhsInner = side(lhs.shape(), !lhsTransposed);
    Expr rhsInner = side(rhs.shape(), rhsTransposed);
    Proof valid =
        Extents.lessEqual(side(lhs.valid(), !lhsTransposed), side(rhs.valid(), rhsTransposed));
    if (Extents.equal(lhsInner, rhsInner) == Proof.FALSE || valid == Proof.FALSE) {
      call.report(
          MATMUL_OPERANDS,
          "rhs",
          "the inner extent of lhs is "
              + CallCheck.text(lhsInner)
              + " and that of rhs "
              + CallCheck.text(rhsInner)
              + (valid == Proof.FALSE ? ", and less of rhs is valid than of lhs" : ""),
          "multiply [M, K] with [K, N]");
      return null;
    }
    List<Expr> batch =
        Shapes.broadcast(
            lhs.shape().subList(0, lhs.rank() - 2), rhs.shape().subList(0, rhs.rank() - 2));
    if (batch == null) {
      call.report(
          MATMUL_OPERANDS,
          "rhs",
          "the leading extents of "
              + CallCheck.text(lhs.shape())
              + " and "
              + CallCheck.text(rhs.shape())
              + " do not fit",
          "give both the same leading extents, or 1");
      return null;
    }
    List<Expr> shape = new ArrayList<>(batch);
    shape.add(side(lhs.shape(), lhsTransposed));
    shape.add(side(rhs.shape(), !rhsTransposed));
    List<Expr> validShape = new ArrayList<>(batch);
    validShape.add(side(lhs.valid(), lhsTransposed));
    validShape.add(side(rhs.valid(), !rhsTransposed));
    return new Product(shape, validShape, lhs.dtype().isFloat() ? DataType.FP32 : DataType.INT32);
  }

  private static Expr side(List<Expr> extents, boolean last) {
    return extents.get(extents.size() - (last ? 1 : 2));
  }

  private static void accumulates(CallCheck call, Operand acc, Product product) {
    boolean fits = acc.rank() == product.shape().size() && acc.dtype() == product.dtype();
    for (int i = 0; fits && i < acc.rank(); i++) {
      fits =
          Extents.equal(acc.shape().get(i), product.shape().get(i)) != Proof.FALSE
              && Extents.lessEqual(product.valid().get(i), acc.valid().get(i)) != Proof.FALSE;
    }
    call.require(
        fits,
        MATMUL_ACCUMULATOR,
        "acc",
        "acc is "
            + acc.dtype().dslName()
            + " "
            + CallCheck.text(acc.valid())
            + " of "
            + CallCheck.text(acc.shape())
            + ", but the product is "
            + product.dtype().dslName()
            + " "
            + CallCheck.text(product.valid())
            + " of "
            + CallCheck.text(product.shape()),
        "accumulate into a " + product.dtype().dslName() + " value of the product's shape");
  }
}
