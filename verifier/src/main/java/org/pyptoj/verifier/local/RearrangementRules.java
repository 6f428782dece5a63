package org.pyptoj.verifier.local;

import static org.pyptoj.ir.op.ParamRole.LENGTH;
import static org.pyptoj.ir.op.ParamRole.POSITIONS;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.ir.op.ParamRole.TARGET;
import static org.pyptoj.verifier.rule.TileRule.*;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.arith.Proof;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.op.MaskPattern;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.OpKind.Rearrangement;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.call.CallCheck;
import org.pyptoj.verifier.call.Extents;
import org.pyptoj.verifier.call.Operand;
import org.pyptoj.verifier.rule.TileRule;

/** Elements that change places: gathers, scatters and sorts, on tiles and on tensors. */
public final class RearrangementRules {

  /** Values that are sorted together. */
  private static final long BLOCK = 32;

  /** Columns of the shortest sorted run: a block of pairs. */
  private static final long RUN = 2 * BLOCK;

  private RearrangementRules() {}

  public static Call check(CallCheck call, Rearrangement kind) {
    return switch (kind) {
      case GATHER -> Operand.isTileOp(call.op()) ? gather(call) : gatherColumns(call);
      case GATHER_MASK -> gatherMask(call);
      case SCATTER -> scatter(call);
      case SCATTER_MASK -> scatterMask(call);
      case SCATTER_ROWS -> scatterRows(call);
      case SORT_BLOCKS -> sortBlocks(call);
      case MERGE_RUNS -> mergeRuns(call);
    };
  }

  private static Call gather(CallCheck call) {
    Operand source = Operand.of(call, call.name(SOURCE));
    Operand positions = Operand.of(call, call.name(POSITIONS));
    call.tile("tmp");
    if (source == null || positions == null) {
      return call.done(UnknownType.INSTANCE);
    }
    ElementwiseRules.supported(call, SOURCE, source);
    gathered(call, source, positions);
    return call.done(source.result(source.dtype(), positions.shape(), positions.shape()));
  }

  /** Positions that are gathered from. */
  private static void gathered(CallCheck call, Operand source, Operand positions) {
    boolean narrow = positions.dtype() == DataType.INT16 && source.dtype().bytes() == 2;
    call.require(
        positions.dtype() == DataType.INT32 || narrow,
        TileRule.POSITIONS,
        call.name(POSITIONS),
        call.name(POSITIONS)
            + " is "
            + positions.dtype().dslName()
            + ", but "
            + call.name(SOURCE)
            + " is "
            + source.dtype().dslName(),
        "use INT32, or INT16 beside elements of 16 bits");
  }

  /** The last dimension by its positions, row by row. */
  private static Call gatherColumns(CallCheck call) {
    Operand source = Operand.of(call, call.name(SOURCE));
    Operand positions = Operand.of(call, call.name(POSITIONS));
    long dim = call.attr(OpAttrs.DIM, -1L);
    if (source == null || positions == null) {
      return call.done(UnknownType.INSTANCE);
    }
    ElementwiseRules.supported(call, SOURCE, source);
    gathered(call, source, positions);
    int rank = source.rank();
    boolean last = dim == -1 || dim == rank - 1;
    boolean fits = rank >= 2 && positions.rank() == rank;
    for (int i = 0; fits && i < rank - 1; i++) {
      fits = Extents.lessEqual(positions.shape().get(i), source.shape().get(i)) != Proof.FALSE;
    }
    call.require(
        last,
        GATHER_DIM,
        "dim",
        "dim is " + dim + ", but the last dimension is -1 or " + (rank - 1),
        "transpose the tensor, and gather along its last dimension");
    call.require(
        fits,
        GATHER_DIM,
        call.name(POSITIONS),
        call.name(POSITIONS)
            + " is "
            + CallCheck.text(positions.shape())
            + ", but "
            + call.name(SOURCE)
            + " is "
            + CallCheck.text(source.shape()),
        "give both one rank, at least 2, and as many rows");
    if (last && dim != -1) {
      // From here on the last dimension has one number.
      call.replace(OpAttrs.DIM, -1L);
    }
    return call.done(Operand.tensor(source.dtype(), positions.shape(), positions.shape()));
  }

  private static Call gatherMask(CallCheck call) {
    Operand source = Operand.of(call, call.name(SOURCE));
    MaskPattern pattern = call.attr(OpAttrs.MASK_PATTERN);
    DataType wanted = call.attr(OpAttrs.OUTPUT_DTYPE);
    if (source == null) {
      return call.done(UnknownType.INSTANCE);
    }
    ElementwiseRules.supported(call, SOURCE, source);
    call.require(
        wanted == null || wanted.bits() == source.dtype().bits(),
        MASKED_COLUMNS,
        "output_dtype",
        "output_dtype is "
            + (wanted == null ? null : wanted.dslName())
            + ", but "
            + call.name(SOURCE)
            + " is "
            + source.dtype().dslName(),
        "read the bits as a type of the same width, or cast the result");
    if (pattern == null || !twoDimensional(call, call.name(SOURCE), source)) {
      return call.done(UnknownType.INSTANCE);
    }
    Expr columns = source.shape().get(1);
    Long known = Scalars.constant(columns);
    call.require(
        known == null || known % pattern.stride() == 0,
        MASKED_COLUMNS,
        "mask_pattern",
        call.name(SOURCE)
            + " has "
            + CallCheck.text(columns)
            + " columns, but "
            + pattern
            + " takes one of "
            + pattern.stride(),
        "pad the columns to a multiple of " + pattern.stride());
    List<Expr> shape =
        List.of(source.shape().get(0), Scalars.floorDiv(columns, IntConst.index(pattern.stride())));
    return call.done(source.result(wanted == null ? source.dtype() : wanted, shape, shape));
  }

  private static boolean twoDimensional(CallCheck call, String param, Operand operand) {
    call.require(
        operand.rank() == 2,
        TUPLE_RANK,
        param,
        param + " has rank " + operand.rank() + ", but rows and columns are meant",
        "reshape it to two dimensions");
    return operand.rank() == 2;
  }

  private static Call scatter(CallCheck call) {
    Operand target = Operand.of(call, call.name(TARGET));
    Operand source = Operand.of(call, call.name(SOURCE));
    Operand positions = Operand.of(call, call.name(POSITIONS));
    if (target == null || source == null || positions == null) {
      return call.done(target == null ? UnknownType.INSTANCE : rewritten(target));
    }
    written(call, target, source);
    scattered(call, target, positions);
    onePositionEach(call, source, positions);
    if (!Operand.isTileOp(call.op())) {
      alongColumns(call, target, source);
    }
    return call.done(rewritten(target));
  }

  /** Elements of a tensor go to other columns of their row. */
  private static void alongColumns(CallCheck call, Operand target, Operand source) {
    long dim = call.attr(OpAttrs.DIM, -1L);
    boolean last = dim == -1 || dim == 1;
    call.require(
        last,
        GATHER_DIM,
        "dim",
        "dim is " + dim + ", but the last dimension is -1 or 1",
        "transpose the tensor, and scatter along its last dimension");
    if (target.rank() == 2 && source.rank() == 2) {
      boolean fits = true;
      for (int i = 0; i < 2; i++) {
        fits &= Extents.lessEqual(source.shape().get(i), target.shape().get(i)) != Proof.FALSE;
      }
      call.require(
          fits,
          GATHER_DIM,
          "src",
          "src is "
              + CallCheck.text(source.shape())
              + ", but input is "
              + CallCheck.text(target.shape()),
          "scatter no more rows and columns than input has");
    }
    if (last && dim != -1) {
      // From here on the last dimension has one number.
      call.replace(OpAttrs.DIM, -1L);
    }
  }

  /** Rows go to other rows; the others of the target are kept. */
  private static Call scatterRows(CallCheck call) {
    Operand target = Operand.of(call, "input");
    Operand source = Operand.of(call, "src");
    Operand positions = Operand.of(call, "index");
    if (target == null || source == null || positions == null) {
      return call.done(UnknownType.INSTANCE);
    }
    written(call, target, source);
    boolean matrix = twoDimensional(call, "index", positions);
    call.require(
        positions.dtype().isInteger(),
        TileRule.POSITIONS,
        "index",
        "index is " + positions.dtype().dslName() + ", but rows are counted",
        "use INT32");
    long dim = call.attr(OpAttrs.DIM, -2L);
    call.require(
        dim == -2,
        GATHER_DIM,
        "dim",
        "dim is " + dim + ", but rows are dimension -2",
        "pass -2; pl.scatter moves elements along the last dimension");
    if (matrix && target.rank() == 2 && source.rank() == 2) {
      Expr rows = Scalars.mul(positions.shape().get(0), positions.shape().get(1));
      boolean fits =
          Extents.equal(source.shape().get(0), rows) != Proof.FALSE
              && Extents.equal(source.shape().get(1), target.shape().get(1)) != Proof.FALSE
              && Extents.areEqual(positions.valid(), positions.shape())
              && Extents.areEqual(source.valid(), source.shape());
      call.require(
          fits,
          GATHER_DIM,
          "src",
          "src is "
              + CallCheck.text(source.valid())
              + ", but index names "
              + CallCheck.text(rows)
              + " rows of "
              + CallCheck.text(target.shape()),
          "give a whole row of src for each element of index");
    }
    return call.done(rewritten(target));
  }

  /** The type of a tile that an op writes over, or of a tensor with other elements. */
  private static Type rewritten(Operand target) {
    return target.tile() == null
        ? Operand.tensor(target.dtype(), target.shape(), target.valid())
        : target.tile().withMemRef(null);
  }

  /** Positions are as wide as the elements beside them, or INT16 beside single bytes. */
  private static void scattered(CallCheck call, Operand target, Operand positions) {
    int wide = Math.max(2, target.dtype().bytes());
    call.require(
        positions.dtype().isInteger() && positions.dtype().bytes() == wide,
        TileRule.POSITIONS,
        call.name(POSITIONS),
        call.name(POSITIONS)
            + " is "
            + positions.dtype().dslName()
            + ", but "
            + call.name(TARGET)
            + " is "
            + target.dtype().dslName(),
        "use INT32 beside elements of 32 bits and INT16 beside smaller ones");
  }

  private static void onePositionEach(CallCheck call, Operand source, Operand positions) {
    boolean same = positions.rank() == source.rank();
    for (int i = 0; same && i < source.rank(); i++) {
      same =
          Extents.equal(positions.shape().get(i), source.shape().get(i)) != Proof.FALSE
              && Extents.equal(positions.valid().get(i), source.valid().get(i)) != Proof.FALSE;
    }
    call.require(
        same,
        BROADCAST,
        call.name(POSITIONS),
        call.name(POSITIONS)
            + " is "
            + CallCheck.text(positions.valid())
            + ", but "
            + call.name(SOURCE)
            + " is "
            + CallCheck.text(source.valid()),
        "give one position for each element");
  }

  /** What is written into a value has its type, and both have rows and columns. */
  private static void written(CallCheck call, Operand target, Operand source) {
    String into = call.name(TARGET);
    String from = call.name(SOURCE);
    ElementwiseRules.supported(call, TARGET, target);
    call.require(
        source.dtype() == target.dtype(),
        SAME_DTYPE,
        from,
        from
            + " is "
            + source.dtype().dslName()
            + ", but "
            + into
            + " is "
            + target.dtype().dslName(),
        "cast one of them: pl.cast(..., pl." + target.dtype().dslName() + ")");
    twoDimensional(call, into, target);
    twoDimensional(call, from, source);
  }

  private static Call scatterMask(CallCheck call) {
    Operand target = Operand.of(call, call.name(TARGET));
    Operand source = Operand.of(call, call.name(SOURCE));
    MaskPattern pattern = call.attr(OpAttrs.MASK_PATTERN);
    if (target == null || source == null || pattern == null) {
      return call.done(target == null ? UnknownType.INSTANCE : rewritten(target));
    }
    written(call, target, source);
    if (target.rank() == 2 && source.rank() == 2) {
      Expr wide = Scalars.mul(source.shape().get(1), IntConst.index(pattern.stride()));
      boolean fits =
          Extents.equal(target.shape().get(0), source.shape().get(0)) != Proof.FALSE
              && Extents.equal(target.shape().get(1), wide) != Proof.FALSE;
      call.require(
          fits,
          MASKED_COLUMNS,
          call.name(SOURCE),
          call.name(SOURCE)
              + " is "
              + CallCheck.text(source.shape())
              + " and dst "
              + CallCheck.text(target.shape())
              + ", but "
              + pattern
              + " has "
              + pattern.stride()
              + " columns for each one",
          "give dst as many rows and " + pattern.stride() + " times the columns");
    }
    return call.done(rewritten(target));
  }

  private static Call sortBlocks(CallCheck call) {
    Operand source = Operand.of(call, "src");
    Operand indices = Operand.of(call, "idx");
    if (source == null || indices == null) {
      return call.done(UnknownType.INSTANCE);
    }
    ElementwiseRules.supported(call, SOURCE, source);
    ElementwiseRules.supported(call, POSITIONS, indices);
    int last = source.rank() - 1;
    boolean same = last >= 0 && indices.rank() == source.rank();
    for (int i = 0; same && i <= last; i++) {
      same = Extents.equal(indices.shape().get(i), source.shape().get(i)) != Proof.FALSE;
    }
    call.require(
        same,
        SORTED_BLOCKS,
        "idx",
        "idx is "
            + CallCheck.text(indices.shape())
            + ", but src is "
            + CallCheck.text(source.shape()),
        "give one index for each value: pl.arange(0, [1, n], dtype=pl.UINT32)");
    if (last < 0) {
      return call.done(UnknownType.INSTANCE);
    }
    for (Expr columns : List.of(source.shape().get(last), source.valid().get(last))) {
      Long known = Scalars.constant(columns);
      call.require(
          known == null || known % BLOCK == 0,
          SORTED_BLOCKS,
          "src",
          "src has " + known + " columns, but blocks of " + BLOCK + " are sorted",
          "pad it with the least value: pl.fillpad(..., pad_value=pl.PadValue.min)");
    }
    return call.done(
        source.result(
            source.dtype(), doubled(source.shape(), last), doubled(source.valid(), last)));
  }

  private static List<Expr> doubled(List<Expr> extents, int dim) {
    List<Expr> result = new ArrayList<>(extents);
    result.set(dim, Scalars.mul(extents.get(dim), IntConst.index(2)));
    return result;
  }

  private static Call mergeRuns(CallCheck call) {
    Operand source = Operand.of(call, "src0");
    call.integer(call.name(LENGTH), SORTED_RUNS);
    Expr length = call.arg(call.name(LENGTH));
    if (source == null) {
      return call.done(UnknownType.INSTANCE);
    }
    ElementwiseRules.supported(call, SOURCE, source);
    oneRow(call, "src0", source);
    Long known = length == null ? null : Scalars.constant(length);
    if (known != null) {
      call.require(
          known > 0 && known % RUN == 0,
          SORTED_RUNS,
          "block_len",
          "block_len is " + known + ", but runs are " + RUN + " columns long or a multiple",
          "count the columns of a run, two for each pair");
      Long columns = source.rank() == 0 ? null : Scalars.constant(source.valid().getLast());
      call.require(
          columns == null || known <= 0 || known <= columns / 4 && columns % (4 * known) == 0,
          SORTED_RUNS,
          "block_len",
          "src0 has " + columns + " columns, which are not four runs of " + known,
          "merge four runs at a time, or the last two as lists: pl.mrgsort(a, b)");
    }
    return call.done(source.result(source.dtype(), source.shape(), source.valid()));
  }

  private static void oneRow(CallCheck call, String param, Operand operand) {
    List<Expr> shape = operand.shape();
    boolean one =
        !shape.isEmpty()
            && shape.subList(0, shape.size() - 1).stream()
                .noneMatch(e -> Extents.equal(e, Extents.ONE) == Proof.FALSE);
    call.require(
        one,
        SORTED_RUNS,
        param,
        param + " is " + CallCheck.text(shape) + ", but one row is merged",
        "merge row by row");
  }

  /** Two to four sorted lists; on tiles the scratch tile says how long the result is. */
  public static Call merge(CallCheck call, int lists) {
    List<Operand> sources = new ArrayList<>();
    for (int i = 0; i < lists; i++) {
      Operand source = Operand.of(call, "src" + i);
      if (source != null) {
        sources.add(source);
        oneRow(call, "src" + i, source);
      }
    }
    boolean tiles = Operand.isTileOp(call.op());
    Operand tmp = tiles ? Operand.of(call, "tmp") : null;
    if (sources.size() < lists || tiles && tmp == null) {
      return call.done(UnknownType.INSTANCE);
    }
    Operand first = sources.getFirst();
    ElementwiseRules.supported(call, SOURCE, first);
    for (int i = 1; i < lists; i++) {
      Operand source = sources.get(i);
      call.require(
          source.dtype() == first.dtype() && source.rank() == first.rank(),
          SORTED_RUNS,
          "src" + i,
          "src"
              + i
              + " is "
              + source.dtype().dslName()
              + " "
              + CallCheck.text(source.shape())
              + ", but src0 is "
              + first.dtype().dslName()
              + " "
              + CallCheck.text(first.shape()),
          "merge lists of one type and rank");
    }
    if (call.failed()) {
      return call.done(UnknownType.INSTANCE);
    }
    int last = first.rank() - 1;
    Expr columns = first.shape().get(last);
    for (Operand source : sources.subList(1, lists)) {
      columns = Scalars.add(columns, source.shape().get(last));
    }
    List<Expr> shape = new ArrayList<>(first.shape());
    shape.set(last, columns);
    if (tmp != null) {
      boolean fits =
          tmp.dtype() == first.dtype()
              && tmp.rank() == first.rank()
              && Extents.equal(tmp.shape().getLast(), columns) != Proof.FALSE;
      call.require(
          fits,
          SORTED_RUNS,
          "tmp",
          "tmp is "
              + tmp.dtype().dslName()
              + " "
              + CallCheck.text(tmp.shape())
              + ", but the lists have "
              + CallCheck.text(columns)
              + " columns",
          "create it with the type of the lists and all their columns");
    }
    return call.done(first.result(first.dtype(), shape, shape));
  }
}
