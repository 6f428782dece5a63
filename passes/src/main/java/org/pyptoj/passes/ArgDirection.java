package org.pyptoj.passes;

import java.util.List;
import java.util.Locale;
import org.pyptoj.ir.expr.FunctionCall;

/** How a task uses an argument, as the runtime is told. */
public enum ArgDirection {
  SCALAR,
  /** Read. */
  INPUT,
  /** Written, into storage that the caller has. */
  OUTPUT_EXISTING,
  /** Read and written, or written after an earlier writer whose order must be kept. */
  INOUT;

  /** The attribute of a {@link FunctionCall} that lists them, one text per argument. */
  public static final String ATTR = "arg_directions";

  /** The spelling in dumps: {@code output_existing}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What {@link DeriveCallDirections} found, or an empty list before it ran. */
  public static List<ArgDirection> of(FunctionCall call) {
    return call.attrs().get(ATTR) instanceof List<?> list
        ? list.stream().map(t -> valueOf(t.toString().toUpperCase(Locale.ROOT))).toList()
        : List.of();
  }
}
