package org.pyptoj.conformance.stubs;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, texts, numbers and booleans. */
final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  static Object read(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      return value(parser);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          map.put(name, value(parser));
        }
        yield map;
      }
      case START_ARRAY -> {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          list.add(value(parser));
        }
        yield list;
      }
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      default -> parser.getText();
    };
  }

  static String write(Object value) {
    StringWriter out = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(out)) {
      write(generator, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  private static void write(JsonGenerator generator, Object value) throws IOException {
    switch (value) {
      case null -> generator.writeNull();
      case Map<?, ?> map -> {
        generator.writeStartObject();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          generator.writeFieldName(entry.getKey().toString());
          write(generator, entry.getValue());
        }
        generator.writeEndObject();
      }
      case List<?> list -> {
        generator.writeStartArray();
        for (Object element : list) {
          write(generator, element);
        }
        generator.writeEndArray();
      }
      case Boolean bool -> generator.writeBoolean(bool);
      case Number number -> generator.writeNumber(number.longValue());
      default -> generator.writeString(value.toString());
    }
  }

  /** The value at a path of names and positions, or null. */
  static Object at(Object json, Object... path) {
    Object value = json;
    for (Object step : path) {
      value =
          switch (value) {
            case Map<?, ?> map -> map.get(step);
            case List<?> list when step instanceof Integer i && i < list.size() -> list.get(i);
            case null, default -> null;
          };
    }
    return value;
  }

  /** The list at a path; empty where there is none. */
  static List<?> list(Object json, Object... path) {
    return at(json, path) instanceof List<?> list ? list : List.of();
  }
}
