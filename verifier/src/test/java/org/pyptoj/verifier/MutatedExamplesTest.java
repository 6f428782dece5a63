package org.pyptoj.verifier;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.pyptoj.verifier.rule.Rule;

/**
 * Examples with a token deleted, doubled, exchanged or replaced are verified or refused, and
 * nothing else happens. More of them: {@code -Dpyptoj.mutations=100000}.
 */
class MutatedExamplesTest {

  private static final Pattern TOKEN =
      Pattern.compile("\\w+(?:\\.\\w+)*|\"[^\"]*\"|[-+*/%=<>!]+|[\\[\\](),:@]");

  private static final List<String> OTHERS =
      List.of(
          "0",
          "-1",
          "2.5",
          "None",
          "True",
          "\"text\"",
          "[]",
          "x",
          "w",
          "pl.FP16",
          "pl.INT32",
          "[0, 0]",
          "[64]",
          "pl.Tensor",
          "pld.DistributedTensor",
          "pl.range(2)",
          "lambda: 0");

  @Test
  void mutationsAreVerifiedOrRefused() {
    int mutations = Integer.getInteger("pyptoj.mutations", 2000);
    List<Rule> rules = Rules.all();
    for (int seed = 0; seed < mutations; seed++) {
      Random random = new Random(seed);
      RulePage page = RulePage.of(rules.get(random.nextInt(rules.size())));
      String example = mutated(random.nextBoolean() ? page.accepted() : page.rejected(), random);
      try {
        page.compile(example);
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("seed " + seed + ":\n" + example, e);
      }
    }
  }

  private static String mutated(String example, Random random) {
    List<String> parts = new ArrayList<>();
    List<Integer> tokens = new ArrayList<>();
    Matcher token = TOKEN.matcher(example);
    int end = 0;
    while (token.find()) {
      parts.add(example.substring(end, token.start()));
      tokens.add(parts.size());
      parts.add(token.group());
      end = token.end();
    }
    parts.add(example.substring(end));
    int at = tokens.get(random.nextInt(tokens.size()));
    switch (random.nextInt(4)) {
      case 0 -> parts.set(at, "");
      case 1 -> parts.set(at, parts.get(at) + " " + parts.get(at));
      case 2 -> Collections.swap(parts, at, tokens.get(random.nextInt(tokens.size())));
      default -> parts.set(at, OTHERS.get(random.nextInt(OTHERS.size())));
    }
    return String.join("", parts);
  }
}
