package org.pyptoj.sim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.pyptoj.ir.Span;
import org.pyptoj.ir.diagnostic.Diagnostic;

/**
 * A line of a report on tasks that wait: one task, or the equal waits of several ranks, which would
 * otherwise fill a page and hide the one that differs.
 *
 * @param ranks one wait of each rank, in order of rank; they differ in the rank alone
 * @param tasks how many tasks of each rank wait so
 */
record WaitLine(List<SimFailure.Blocked> ranks, int tasks) {

  /** More than these nobody reads. */
  private static final int MOST = 64;

  private static final int SHORTEST_RANGE = 3;

  WaitLine {
    ranks = List.copyOf(ranks);
  }

  /** Equal waits together, in the order in which their first ones come. */
  private static List<WaitLine> of(List<SimFailure.Blocked> waits) {
    record Key(SimFailure.Blocked anyRank, int tasks) {}
    Map<SimFailure.Blocked, Integer> tasks = new LinkedHashMap<>();
    waits.forEach(wait -> tasks.merge(wait, 1, Integer::sum));
    Map<Key, List<SimFailure.Blocked>> lines = new LinkedHashMap<>();
    tasks.forEach(
        (wait, count) ->
            lines.computeIfAbsent(new Key(anyRank(wait), count), k -> new ArrayList<>()).add(wait));
    List<WaitLine> result = new ArrayList<>();
    lines.forEach(
        (key, ranks) -> {
          ranks.sort((a, b) -> Integer.compare(a.device(), b.device()));
          result.add(new WaitLine(ranks, key.tasks()));
        });
    return result;
  }

  /** The lines that show some waits; of very many the first, and how many tasks the others are. */
  static List<Diagnostic.Note> notes(List<SimFailure.Blocked> waits) {
    List<WaitLine> lines = of(waits);
    List<Diagnostic.Note> notes = new ArrayList<>();
    for (WaitLine line : lines.subList(0, Math.min(MOST, lines.size()))) {
      notes.add(new Diagnostic.Note(line.toString(), line.ranks.getFirst().span()));
    }
    int more = lines.stream().skip(MOST).mapToInt(line -> line.ranks.size() * line.tasks).sum();
    if (more > 0) {
      notes.add(new Diagnostic.Note("and " + more + " more", Span.NONE));
    }
    return notes;
  }

  private static SimFailure.Blocked anyRank(SimFailure.Blocked wait) {
    int device = Math.min(wait.device(), 0);
    return new SimFailure.Blocked(
        device,
        device,
        wait.function(),
        wait.span(),
        wait.waitsFor(),
        wait.value(),
        wait.lastChange());
  }

  @Override
  public String toString() {
    SimFailure.Blocked first = ranks.getFirst();
    StringBuilder text = new StringBuilder();
    if (first.device() < 0) {
      text.append("host");
    } else {
      String s = ranks.size() == 1 ? " " : "s ";
      text.append("rank").append(s).append(listed(ranks.stream().map(w -> w.device()).toList()));
      text.append(" (device").append(s);
      text.append(listed(ranks.stream().map(w -> w.deviceId()).toList())).append(')');
    }
    text.append(", ");
    if (tasks > 1) {
      text.append(tasks).append(" tasks of ");
    }
    text.append(first.function()).append(" at ").append(first.span()).append(": ");
    text.append(ranks.size() == 1 && tasks == 1 ? "waits for " : "each waits for ");
    text.append(first.waitsFor());
    if (first.value() != null) {
      text.append(", is ").append(first.value()).append("; ");
      text.append(
          first.lastChange() == null
              ? "nobody has changed it"
              : "last changed by " + first.lastChange());
    }
    return text.toString();
  }

  /** Numbers in their order, consecutive ones as a range: {@code 0 to 6, 9}. */
  private static String listed(List<Integer> numbers) {
    List<String> parts = new ArrayList<>();
    for (int from = 0, to; from < numbers.size(); from = to) {
      to = from + 1;
      while (to < numbers.size() && numbers.get(to) == numbers.get(to - 1) + 1) {
        to++;
      }
      if (to - from >= SHORTEST_RANGE) {
        parts.add(numbers.get(from) + " to " + numbers.get(to - 1));
      } else {
        parts.add(
            numbers.subList(from, to).stream()
                .map(String::valueOf)
                .collect(Collectors.joining(", ")));
      }
    }
    return String.join(", ", parts);
  }
}
