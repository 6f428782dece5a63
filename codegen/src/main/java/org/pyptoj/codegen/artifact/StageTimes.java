package org.pyptoj.codegen.artifact;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How long each stage of a compilation took. */
final class StageTimes {

  private record Stage(String name, double seconds) {}

  private final List<Stage> stages = new ArrayList<>();
  private long start = System.nanoTime();

  void begin() {
    start = System.nanoTime();
  }

  void end(String stage) {
    stages.add(new Stage(stage, (System.nanoTime() - start) / 1e9));
  }

  private double total() {
    return stages.stream().mapToDouble(Stage::seconds).sum();
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append("Total: ").append(seconds(total())).append(" s\n\n");
    for (Stage stage : stages) {
      text.append("%-32s %s s%n".formatted(stage.name(), seconds(stage.seconds())));
    }
    return text.toString();
  }

  String json() {
    return JsonText.of(
        json -> {
          json.writeStartObject();
          json.writeNumberField("total_seconds", total());
          json.writeArrayFieldStart("stages");
          for (Stage stage : stages) {
            json.writeStartObject();
            json.writeStringField("name", stage.name());
            json.writeNumberField("seconds", stage.seconds());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%9.6f", value);
  }
}
