package org.ironopt.spark;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.ironopt.data.MalformedDataException;
import org.ironopt.io.internal.Numbers;
import org.ironopt.table.internal.LineRange;

/**
 * Rows of a Parquet file as the text of a table, since the rules of tables are rules of text: a
 * missing value is an empty field, dates and times are in the form of ISO 8601.
 */
final class ParquetText implements Iterator<LineRange> {
  private static final int LARGEST = 16 << 20;

  private final String file;
  private final Iterator<Row> rows;
  private long line;

  ParquetText(String file, Iterator<Row> rows, long firstLine) {
    this.file = file;
    this.rows = rows;
    line = firstLine;
  }

  /** Returns the names as the first line; refuses columns of lists or groups. */
  static LineRange head(String file, StructType schema) throws MalformedDataException {
    for (StructField field : schema.fields()) {
      if (field.dataType() instanceof StructType
          || field.dataType() instanceof ArrayType
          || field.dataType() instanceof MapType) {
        throw new MalformedDataException(
            Numbers.format(
                "%s: the column '%s' holds lists or groups, expected one value a row; write it"
                    + " without that column",
                file, field.name()));
      }
    }
    String names = line(Stream.of(schema.fieldNames()));
    return new LineRange(file, names.getBytes(StandardCharsets.UTF_8), 1);
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  @Override
  public LineRange next() {
    if (!rows.hasNext()) {
      throw new NoSuchElementException();
    }
    long first = line;
    StringBuilder text = new StringBuilder();
    while (rows.hasNext() && text.length() < LARGEST) {
      Row row = rows.next();
      text.append(line(IntStream.range(0, row.size()).mapToObj(i -> text(row.get(i)))));
      line++;
    }
    return new LineRange(file, text.toString().getBytes(StandardCharsets.UTF_8), first);
  }

  private static String line(Stream<String> fields) {
    return fields
        .map(f -> f.matches("[-+.:\\w]*") ? f : '"' + f.replace("\"", "\"\"") + '"')
        .collect(Collectors.joining(",", "", "\n"));
  }

  private static String text(Object value) {
    return switch (value) {
      case null -> "";
      case BigDecimal number -> number.toPlainString();
      case LocalDateTime time -> DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time);
      default -> value.toString();
    };
  }
}
