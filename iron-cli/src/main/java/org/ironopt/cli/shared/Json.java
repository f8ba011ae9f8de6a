package org.ironopt.cli.shared;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.ironopt.model.Evaluation;
import org.ironopt.model.NumberEvaluation;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Writes records, maps and lists as one line of JSON, members in the order in which they are
 * declared. An empty optional and a number that is not finite become {@code null}.
 */
public final class Json {
  private static final ValueSerializer<Double> FINITE =
      new ValueSerializer<>() {
        @Override
        public void serialize(Double value, JsonGenerator json, SerializationContext context) {
          if (Double.isFinite(value)) {
            json.writeNumber(value);
          } else {
            json.writeNull();
          }
        }
      };

  /** A bin of a calibration calls the weight of its rows rows. */
  private interface BinNames {
    @JsonProperty("rows")
    double weight();
  }

  /** The measures of predicted numbers, without the numbers themselves. */
  @JsonIgnoreProperties({"predicted", "actual", "weights"})
  private interface MeasuresOnly {}

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addMixIn(Evaluation.Bin.class, BinNames.class)
          .addMixIn(NumberEvaluation.class, MeasuresOnly.class)
          .addModule(
              new SimpleModule()
                  .addSerializer(Double.class, FINITE)
                  .addSerializer(double.class, FINITE))
          .build();

  private Json() {}

  /** Returns the members of an object. */
  public static Map<String, Object> members(Object value) {
    return MAPPER.convertValue(value, new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  /** Returns the name of a type as programs are told, such as at-rounding. */
  public static String word(Class<?> type) {
    return type.getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** Returns the members of an object after one with the word for its type. */
  public static Map<String, Object> typed(String name, Object value) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put(name, word(value.getClass()));
    members.putAll(members(value));
    return members;
  }

  public static String text(Object value) {
    return MAPPER.writeValueAsString(value);
  }
}
