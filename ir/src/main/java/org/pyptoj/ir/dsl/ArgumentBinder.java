package org.pyptoj.ir.dsl;

import com.oracle.graal.python.pegparser.sst.ExprTy;
import com.oracle.graal.python.pegparser.sst.KeywordTy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.op.AbiEnum;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.CallSite;
import org.pyptoj.ir.op.MaskPattern;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.ir.op.ParamKind;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileLayout;

/** Binds the arguments of an op call to the op's parameters, as Python binds a function's. */
final class ArgumentBinder {

  /**
   * Bound arguments.
   *
   * @param operands operands in the order of the row, null where one is not given
   * @param attrs attributes that were written
   * @param site where each is written
   */
  record Bound(List<Expr> operands, Attrs attrs, CallSite site) {}

  private final Evaluator evaluator;
  private final boolean irText;

  ArgumentBinder(Evaluator evaluator, boolean irText) {
    this.evaluator = evaluator;
    this.irText = irText;
  }

  /**
   * Binds the arguments of a call.
   *
   * @param unused keywords that say nothing new
   */
  Bound bind(
      Op op,
      ExprTy.Call call,
      List<Object> positional,
      Map<String, Object> keywords,
      Set<String> unused) {
    List<OpParam> params = irText ? op.signature().params() : op.signature().written();
    Map<String, Object> given = new LinkedHashMap<>();
    Map<String, Span> spans = new HashMap<>();
    Map<String, Object> extra = new LinkedHashMap<>();
    List<OpParam> byPosition = params.stream().filter(p -> !p.keywordOnly()).toList();
    if (positional.size() > byPosition.size()) {
      throw Reports.error(
          DslRule.ARGUMENTS,
          op.fullName()
              + " takes at most "
              + byPosition.size()
              + " positional arguments, "
              + positional.size()
              + " are given",
          evaluator.span(call.args[byPosition.size()]),
          "its parameters are " + signature(op));
    }
    for (int i = 0; i < positional.size(); i++) {
      given.put(byPosition.get(i).name(), positional.get(i));
      spans.put(byPosition.get(i).name(), evaluator.span(call.args[i]));
    }
    for (KeywordTy keyword : call.keywords) {
      if (unused.contains(keyword.arg)) {
        continue;
      }
      OpParam param =
          params.stream().filter(p -> p.name().equals(keyword.arg)).findFirst().orElse(null);
      Span span = evaluator.span(keyword.value);
      if (param == null) {
        if (irText) {
          extra.put(keyword.arg, keywords.get(keyword.arg));
          continue;
        }
        throw Reports.error(
            DslRule.ARGUMENTS,
            op.fullName() + " has no parameter '" + keyword.arg + "'",
            span,
            "its parameters are " + signature(op));
      }
      if (given.containsKey(param.name())) {
        throw Reports.error(
            DslRule.ARGUMENTS,
            op.fullName() + " gets '" + param.name() + "' twice",
            span,
            "drop one of the two");
      }
      given.put(param.name(), keywords.get(keyword.arg));
      spans.put(param.name(), span);
    }
    List<Expr> operands = new ArrayList<>();
    Map<String, Object> attrs = new LinkedHashMap<>();
    for (OpParam param : params) {
      boolean present = given.containsKey(param.name());
      Object value = given.get(param.name());
      if (value instanceof HostValue h) {
        value = evaluator.values().plain(h) instanceof HostValue ? h : scalarOf(h);
      }
      if (present && value == PyNone.NONE && !param.required()) {
        present = false;
      }
      Span span = spans.getOrDefault(param.name(), evaluator.span(call));
      if (!present) {
        if (param.required()) {
          throw Reports.error(
              DslRule.ARGUMENTS,
              op.fullName() + " needs '" + param.name() + "'",
              evaluator.span(call),
              "its parameters are " + signature(op));
        }
        if (param.isOperand()) {
          operands.add(null);
        }
        continue;
      }
      if (param.isOperand()) {
        operands.add(operand(op, param, value, span));
      } else {
        attrs.put(param.name(), attribute(op, param, value, span));
      }
    }
    extra.forEach((k, v) -> attrs.put(k, evaluator.values().attrValue(v)));
    return new Bound(operands, new Attrs(attrs), new CallSite(evaluator.span(call), spans));
  }

  /** An object of a class of the script's as the plain number or text that it is. */
  private Object scalarOf(HostValue value) {
    Object plain = evaluator.values().plain(value);
    return plain instanceof List<?> || plain instanceof Map<?, ?> ? value : plain;
  }

  private static String signature(Op op) {
    List<String> parts = new ArrayList<>();
    boolean star = false;
    for (OpParam p : op.signature().written()) {
      if (p.keywordOnly() && !star) {
        parts.add("*");
        star = true;
      }
      parts.add(p.required() ? p.name() : p.name() + "=" + p.defaultText());
    }
    return op.shortName() + "(" + String.join(", ", parts) + ")";
  }

  private Expr operand(Op op, OpParam param, Object value, Span span) {
    return switch (param.kind()) {
      case INTS -> tuple(op, param, value, span);
      case INDICES ->
          evaluator.sequence(value) != null
              ? tuple(op, param, value, span)
              : scalar(op, param, value, span);
      case SCALAR, NUMBER -> scalar(op, param, value, span);
      default -> {
        if (value instanceof Expr e) {
          yield e;
        }
        yield scalar(op, param, value, span);
      }
    };
  }

  private Expr scalar(Op op, OpParam param, Object value, Span span) {
    if (value instanceof Expr e) {
      return e;
    }
    if (value instanceof Long || value instanceof Double || value instanceof Boolean) {
      return evaluator.values().scalar(value, span, param.name());
    }
    throw wrong(op, param, value, span, param.kind().stubType());
  }

  private Expr tuple(Op op, OpParam param, Object value, Span span) {
    if (value instanceof MakeTuple t) {
      return t;
    }
    List<Object> list = evaluator.sequence(value);
    if (list == null) {
      throw wrong(op, param, value, span, "a list of integers");
    }
    List<Expr> elements = new ArrayList<>();
    for (Object element : list) {
      Object plain = element instanceof HostValue h ? evaluator.values().plain(h) : element;
      if (!(plain instanceof Expr || plain instanceof Long)) {
        throw wrong(op, param, element, span, "a list of integers");
      }
      elements.add(evaluator.values().scalar(plain, span, param.name()));
    }
    return new MakeTuple(elements, span);
  }

  private static RuntimeException wrong(
      Op op, OpParam param, Object value, Span span, String wanted) {
    return Reports.error(
        param.isOperand() ? DslRule.ARGUMENTS : DslRule.ARGUMENT_VALUE,
        op.fullName()
            + " wants "
            + wanted
            + " for '"
            + param.name()
            + "', not "
            + Values.describe(value),
        span,
        "its parameters are " + signature(op));
  }

  private Object attribute(Op op, OpParam param, Object value, Span span) {
    Object converted =
        switch (param.kind()) {
          case INT -> value instanceof Long ? value : null;
          case FLOAT ->
              value instanceof Double ? value : value instanceof Long l ? (double) l : null;
          case BOOL -> value instanceof Boolean ? value : null;
          case TEXT -> value instanceof String ? value : value instanceof Long l ? mode(l) : null;
          case DTYPE -> value instanceof DataType ? value : null;
          case MEMORY -> value instanceof MemorySpace ? value : null;
          case PAD -> pad(value);
          case TILE_LAYOUT -> value instanceof TileLayout.Order ? value : null;
          case MASK_PATTERN -> abi(MaskPattern.class, value);
          case INT_LIST ->
              evaluator.values().attrValue(value) instanceof List<?> list
                      && list.stream().allMatch(Long.class::isInstance)
                  ? List.copyOf(list)
                  : null;
          case NOTIFY_OP -> abi(NotifyOp.class, value);
          case WAIT_CMP -> abi(WaitCmp.class, value);
          case ATOMIC_TYPE -> abi(AtomicType.class, value);
          case REDUCE_OP -> abi(ReduceOp.class, value);
          default -> value;
        };
    if (converted == null) {
      throw wrong(op, param, value, span, wanted(param.kind()));
    }
    return converted;
  }

  private static String wanted(ParamKind kind) {
    return switch (kind) {
      case NOTIFY_OP -> "pld.NotifyOp";
      case WAIT_CMP -> "pld.WaitCmp";
      case ATOMIC_TYPE -> "pld.AtomicType";
      case REDUCE_OP -> "pld.ReduceOp";
      case MASK_PATTERN -> "pl.tile.MaskPattern";
      case DTYPE -> "a dtype such as pl.FP32";
      case MEMORY -> "pl.MemorySpace";
      case INT -> "a compile-time int";
      case BOOL -> "a compile-time bool";
      default -> kind.stubType();
    };
  }

  private static <E extends Enum<E> & AbiEnum> Object abi(Class<E> type, Object value) {
    if (type.isInstance(value)) {
      return value;
    }
    // The packed form: an int is the released number of a variant; the op's type rule refuses
    // others.
    return value instanceof Long code
        ? AbiEnum.of(type, code).<Object>map(variant -> variant).orElse(code)
        : null;
  }

  private static Object mode(long code) {
    List<String> modes = List.of("none", "rint", "round", "floor", "ceil", "trunc", "odd");
    return code >= 0 && code < modes.size() ? modes.get((int) code) : null;
  }

  private static Object pad(Object value) {
    return switch (value) {
      case TileLayout.Pad p -> p;
      case Long l when l == 0 -> TileLayout.Pad.ZERO;
      case Double d when d == 0 -> TileLayout.Pad.ZERO;
      case Double d when d == Double.POSITIVE_INFINITY -> TileLayout.Pad.MAX;
      case Double d when d == Double.NEGATIVE_INFINITY -> TileLayout.Pad.MIN;
      default -> null;
    };
  }
}
