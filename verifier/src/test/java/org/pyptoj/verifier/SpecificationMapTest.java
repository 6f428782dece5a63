package org.pyptoj.verifier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.pyptoj.verifier.rule.DistributedRule;
import org.pyptoj.verifier.rule.Rule;

/**
 * Every sentence of the specification is answered for by a rule, or by somebody else who is named.
 */
class SpecificationMapTest {

  private static final Set<String> OTHERS =
      Set.of("form", "result", "meaning", "lowering", "author");

  /** Sections that say nothing of what a program may be. */
  private static final Set<String> LEFT_OUT =
      Set.of("Op reference", "Shared codegen infrastructure", "Testing");

  /** One sentence's row. */
  private record Row(String section, int number, String digest, List<String> answers) {}

  private static List<Row> rows() throws IOException {
    try (InputStream in =
        SpecificationMapTest.class.getResourceAsStream("/specification-map.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(l -> !l.startsWith("#"))
          .map(l -> l.split(" \\| "))
          .map(p -> new Row(p[0], Integer.parseInt(p[1]), p[2], Arrays.asList(p[3].split(" "))))
          .toList();
    }
  }

  @Test
  void everyAnswerExists() throws IOException {
    Set<String> codes = Rules.all().stream().map(Rule::code).collect(Collectors.toSet());
    for (Row row : rows()) {
      for (String answer : row.answers()) {
        assertTrue(codes.contains(answer) || OTHERS.contains(answer), () -> answer + " in " + row);
      }
    }
  }

  /**
   * No distributed rule is made up: each answers for a sentence, those of calls' form and of places
   * aside.
   */
  @Test
  void everyDistributedRuleAnswersForASentence() throws IOException {
    Set<String> answering = new HashSet<>();
    rows().forEach(r -> answering.addAll(r.answers()));
    Set<DistributedRule> own =
        Set.of(
            DistributedRule.ATTRIBUTE,
            DistributedRule.PLACEMENT,
            DistributedRule.COMM_CTX_READER,
            DistributedRule.CTX_PLACEMENT);
    for (DistributedRule rule : DistributedRule.values()) {
      assertTrue(answering.contains(rule.code()) || own.contains(rule), rule.code());
    }
  }

  @Test
  void theMapIsThatOfTheSpecification() throws IOException {
    String file = System.getProperty("pyptoj.spec");
    assumeTrue(file != null, "-Dpyptoj.spec names no file");
    List<Row> rows = rows();
    Set<String> sections = new LinkedHashSet<>();
    rows.forEach(r -> sections.add(r.section()));
    sections.addAll(LEFT_OUT);
    List<String> mapped =
        rows.stream().map(r -> r.section() + " " + r.number() + " " + r.digest()).toList();
    assertEquals(
        String.join("\n", mapped),
        String.join("\n", sentences(Files.readString(Path.of(file)), sections)));
  }

  private static List<String> sentences(String text, Set<String> sections) {
    List<String> found = new ArrayList<>();
    Map<String, Integer> counts = new HashMap<>();
    String section = null;
    for (String line : text.split("\n")) {
      String stripped = line.strip();
      if (sections.contains(stripped)) {
        section = stripped;
      } else if (section != null && !LEFT_OUT.contains(section)) {
        for (String sentence : stripped.split("(?<=[.!?:])\\s+(?=[A-Z])")) {
          if (!sentence.isBlank()) {
            int number = counts.merge(section, 1, Integer::sum);
            found.add(section + " " + number + " " + digest(sentence.strip()));
          }
        }
      }
    }
    return found;
  }

  private static String digest(String sentence) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(sentence.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, 10);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
