package org.pyptoj.ir.op;

import java.util.Set;
import org.pyptoj.ir.type.DataType;
import org.pyptoj.ir.type.MemorySpace;

/**
 * A parameter in an op's row.
 *
 * @param role what it is to the op; null for an attribute
 * @param name as the DSL spells it
 * @param kind what it takes
 * @param keywordOnly whether it stands behind the {@code *}
 * @param defaultText the default as Python text, or null where it is required
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
    String name,
    ParamKind kind,
    boolean keywordOnly,
    String defaultText,
    Access access,
    Owner owner,
    MemorySpace space,
    boolean heldWhileWriting,
    Set<DataType> dtypes,
    boolean internal) {

  static OpParam of(ParamRole role, String name, ParamKind kind) {
    return new OpParam(
        role, name, kind, false, null, Access.READ, Owner.OWN, null, false, null, false);
  }

  /** Whether it must be given. */
  public boolean required() {
    return defaultText == null;
  }

  /** Whether it is an operand of the call; otherwise it is an attribute. */
  public boolean isOperand() {
    return kind.isOperand();
  }

  OpParam or(String value) {
    return new OpParam(
        role,
        name,
        kind,
        keywordOnly,
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
        name,
        kind,
        true,
        defaultText,
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
        name,
        kind,
        keywordOnly,
        defaultText,
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
        name,
        kind,
        keywordOnly,
        defaultText,
        access,
        Owner.PEER,
        space,
        heldWhileWriting,
        dtypes,
        internal);
  }

  OpParam in(MemorySpace required) {
    return new OpParam(
        role,
        name,
        kind,
        keywordOnly,
        defaultText,
        access,
        owner,
        required,
        heldWhileWriting,
        dtypes,
        internal);
  }

  OpParam held() {
    return new OpParam(
        role, name, kind, keywordOnly, defaultText, access, owner, space, true, dtypes, internal);
  }

  OpParam of(Set<DataType> types) {
    return new OpParam(
        role,
        name,
        kind,
        keywordOnly,
        defaultText,
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
        role, name, kind, true, "None", access, owner, space, heldWhileWriting, dtypes, true);
  }
}
