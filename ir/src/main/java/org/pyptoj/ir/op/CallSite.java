package org.pyptoj.ir.op;

import java.util.Map;
import org.pyptoj.ir.Span;

/**
 * Where a call and its arguments are written.
 *
 * @param call the whole call
 * @param arguments the place of each written argument, by parameter name
 */
public record CallSite(Span call, Map<String, Span> arguments) {

  public CallSite {
    arguments = Map.copyOf(arguments);
  }

  /** A site whose arguments have no places of their own. */
  public static CallSite at(Span span) {
    return new CallSite(span, Map.of());
  }

  /** The place of an argument: its own, or the call's. */
  public Span of(String parameter) {
    return arguments.getOrDefault(parameter, call);
  }
}
