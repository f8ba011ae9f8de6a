package org.ironopt.lab.cli;

import java.io.StringWriter;
import java.util.Map;
import java.util.OptionalDouble;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes maps, lists, text, truth values and numbers as one line of JSON. An empty optional and a
 * number that is not finite become {@code null}. Only the streaming writer is used: data binding is
 * more machinery than a command that prints ten numbers should load.
 */
final class Json {
  private Json() {}

  static String text(Map<String, ?> value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      write(json, value);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, Object value) {
    switch (value) {
      case Map<?, ?> map -> {
        json.writeStartObject();
        map.forEach(
            (name, item) -> {
              json.writeName(name.toString());
              write(json, item);
            });
        json.writeEndObject();
      }
      case Iterable<?> items -> {
        json.writeStartArray();
        items.forEach(item -> write(json, item));
        json.writeEndArray();
      }
      case OptionalDouble number when number.isPresent() -> write(json, number.getAsDouble());
      case Double number when Double.isFinite(number) -> json.writeNumber(number);
      case OptionalDouble _, Double _ -> json.writeNull();
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case Boolean truth -> json.writeBoolean(truth);
      default -> json.writeString(value.toString());
    }
  }
}
