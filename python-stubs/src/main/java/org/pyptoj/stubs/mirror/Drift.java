package org.pyptoj.stubs.mirror;

/**
 * One thing in which a layer has drifted from the truth.
 *
 * @param kind what sort of drift
 * @param subject the variant, the function or the parameter
 * @param layer the layer's title
 * @param truth where the truth stands
 * @param expected what the truth says
 * @param mirror where the layer says otherwise; the enum, the function or the file where it says
 *     nothing
 * @param found what the layer says
 */
public record Drift(
    Kind kind,
    String subject,
    String layer,
    SourcePlace truth,
    String expected,
    SourcePlace mirror,
    String found) {
  /** Sorts of drift. */
  public enum Kind {
    MISSING_ENUM("missing enum"),
    MISSING_VARIANT("missing variant"),
    EXTRA_VARIANT("extra variant"),
    RENAMED_VARIANT("renamed variant"),
    RENUMBERED_VARIANT("renumbered variant"),
    REORDERED_VARIANT("reordered variant"),
    MISSING_FUNCTION("missing function"),
    EXTRA_FUNCTION("extra function"),
    OVERLOADS("number of overloads"),
    MISSING_PARAMETER("missing parameter"),
    EXTRA_PARAMETER("extra parameter"),
    REORDERED_PARAMETERS("order of parameters"),
    KEYWORD_ONLY("keyword-only marker"),
    PARAMETER_KIND("kind of parameter"),
    DEFAULT("default"),
    DOCSTRING_SIGNATURE("signature in the docstring");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    /** The kind in words. */
    public String title() {
      return title;
    }
  }

  /** Three lines: what has drifted, then the truth and the layer with their places. */
  @Override
  public String toString() {
    return kind.title()
        + ": "
        + subject
        + "\n  truth  "
        + truth
        + "  "
        + expected
        + "\n  mirror "
        + mirror
        + "  "
        + found
        + " ("
        + layer
        + ")";
  }
}
