package org.ironopt.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.ironopt.lab.InputError;
import org.ironopt.lab.file.Values;
import org.junit.jupiter.api.Test;

class SchemaTest {
  enum Reading {
    PAPER,
    AS_THE_CODE
  }

  record Example(
      @Setting("Whose reading.") Reading reading,
      @Setting(value = "Steps, each > 0.", above = 0) double[] alpha,
      @Setting(value = "Points of a curve.", least = 2) int gridPoints,
      @Setting(value = "A share.", above = 0, below = 1) double share,
      @Setting(value = "Covariance.", optional = true, file = true) double[] covariance,
      @Setting("A law.") String noise,
      @Setting("Root seed.") long seed) {}

  private static final Schema<Example> SCHEMA = Schema.of(Example.class);

  private static final Example DEFAULTS =
      new Example(
          Reading.PAPER,
          new double[] {1, 10},
          7,
          0.5,
          new double[0],
          "gaussian",
          9007199254740993L);

  @Test
  void aRecordIsWrittenByKeyAndReadBack() {
    Values settings = SCHEMA.write(DEFAULTS);
    assertEquals(
        List.of("reading", "alpha", "grid_points", "share", "covariance", "noise", "seed"),
        List.copyOf(settings.asMap().keySet()));
    Example again = SCHEMA.read(settings);
    assertEquals(Reading.PAPER, again.reading());
    assertArrayEquals(new double[] {1, 10}, again.alpha());
    assertEquals(7, again.gridPoints());
    assertEquals(9007199254740993L, again.seed(), "no bit of a seed is lost");
    assertEquals("Points of a curve.", SCHEMA.setting("grid_points").value());
  }

  @Test
  void changesAreMadeByKey() {
    Example changed =
        SCHEMA.with(DEFAULTS, Map.of("reading", Reading.AS_THE_CODE, "alpha", new double[] {3}));
    assertEquals(Reading.AS_THE_CODE, changed.reading());
    assertArrayEquals(new double[] {3}, changed.alpha());
    assertEquals("as-the-code", SCHEMA.write(changed).text("reading"));
  }

  @Test
  void badValuesAreNamedWithTheirRangeAndOption() {
    assertBad("alpha", List.of(1.0, -2.0), "alpha is -2, expected a number > 0 (--alpha)");
    assertBad(
        "alpha", List.of(), "alpha is an empty list, expected numbers such as 1,10 (--alpha)");
    assertBad("grid_points", 1L, "grid_points is 1, expected at least 2 (--grid-points)");
    assertBad("share", 1.0, "share is 1, expected a number > 0 and < 1 (--share)");
    assertBad(
        "reading", "author", "reading is 'author', expected paper or as-the-code (--reading)");
  }

  private static void assertBad(String key, Object value, String message) {
    Values settings = SCHEMA.write(DEFAULTS).with(key, value);
    assertEquals(message, assertThrows(InputError.class, () -> SCHEMA.read(settings)).getMessage());
  }
}
