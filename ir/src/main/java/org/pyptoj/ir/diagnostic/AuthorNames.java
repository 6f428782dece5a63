package org.pyptoj.ir.diagnostic;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Takes the names that are made for the compiler's own use out of what users read: {@code mail} for
 * {@code mail__ssa_v0}, {@code mail_inline0} and {@code mail_kept0}, {@code allreduce} for {@code
 * builtin_tensor_allreduce__sum__fp32__kernel}.
 *
 * <p>A pass knows its variables by their own names and says so; which of an author's assignments it
 * was, the place of the diagnostic tells.
 */
public final class AuthorNames {

  private static final Pattern MADE =
      Pattern.compile(
          "\\b(\\w+?)__(?:\\w+_)?(?:ssa|iter|rv|phi|tile|tmp|out|store|idx)_v[0-9]+\\b");

  /** A kernel that a pass has added for a collective of the author's. */
  private static final Pattern BUILTIN = Pattern.compile("\\bbuiltin_tensor_(\\w+?)__\\w+");

  /** A name of an inlined function's body, and a value that outlives its name. */
  private static final Pattern COPIED =
      Pattern.compile("\\b([A-Za-z_]\\w*?)(?:_(?:inline|kept)[0-9]+_*)+\\b");

  private AuthorNames() {}

  /** A sentence with the names that the author wrote. */
  public static String in(String text) {
    // Most sentences have no such name, and a search for a few letters costs nothing.
    String known = text;
    if (known != null && known.contains("__")) {
      known = BUILTIN.matcher(MADE.matcher(known).replaceAll("$1")).replaceAll("$1");
    }
    if (known != null && (known.contains("_inline") || known.contains("_kept"))) {
      known = COPIED.matcher(known).replaceAll("$1");
    }
    return known;
  }

  /** A diagnostic with the names that the author wrote. */
  public static Diagnostic in(Diagnostic diagnostic) {
    List<Diagnostic.Note> notes =
        diagnostic.notes().stream()
            .map(note -> new Diagnostic.Note(in(note.message()), note.span()))
            .toList();
    return new Diagnostic(
        diagnostic.code(),
        in(diagnostic.message()),
        diagnostic.span(),
        in(diagnostic.help()),
        notes);
  }

  /** Mistakes with the names that the author wrote. */
  public static DiagnosticException in(DiagnosticException mistakes) {
    return new DiagnosticException(mistakes.diagnostics().stream().map(AuthorNames::in).toList());
  }
}
