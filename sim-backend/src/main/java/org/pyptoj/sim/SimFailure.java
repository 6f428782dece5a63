package org.pyptoj.sim;

import java.util.ArrayList;
import java.util.List;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.AuthorNames;
import org.pyptoj.ir.diagnostic.Diagnostic;

/** A run that ended early: what happened, where, and who was waiting for what. */
public final class SimFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient SimCode rule;
  private final transient Diagnostic diagnostic;
  private final transient List<Blocked> blocked;

  /**
   * A task that could not move.
   *
   * @param device position in the run's device list, or -1 for the host
   * @param deviceId the device as the user numbers it
   * @param function the function that it runs
   * @param span the line where it waits
   * @param waitsFor the cell and the condition, or what else it waits for
   * @param value the cell's value, or null where it does not wait for a cell
   * @param lastChange who changed the cell last, or null where nobody did
   */
  public record Blocked(
      int device,
      int deviceId,
      String function,
      Span span,
      String waitsFor,
      Long value,
      String lastChange) {}

  public SimFailure(SimCode rule, String message, Span span) {
    this(rule, message, span, null, List.of());
  }

  public SimFailure(SimCode rule, String message, Span span, String help, List<Blocked> blocked) {
    this(new Diagnostic(rule.code(), message, span, help, WaitLine.notes(blocked)), rule, blocked);
  }

  private SimFailure(Diagnostic diagnostic, SimCode rule, List<Blocked> blocked) {
    super(rule.code() + ": " + AuthorNames.in(diagnostic.message()));
    this.rule = rule;
    this.blocked = List.copyOf(blocked);
    this.diagnostic = AuthorNames.in(diagnostic);
  }

  /** A failure that has other places to it. */
  public static SimFailure at(
      SimCode rule, String message, Span span, String help, List<Diagnostic.Note> others) {
    return new SimFailure(
        new Diagnostic(rule.code(), message, span, help, others), rule, List.of());
  }

  /** The same failure, which says whose it is where it does not say so yet. */
  public SimFailure of(int rank) {
    String message = diagnostic.message();
    return !rule.isOfRank() || rank < 0 || message.startsWith("rank ")
        ? this
        : new SimFailure(
            new Diagnostic(
                diagnostic.code(),
                "rank " + rank + ": " + message,
                diagnostic.span(),
                diagnostic.help(),
                diagnostic.notes()),
            rule,
            blocked);
  }

  /** The same failure with one more note. */
  public SimFailure with(Diagnostic.Note note) {
    List<Diagnostic.Note> notes = new ArrayList<>(diagnostic.notes());
    notes.add(note);
    return new SimFailure(
        new Diagnostic(
            diagnostic.code(), diagnostic.message(), diagnostic.span(), diagnostic.help(), notes),
        rule,
        blocked);
  }

  public SimCode rule() {
    return rule;
  }

  /** The failure as the tools print it. */
  public Diagnostic diagnostic() {
    return diagnostic;
  }

  /** The tasks that were waiting, in order of rank; empty unless the run was stuck or timed out. */
  public List<Blocked> blocked() {
    return blocked;
  }

  /** The whole report as text, without source lines. */
  public String render() {
    StringBuilder text = new StringBuilder();
    text.append(diagnostic.code()).append(": ").append(diagnostic.message()).append('\n');
    if (diagnostic.span().isKnown()) {
      text.append("  at ").append(diagnostic.span()).append('\n');
    }
    diagnostic.notes().forEach(n -> text.append("  ").append(n.message()).append('\n'));
    if (diagnostic.help() != null) {
      text.append("  help: ").append(diagnostic.help()).append('\n');
    }
    return text.toString();
  }
}
