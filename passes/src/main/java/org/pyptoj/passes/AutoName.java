package org.pyptoj.passes;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name that a pass makes: {@code base__qualifier_role_vN}, where everything behind the base may
 * be missing. {@code mail__ssa_v0} has base {@code mail}, role {@code ssa} and version 0.
 *
 * @param base what the author wrote
 * @param qualifier what a pass adds to tell copies apart, or empty
 * @param role {@code ssa}, {@code iter}, {@code rv}, {@code phi}, {@code idx}, {@code tmp}, ..., or
 *     empty
 * @param version number, or -1
 */
public record AutoName(String base, String qualifier, String role, int version) {

  private static final Pattern VERSION = Pattern.compile("(?:(.*)_)?v(\\d+)");
  private static final Pattern ROLE =
      Pattern.compile("(?:(.*)_)?(ssa|iter|rv|phi|tile|tmp|out|store|idx)");

  /** The parts of a name. */
  public static AutoName parse(String name) {
    int cut = name.indexOf("__", 1);
    if (cut < 0) {
      return new AutoName(name, "", "", -1);
    }
    String rest = name.substring(cut + 2);
    int version = -1;
    Matcher versioned = VERSION.matcher(rest);
    if (versioned.matches()) {
      version = Integer.parseInt(versioned.group(2));
      rest = versioned.group(1) == null ? "" : versioned.group(1);
    }
    String role = "";
    Matcher withRole = ROLE.matcher(rest);
    if (withRole.matches()) {
      role = withRole.group(2);
      rest = withRole.group(1) == null ? "" : withRole.group(1);
    }
    return new AutoName(name.substring(0, cut), rest, role, version);
  }

  /** What the author wrote: {@code mail} for {@code mail__ssa_v0}. */
  public static String baseOf(String name) {
    return parse(name).base();
  }

  /** The name's text. */
  public String text() {
    StringBuilder suffix = new StringBuilder(qualifier);
    if (!role.isEmpty()) {
      suffix.append(suffix.isEmpty() ? "" : "_").append(role);
    }
    if (version >= 0) {
      suffix.append(suffix.isEmpty() ? "" : "_").append('v').append(version);
    }
    return suffix.isEmpty() ? base : base + "__" + suffix;
  }

  /** The same name in another role and version. */
  public AutoName as(String otherRole, int otherVersion) {
    return new AutoName(base, qualifier, otherRole, otherVersion);
  }
}
