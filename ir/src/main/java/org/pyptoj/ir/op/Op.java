package org.pyptoj.ir.op;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.pyptoj.ir.arith.Interval;

/**
 * An op: one row of a table. There is a table a dialect ({@link TileOp}, {@link TensorOp}, {@link
 * ArrayOp}, {@link DistributedOp}, {@link SystemOp}), and a row in it is the single source of what
 * is known about the op. The Python surface, the stubs, the op reference and the completeness tests
 * are read from here, and so is everything that passes and backends ask about operands, results and
 * places; type rules, emission and simulation are switches over {@link OpKind}.
 */
public final class Op {

  private final OpRow row;
  private final String fullName;
  private final Signature signature;

  Op(OpRow row) {
    this.row = row;
    this.fullName = row.dialect.namespace().concat(".").concat(row.name);
    this.signature = new Signature(row.params);
  }

  OpRow row() {
    return row;
  }

  /** All ops, a table after the other. */
  public static List<Op> all() {
    return Tables.ALL;
  }

  /** The classes whose constants are the ops, for those who show where an op is stated. */
  public static List<Class<?>> tables() {
    return List.of(
        TileOp.class, TensorOp.class, ArrayOp.class, DistributedOp.class, SystemOp.class);
  }

  /** The op of a full name such as {@code pld.tile.remote_load}. */
  public static Optional<Op> of(String fullName) {
    return Optional.ofNullable(Tables.BY_NAME.get(fullName));
  }

  /** The full name: namespace, level and op. */
  public String fullName() {
    return fullName;
  }

  /** The last part of the name. */
  public String shortName() {
    return row.name;
  }

  /** The namespace and level: {@code pld.tile}. */
  public String namespace() {
    return row.dialect.namespace();
  }

  public Dialect dialect() {
    return row.dialect;
  }

  /** What it is, for everyone who treats ops alike. */
  public OpKind kind() {
    return row.kind;
  }

  /**
   * The family op of another dialect that is the same function: {@code pl.tile.add} for {@code
   * pl.tensor.add}.
   */
  public Optional<Op> in(Dialect dialect) {
    return of(dialect, row.kind);
  }

  /** The op of a dialect that is of a kind, or none. */
  public static Optional<Op> of(Dialect dialect, OpKind kind) {
    return Optional.ofNullable(Tables.BY_KIND.get(dialect).get(kind));
  }

  /** The op that takes a number where this one takes its second value, or none. */
  public Optional<Op> withNumber() {
    if (row.kind instanceof OpKind.Binary k) {
      return of(row.dialect, new OpKind.ScalarBinary(k.fn()));
    }
    return row.kind instanceof OpKind.Compare
        ? of(row.dialect, new OpKind.Compare(true)).filter(op -> op != this)
        : Optional.empty();
  }

  /** The PTO operation without {@code pto.} where the op maps to one, else null. */
  public String mnemonic() {
    return row.mnemonic;
  }

  /** Parameters with kinds, defaults and what the op does with them. */
  public Signature signature() {
    return signature;
  }

  /**
   * The kind of the result: {@code Tile}, {@code Tensor} (the kind of its tensor operand), {@code
   * Unknown}, ...
   */
  public String resultKind() {
    return row.resultKind;
  }

  /** Where the result lies. */
  public Result result() {
    return row.result;
  }

  /** The values that its scalar may have; all where it makes none, or may make any. */
  public Interval range() {
    return row.range;
  }

  public Affinity affinity() {
    return row.affinity;
  }

  public Effect effect() {
    return row.effect;
  }

  /** In which functions it may stand. */
  public Placement placement() {
    return row.placement;
  }

  /** Whether only passes make it. */
  public boolean isInternal() {
    return row.internal;
  }

  /** Whether its short name below {@code pl} is none of its names. */
  public boolean isFullNameOnly() {
    return row.fullNameOnly;
  }

  /** A name in its namespace that it shares with ops of other parameters, or null. */
  public String sharedName() {
    return row.sharedName;
  }

  /** Whether it must not run on both lanes of a mixed kernel, whatever its affinity. */
  public boolean isNoDuplicate() {
    return row.noDuplicate;
  }

  /** The specification's section, or null for local ops. */
  public String section() {
    return row.section;
  }

  /** One sentence for people. */
  public String doc() {
    return row.doc == null ? Families.doc(row) : row.doc;
  }

  @Override
  public String toString() {
    return fullName;
  }

  /** The tables together: they make the ops, so that they are looked at when there are ops. */
  private static final class Tables {

    static final List<Op> ALL =
        Stream.of(TileOp.TABLE, TensorOp.TABLE, ArrayOp.TABLE, DistributedOp.TABLE, SystemOp.TABLE)
            .flatMap(table -> table.ops().stream())
            .toList();

    static final Map<String, Op> BY_NAME = new HashMap<>();
    static final Map<Dialect, Map<OpKind, Op>> BY_KIND = new EnumMap<>(Dialect.class);

    static {
      for (Dialect dialect : Dialect.values()) {
        BY_KIND.put(dialect, new HashMap<>());
      }
      for (Op op : ALL) {
        BY_NAME.put(op.fullName, op);
        BY_KIND.get(op.dialect()).putIfAbsent(op.kind(), op);
      }
    }
  }
}
