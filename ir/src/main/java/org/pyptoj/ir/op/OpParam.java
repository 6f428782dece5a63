package org.pyptoj.ir.op;

import java.util.Set;
import org.pyptoj.ir.expr.AttrKey;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;
import org.pyptoj.ir.type.TileLayout;

/**
 * A parameter in an op's row.
 *
 * @param role what it is to the op; null for an attribute
 * @param key the attribute that it is; null for an operand
 * @param name as the DSL spells it
 * @param kind what it takes
 * @param giving how a call gives it
 * @param use what the op does with it
 */
public record OpParam(
    ParamRole role, AttrKey<?> key, String name, ParamKind kind, Giving giving, Use use) {

  /**
   * How a call gives a parameter.
   *
   * @param keywordOnly whether it stands behind the {@code *}
   * @param required whether it must be given
   * @param absent what an attribute is where it is not given; null for None
   * @param internal whether only passes give it
   */
  record Giving(boolean keywordOnly, boolean required, Object absent, boolean internal) {}

  /**
   * What an op does with an operand.
   *
   * @param access what it does with its memory
   * @param owner whose memory it names
   * @param space the memory that the core reads it from, or null where any will do
   * @param heldWhileWriting whether the instruction still reads it while it writes the result, so
   *     that both may not share memory
   * @param dtypes the element types that it takes, or null for all
   */
  record Use(
      Access access,
      Owner owner,
      MemorySpace space,
      boolean heldWhileWriting,
      Set<DataType> dtypes) {}

  private static final Giving REQUIRED = new Giving(false, true, null, false);
  private static final Use READ = new Use(Access.READ, Owner.OWN, null, false, null);

  static OpParam of(ParamRole role, String name, ParamKind kind) {
    return new OpParam(role, null, name, kind, REQUIRED, READ);
  }

  static OpParam of(AttrKey<?> key) {
    return new OpParam(null, key, key.name(), ParamKind.of(key), REQUIRED, READ);
  }

  /** Whether it stands behind the {@code *}. */
  public boolean keywordOnly() {
    return giving.keywordOnly;
  }

  /** Whether it must be given. */
  public boolean required() {
    return giving.required;
  }

  /** What an attribute is where it is not given; null for None. */
  public Object absent() {
    return giving.absent;
  }

  /** Whether only passes give it. */
  public boolean internal() {
    return giving.internal;
  }

  /** What the op does with its memory. */
  public Access access() {
    return use.access;
  }

  /** Whose memory it names. */
  public Owner owner() {
    return use.owner;
  }

  /** The memory that the core reads it from, or null where any will do. */
  public MemorySpace space() {
    return use.space;
  }

  /**
   * Whether the instruction still reads it while it writes the result, so that both may not share
   * memory.
   */
  public boolean heldWhileWriting() {
    return use.heldWhileWriting;
  }

  /** The element types that it takes, or null for all. */
  public Set<DataType> dtypes() {
    return use.dtypes;
  }

  /** Whether it is an operand of the call; otherwise it is an attribute. */
  public boolean isOperand() {
    return kind.isOperand();
  }

  /** The default as Python text, or null where it is required. */
  public String defaultText() {
    if (giving.required) {
      return null;
    }
    return switch (giving.absent) {
      case null -> "None";
      case Boolean b -> b ? "True" : "False";
      case String s -> '"' + s + '"';
      case AbiEnum e -> ((Enum<?>) e).getDeclaringClass().getSimpleName() + "." + e.dslName();
      case DataType d -> "DataType." + d.dslName();
      case MemorySpace m -> "MemorySpace." + m.dslName();
      case TileLayout.Pad p -> "PadValue." + p.text();
      default -> giving.absent.toString();
    };
  }

  private OpParam given(Giving other) {
    return new OpParam(role, key, name, kind, other, use);
  }

  private OpParam used(Use other) {
    return new OpParam(role, key, name, kind, giving, other);
  }

  /** It need not be given. */
  OpParam optional() {
    return optional(null);
  }

  OpParam optional(Object value) {
    return given(new Giving(giving.keywordOnly, false, value, giving.internal));
  }

  OpParam keyword() {
    return given(new Giving(true, giving.required, giving.absent, giving.internal));
  }

  /** Given by passes: optional, by its name, and not on the Python surface. */
  OpParam fromPasses() {
    return given(new Giving(true, false, giving.absent, true));
  }

  OpParam with(Access access) {
    return used(new Use(access, use.owner, use.space, use.heldWhileWriting, use.dtypes));
  }

  OpParam ofPeer() {
    return used(new Use(use.access, Owner.PEER, use.space, use.heldWhileWriting, use.dtypes));
  }

  OpParam in(MemorySpace space) {
    return used(new Use(use.access, use.owner, space, use.heldWhileWriting, use.dtypes));
  }

  OpParam held() {
    return used(new Use(use.access, use.owner, use.space, true, use.dtypes));
  }

  OpParam of(Set<DataType> dtypes) {
    return used(new Use(use.access, use.owner, use.space, use.heldWhileWriting, dtypes));
  }
}
