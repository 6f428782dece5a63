package org.pyptoj.torch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Seeded random numbers are those of PyTorch's CPU generator. */
class RandomNumbersTest {
  private final Dispatch dispatch = new Dispatch(new RandomFunctions());

  private Object call(String name, Map<String, Object> keywords, Object... args) {
    return dispatch.call(name, Arrays.asList(args), keywords);
  }

  private double[] draw(String name, Object... args) {
    return Calls.values((Tensor) call(name, Map.of(), args));
  }

  @Test
  void twisterGivesTheNumberThatTheCppStandardNames() {
    // [rand.predef]: the 10000th consecutive invocation of a default mt19937 yields 4123659995.
    Mt19937 twister = new Mt19937(5489);
    for (int i = 1; i < 10000; i++) {
      twister.nextInt();
    }
    assertEquals(4123659995L, twister.nextInt() & 0xFFFFFFFFL);
  }

  @Test
  void numbersThatTutorialsShow() {
    call("manual_seed", Map.of(), 0L);
    assertRounded(new double[] {0.4963, 0.7682, 0.0885, 0.1320}, draw("rand", 4L));
    call("manual_seed", Map.of(), 0L);
    assertRounded(new double[] {1.5410, -0.2934, -2.1788, 0.5684, -1.0845}, draw("randn", 5L));
    call("manual_seed", Map.of(), 42L);
    assertRounded(new double[] {0.3367, 0.1288, 0.2345, 0.2303}, draw("randn", 4L));
  }

  private static void assertRounded(double[] expected, double[] actual) {
    assertArrayEquals(expected, actual, 0.5e-4 + 1e-9);
  }

  @Test
  void seedsRepeatAndGeneratorsAreIndependent() {
    TorchGenerator g = new TorchGenerator();
    g.seed(7);
    double[] first = Calls.values((Tensor) call("randn", Map.of("generator", g), 40L));
    call("manual_seed", Map.of(), 7L);
    assertArrayEquals(first, draw("randn", 40L));
    Object state = call("get_rng_state", Map.of());
    double[] next = draw("rand", 3L);
    call("set_rng_state", Map.of(), state);
    assertArrayEquals(next, draw("rand", 3L));
  }

  @Test
  void permutationHoldsEveryNumberOnce() {
    double[] p = draw("randperm", 100L);
    Arrays.sort(p);
    for (int i = 0; i < 100; i++) {
      assertEquals(i, p[i]);
    }
  }

  /** One recorded sequence of calls after seeding. */
  private record Golden(String call, long seed, List<double[]> values) {}

  @Test
  void recordedNumbers() throws IOException {
    String folder = System.getProperty("pyptoj.golden");
    assumeTrue(folder != null, "set -Dpyptoj.golden to the folder of recorded values");
    Path file = Path.of(folder, "torch", "rng.json");
    assumeTrue(Files.exists(file), file + " does not exist");
    List<Golden> recorded = read(file);
    for (Golden g : recorded) {
      call("manual_seed", Map.of(), g.seed);
      String[] calls = g.call.split("; ");
      for (int i = 0; i < calls.length; i++) {
        assertArrayEquals(g.values.get(i), evaluate(calls[i]), calls[i] + " with seed " + g.seed);
      }
    }
  }

  /** Evaluates calls such as {@code randint(0, 10, (12,))} or {@code rand(4, dtype=float64)}. */
  private double[] evaluate(String text) {
    Matcher m = Pattern.compile("(\\w+)\\((.*)\\)").matcher(text);
    if (!m.matches()) {
      throw new IllegalArgumentException(text);
    }
    List<Object> args = new ArrayList<>();
    Map<String, Object> keywords = new java.util.HashMap<>();
    Matcher part = Pattern.compile("dtype=(\\w+)|\\(([^)]*)\\)|(-?\\d+)").matcher(m.group(2));
    while (part.find()) {
      if (part.group(1) != null) {
        keywords.put("dtype", Dtype.valueOf(part.group(1).toUpperCase(java.util.Locale.ROOT)));
      } else if (part.group(2) != null) {
        List<Object> sizes = new ArrayList<>();
        for (String size : part.group(2).split("[, ]+")) {
          sizes.add(Long.valueOf(size));
        }
        args.add(sizes);
      } else {
        args.add(Long.valueOf(part.group(3)));
      }
    }
    return Calls.values((Tensor) call(m.group(1), keywords, args.toArray()));
  }

  private static List<Golden> read(Path file) throws IOException {
    List<Golden> result = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
      json.nextToken();
      while (json.nextToken() == JsonToken.START_OBJECT) {
        String call = null;
        long seed = 0;
        List<double[]> values = new ArrayList<>();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String name = json.currentName();
          json.nextToken();
          switch (name) {
            case "call" -> call = json.getText();
            case "seed" -> seed = json.getLongValue();
            case "values" -> values = numbers(json);
            default -> json.skipChildren();
          }
        }
        result.add(new Golden(call, seed, values));
      }
    }
    return result;
  }

  /** A list of numbers, or of such lists. */
  private static List<double[]> numbers(JsonParser json) throws IOException {
    List<double[]> lists = new ArrayList<>();
    List<Double> flat = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() == JsonToken.START_ARRAY) {
        lists.addAll(numbers(json));
      } else {
        flat.add(json.getDoubleValue());
      }
    }
    if (lists.isEmpty()) {
      lists.add(flat.stream().mapToDouble(Double::doubleValue).toArray());
    }
    return lists;
  }
}
