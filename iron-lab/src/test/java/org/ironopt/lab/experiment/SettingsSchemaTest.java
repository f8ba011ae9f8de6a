package org.ironopt.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.ironopt.io.InputError;
import org.ironopt.lab.file.NamedValues;
import org.junit.jupiter.api.Test;

class SettingsSchemaTest {
  enum Reading {
    PAPER,
    AS_THE_CODE
  }

  record Example(
      @Setting("Whose reading = paper") Reading reading,
      @Setting("Steps, each > 0 = 1, 10; smoke 1; above 0; ascending") double[] alpha,
      @Setting("Points of a curve = 7; at least 2; because a curve has ends") int gridPoints,
      @Setting("A share = 0.5; above 0; below 1") double share,
      @Setting("Seeds that are left out = 3; 2 to 1e3") int left,
      @Setting("Covariance = ; fewest 0; file") double[] covariance,
      @Setting("A law = gaussian") String noise,
      @Setting("Seeds = 0, 1; fewest 2; distinct") long[] seeds,
      @Setting("Root seed = 9007199254740993") long seed) {}

  private static final SettingsSchema<Example> SCHEMA = new SettingsSchema<>(Example.class);

  @Test
  void aRecordIsWrittenByKeyAndReadBack() {
    NamedValues settings = SCHEMA.paper();
    assertEquals(
        List.of(
            "reading",
            "alpha",
            "grid_points",
            "share",
            "left",
            "covariance",
            "noise",
            "seeds",
            "seed"),
        List.copyOf(settings.asMap().keySet()));
    Example again = SCHEMA.read(settings);
    assertEquals(Reading.PAPER, again.reading());
    assertArrayEquals(new double[] {1, 10}, again.alpha());
    assertEquals(7, again.gridPoints());
    assertEquals(9007199254740993L, again.seed(), "no bit of a seed is lost");
    assertArrayEquals(new long[] {0, 1}, again.seeds());
    assertEquals(settings.asMap(), SCHEMA.write(again).asMap());
    assertEquals("Points of a curve.", SCHEMA.setting("grid_points").help());
  }

  @Test
  void aScaleChangesSomeOfTheSettings() {
    NamedValues smoke = SCHEMA.smoke();
    assertArrayEquals(new double[] {1}, smoke.numbers("alpha"));
    assertEquals(7, smoke.number("grid_points"));
    Example changed = SCHEMA.read(smoke.with("reading", "as-the-code"));
    assertEquals(Reading.AS_THE_CODE, changed.reading());
    assertEquals("as-the-code", SCHEMA.write(changed).text("reading"));
  }

  @Test
  void anAscendingListIsPutInOrder() {
    Example turned = SCHEMA.read(SCHEMA.paper().with("alpha", List.of(10.0, 1.0)));
    assertArrayEquals(new double[] {1, 10}, turned.alpha());
  }

  @Test
  void badValuesAreNamedWithTheirRangeAndOption() {
    assertBad("alpha", List.of(1.0, -2.0), "alpha is -2, expected a number > 0 (--alpha)");
    assertBad(
        "alpha", List.of(), "alpha is an empty list, expected numbers such as 1,10 (--alpha)");
    assertBad(
        "grid_points",
        1L,
        "grid_points is 1, expected at least 2: a curve has ends (--grid-points)");
    assertBad("seeds", List.of(1L), "seeds has one number, expected at least 2 (--seeds)");
    assertBad("seeds", List.of(1L, 1L), "seeds has a number twice (--seeds)");
    assertBad("seeds", List.of(1L, 1.5), "seeds is 1.5, expected a whole number (--seeds)");
    assertBad("share", 1.0, "share is 1, expected a number > 0 and < 1 (--share)");
    assertBad("left", 1L, "left is 1, expected 2 to 1000 (--left)");
    assertBad("left", 1001L, "left is 1001, expected 2 to 1000 (--left)");
    assertBad(
        "reading", "author", "reading is 'author', expected paper or as-the-code (--reading)");
  }

  @Test
  void aRuleThatNobodyKnowsIsRefused() {
    assertEquals(
        "'atleast 2' is no clause of a setting",
        assertThrows(
                IllegalArgumentException.class, () -> SettingRule.parse("Points = 7; atleast 2"))
            .getMessage());
    assertThrows(IllegalArgumentException.class, () -> SettingRule.parse("Points"));
  }

  private static void assertBad(String key, Object value, String message) {
    NamedValues settings = SCHEMA.paper().with(key, value);
    assertEquals(message, assertThrows(InputError.class, () -> SCHEMA.read(settings)).getMessage());
  }
}
