package org.ironopt.lab;

import java.util.Map;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON of our files and pages: records, maps, lists and plain values to text and back. A number
 * that is not finite becomes a text. Made on first use, which takes as long as a small fit.
 */
public final class JsonCodec {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private JsonCodec() {}

  /** Returns one line, without its end. */
  public static String text(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /** Returns the content of a file for people too: a line for each member. */
  public static String lines(Object value) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
  }

  /** Returns the members of an object. */
  public static Map<String, Object> members(String text) {
    return MAPPER.readValue(text, new TypeReference<>() {});
  }
}
