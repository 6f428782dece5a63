package org.pyptoj.passes.memory;

import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.ir.diagnostic.DiagnosticException;
import org.pyptoj.ir.diagnostic.RuleCode;

/** What the passes that give tiles their form and place ask of a kernel. */
public enum MemoryRule implements RuleCode {
  OUT_OF_MEMORY("PLP2001", "The tiles of a kernel fit into the memory of its core"),
  DYNAMIC_TILE("PLP2002", "A tile's physical extents are known when the kernel compiles"),
  ACCUMULATOR_COPY("PLP2003", "An accumulator that a loop carries has one place"),
  CHANGED_IN_PLACE("PLP2004", "A tile that an op changes in place is not read as it was"),
  CTX_UNKNOWN("PLP2010", "A window that a kernel uses comes from its parameters"),
  CTX_CHANGES("PLP2011", "A loop carries the window that it began with"),
  VALID_SYMBOL_COMPOUND("PLP2020", "A valid extent is passed as a symbol of its own"),
  VALID_SYMBOL_DISAGREES("PLP2021", "A valid extent's symbol has one value in a call"),
  PUT_COMPUTED("PLP2030", "put moves data between global memories"),
  NO_TILE_FORM("PLP2032", "A tensor operation in a kernel has a tile form"),
  COPIED_PART("PLP2033", "A part of memory that is handed on as a value is not written"),
  NOT_ROWS("PLP2040", "A part of a tile of more than two dimensions consists of whole rows"),
  NO_CONVERSION("PLP2041", "A tile is cast between types that the core can convert");

  private final String code;
  private final String title;

  MemoryRule(String code, String title) {
    this.code = code;
    this.title = title;
  }

  @Override
  public String code() {
    return code;
  }

  @Override
  public String title() {
    return title;
  }

  /** The mistake at a place, with the way out. */
  public DiagnosticException at(Span span, String message, String help) {
    return at(span, message, help, List.of());
  }

  /** The mistake with further facts. */
  public DiagnosticException at(
      Span span, String message, String help, List<Diagnostic.Note> notes) {
    return new DiagnosticException(new Diagnostic(code, message, span, help, notes));
  }
}
