package org.pyptoj.verifier.program;

import static org.pyptoj.verifier.rule.ProgramRule.*;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Program;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Expr;
import org.pyptoj.ir.expr.FunctionCall;

/**
 * Names are unique, callees exist, no function reaches itself, and there is one host orchestrator.
 */
public final class CallGraph {

  private CallGraph() {}

  public static void check(Program program, Findings findings) {
    Map<String, Map<String, Span>> callees = new LinkedHashMap<>();
    int hosts = 0;
    for (Function function : program.functions()) {
      if (callees.put(function.name(), calls(function)) != null) {
        findings.report(
            DUPLICATE_FUNCTION,
            function.span(),
            "two functions are named " + function.name(),
            "rename one of them");
      }
      if (function.isHostOrchestrator() && ++hosts > 1) {
        findings.report(
            ONE_HOST,
            function.span(),
            function.name() + " is a second host orchestrator",
            "keep one, and call the others from it as chip orchestrations");
      }
    }
    callees.forEach(
        (caller, called) ->
            called.forEach(
                (callee, span) -> {
                  if (!callees.containsKey(callee)) {
                    findings.report(
                        UNKNOWN_CALLEE,
                        span,
                        caller + " calls " + callee + ", which the program does not have",
                        "define it, or call one of " + String.join(", ", callees.keySet()));
                  }
                }));
    Set<String> done = new HashSet<>();
    callees.keySet().forEach(name -> follow(name, callees, done, new ArrayList<>(), findings));
  }

  private static Map<String, Span> calls(Function function) {
    Map<String, Span> found = new LinkedHashMap<>();
    new Walker() {
      @Override
      public void expr(Expr expr) {
        if (expr instanceof FunctionCall c) {
          found.putIfAbsent(c.callee(), c.span());
        }
        super.expr(expr);
      }
    }.function(function);
    return found;
  }

  private static void follow(
      String name,
      Map<String, Map<String, Span>> callees,
      Set<String> done,
      List<String> path,
      Findings findings) {
    if (done.contains(name) || !callees.containsKey(name)) {
      return;
    }
    path.add(name);
    Set<String> above = new HashSet<>(path);
    callees
        .get(name)
        .forEach(
            (callee, span) -> {
              if (above.contains(callee)) {
                List<String> circle =
                    new ArrayList<>(path.subList(path.indexOf(callee), path.size()));
                circle.add(callee);
                findings.report(
                    RECURSION,
                    span,
                    "functions call each other in a circle: " + String.join(" -> ", circle),
                    "use a loop");
              } else {
                follow(callee, callees, done, path, findings);
              }
            });
    path.removeLast();
    done.add(name);
  }
}
