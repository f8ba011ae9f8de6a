package org.ironopt.table.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;
import org.ironopt.data.TableSchema.Categorical;
import org.ironopt.data.TableSchema.Date;
import org.ironopt.data.TableSchema.Form;
import org.ironopt.data.TableSchema.Missing;
import org.ironopt.data.TableSchema.Numeric;
import org.ironopt.data.TableSchema.Part;
import org.ironopt.data.TableSchema.Target;
import org.junit.jupiter.api.Test;

class RowEncoderTest {
  private enum City {
    Gent
  }

  private static TableSchema schema(Missing missing, TableSchema.Column... columns) {
    Target target = new Target("y", columns.length, List.of());
    return new TableSchema(true, columns.length + 1, target, List.of(columns), missing, List.of());
  }

  private static double[] row(TableSchema schema, Map<String, ?> row) {
    Dataset data = RowEncoder.encode(schema, List.of(row));
    double[] features = new double[data.columns()];
    data.features().copyRow(0, features, 0);
    return features;
  }

  private static double[] one(TableSchema.Column column, Object value) {
    return row(schema(Missing.FILL, column), Collections.singletonMap("x", value));
  }

  /** The message names the column, the value and what was expected. */
  private static void refused(TableSchema schema, Map<String, ?> row, String... parts) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> row(schema, row));
    for (String part : parts) {
      assertTrue(e.getMessage().contains(part), e.getMessage());
    }
    assertEquals(1, e.getMessage().lines().count());
  }

  private static Categorical cities(Optional<String> rest) {
    return new Categorical("x", 0, List.of("Aarhus", "Gent", "other"), "Gent", rest, false);
  }

  @Test
  void numbersAreThemselvesAndTextsAreReadInTheirForm() {
    Numeric euros = new Numeric("x", 0, 5, new Form(',', '.', "€"), true);
    for (Object value :
        new Object[] {1234.5, 1234.5f, new BigDecimal("1234.5"), " 1.234,5 € ", "1234,5"}) {
      assertArrayEquals(new double[] {1234.5, 0}, one(euros, value));
    }
    assertArrayEquals(new double[] {7, 0}, one(euros, 7L));
    for (Object value : new Object[] {null, Double.NaN, "", "NA", " null "}) {
      assertArrayEquals(new double[] {5, 1}, one(euros, value));
    }
    assertArrayEquals(new double[] {5, 1}, row(schema(Missing.FILL, euros), Map.of("other", 3)));
    TableSchema schema = schema(Missing.FILL, euros);
    refused(schema, Map.of("x", "many"), "'x'", "'many'", "decimal point ','");
    refused(schema, Map.of("x", Double.POSITIVE_INFINITY), "'x'", "'Infinity'");
    refused(schema, Map.of("x", true), "'x'", "'true'");
    refused(schema, Map.of("x", LocalDate.of(2024, 1, 1)), "'x'", "'2024-01-01'");
    refused(schema, Map.of("x", List.of(1)), "'x'", "List", "expected");
  }

  @Test
  void categoriesAreWordsAndTheRestIsPooledOrRefused() {
    double[] gent = {1, 0};
    for (Object value :
        new Object[] {"Gent", " Gent", new StringBuilder("Gent"), City.Gent, null}) {
      assertArrayEquals(gent, one(cities(Optional.empty()), value));
    }
    assertArrayEquals(new double[] {0, 0}, one(cities(Optional.empty()), "Aarhus"));
    assertArrayEquals(new double[] {0, 1}, one(cities(Optional.of("other")), "Oslo"));
    TableSchema strict = schema(Missing.FILL, cities(Optional.empty()));
    refused(strict, Map.of("x", "Oslo"), "'x'", "'Oslo'", "Aarhus, Gent, other");
    Categorical codes =
        new Categorical("x", 0, List.of("1.5", "10", "7", "true"), "7", Optional.empty(), false);
    for (Object ten : new Object[] {10, 10L, 10.0, 10f, "10"}) {
      assertArrayEquals(new double[] {1, 0, 0}, one(codes, ten));
    }
    assertArrayEquals(new double[3], one(codes, 1.5));
    assertArrayEquals(new double[] {0, 0, 1}, one(codes, true));
  }

  @Test
  void datesOfEveryTypeAreThoseOfTheirTexts() {
    String format = "uuuu-MM-dd[['T']H:mm[:ss[.SSS]][XXX]]|d.M.uuuu";
    Date date = new Date("x", 0, format, List.of(Part.values()), 86_400 * 400., true, false);
    double[] day = one(date, "2024-02-29");
    assertEquals(2024 + 59 / 366., day[0]);
    for (Object same : new Object[] {LocalDate.of(2024, 2, 29), "29.2.2024"}) {
      assertArrayEquals(day, one(date, same));
    }
    assertArrayEquals(one(date, "1.2.2024"), one(date, YearMonth.of(2024, 2)));
    String text = "2024-02-29T13:45:07.250";
    assertArrayEquals(one(date, text), one(date, LocalDateTime.parse(text)));
    double[] offset = one(date, text + "+02:00");
    OffsetDateTime there = OffsetDateTime.parse(text + "+02:00");
    assertArrayEquals(offset, one(date, there));
    assertArrayEquals(offset, one(date, there.toInstant()));
    assertArrayEquals(
        offset, one(date, ZonedDateTime.ofInstant(there.toInstant(), ZoneId.of("Asia/Tokyo"))));
    double[] missing = one(date, null);
    assertEquals(1, missing[missing.length - 1]);
    TableSchema schema = schema(Missing.FILL, date);
    for (Object wrong : new Object[] {"2024-02-30", LocalTime.NOON, 17}) {
      refused(schema, Map.of("x", wrong), "'x'", "'" + wrong + "'", "yyyy-MM-dd");
    }
    Date coerced = new Date("x", 0, format, date.parts(), date.mean(), true, true);
    assertArrayEquals(missing, one(coerced, "soon"));
  }

  @Test
  void timesAreOfADay() {
    Date time = new Date("x", 0, "H:mm[:ss]", List.of(Part.HOUR), 0, false, false);
    assertArrayEquals(one(time, "13:45"), one(time, LocalTime.of(13, 45)));
    refused(schema(Missing.FILL, time), Map.of("x", Instant.EPOCH), "'x'", "H:mm");
  }

  @Test
  void aMissingValueIsRefusedWhereNoneWasLearntFrom() {
    for (Missing rule : new Missing[] {Missing.DROP, Missing.ERROR}) {
      TableSchema schema = schema(rule, cities(Optional.empty()));
      refused(schema, Map.of(), "'x'", "missing");
      assertArrayEquals(new double[] {1, 0}, row(schema, Map.of("x", "Gent")));
    }
  }

  @Test
  void aBatchNamesTheRow() {
    TableSchema schema = schema(Missing.FILL, cities(Optional.empty()));
    List<Map<String, String>> rows = new ArrayList<>(Collections.nCopies(3, Map.of("x", "Gent")));
    assertEquals(3, RowEncoder.encode(schema, rows).rows());
    rows.set(2, Map.of("x", "Oslo"));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> RowEncoder.encode(schema, rows));
    assertTrue(e.getMessage().startsWith("row 3: "), e.getMessage());
  }

  @Test
  void aTextThatNoRowHoldsIsRefused() {
    char[] text = new char[TableRow.LONGEST + 1];
    Arrays.fill(text, 'a');
    TableSchema schema = schema(Missing.FILL, cities(Optional.empty()));
    refused(schema, Map.of("x", new String(text)), "characters in one row");
  }
}
