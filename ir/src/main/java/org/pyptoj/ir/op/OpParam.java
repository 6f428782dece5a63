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
 * @param keywordOnly whether it stands behind the {@code *}
 * @param required whether it must be given
 * @param absent what an attribute is where it is not given; null for None
 * @param access what the op does with its memory
 * @param owner whose memory it names
 * @param space the memory that the core reads it from, or null where any will do
 * @param heldWhileWriting whether the instruction still reads it while it writes the result, so
 *     that both may not share memory
 * @param dtypes the element types that it takes, or null for all
 * @param internal whether only passes give it
 */
public record OpParam(
    ParamRole role,
    AttrKey<?> key,
    String name,
    ParamKind kind,
    boolean keywordOnly,
    boolean required,
    Object absent,
    Access access,
    Owner owner,
    MemorySpace space,
    boolean heldWhileWriting,
    Set<DataType> dtypes,
    boolean internal) {

  static OpParam of(ParamRole role, String name, ParamKind kind) {
    return new OpParam(
        role,
        null,
        name,
        kind,
        false,
        true,
        null,
        Access.READ,
        Owner.OWN,
        null,
        false,
        null,
        false);
  }

  static OpParam of(AttrKey<?> key) {
    return new OpParam(
        null,
        key,
        key.name(),
        ParamKind.of(key),
        false,
        true,
        null,
        Access.READ,
        Owner.OWN,
        null,
        false,
        null,
        false);
  }

  /** Whether it is an operand of the call; otherwise it is an attribute. */
  public boolean isOperand() {
    return kind.isOperand();
  }

  /** The default as Python text, or null where it is required. */
  public String defaultText() {
    if (required) {
      return null;
    }
    return switch (absent) {
      case null -> "None";
      case Boolean b -> b ? "True" : "False";
      case String s -> '"' + s + '"';
      case AbiEnum e -> ((Enum<?>) e).getDeclaringClass().getSimpleName() + "." + e.dslName();
      case DataType d -> "DataType." + d.dslName();
      case MemorySpace m -> "MemorySpace." + m.dslName();
      case TileLayout.Pad p -> "PadValue." + p.text();
      default -> absent.toString();
    };
  }

  /** It need not be given. */
  OpParam optional() {
    return optional(null);
  }

  OpParam optional(Object value) {
    return new OpParam(
        role,
        key,
        name,
        kind,
        keywordOnly,
        false,
        value,
        access,
        owner,
        space,
        heldWhileWriting,
        dtypes,
        internal);
  }

  OpParam keyword() {
    return new OpParam(
        role,
        key,
        name,
        kind,
        true,
        required,
        absent,
        access,
        owner,
        space,
        heldWhileWriting,
        dtypes,
        internal);
  }

  OpParam with(Access other) {
    return new OpParam(
        role,
        key,
        name,
        kind,
        keywordOnly,
        required,
        absent,
        other,
        owner,
        space,
        heldWhileWriting,
        dtypes,
        internal);
  }

  OpParam ofPeer() {
    return new OpParam(
        role,
        key,
        name,
        kind,
        keywordOnly,
        required,
        absent,
        access,
        Owner.PEER,
        space,
        heldWhileWriting,
        dtypes,
        internal);
  }

  OpParam in(MemorySpace wanted) {
    return new OpParam(
        role,
        key,
        name,
        kind,
        keywordOnly,
        required,
        absent,
        access,
        owner,
        wanted,
        heldWhileWriting,
        dtypes,
        internal);
  }

  OpParam held() {
    return new OpParam(
        role,
        key,
        name,
        kind,
        keywordOnly,
        required,
        absent,
        access,
        owner,
        space,
        true,
        dtypes,
        internal);
  }

  OpParam of(Set<DataType> types) {
    return new OpParam(
        role,
        key,
        name,
        kind,
        keywordOnly,
        required,
        absent,
        access,
        owner,
        space,
        heldWhileWriting,
        types,
        internal);
  }

  /** Given by passes: optional, by its name, and not on the Python surface. */
  OpParam fromPasses() {
    return new OpParam(
        role,
        key,
        name,
        kind,
        true,
        false,
        absent,
        access,
        owner,
        space,
        heldWhileWriting,
        dtypes,
        true);
  }
}
