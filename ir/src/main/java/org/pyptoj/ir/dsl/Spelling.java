package org.pyptoj.ir.dsl;

import java.util.Collection;
import java.util.Optional;
import org.apache.commons.lang3.StringUtils;

/** Finds what a misspelt name may have meant. */
public final class Spelling {

  private static final int FAR = 4;

  private Spelling() {}

  /** The candidate nearest to a name, if one is near. */
  @SuppressWarnings("deprecation") // The replacement lives in another library, for one call.
  public static Optional<String> nearest(String name, Collection<String> candidates) {
    String best = null;
    int distance = FAR;
    for (String candidate : candidates) {
      int d = StringUtils.getLevenshteinDistance(name, candidate, FAR);
      if (d >= 0 && d < distance) {
        distance = d;
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }
}
