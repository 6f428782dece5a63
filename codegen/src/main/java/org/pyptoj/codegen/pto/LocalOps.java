package org.pyptoj.codegen.pto;

import static org.pyptoj.ir.op.ParamRole.COLUMN;
import static org.pyptoj.ir.op.ParamRole.CONDITION;
import static org.pyptoj.ir.op.ParamRole.LENGTH;
import static org.pyptoj.ir.op.ParamRole.LHS;
import static org.pyptoj.ir.op.ParamRole.OFFSETS;
import static org.pyptoj.ir.op.ParamRole.POSITIONS;
import static org.pyptoj.ir.op.ParamRole.RHS;
import static org.pyptoj.ir.op.ParamRole.ROW;
import static org.pyptoj.ir.op.ParamRole.SCRATCH;
import static org.pyptoj.ir.op.ParamRole.SHAPE;
import static org.pyptoj.ir.op.ParamRole.SOURCE;
import static org.pyptoj.ir.op.ParamRole.SOURCE_OFFSETS;
import static org.pyptoj.ir.op.ParamRole.START;
import static org.pyptoj.ir.op.ParamRole.TARGET;
import static org.pyptoj.ir.op.ParamRole.TARGET_OFFSETS;
import static org.pyptoj.ir.op.ParamRole.VALID_SHAPE;
import static org.pyptoj.ir.op.ParamRole.VALUE;
import static org.pyptoj.ir.op.ParamRole.VECTOR;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FloatConst;
import org.pyptoj.ir.expr.IntConst;
import org.pyptoj.ir.expr.Scalars;
import org.pyptoj.ir.expr.Var;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.MaskPattern;
import org.pyptoj.ir.op.OpAttrs;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.TensorLayout;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TensorView;
import org.pyptoj.ir.type.TileType;

/** Writes ops on tiles, and what moves between them and the rank's own tensors. */
final class LocalOps {

  private static final List<String> COMPARISONS = List.of("eq", "ne", "lt", "le", "gt", "ge");

  private final KernelScope scope;
  private final PtoWriter out;

  /** The type of the tile that is being produced. */
  private String handleType;

  LocalOps(KernelScope scope) {
    this.scope = scope;
    this.out = scope.out;
  }

  /** Declares the storage of a tile at its address. */
  String allocate(Var tile, TileType type) {
    List<String> valid = validBox(type);
    String handle = out.named(tile.name());
    allocate(handle, type, valid);
    scope.scalars.bind(tile, handle);
    return handle;
  }

  void allocate(String handle, TileType type, List<String> valid) {
    String spelled = PtoTypes.tile(type);
    String address = address(type);
    out.line(
        handle
            + " = pto.alloc_tile addr = "
            + address
            + " valid_row = "
            + valid.getFirst()
            + " valid_col = "
            + valid.getLast()
            + " : "
            + spelled);
    scope.tileType(handle, spelled);
  }

  private String address(TileType type) {
    if (type.memRef() == null || type.memRef().address() == null) {
      throw new IllegalStateException("a tile has no address");
    }
    return scope.scalars.convert(type.memRef().address(), DataType.INT64);
  }

  /** Rows and columns of a tile's valid box as values. */
  List<String> validBox(TileType type) {
    List<Expr> valid = type.validShape();
    String columns = scope.scalars.index(valid.getLast());
    String rows =
        type.rank() < 2 ? out.constant(1, DataType.INDEX) : scope.scalars.index(valid.getFirst());
    return List.of(rows, columns);
  }

  /** The whole physical box. */
  List<String> physicalBox(TileType type) {
    return List.of(
        out.constant(PtoTypes.rows(type), DataType.INDEX),
        out.constant(PtoTypes.cols(type), DataType.INDEX));
  }

  /** One operand and its type; numbers take the element type of the result. */
  private record Operand(String value, String type) {}

  private Operand operand(Expr expr, DataType element) {
    if (expr.type() instanceof TileType) {
      return new Operand(scope.handle(expr), scope.tileType(expr));
    }
    boolean bare = expr instanceof IntConst || expr instanceof FloatConst;
    DataType dtype = bare && element != null ? element : Scalars.dtypeOf(expr);
    return new Operand(scope.scalars.convert(expr, dtype), dtype.mlirName());
  }

  private void insOuts(
      String mnemonic, List<Operand> operands, String inside, String handle, String after) {
    insOuts(mnemonic, operands, inside, "", handle, after);
  }

  private void insOuts(
      String mnemonic,
      List<Operand> operands,
      String inside,
      String behindTypes,
      String handle,
      String after) {
    String values = String.join(", ", operands.stream().map(Operand::value).toList());
    String types = String.join(", ", operands.stream().map(Operand::type).toList());
    out.line(
        "pto."
            + mnemonic
            + " ins("
            + values
            + inside
            + " : "
            + types
            + behindTypes
            + ") outs("
            + handle
            + " : "
            + handleType
            + ")"
            + after);
  }

  private static String phase(Call call) {
    String phase = call.attr(OpAttrs.ACC_PHASE);
    return phase.equals("unspecified") ? "" : " {accPhase = #pto<acc_phase " + phase + ">}";
  }

  /** Adds a product to what is there, or writes it, as a condition says. */
  private void accumulate(Call call, String handle) {
    Expr condition = call.optional(CONDITION);
    if (condition instanceof IntConst known) {
      product(call, handle, known.value() != 0);
    } else if (condition == null) {
      product(call, handle, false);
    } else {
      out.open("scf.if " + scope.scalars.convert(condition, DataType.BOOL) + " {");
      product(call, handle, true);
      out.between("} else {");
      product(call, handle, false);
      out.close("}");
    }
  }

  private void product(Call call, String handle, boolean anew) {
    String mnemonic = call.op().mnemonic();
    List<Operand> operands = new ArrayList<>();
    if (!anew) {
      operands.add(new Operand(handle, handleType));
    }
    operands.add(operand(call.operand(LHS), null));
    operands.add(operand(call.operand(RHS), null));
    insOuts(anew ? mnemonic.replace(".acc", "") : mnemonic, operands, "", handle, phase(call));
  }

  private void merge(Call call, String handle) {
    String taken = out.named("executed_vec");
    out.line(taken + " = arith.constant dense<0> : vector<4xi16>");
    List<Operand> operands = all(call, null);
    out.line(
        "pto."
            + call.op().mnemonic()
            + " ins("
            + String.join(", ", operands.stream().map(Operand::value).toList())
            + " {exhausted = "
            + call.attr(OpAttrs.EXHAUSTED)
            + "} : "
            + String.join(", ", operands.stream().map(Operand::type).toList())
            + ") outs("
            + handle
            + ", "
            + taken
            + " : "
            + handleType
            + ", vector<4xi16>)");
  }

  /** A call whose result is a tile with storage of its own. */
  void produce(PtoForm form, Call call, String handle, TileType type) {
    handleType = PtoTypes.tile(type);
    String mnemonic = call.op().mnemonic();
    DataType element = type.dtype();
    switch (form) {
      case INS_OUTS -> insOuts(mnemonic, all(call, element), "", handle, "");
      case INS_OUTS_INT -> {
        boolean lists = call.op().signature().has(LENGTH);
        Expr value = call.operand(lists ? SOURCE : LHS);
        Expr number = call.operand(lists ? LENGTH : RHS);
        insOuts(
            mnemonic,
            List.of(
                operand(value, element),
                new Operand(scope.scalars.convert(number, DataType.INT32), "i32")),
            "",
            handle,
            "");
      }
      case CAST -> {
        String mode = call.attr(OpAttrs.ROUNDING).toUpperCase(java.util.Locale.ROOT);
        insOuts(
            mnemonic,
            List.of(operand(call.operand(SOURCE), null)),
            " {rmode = #pto<round_mode " + mode + ">}",
            handle,
            "");
      }
      case COMPARE -> {
        String how = COMPARISONS.get(call.attr(OpAttrs.CMP_TYPE).intValue());
        DataType compared = ((TileType) call.operand(LHS).type()).dtype();
        insOuts(mnemonic, all(call, compared), " {cmpMode = #pto<cmp " + how + ">}", handle, "");
      }
      case PRECISION -> {
        String kind = mnemonic.substring(1) + "_precision";
        boolean high = call.attr(OpAttrs.HIGH_PRECISION);
        insOuts(
            mnemonic,
            all(call, element),
            "",
            handle,
            high ? " {precisionType = #pto<" + kind + " high_precision>}" : "");
      }
      case SECOND_ONLY ->
          insOuts(mnemonic, List.of(operand(call.operand(VECTOR), element)), "", handle, "");
      case FILL -> {
        ParamRole number = call.op().signature().has(VALUE) ? VALUE : RHS;
        insOuts(mnemonic, List.of(operand(call.operand(number), element)), "", handle, "");
      }
      case FIRST_ONLY ->
          insOuts(mnemonic, List.of(operand(call.operand(SOURCE), null)), "", handle, "");
      case MASKED -> {
        Operand source = operand(call.operand(SOURCE), null);
        MaskPattern pattern = call.attr(OpAttrs.MASK_PATTERN);
        insOuts(
            mnemonic,
            List.of(source),
            ", {maskPattern = #pto.mask_pattern<" + pattern + ">}",
            ", \"row\"",
            handle,
            "");
      }
      case SCATTER ->
          insOuts(
              mnemonic,
              List.of(operand(call.operand(SOURCE), null), operand(call.operand(POSITIONS), null)),
              "",
              handle,
              "");
      case MERGE -> merge(call, handle);
      case TRIANGLE -> {
        Operand diagonal = operand(call.operand(START), DataType.INT32);
        int upper = call.attr(OpAttrs.UPPER) ? 1 : 0;
        out.line(
            "\"pto.ttri\"("
                + diagonal.value()
                + ", "
                + handle
                + ") {upperOrLower = "
                + upper
                + " : i32} : ("
                + diagonal.type()
                + ", "
                + handleType
                + ") -> ()");
      }
      case COL_REDUCE -> {
        String tree = call.has(SCRATCH) ? " {isBinary = true}" : "";
        insOuts(mnemonic, all(call, element), tree, handle, "");
      }
      case MATMUL -> insOuts(mnemonic, all(call, element), "", handle, phase(call));
      case MATMUL_ACC -> accumulate(call, handle);
      case TRANSPOSE -> {
        Expr source = call.operand(SOURCE);
        Expr scratch = call.operand(SCRATCH);
        if (scratch == null) {
          throw new IllegalStateException("a transpose has no scratch tile");
        }
        String sourceType = scope.tileType(source);
        insOuts(
            mnemonic,
            List.of(
                new Operand(scope.handle(source), sourceType),
                new Operand(scope.handle(scratch), sourceType)),
            "",
            handle,
            "");
      }
      case EXTRACT -> {
        List<Operand> operands = new ArrayList<>();
        operands.add(operand(call.operand(SOURCE), null));
        operands.add(new Operand(scope.scalars.index(call.operand(ROW)), "index"));
        operands.add(new Operand(scope.scalars.index(call.operand(COLUMN)), "index"));
        insOuts(mnemonic, operands, "", handle, "");
      }
      case SEQUENCE ->
          insOuts(
              mnemonic,
              List.of(operand(call.operand(START), element)),
              "",
              handle,
              " {descending = " + call.attr(OpAttrs.DESCENDING) + "}");
      case ASSEMBLE -> assemble(call, handle, type);
      case GATHER_ROW -> gatherRow(call, handle, type);
      case LOAD -> load(call, handle);
      case ALLOCATION -> {}
      default -> throw new IllegalStateException(form + " has no tile result");
    }
  }

  private List<Operand> all(Call call, DataType element) {
    return call.args().stream().map(a -> operand(a, element)).toList();
  }

  private void load(Call call, String handle) {
    Var tensor = (Var) call.operand(SOURCE);
    TensorLike type = (TensorLike) tensor.type();
    List<Expr> sizes =
        KernelScope.elements(
            call.operand(VALID_SHAPE) == null ? call.operand(SHAPE) : call.operand(VALID_SHAPE));
    List<String> offsets = scope.offsets(KernelScope.elements(call.operand(OFFSETS)));
    String region =
        scope.partition(tensor.name() + "_pview", scope.place(tensor).view(), type, offsets, sizes);
    out.line(
        "pto.tload ins("
            + region
            + " : "
            + PtoTypes.partition(sizes, type.dtype())
            + ") outs("
            + handle
            + " : "
            + handleType
            + ")");
  }

  /** The extents that a store writes: those given, or the tile's valid box. */
  static List<Expr> storedSizes(Call call, TileType tile, int rank) {
    if (call.operand(SHAPE) != null && rank > 2) {
      return KernelScope.elements(call.operand(SHAPE));
    }
    return KernelScope.boxIn(tile.validShape(), rank);
  }

  void store(Call call) {
    Expr tile = call.operand(SOURCE);
    Var tensor = (Var) call.operand(TARGET);
    TensorLike type = (TensorLike) tensor.type();
    List<Expr> sizes = storedSizes(call, (TileType) tile.type(), type.rank());
    List<String> sizeValues = scope.indices(sizes);
    List<String> offsets = scope.offsets(KernelScope.elements(call.operand(OFFSETS)));
    String region =
        scope.partition(
            tensor.name() + "_pview", scope.place(tensor).view(), type, offsets, sizes, sizeValues);
    storeTo(tile, region, PtoTypes.partition(sizes, type.dtype()), call);
  }

  void storeTo(Expr tile, String region, String regionType, Call call) {
    boolean adds = call.attr(OpAttrs.ATOMIC) == AtomicType.ADD;
    out.line(
        "pto.tstore ins("
            + scope.handle(tile)
            + " : "
            + scope.tileType(tile)
            + ") outs("
            + region
            + " : "
            + regionType
            + ")"
            + (adds ? " {atomicType = #pto<atomic_type atomic_add>}" : ""));
  }

  private void assemble(Call call, String handle, TileType type) {
    Expr target = call.operand(TARGET);
    Expr source = call.operand(SOURCE);
    List<Expr> offset = KernelScope.elements(call.operand(OFFSETS));
    TileType targetType = (TileType) target.type();
    TileType sourceType = (TileType) source.type();
    boolean inPlace = targetType.memRef() != null && targetType.memRef().equals(type.memRef());
    if (!inPlace) {
      out.line(
          "pto.tmov ins("
              + scope.handle(target)
              + " : "
              + scope.tileType(target)
              + ") outs("
              + handle
              + " : "
              + handleType
              + ")");
    }
    String row = scope.scalars.index(offset.getFirst());
    String col = scope.scalars.index(offset.getLast());
    List<String> valid = validBox(sourceType);
    String viewType =
        PtoTypes.tile(
            sourceType,
            knownOr(sourceType.validShape().getFirst()),
            knownOr(sourceType.validShape().getLast()));
    String view = out.named("assemble_view");
    out.line(
        view
            + " = pto.subview "
            + handle
            + "["
            + row
            + ", "
            + col
            + "] sizes ["
            + PtoTypes.rows(sourceType)
            + ", "
            + PtoTypes.cols(sourceType)
            + "] valid ["
            + valid.getFirst()
            + ", "
            + valid.getLast()
            + "] : "
            + handleType
            + " -> "
            + viewType);
    out.line(
        "pto.tmov ins("
            + scope.handle(source)
            + " : "
            + scope.tileType(source)
            + ") outs("
            + view
            + " : "
            + viewType
            + ")");
  }

  /** A load into a part of the tile that the result lies in. */
  private void gatherRow(Call call, String handle, TileType type) {
    boolean transposed = call.attr(OpAttrs.TRANSPOSE);
    List<Expr> window = ordered(call.operand(SHAPE), transposed);
    List<Expr> moved =
        call.has(VALID_SHAPE) ? ordered(call.operand(VALID_SHAPE), transposed) : window;
    List<Expr> to = KernelScope.elements(call.operand(TARGET_OFFSETS));
    List<Expr> from = ordered(call.operand(SOURCE_OFFSETS), transposed);
    Var tensor = (Var) call.operand(SOURCE);
    TensorLike source = (TensorLike) tensor.type();
    List<String> extents = scope.indices(moved);

    List<Expr> box =
        List.of(
            inBoxes(window.getFirst(), type.layout().boxRows(type.dtype())),
            inBoxes(window.getLast(), type.layout().boxColumns(type.dtype())));
    TileType part = new TileType(type.dtype(), box, box, type.layout(), type.space(), null);
    String partType = PtoTypes.tile(part, knownOr(moved.getFirst()), knownOr(moved.getLast()));
    String view = out.named("gather_row_view");
    out.line(
        view
            + " = pto.subview "
            + handle
            + "["
            + scope.scalars.index(to.getFirst())
            + ", "
            + scope.scalars.index(to.getLast())
            + "] sizes ["
            + PtoTypes.rows(part)
            + ", "
            + PtoTypes.cols(part)
            + "] valid ["
            + String.join(", ", extents)
            + "] : "
            + handleType
            + " -> "
            + partType);

    String whole = scope.place(tensor).view();
    TensorLike seen = source;
    if (transposed) {
      seen = columns(source);
      whole = out.named(tensor.name() + "_dn_view");
      scope.tensorView(whole, scope.place(tensor).pointer(), seen);
    }
    String region =
        scope.partition(tensor.name() + "_pview", whole, seen, scope.offsets(from), moved, extents);
    out.line(
        "pto.tload ins("
            + region
            + " : "
            + PtoTypes.partition(moved, type.dtype())
            + ") outs("
            + view
            + " : "
            + partType
            + ")");
  }

  private static List<Expr> ordered(Expr tuple, boolean reversed) {
    List<Expr> elements = KernelScope.elements(tuple);
    return reversed ? elements.reversed() : elements;
  }

  /** An extent that is known, rounded up to whole boxes. */
  private static Expr inBoxes(Expr extent, int box) {
    long known = Scalars.constant(extent);
    return IntConst.index((known + box - 1) / box * box);
  }

  /** A matrix in global memory read column by column. */
  private static TensorType columns(TensorLike matrix) {
    List<Expr> stride = matrix.view().stride();
    Expr row = stride.isEmpty() ? matrix.shape().getLast() : stride.getFirst();
    Expr element = stride.isEmpty() ? IntConst.index(1) : stride.getLast();
    return new TensorType(
        matrix.dtype(),
        matrix.shape().reversed(),
        new TensorView(List.of(element, row), List.of(), TensorLayout.DN));
  }

  private static String knownOr(Expr extent) {
    Long value = Scalars.constant(extent);
    return value == null ? "?" : value.toString();
  }

  /** A part of a tile that stays where it is. */
  void slice(Var target, Call call, TileType type) {
    Expr source = call.operand(SOURCE);
    TileType sourceType = (TileType) source.type();
    List<Expr> offset = KernelScope.elements(call.operand(OFFSETS));
    String row = scope.scalars.index(offset.getFirst());
    String col = scope.scalars.index(offset.getLast());
    TileType window =
        new TileType(
            sourceType.dtype(),
            KernelScope.elements(call.operand(SHAPE)),
            List.of(),
            sourceType.layout(),
            sourceType.space(),
            null);
    String valid = "";
    String viewType;
    if (call.operand(VALID_SHAPE) != null) {
      List<Expr> box = KernelScope.elements(call.operand(VALID_SHAPE));
      valid =
          " valid ["
              + scope.scalars.index(box.getFirst())
              + ", "
              + scope.scalars.index(box.getLast())
              + "]";
      viewType = PtoTypes.tile(window, knownOr(box.getFirst()), knownOr(box.getLast()));
    } else {
      String rows = windowExtent(sourceType, window, offset, 0);
      String cols = windowExtent(sourceType, window, offset, 1);
      boolean open = rows.equals("?") || cols.equals("?");
      viewType = PtoTypes.tile(window, open ? "?" : rows, open ? "?" : cols);
    }
    String view = out.named(target.name());
    out.line(
        view
            + " = pto.subview "
            + scope.handle(source)
            + "["
            + row
            + ", "
            + col
            + "] sizes ["
            + PtoTypes.rows(window)
            + ", "
            + PtoTypes.cols(window)
            + "]"
            + valid
            + " : "
            + scope.tileType(source)
            + " -> "
            + viewType);
    scope.tileType(view, viewType);
    scope.scalars.bind(target, view);
  }

  /** The part of a window that the source's valid box covers, where both are known. */
  private static String windowExtent(TileType source, TileType window, List<Expr> offset, int dim) {
    long size = dim == 0 ? PtoTypes.rows(window) : PtoTypes.cols(window);
    Long start = Scalars.constant(offset.get(dim));
    Long valid = Scalars.constant(source.validShape().get(dim));
    if (start != null && valid != null) {
      return Long.toString(Math.min(size, Math.max(0, valid - start)));
    }
    return valid != null && valid >= size ? Long.toString(size) : "?";
  }

  /** Narrows a tile in place; the result is the same handle. */
  void setValidShape(Var target, Call call) {
    Expr tile = call.operand(SOURCE);
    String rows = scope.scalars.index(call.operand(ROW));
    String cols = scope.scalars.index(call.operand(COLUMN));
    String handle = scope.handle(tile);
    out.line(
        "pto.set_validshape " + handle + ", " + rows + ", " + cols + " : " + scope.tileType(tile));
    if (target != null) {
      scope.scalars.bind(target, handle);
    }
  }

  /** Another view of a tensor's memory. */
  void viewTensor(Var target, Call call) {
    TensorPlace place = scope.place(call.operand(SOURCE));
    String view = out.named(target.name());
    scope.tensorView(view, place.pointer(), (TensorLike) target.type());
    scope.place(target, new TensorPlace(view, place.pointer(), false));
  }
}
