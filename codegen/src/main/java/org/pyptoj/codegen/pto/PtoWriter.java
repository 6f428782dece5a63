package org.pyptoj.codegen.pto;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.type.DataType;

/**
 * The text of one {@code func.func}: constants, then the head (views of parameters, tiles that more
 * than one region uses), then the body. Each section grows on its own, so that a constant first
 * needed late still stands before its use.
 */
final class PtoWriter {

  private final Map<String, String> constants = new LinkedHashMap<>();
  private final StringBuilder constantLines = new StringBuilder();
  private final StringBuilder head = new StringBuilder();
  private final StringBuilder hoisted = new StringBuilder();
  private final StringBuilder body = new StringBuilder();
  private final Set<String> taken = new HashSet<>();
  private StringBuilder section = body;
  private int depth = 1;
  private int numbered;

  /** A new unnamed value. */
  String fresh() {
    return "%" + numbered++;
  }

  /** A new value named after something in the program. */
  String named(String hint) {
    String name = hint;
    for (int i = 1; !taken.add(name); i++) {
      name = hint + "_" + i;
    }
    return "%" + name;
  }

  void reserve(String name) {
    taken.add(name.substring(1));
  }

  /** An integer or boolean constant. */
  String constant(long value, DataType dtype) {
    String type = dtype.mlirName();
    String name = (value < 0 ? "%cn" + Long.toUnsignedString(-value) : "%c" + value) + "_" + type;
    String text = dtype == DataType.BOOL ? (value != 0 ? "true" : "false") : Long.toString(value);
    return declare(name, text, type);
  }

  /** A floating-point constant; the text gives back the same number. */
  String constant(double value, DataType dtype) {
    String text;
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      text = bits(value, dtype);
    } else {
      text = String.format(Locale.ROOT, "%.17e", value);
    }
    String key = text + ":" + dtype;
    String known = constants.get(key);
    if (known != null) {
      return known;
    }
    String name = "%cst_" + constants.size();
    constants.put(key, name);
    constantLine(name, text, dtype.mlirName());
    return name;
  }

  private static String bits(double value, DataType dtype) {
    return switch (dtype) {
      case FP32 -> "0x%08X".formatted(Float.floatToRawIntBits((float) value));
      case FP16 -> "0x%04X".formatted(Float.floatToFloat16((float) value) & 0xFFFF);
      case BF16 -> "0x%04X".formatted(Float.floatToRawIntBits((float) value) >>> 16);
      default -> throw new IllegalStateException("no infinity in " + dtype.dslName());
    };
  }

  private String declare(String name, String text, String type) {
    if (constants.putIfAbsent(name, name) == null) {
      constantLine(name, text, type);
    }
    return name;
  }

  private void constantLine(String name, String text, String type) {
    constantLines.append("  ").append(name).append(" = arith.constant ").append(text);
    constantLines.append(" : ").append(type).append('\n');
  }

  /** One line at the current depth. */
  void line(String text) {
    section.append("  ".repeat(section == body ? depth : 1)).append(text).append('\n');
  }

  /** Opens a region. */
  void open(String text) {
    line(text);
    depth++;
  }

  /** Closes a region and opens the next one of the same operation. */
  void between(String text) {
    depth--;
    line(text);
    depth++;
  }

  /** Closes a region. */
  void close(String text) {
    depth--;
    line(text);
  }

  /** Writes what the action emits before the body. */
  void inHead(Runnable action) {
    into(head, action);
  }

  /** Writes what the action emits before the body, behind the parameters' views. */
  void hoisted(Runnable action) {
    into(hoisted, action);
  }

  private void into(StringBuilder other, Runnable action) {
    StringBuilder before = section;
    section = other;
    try {
      action.run();
    } finally {
      section = before;
    }
  }

  /** The whole function body. */
  String text() {
    return constantLines.toString() + head + hoisted + body;
  }
}
