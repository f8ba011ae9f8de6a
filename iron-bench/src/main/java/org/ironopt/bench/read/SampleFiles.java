package org.ironopt.bench.read;

import blue.strategic.parquet.ParquetWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.ironopt.io.internal.Numbers;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/** Files whose content is a function of a seed. */
record SampleFiles(Path folder, int rows) {
  /** Columns of plain numbers, the target among them. */
  static final int COLUMNS = 200;

  /** Rows of the mixed table for each row of the others. */
  static final int MIXED = 10;

  private static final int SEED = 1;
  private static final LocalDate FIRST = LocalDate.of(2015, 1, 1);
  private static final String[] CITIES = {"Gent", "Utrecht", "Zürich", "São Paulo", "Lyon", "Bath"};
  private static final String[] STATES = {"new", "open", "paid", "closed"};

  private static RandomStream numbers(String name) {
    return new RandomStreams(SEED).stream(name);
  }

  /** A number of six decimals, as programs write them. */
  private static double number(RandomStream normals, int row, int column) {
    return Math.rint(1e6 * normals.normal(row, column)) / 1e6;
  }

  /** Plain numbers: {@value COLUMNS} columns, the last of them the target. */
  Path numbers() throws IOException {
    Path file = folder.resolve("numbers.csv");
    RandomStream normals = numbers("numbers");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int c = 1; c <= COLUMNS; c++) {
        out.append(c == 1 ? "" : ",").append(name(c));
      }
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < COLUMNS; c++) {
          out.append(c == 0 ? '\n' : ',').append(Numbers.format("%.6f", number(normals, r, c)));
        }
      }
    }
    return file;
  }

  private static String name(int column) {
    return column == COLUMNS ? "y" : "x" + column;
  }

  /** Dates, times, categories, counts, amounts and gaps; the target is a word. */
  Path mixed() throws IOException {
    Path file = folder.resolve("mixed.csv");
    RandomStream words = numbers("mixed");
    RandomStream normals = numbers("amounts");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.append("ordered,changed,city,state,shop,items,amount,weight,discount,bought\n");
      for (int r = 0; r < MIXED * rows; r++) {
        long word = words.word(r, 0);
        LocalDate day = FIRST.plusDays(part(word, 0, 3000));
        double amount = Math.abs(number(normals, r, 0));
        out.append(day.toString()).append(',');
        out.append(day.plusDays(part(word, 8, 90)).toString());
        out.append(Numbers.format(" %02d:%02d:00,", part(word, 16, 24), part(word, 20, 60)));
        out.append(CITIES[part(word, 24, CITIES.length)]).append(',');
        out.append(STATES[part(word, 28, STATES.length)]).append(',');
        out.append("shop ").append(Integer.toString(part(word, 32, 40))).append(',');
        out.append(Integer.toString(part(word, 36, 500))).append(',');
        out.append(Numbers.format("%.2f,%.4f,", 100 * amount, amount));
        out.append(part(word, 40, 20) == 0 ? "" : Integer.toString(part(word, 44, 30)));
        out.append(amount > 0.7 ? ",yes\n" : ",no\n");
      }
    }
    return file;
  }

  private static int part(long word, int shift, int below) {
    return (int) ((word >>> shift & 0xffff) % below);
  }

  /** Sparse rows of a tenth of the columns, as LIBSVM has them. */
  Path libsvm() throws IOException {
    Path file = folder.resolve("rows.libsvm");
    RandomStream normals = numbers("libsvm");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int r = 0; r < MIXED * rows; r++) {
        out.append(number(normals, r, 0) > 0 ? "+1" : "-1");
        for (int c = 1 + r % MIXED; c < COLUMNS; c += MIXED) {
          out.append(Numbers.format(" %d:%.6f", c, number(normals, r, c)));
        }
        out.append('\n');
      }
    }
    return file;
  }

  /** The plain numbers, packed. */
  Path gzip(Path plain) throws IOException {
    Path file = folder.resolve("numbers.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      Files.copy(plain, out);
    }
    return file;
  }

  /** The plain numbers in columns of doubles. */
  Path parquet() throws IOException {
    Path file = folder.resolve("numbers.parquet");
    RandomStream normals = numbers("numbers");
    Types.MessageTypeBuilder columns = Types.buildMessage();
    for (int c = 1; c <= COLUMNS; c++) {
      columns.required(PrimitiveTypeName.DOUBLE).named(name(c));
    }
    MessageType schema = columns.named("numbers");
    try (ParquetWriter<Integer> out =
        ParquetWriter.writeFile(
            schema,
            file.toFile(),
            (r, values) -> {
              for (int c = 0; c < COLUMNS; c++) {
                values.write(name(c + 1), number(normals, r, c));
              }
            })) {
      for (int r = 0; r < rows; r++) {
        out.write(r);
      }
    }
    return file;
  }
}
