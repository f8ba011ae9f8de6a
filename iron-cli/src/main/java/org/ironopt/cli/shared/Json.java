package org.ironopt.cli.shared;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
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

  /** Returns the members of an object and one more. */
  public static Map<String, Object> with(Object value, String name, Object more) {
    Map<String, Object> members =
        MAPPER.convertValue(value, new TypeReference<LinkedHashMap<String, Object>>() {});
    members.put(name, more);
    return members;
  }

  public static String text(Object value) {
    return MAPPER.writeValueAsString(value);
  }
}
