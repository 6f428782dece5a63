package org.pyptoj.stubs.mirror;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A function as one layer declares it; each overload is one.
 *
 * @param name with its module and class, such as {@code pld.tensor.put}
 * @param parameters in the order of the declaration
 * @param documentation the docstring's text, empty where there is none
 * @param documentationPlace where the docstring begins, or the function where there is none
 * @param place where the name stands
 */
public record FunctionMirror(
    String name,
    List<Parameter> parameters,
    String documentation,
    SourcePlace documentationPlace,
    SourcePlace place) {
  public FunctionMirror {
    parameters = List.copyOf(parameters);
  }

  /** How an argument reaches a parameter; Python's own five kinds. */
  public enum Kind {
    POSITIONAL_ONLY,
    POSITIONAL_OR_KEYWORD,
    VAR_POSITIONAL,
    KEYWORD_ONLY,
    VAR_KEYWORD
  }

  /**
   * A parameter.
   *
   * @param name without stars
   * @param kind how an argument reaches it
   * @param annotation its type in one spelling of white space, empty where there is none
   * @param value its default in one spelling of white space and quotes, empty where there is none
   * @param place where the name stands
   */
  public record Parameter(
      String name, Kind kind, String annotation, String value, SourcePlace place) {}

  /** The parameter of that name, or null. */
  public Parameter parameter(String wanted) {
    return parameters.stream().filter(p -> p.name().equals(wanted)).findFirst().orElse(null);
  }

  /** Names, markers and defaults, as a signature shows them. */
  public String signature() {
    StringBuilder out = new StringBuilder("(");
    Kind before = Kind.POSITIONAL_ONLY;
    boolean slash = parameters.stream().anyMatch(p -> p.kind() == Kind.POSITIONAL_ONLY);
    boolean star = false;
    for (Parameter parameter : parameters) {
      if (slash && before == Kind.POSITIONAL_ONLY && parameter.kind() != Kind.POSITIONAL_ONLY) {
        out.append(out.length() > 1 ? ", /" : "/");
      }
      if (parameter.kind() == Kind.KEYWORD_ONLY && !star) {
        out.append(out.length() > 1 ? ", *" : "*");
        star = true;
      }
      out.append(out.length() > 1 ? ", " : "");
      switch (parameter.kind()) {
        case VAR_POSITIONAL -> {
          out.append('*');
          star = true;
        }
        case VAR_KEYWORD -> out.append("**");
        default -> {}
      }
      out.append(parameter.name());
      if (!parameter.value().isEmpty()) {
        out.append('=').append(parameter.value());
      }
      before = parameter.kind();
    }
    return out.append(')').toString();
  }

  /** Names of the parameters, for messages. */
  String names() {
    return parameters.stream().map(Parameter::name).collect(Collectors.joining(", "));
  }
}
