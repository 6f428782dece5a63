package org.pyptoj.passes.graph;

import org.pyptoj.ir.Function;
import org.pyptoj.ir.FunctionAttrs;

/** What a function is called in artifacts. */
public final class ArtifactName {

  private ArtifactName() {}

  /** Its attribute {@code artifact}, or its name. */
  public static String of(Function function) {
    return function.attrs().has(FunctionAttrs.ARTIFACT)
        ? function.attrs().get(FunctionAttrs.ARTIFACT)
        : function.name();
  }
}
