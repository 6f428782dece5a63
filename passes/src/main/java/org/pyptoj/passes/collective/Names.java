package org.pyptoj.passes.collective;

import java.util.HashSet;
import java.util.Set;
import org.pyptoj.ir.Function;
import org.pyptoj.passes.AutoName;

/** Hands out names that nothing in a function carries yet: {@code reduced__peer_tmp_v5}. */
public final class Names {

  private final Set<String> taken = new HashSet<>();
  private int next;

  /** Names beside those of a function. */
  public static Names beside(Function function) {
    Names names = new Names();
    names.taken.addAll(AutoName.definedIn(function));
    return names;
  }

  /** A new name for what a statement about {@code base} needs. */
  public String temporary(String base, String hint) {
    String stem = base + "__" + hint + "_tmp_v";
    while (!taken.add(stem + next)) {
      next++;
    }
    return stem + next++;
  }

  /** The wanted name, or with a number behind it where it is taken. */
  public String free(String wanted) {
    return AutoName.free(wanted, taken);
  }
}
