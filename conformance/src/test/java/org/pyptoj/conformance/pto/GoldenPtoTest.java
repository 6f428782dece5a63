package org.pyptoj.conformance.pto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The comparison on the reference modules in the folder that the system property {@code
 * pyptoj.golden} names. Every mutation must be noticed, and everything that does not matter must
 * not be.
 */
class GoldenPtoTest {
  private static final Pattern VALUE = Pattern.compile("%[A-Za-z0-9_$.]+");
  private static final Pattern CONSTANT =
      Pattern.compile("(?m)^( *%\\S+ = arith\\.constant )(-?\\d+)( : (?:index|i\\d+))$");

  private static List<Path> files() throws IOException {
    String folder = System.getProperty("pyptoj.golden");
    assumeTrue(folder != null && Files.isDirectory(Path.of(folder)), "pyptoj.golden is not set");
    try (Stream<Path> walk = Files.walk(Path.of(folder))) {
      List<Path> files = walk.filter(f -> f.toString().endsWith(".pto")).sorted().toList();
      assertFalse(files.isEmpty());
      return files;
    }
  }

  @Test
  void eachEqualsItself() throws IOException {
    for (Path file : files()) {
      String text = Files.readString(file);
      assertEquals(List.of(), PtoSameness.compare(text, text), file.toString());
    }
  }

  @Test
  void namesAndTheOrderOfConstantsDoNotMatter() throws IOException {
    for (Path file : files()) {
      String text = Files.readString(file);
      PtoSameness.Result result =
          PtoSameness.examine(
              PtoModule.parse(text), PtoModule.parse(shuffleConstants(rename(text))));
      assertEquals(List.of(), result.differences(), file.toString());
      assertEquals(List.of(), result.probablySame(), file.toString());
    }
  }

  @Test
  void differentKernelsDiffer() throws IOException {
    List<Path> files = files();
    for (int i = 1; i < files.size(); i++) {
      assertFalse(
          PtoSameness.compare(Files.readString(files.get(i - 1)), Files.readString(files.get(i)))
              .isEmpty(),
          files.get(i).toString());
    }
  }

  @Test
  void everyMutationIsNoticed() throws IOException {
    int tried = 0;
    for (Path file : files()) {
      String text = Files.readString(file);
      PtoModule original = PtoModule.parse(text);
      for (Map.Entry<String, String> mutant : mutants(text).entrySet()) {
        PtoSameness.Result result =
            PtoSameness.examine(original, PtoModule.parse(mutant.getValue()));
        assertTrue(!result.same(), () -> file + ": not noticed: " + mutant.getKey());
        tried++;
      }
    }
    assertTrue(tried > 300, "only " + tried + " mutations were made");
  }

  /** Some changes of a constant are hidden by a rounding or a bound that follows; not all are. */
  @Test
  void everyConstantMatters() throws IOException {
    for (Path file : files()) {
      String text = Files.readString(file);
      PtoModule original = PtoModule.parse(text);
      Matcher constant = CONSTANT.matcher(text);
      while (constant.find()) {
        long value = Long.parseLong(constant.group(2));
        boolean noticed = false;
        for (long other : new long[] {value + 1, 2 * value + 1, value / 2 - 1}) {
          if (!noticed) {
            String mutant =
                text.substring(0, constant.start(2)) + other + text.substring(constant.end(2));
            noticed = !PtoSameness.examine(original, PtoModule.parse(mutant)).same();
          }
        }
        assertTrue(noticed, () -> file + ": not noticed: " + constant.group().strip());
      }
    }
  }

  private static String rename(String text) {
    Map<String, String> names = new HashMap<>();
    return VALUE
        .matcher(text)
        .replaceAll(m -> names.computeIfAbsent(m.group(), k -> "%other" + names.size()));
  }

  private static String shuffleConstants(String text) {
    List<String> lines = new ArrayList<>(text.lines().toList());
    int from = 0;
    while (!lines.get(from).contains("arith.constant")) {
      from++;
    }
    int to = from;
    while (lines.get(to).contains("arith.constant")) {
      to++;
    }
    Collections.shuffle(lines.subList(from, to), new Random(7));
    return String.join("\n", lines) + "\n";
  }

  private static Map<String, String> mutants(String text) {
    Map<String, String> mutants = new HashMap<>();
    List<String> lines = text.lines().toList();
    Set<String> seen = new LinkedHashSet<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      String next = i + 1 < lines.size() ? lines.get(i + 1) : "";
      boolean effect = line.strip().startsWith("pto.");
      String operation = line.strip().split("[ (]")[0];
      if (effect && seen.add(operation)) {
        mutants.put("line " + (i + 1) + " removed", with(lines, i, List.of()));
        mutants.put("line " + (i + 1) + " doubled", with(lines, i, List.of(line, line)));
      }
      boolean follows = next.strip().startsWith("pto.") && !line.equals(next);
      if (effect && follows && seen.add(operation + " before " + next.strip().split("[ (]")[0])) {
        List<String> swapped = new ArrayList<>(lines);
        Collections.swap(swapped, i, i + 1);
        mutants.put("lines from " + (i + 1) + " swapped", String.join("\n", swapped));
      }
      if (effect && next.strip().equals("}") && line.startsWith("    ")) {
        // What stays behind needs no value of the region, so that it can leave it.
        String barrier = "pto.barrier <PIPE_MTE1>";
        String stayed = with(lines, i, List.of(barrier));
        List<String> moved = new ArrayList<>(lines);
        moved.set(i, next);
        moved.set(i + 1, barrier);
        assertFalse(
            PtoSameness.compare(stayed, String.join("\n", moved)).isEmpty(),
            "line " + (i + 1) + " moved out of its region");
      }
    }
    replaceFirst(mutants, text, "dtype=f16", "dtype=bf16");
    replaceFirst(mutants, text, "dtype=f32", "dtype=f16");
    replaceFirst(mutants, text, "pad=0>", "pad=2>");
    replaceFirst(mutants, text, "layout<nd>", "layout<dn>");
    replaceFirst(mutants, text, "wait_cmp ge", "wait_cmp eq");
    replaceFirst(mutants, text, "notify_op atomic_add", "notify_op set");
    replaceFirst(mutants, text, "<PIPE_ALL>", "<PIPE_V>");
    replaceFirst(mutants, text, "\"a2a3\"", "\"a5\"");
    replaceFirst(mutants, text, "kernel_kind<vector>", "kernel_kind<cube>");
    replaceFirst(mutants, text, "cmpi ne", "cmpi eq");
    replaceFirst(mutants, text, "xf16> -> ", "xf32> -> ");
    replaceFirst(mutants, text, "minsi", "maxsi");
    replaceFirst(mutants, text, "scf.if (%\\w+) \\{", "scf.if $1 { pto.trap");
    swapOperands(mutants, text, "(subi )(%\\w+), (%\\w+)");
    swapOperands(mutants, text, "(offsets = \\[)(%\\w+), (%\\w+)");
    swapOperands(mutants, text, "(tadd ins\\()(%\\w+), (%\\w+)");
    swapOperands(mutants, text, "(tput\\()(%\\w+), (%\\w+)");
    swapOperands(mutants, text, "(buf\\()(%\\w+), (%\\w+)");
    return mutants;
  }

  private static String with(List<String> lines, int index, List<String> instead) {
    List<String> changed = new ArrayList<>(lines.subList(0, index));
    changed.addAll(instead);
    changed.addAll(lines.subList(index + 1, lines.size()));
    return String.join("\n", changed);
  }

  private static void replaceFirst(
      Map<String, String> mutants, String text, String pattern, String by) {
    String mutant = text.replaceFirst(pattern, by);
    if (!mutant.equals(text)) {
      mutants.put(pattern + " replaced", mutant);
    }
  }

  /** Swaps the first two different operands that the pattern finds. */
  private static void swapOperands(Map<String, String> mutants, String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      if (!matcher.group(2).equals(matcher.group(3))) {
        mutants.put(
            pattern + " swapped",
            text.substring(0, matcher.start(2))
                + matcher.group(3)
                + ", "
                + matcher.group(2)
                + text.substring(matcher.end(3)));
        return;
      }
    }
  }
}
