package org.pyptoj.passes;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pyptoj.ir.Function;
import org.pyptoj.ir.Walker;
import org.pyptoj.ir.expr.Var;

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

  /** All names that a function defines. */
  public static Set<String> definedIn(Function function) {
    Set<String> names = new HashSet<>();
    new Walker() {
      @Override
      protected void define(Var var) {
        names.add(var.name());
      }
    }.function(function);
    return names;
  }

  /**
   * The wanted name, or with {@code _1}, {@code _2}, ... where it is taken; it is taken from now
   * on.
   */
  public static String free(String wanted, Set<String> taken) {
    return free(wanted, "_", taken);
  }

  /**
   * The wanted name, or with a separator and a number where it is taken; it is taken from now on.
   */
  public static String free(String wanted, String separator, Set<String> taken) {
    String name = wanted;
    for (int i = 1; !taken.add(name); i++) {
      name = wanted + separator + i;
    }
    return name;
  }

  /** A name of this base and role that is not taken; it is taken from now on. */
  public static String fresh(String base, String role, Set<String> taken) {
    AutoName name = parse(base);
    for (int version = 0; ; version++) {
      String text = name.as(role, version).text();
      if (taken.add(text)) {
        return text;
      }
    }
  }
}
