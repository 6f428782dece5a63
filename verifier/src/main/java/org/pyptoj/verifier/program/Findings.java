package org.pyptoj.verifier.program;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;
import org.pyptoj.verifier.rule.Rule;

/**
 * The diagnostics of a program in the order in which they are found; what types repeat is told
 * once.
 */
public final class Findings {

  private final Set<Diagnostic> found = new LinkedHashSet<>();

  public void report(Rule rule, Span span, String message, String help) {
    found.add(new Diagnostic(rule.code(), message, span, help));
  }

  public List<Diagnostic> all() {
    return List.copyOf(found);
  }
}
