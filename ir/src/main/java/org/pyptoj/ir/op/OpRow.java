package org.pyptoj.ir.op;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.arith.Interval;
import org.pyptoj.ir.type.DataType;

/**
 * What a table says about an op, before it has its constant: each call adds a fact, and what is not
 * said is what most ops are: pure, on either core, anywhere, with a result of its own.
 */
final class OpRow {

  final Dialect dialect;
  final String name;
  final OpKind kind;
  String mnemonic;
  final List<OpParam> params = new ArrayList<>();
  String resultKind = "Unknown";
  Result result = Result.FRESH;
  Interval range = Interval.ALL;
  Affinity affinity = Affinity.SHARED;
  Effect effect = Effect.PURE;
  Placement placement = Placement.ANYWHERE;
  boolean internal;
  boolean noDuplicate;
  boolean fullNameOnly;

  /** A name in its dialect that it shares with ops of other parameters, or null. */
  String sharedName;

  String section;

  /** Its doc text, or null for a family's, which {@link Families} makes when it is asked for. */
  String doc;

  /** What a family row's doc text says in its own words; kept for the row's twin on tensors. */
  String words;

  /** Element types that a family row takes, or null for all; kept for the row's twin. */
  Set<DataType> dtypes;

  OpRow(Dialect dialect, String name, OpKind kind) {
    this.dialect = dialect;
    this.name = name;
    this.kind = kind;
  }

  /** A row of an op that is none of a family; {@link Families} makes the others. */
  static OpRow op(Dialect dialect, String name, OpKind kind) {
    return new OpRow(dialect, name, kind);
  }

  /** Its PTO operation, without {@code pto.}. */
  OpRow pto(String operation) {
    mnemonic = operation;
    return this;
  }

  OpRow takes(OpParam... more) {
    params.addAll(List.of(more));
    return this;
  }

  /** Parameters that stand behind the {@code *}. */
  OpRow keywords(OpParam... more) {
    for (OpParam param : more) {
      params.add(param.keyword());
    }
    return this;
  }

  /** The kind of its value, which lies in memory of its own. */
  OpRow gives(String kindOfValue) {
    resultKind = kindOfValue;
    return this;
  }

  /** The kind of its value and where that lies. */
  OpRow gives(String kindOfValue, Result place) {
    resultKind = kindOfValue;
    result = place;
    return this;
  }

  /** The values that its scalar may have. */
  OpRow within(Interval values) {
    range = values;
    return this;
  }

  OpRow core(Affinity core) {
    affinity = core;
    return this;
  }

  OpRow does(Effect what) {
    effect = what;
    return this;
  }

  OpRow in(Placement where) {
    placement = where;
    return this;
  }

  /** Made by passes; not on the Python surface. */
  OpRow internal() {
    internal = true;
    return this;
  }

  /** Must not run on both lanes of a mixed kernel. */
  OpRow once() {
    noDuplicate = true;
    return this;
  }

  /** Has no short form by itself: without its namespace the name would say too little. */
  OpRow fullNameOnly() {
    fullNameOnly = true;
    return this;
  }

  /** Also called by a name that stands for several ops, which their parameters tell apart. */
  OpRow alsoCalled(String shared) {
    sharedName = shared;
    return this;
  }

  /** The specification's section. */
  OpRow section(String title) {
    section = title;
    return this;
  }

  OpRow doc(String text) {
    doc = text;
    return this;
  }
}
