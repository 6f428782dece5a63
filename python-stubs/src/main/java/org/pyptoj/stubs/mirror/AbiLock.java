package org.pyptoj.stubs.mirror;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The released values of the ABI enums, as a text file records them: one line for each variant,
 * {@code NotifyOp 0 AtomicAdd}, in the order of the declaration.
 *
 * @param enums what is released, with the places of the file
 */
public record AbiLock(List<EnumMirror> enums) {
  /** The rule that a change must keep (specification, ABI enums). */
  public static final String RULE =
      "The ABI enums only grow at their end: a released variant keeps its name, its number and its"
          + " place, and a new one comes after the last with a higher number, because programs"
          + " that are already stored carry the numbers.";

  private static final String RESOURCE = "abi.lock";

  private static final Pattern LINE = Pattern.compile("(\\w+) +(-?\\d+) +(\\w+)");

  public AbiLock {
    enums = List.copyOf(enums);
  }

  /** A change that is not an append. The message is the rule and each breach with both places. */
  public static final class BrokenException extends RuntimeException {
    private final List<String> breaches;

    BrokenException(List<String> breaches) {
      super(RULE + "\n" + String.join("\n", breaches));
      this.breaches = List.copyOf(breaches);
    }

    /** What breaks the rule, one text each. */
    public List<String> breaches() {
      return breaches;
    }
  }

  /** What this version has released. */
  public static AbiLock released() {
    try (InputStream in = AbiLock.class.getResourceAsStream(RESOURCE)) {
      return parse(RESOURCE, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads the file.
   *
   * @throws MirrorSyntaxException when a line is neither empty, nor a comment, nor a variant
   */
  public static AbiLock parse(String file, String text) {
    Map<String, List<EnumMirror.Variant>> released = new LinkedHashMap<>();
    Map<String, SourcePlace> places = new LinkedHashMap<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      Matcher matcher = LINE.matcher(line.strip());
      SourcePlace place = new SourcePlace(file, number, 1);
      if (!matcher.matches()) {
        throw new MirrorSyntaxException(place, "expected: enum, number and variant");
      }
      List<EnumMirror.Variant> variants =
          released.computeIfAbsent(matcher.group(1), k -> new ArrayList<>());
      places.putIfAbsent(matcher.group(1), place);
      variants.add(
          new EnumMirror.Variant(
              matcher.group(3), new BigInteger(matcher.group(2)), variants.size(), place));
    }
    List<EnumMirror> enums = new ArrayList<>();
    released.forEach(
        (name, variants) -> enums.add(new EnumMirror(name, variants, places.get(name))));
    return new AbiLock(enums);
  }

  /** The file's text for the enums of the truth. */
  public static String text(MirrorLayer truth) {
    StringBuilder out = new StringBuilder("# Released values of the ABI enums.\n");
    RULE.replaceAll("(.{1,76})(?: |$)", "# $1\n").lines().forEach(l -> out.append(l).append('\n'));
    for (EnumMirror mirror : truth.enums()) {
      out.append('\n');
      for (EnumMirror.Variant variant : mirror.variants()) {
        out.append(mirror.name())
            .append(' ')
            .append(variant.value())
            .append(' ')
            .append(truth.spelling().plain(variant.name()))
            .append('\n');
      }
    }
    return out.toString();
  }

  /**
   * The new text of the file.
   *
   * @throws BrokenException when the truth is not what is released, or that with variants appended
   */
  public String updated(MirrorLayer truth) {
    check(truth);
    return text(truth);
  }

  /**
   * Checks that the truth only appends to what is released.
   *
   * @throws BrokenException when it does not
   */
  public void check(MirrorLayer truth) {
    List<String> breaches = new ArrayList<>();
    for (EnumMirror released : enums) {
      EnumMirror now = null;
      for (EnumMirror candidate : truth.enums()) {
        now = candidate.name().equals(released.name()) ? candidate : now;
      }
      if (now == null) {
        breaches.add(
            released.place() + ": enum " + released.name() + " is gone (" + truth.place() + ")");
      } else {
        compare(released, now, truth.spelling(), breaches);
      }
    }
    if (!breaches.isEmpty()) {
      throw new BrokenException(breaches);
    }
  }

  private static void compare(
      EnumMirror released, EnumMirror now, MirrorLayer.Spelling spelling, List<String> breaches) {
    BigInteger highest = null;
    for (int i = 0; i < released.variants().size(); i++) {
      EnumMirror.Variant old = released.variants().get(i);
      highest = highest == null ? old.value() : highest.max(old.value());
      if (i >= now.variants().size()) {
        breaches.add(
            old.place()
                + ": "
                + shown(released, old.name(), old.value())
                + " is gone ("
                + now.place()
                + ")");
        continue;
      }
      EnumMirror.Variant present = now.variants().get(i);
      String name = spelling.plain(present.name());
      if (!name.equals(old.name()) || !present.value().equals(old.value())) {
        breaches.add(
            old.place()
                + ": "
                + shown(released, old.name(), old.value())
                + " has become "
                + shown(now, name, present.value())
                + " ("
                + present.place()
                + ")");
      }
    }
    for (int i = released.variants().size(); i < now.variants().size(); i++) {
      EnumMirror.Variant added = now.variants().get(i);
      if (highest != null && added.value().compareTo(highest) <= 0) {
        breaches.add(
            released.variants().getLast().place()
                + ": "
                + shown(now, spelling.plain(added.name()), added.value())
                + " is new but its number does not come after "
                + highest
                + " ("
                + added.place()
                + ")");
      }
      highest = highest == null ? added.value() : highest.max(added.value());
    }
  }

  private static String shown(EnumMirror mirror, String name, BigInteger value) {
    return mirror.name() + "." + name + " = " + value;
  }
}
