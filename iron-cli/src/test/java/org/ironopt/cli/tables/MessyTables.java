package org.ironopt.cli.tables;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.zip.GZIPOutputStream;

/** Tables as people have them, each with something wrong. */
final class MessyTables {
  /**
   * A table.
   *
   * @param file its name
   * @param content its bytes
   * @param options what its fit needs to run
   * @param notes what the fit must say, as regular expressions
   * @param refused the line without the options; empty if it runs without
   */
  record Messy(
      String file, byte[] content, List<String> options, List<String> notes, String refused) {
    Messy with(String... more) {
      return new Messy(file, content, List.of(more), notes, refused);
    }

    Messy refused(String line) {
      return new Messy(file, content, options, notes, line);
    }
  }

  private static final int ROWS = 300;
  private final Random random = new Random(11);
  private final double[] x = random.doubles(ROWS, -2, 2).toArray();
  private final double[] noise = random.doubles(ROWS, -1, 1).toArray();
  private final double[] luck = random.doubles(ROWS, -3, 3).toArray();

  private boolean yes(int i) {
    return x[i] + luck[i] > 0;
  }

  private static String text(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }

  /** A table of x, one more column and y. */
  private Messy table(String file, String column, IntFunction<String> value, String... notes) {
    return table(file, ',', "x," + column + ",y", i -> text("%.3f,", x[i]) + value.apply(i), notes);
  }

  private Messy table(
      String file, char delimiter, String header, IntFunction<String> row, String... notes) {
    return of(file, header, i -> row.apply(i) + delimiter + (yes(i) ? "yes" : "no"), notes);
  }

  private static Messy of(String file, String header, IntFunction<String> row, String... notes) {
    StringBuilder text = new StringBuilder(header.isEmpty() ? "" : header + "\n");
    for (int i = 0; i < ROWS; i++) {
      text.append(row.apply(i)).append('\n');
    }
    byte[] content = text.toString().getBytes(StandardCharsets.UTF_8);
    return new Messy(file, content, List.of("--target", "y"), List.of(notes), "");
  }

  private static String date(int i, String pattern) {
    return LocalDate.of(2022, 1, 3)
        .plusDays(i * 3L)
        .format(DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH));
  }

  private static byte[] gzip(byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
      packed.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  List<Messy> all() {
    Messy packed =
        table(
            "packed.csv.gz",
            ';',
            "\ufeffx;Größe;y",
            i -> text("%.2f;%.1f", x[i], 170 + 10 * noise[i]).replace('.', ','),
            "column 'Größe' has decimal commas: '1[0-9]+,[0-9]' is read as 1[0-9.]+ \\(--decimal"
                + " .*");
    return List.of(
        table(
            "ids.csv",
            ',',
            ",customer_id,mail,x,y",
            i -> text("%d,%d,person%d@example.org,%.3f", i, 5000 + 7 * i, i, x[i]),
            "column 'column1' has no name in the header .* left out \\(--numeric column1 uses"
                + " it\\)",
            "column 'customer_id' is named like an id .* left out .*",
            "column 'mail' has 300 different values in 300 rows, as an id has: left out .*"),
        table(
            "sequence.csv",
            "nr",
            i -> "" + (1000 - i),
            "column 'nr' has a whole number of its own in every row and is used: .*"),
        table(
            "accounts.csv",
            "account",
            i -> "" + (730_000_000_000_000_000L + i * 7_919L),
            "column 'account' has whole numbers of 18 digits: taken for names, .*--numeric .*",
            "column 'account' has 300 different values in 300 rows, as an id has: left out .*"),
        table(
            "zip.csv",
            "zip",
            i -> text("%05d", 1000 + 911 * (i % 30)),
            "column 'zip' has codes with leading zeros such as '01000': taken for names, .*",
            "column 'zip' has 30 categories: one feature each .*"),
        table(
            "constant.csv",
            "version",
            i -> "3",
            "column 'version' is always 3: left out, since it tells nothing"),
        table(
            "money.csv",
            "price",
            i -> text("\"$%,.2f\"", 2000 + 900 * noise[i]),
            "column 'price' has amounts in \\$ and ',' between thousands: '\\$[0-9,.]+' is read as"
                + " [0-9.]+ .*"),
        table(
            "comma.csv",
            ';',
            "x;betrag;y",
            i -> text("%.3f;%.2f", x[i], 12 + noise[i]).replace('.', ','),
            "column 'x' has decimal commas: .*",
            "column 'betrag' has decimal commas: '1[0-9],[0-9]+' is read as .*"),
        table(
            "percent.csv",
            "rate",
            i -> text("%.1f%%", 50 + 20 * noise[i]),
            "column 'rate' has percent signs: '[0-9.]+%' is read as [0-9.]+ .*"),
        table(
            "iso.csv",
            "joined",
            i -> date(i, "yyyy-MM-dd"),
            "column 'joined' is read as dates yyyy-MM-dd: year, season, weekday become 9 features"
                + " .*"),
        table(
            "german.csv",
            "seen",
            i ->
                LocalDateTime.of(2023, 5, 1, 8, 0)
                    .plusMinutes(1717L * i)
                    .format(DateTimeFormatter.ofPattern("dd.MM.yyyy HH:mm")),
            "column 'seen' is read as dates d.M.yyyy: year, season, weekday, hour become 11"
                + " features .*"),
        table(
                "ambiguous.csv",
                "born",
                i -> text("%02d/%02d/2001", 1 + i % 12, 1 + i / 12 % 12),
                "column 'born' is read as dates dd/MM/yyyy: .*")
            .with("--target", "y", "--date-format", "born=dd/MM/yyyy")
            .refused(
                "ambiguous.csv:2: column 2 'born' is '01/01/2001', and like all its values may have"
                    + " the day or the month first; give --date-format d/M/yyyy or --date-format"
                    + " M/d/yyyy"),
        table(
            "cities.csv",
            "city",
            i -> "city" + (i % 3 > 0 ? i % 6 : 100 + i),
            "column 'city' has 104 categories in 300 rows, more than 50: 100 of them with fewer"
                + " than 20 rows each are one, '\\(other\\)', and 4 are kept \\(--max-categories"
                + " .*"),
        table(
            "comments.csv",
            "comment",
            i -> "the customer said " + Integer.toString(i * 7919, 36),
            "column 'comment' has 300 different values in 300 rows, as an id has: left out .*"),
        of(
            "labels.csv",
            "x,z,y",
            i -> text("%.3f,%.3f,%s", x[i], noise[i], !yes(i) ? i % 9 == 0 ? "NO " : "no" : "yes"),
            "target: 3 classes: 'NO' [0-9]+ .*, 'no' [0-9]+ .*, 'yes' [0-9]+ .*",
            "labels 'NO' and 'no' differ by letter case, .*"),
        of(
            "rare.csv",
            "x,z,y",
            i -> text("%.3f,%.3f,%d", x[i], noise[i], x[i] + luck[i] > 3.2 ? 1 : 0),
            "target: 2 classes: '0' 2[0-9]+ \\(9[0-9] %\\), '1' [0-9]+ \\([0-9.]+ %\\)",
            "a class of less than 10 % of the rows: '1'; always saying '0' is right for .*"),
        of(
            "tiny.csv",
            "x,z,y",
            i -> text("%.3f,%.3f,%s", x[i], noise[i], i % 100 == 7 ? "c" : yes(i) ? "a" : "b"),
            "classes with fewer rows than the 5 folds of --reg auto: 'c' 3; .*"),
        table(
            "leak.csv",
            "cancelled",
            i -> text("%.3f", (yes(i) ? 5 : 1) + noise[i]),
            "column 'cancelled' alone tells the target nearly perfectly \\(Gini 1\\): .*--ignore"
                + " cancelled .*"),
        of(
                "numbers.csv",
                "1,2,3",
                i -> text("%.3f,%.3f,%.3f", x[i], noise[i], x[i] + luck[i]),
                "no header: the first row is data \\(1, 2, 3\\), .*--header yes .*")
            .with("--target", "3"),
        table(
            "gaps.csv",
            ',',
            "x,age,empty,y",
            i -> text("%.3f,%s,", x[i], i % 10 == 0 ? "NA" : 20 + i % 50),
            "column 'age' has 30 missing values: filled with the mean .*--missing indicator.*",
            "column 'empty' has no values: left out"),
        new Messy(packed.file(), gzip(packed.content()), packed.options(), packed.notes(), ""),
        new Messy(
            "book.csv",
            ("PK\3\4" + "\0".repeat(26) + "[Content_Types].xml").getBytes(StandardCharsets.UTF_8),
            List.of(),
            List.of(),
            "book.csv: this is an Excel workbook, expected a table of text; save its sheet as"
                + " CSV"));
  }
}
