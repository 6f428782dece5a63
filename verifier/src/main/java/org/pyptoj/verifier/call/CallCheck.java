package org.pyptoj.verifier.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.pyptoj.ir.Printer;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.expr.AttrKey;
import org.pyptoj.ir.expr.Attrs;
import org.pyptoj.ir.expr.Call;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.MakeTuple;
import org.pyptoj.ir.op.AbiEnum;
import org.pyptoj.ir.op.AtomicType;
import org.pyptoj.ir.op.CallSite;
import org.pyptoj.ir.op.MaskPattern;
import org.pyptoj.ir.op.NotifyOp;
import org.pyptoj.ir.op.Op;
import org.pyptoj.ir.op.OpParam;
import org.pyptoj.ir.op.ParamRole;
import org.pyptoj.ir.op.ReduceOp;
import org.pyptoj.ir.op.WaitCmp;
import org.pyptoj.ir.type.DistributedTensorType;
import org.pyptoj.ir.type.ScalarType;
import org.pyptoj.ir.type.TensorLike;
import org.pyptoj.ir.type.TensorType;
import org.pyptoj.ir.type.TileType;
import org.pyptoj.ir.type.Type;
import org.pyptoj.ir.type.UnknownType;
import org.pyptoj.verifier.rule.DistributedRule;
import org.pyptoj.verifier.rule.Rule;
import org.pyptoj.verifier.rule.TileRule;

/**
 * One call under check: hands out its operands with their kinds checked and gathers what is wrong.
 * An accessor reports a wrong kind and returns null, and the rules that need the operand then keep
 * silent, so that one mistake is told once while the others are still found.
 */
public final class CallCheck {

  private final Op op;
  private final List<Expr> args;
  private final CallSite site;
  private final List<Diagnostic> found = new ArrayList<>();
  private Attrs attrs;

  public CallCheck(Op op, List<Expr> args, Attrs attrs, CallSite site) {
    this.op = op;
    this.args = args;
    this.attrs = attrs;
    this.site = site;
    checkCount();
    checkAttributes();
  }

  public Op op() {
    return op;
  }

  public Attrs attrs() {
    return attrs;
  }

  /** The value of an attribute, or where it is not given, what the op's row says; may be null. */
  public <T> T attr(AttrKey<T> key) {
    return attr(key, null);
  }

  /** The value of an attribute, with another one in the place of what is missing or wrong. */
  public <T> T attr(AttrKey<T> key, T otherwise) {
    T value = attrs.has(key) ? attrs.get(key) : op.signature().absent(key);
    return value == null ? otherwise : value;
  }

  /** Writes an attribute in its one form. */
  public <T> void replace(AttrKey<T> key, T value) {
    attrs = attrs.with(key, value);
  }

  /** The operand of a parameter, or null where it is not given. */
  public Expr arg(String param) {
    int index = op.signature().operandIndex(param);
    return index >= 0 && index < args.size() ? args.get(index) : null;
  }

  /** Whether the operand of a parameter is given. */
  public boolean has(String param) {
    return arg(param) != null;
  }

  public void report(Rule rule, String param, String message, String help) {
    found.add(new Diagnostic(rule.code(), op.shortName() + ": " + message, spanOf(param), help));
  }

  /** Reports unless a condition holds. */
  public void require(boolean holds, Rule rule, String param, String message, String help) {
    if (!holds) {
      report(rule, param, message, help);
    }
  }

  private Span spanOf(String param) {
    return param == null ? site.call() : site.of(param);
  }

  public TileType tile(String param, Rule rule) {
    return kind(param, rule, TileType.class, "a Tile", "load it first: pl.load(tensor, ...)");
  }

  public TileType tile(String param) {
    return tile(param, TileRule.OPERAND_KIND);
  }

  public TensorType tensor(String param, Rule rule, String help) {
    return kind(param, rule, TensorType.class, "a Tensor", help);
  }

  /** A window-bound tensor; a plain one does not match. */
  public DistributedTensorType window(String param, Rule rule) {
    return kind(
        param,
        rule,
        DistributedTensorType.class,
        "a DistributedTensor",
        "declare it as pld.DistributedTensor[...] and pass a pld.window(...) for it");
  }

  /** Either kind of tensor, in the slots that take both. */
  public TensorLike tensorLike(String param, Rule rule) {
    return kind(
        param, rule, TensorLike.class, "a Tensor or a DistributedTensor", "pass a tensor here");
  }

  public TensorLike tensorLike(String param) {
    return tensorLike(param, TileRule.OPERAND_KIND);
  }

  public ScalarType scalar(String param, Rule rule) {
    return kind(param, rule, ScalarType.class, "a scalar", "pass a number or a pl.Scalar");
  }

  public ScalarType scalar(String param) {
    return scalar(param, TileRule.OPERAND_KIND);
  }

  /** An integer scalar. */
  public ScalarType integer(String param, Rule rule) {
    ScalarType type = scalar(param, rule);
    if (type != null && !type.dtype().isInteger()) {
      report(
          rule,
          param,
          param + " must be an integer, but it is " + type.dtype().dslName(),
          "convert it: pl.cast(" + param + ", pl.INDEX)");
      return null;
    }
    return type;
  }

  /** An operand of another kind. */
  public <T extends Type> T kind(
      String param, Rule rule, Class<T> type, String wanted, String help) {
    Expr value = arg(param);
    if (value == null) {
      return null;
    }
    if (!type.isInstance(value.type())) {
      report(rule, param, param + " must be " + wanted + ", but it is " + describe(value), help);
      return null;
    }
    return type.cast(value.type());
  }

  /**
   * The elements of a tuple of integers, written out as a tuple; null where it is missing or wrong.
   */
  public List<Expr> ints(String param, Rule rule) {
    Expr value = arg(param);
    if (value == null) {
      return null;
    }
    if (!(value instanceof MakeTuple tuple)) {
      report(
          rule,
          param,
          param + " must be a tuple of integers, but it is " + describe(value),
          "write one entry per dimension: " + param + "=[0, 0]");
      return null;
    }
    for (int i = 0; i < tuple.elements().size(); i++) {
      Expr element = tuple.elements().get(i);
      if (!Extents.isInteger(element)) {
        report(
            rule,
            param,
            param + "[" + i + "] must be an integer, but it is " + describe(element),
            "use integers; convert others with pl.cast(..., pl.INDEX)");
        return null;
      }
    }
    return tuple.elements().stream().map(Extents::normal).toList();
  }

  public List<Expr> ints(String param) {
    return ints(param, TileRule.OPERAND_KIND);
  }

  /** A tuple of integers with as many entries as the rank that it belongs to. */
  public List<Expr> ints(String param, Rule tupleRule, Rule rankRule, int rank, String of) {
    List<Expr> elements = ints(param, tupleRule);
    if (elements != null && elements.size() != rank) {
      report(
          rankRule,
          param,
          hasEntries(param, elements.size()) + ", but " + withVerb(of) + " rank " + rank,
          "give one entry per dimension of " + of);
      return null;
    }
    return elements;
  }

  /** {@code shape has 1 entry}, {@code offsets have 3 entries}. */
  public static String hasEntries(String param, int count) {
    return withVerb(param) + " " + count + (count == 1 ? " entry" : " entries");
  }

  private static String withVerb(String param) {
    return param + (param.endsWith("s") ? " have" : " has");
  }

  /** The names of a mistaken operand's type and value for a message. */
  static String describe(Expr value) {
    String type =
        value.type() instanceof UnknownType && !(value instanceof Call)
            ? "text"
            : Printer.print(value.type());
    return value.type() instanceof UnknownType && value instanceof Call
        ? "the result of an op without one"
        : type;
  }

  public static String text(Expr value) {
    return Printer.print(value);
  }

  public static String text(List<Expr> values) {
    return "[" + String.join(", ", values.stream().map(CallCheck::text).toList()) + "]";
  }

  /** The call with its result type, unless something is wrong with it. */
  public Call done(Type result) {
    if (!found.isEmpty()) {
      throw new DiagnosticException(found);
    }
    return new Call(op, args, attrs, result, site.call());
  }

  public boolean failed() {
    return !found.isEmpty();
  }

  private boolean isDistributed() {
    return op.dialect().isDistributed();
  }

  /** What the row spells the operand of a role. */
  public String name(ParamRole role) {
    return op.signature().operand(role).name();
  }

  private void checkCount() {
    Rule rule = isDistributed() ? DistributedRule.OPERAND_COUNT : TileRule.OPERAND_COUNT;
    List<OpParam> operands = op.signature().operands();
    if (args.size() > operands.size()) {
      report(
          rule,
          null,
          "takes " + operands.size() + " operands, but " + args.size() + " are given",
          "its operands are " + String.join(", ", operands.stream().map(OpParam::name).toList()));
    }
    for (int i = 0; i < operands.size(); i++) {
      OpParam param = operands.get(i);
      if (param.required() && arg(param.name()) == null) {
        report(
            rule, null, "operand " + param.name() + " is missing", "pass " + param.name() + "=...");
      }
    }
  }

  private void checkAttributes() {
    Rule rule = isDistributed() ? DistributedRule.ATTRIBUTE : TileRule.ATTRIBUTE;
    for (OpParam param : op.signature().attributes()) {
      String name = param.name();
      Object value = attrs.values().get(name);
      if (value == null) {
        if (param.required()) {
          report(
              rule, null, "attribute " + name + " is missing", "pass " + name + "=... to the call");
        }
        continue;
      }
      switch (param.kind()) {
        case INT -> attribute(rule, param.key(), value, "an integer");
        case FLOAT -> attribute(rule, param.key(), value, "a number");
        case BOOL -> attribute(rule, param.key(), value, "True or False");
        case TEXT -> attribute(rule, param.key(), value, "a text");
        case DTYPE -> attribute(rule, param.key(), value, "a data type");
        case MEMORY -> attribute(rule, param.key(), value, "a pl.MemorySpace");
        case PAD -> attribute(rule, param.key(), value, "a pl.PadValue");
        case TILE_LAYOUT -> attribute(rule, param.key(), value, "a pl.TileLayout");
        case MASK_PATTERN -> maskPattern(param.key(), value);
        case INT_LIST -> attribute(rule, param.key(), value, "a list of integers");
        case NOTIFY_OP -> abiEnum(rule, param.key(), value, NotifyOp.class);
        case WAIT_CMP -> abiEnum(rule, param.key(), value, WaitCmp.class);
        case ATOMIC_TYPE -> abiEnum(rule, param.key(), value, AtomicType.class);
        case REDUCE_OP -> abiEnum(rule, param.key(), value, ReduceOp.class);
        case TENSOR,
            DISTRIBUTED_TENSOR,
            TENSOR_LIKE,
            TILE,
            TILE_OR_SCALAR,
            TENSOR_OR_SCALAR,
            SCALAR,
            NUMBER,
            INTS,
            INDICES,
            PTR,
            COMM_CTX,
            ARRAY,
            ANY ->
            throw new IllegalStateException(param + " is an operand");
      }
    }
  }

  private void attribute(Rule rule, AttrKey<?> key, Object value, String wanted) {
    if (!key.accepts(value)) {
      report(
          rule,
          key.name(),
          key + " must be " + wanted + ", but it is " + value,
          "pass " + wanted + " that is known when the kernel is compiled");
      attrs = attrs.without(key);
    }
  }

  private void maskPattern(AttrKey<?> key, Object value) {
    if (value instanceof MaskPattern) {
      return;
    }
    var pattern =
        value instanceof Long code
            ? AbiEnum.of(MaskPattern.class, code)
            : Optional.<MaskPattern>empty();
    if (pattern.isPresent()) {
      attrs = attrs.withCast(key, pattern.get());
      return;
    }
    report(
        TileRule.MASKED_COLUMNS,
        key.name(),
        key + " is " + value + ", but there are the patterns 1 to 7",
        "pass one of pl.tile.MaskPattern, such as pl.tile.MaskPattern.P0101");
    attrs = attrs.without(key);
  }

  private <E extends Enum<E> & AbiEnum> void abiEnum(
      Rule rule, AttrKey<?> key, Object value, Class<E> type) {
    String variants =
        String.join(
            " or ",
            List.of(type.getEnumConstants()).stream()
                .map(v -> "pld." + type.getSimpleName() + "." + v.dslName())
                .toList());
    if (type.isInstance(value)) {
      return;
    }
    if (value instanceof Long code) {
      var variant = AbiEnum.of(type, code);
      if (variant.isPresent()) {
        attrs = attrs.withCast(key, variant.get());
        return;
      }
      report(
          DistributedRule.ENUM_RANGE,
          key.name(),
          key
              + " is "
              + code
              + ", but "
              + type.getSimpleName()
              + " has the numbers 0 to "
              + (type.getEnumConstants().length - 1),
          "pass " + variants);
    } else {
      report(
          rule,
          key.name(),
          key + " must be a pld." + type.getSimpleName() + ", but it is " + value,
          "pass " + variants);
    }
    attrs = attrs.without(key);
  }

  /** The names of attributes that are not in the op's row. */
  public List<String> unknownAttributes() {
    Set<String> known =
        op.signature().attributes().stream().map(OpParam::name).collect(Collectors.toSet());
    return attrs.values().keySet().stream().filter(n -> !known.contains(n)).toList();
  }
}
