package org.pyptoj.ir.diagnostic;

/** A row in a catalogue of diagnostics; each module that reports mistakes has an enum of them. */
public interface RuleCode {

  /** The stable code: {@code PLD0103}. */
  String code();

  /** The rule in one sentence. */
  String title();
}
