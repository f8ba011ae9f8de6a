package org.ironopt.formats;

import blue.strategic.parquet.Hydrator;
import blue.strategic.parquet.ParquetReader;
import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.ironopt.data.MalformedDataException;
import org.ironopt.io.internal.Numbers;
import org.ironopt.table.Converter;

/**
 * Makes CSV of a Parquet file with flat columns: a missing value is an empty field, dates and times
 * are in the form of ISO 8601. Columns of lists or groups are refused by name.
 */
public final class ParquetConverter implements Converter {
  @Override
  public String name() {
    return "Parquet";
  }

  @Override
  public boolean reads(byte[] head, int length) {
    return length >= 4 && new String(head, 0, 4, StandardCharsets.ISO_8859_1).equals("PAR1");
  }

  @Override
  public boolean table() {
    return true;
  }

  @Override
  public void convert(SeekableByteChannel file, OutputStream text) throws IOException {
    InputFile parquet = new Bytes(file);
    requireChecksums(parquet);
    MessageType schema = ParquetReader.readMetadata(parquet).getFileMetaData().getSchema();
    Map<String, Integer> places = new HashMap<>();
    List<PrimitiveType> types = new ArrayList<>();
    for (Type type : schema.getFields()) {
      if (!type.isPrimitive() || type.isRepetition(Type.Repetition.REPEATED)) {
        throw new MalformedDataException(
            Numbers.format(
                "the column '%s' of the Parquet file holds lists or groups, expected one value a"
                    + " row; export it without that column",
                type.getName()));
      }
      places.put(type.getName(), types.size());
      types.add(type.asPrimitiveType());
    }
    try (CsvWriter csv =
            CsvWriter.builder()
                .build(
                    new OutputStreamWriter(
                        new BufferedOutputStream(text, 1 << 16), StandardCharsets.UTF_8));
        var rows =
            ParquetReader.streamContent(parquet, new Rows(types), path -> places.get(path[0]))) {
      csv.writeRecord(types.stream().map(PrimitiveType::getName).toList());
      rows.forEach(csv::writeRecord);
    }
  }

  /**
   * Reads all pages that have a checksum against it. The reader of rows takes no options, so this
   * is a pass of its own; nothing is unpacked in it.
   */
  private static void requireChecksums(InputFile parquet) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .usePageChecksumVerification()
            .build();
    try (ParquetFileReader reader = ParquetFileReader.open(parquet, options)) {
      for (PageReadStore pages = reader.readNextRowGroup();
          pages != null;
          pages = reader.readNextRowGroup()) {
        pages.close();
      }
    }
  }

  /** Gathers the fields of a row. */
  private record Rows(List<PrimitiveType> types) implements Hydrator<String[], String[], Integer> {
    @Override
    public String[] start() {
      String[] row = new String[types.size()];
      Arrays.fill(row, "");
      return row;
    }

    @Override
    public String[] add(String[] row, Integer column, Object value) {
      row[column] = value == null ? "" : text(types.get(column), value);
      return row;
    }

    @Override
    public String[] finish(String[] row) {
      return row;
    }

    private static String text(PrimitiveType type, Object value) {
      return switch (type.getLogicalTypeAnnotation()) {
        case TimestampLogicalTypeAnnotation time when value instanceof Long count ->
            instant(time, count);
        case null -> value.toString();
        default ->
            switch (value) {
              case Integer number -> type.stringifier().stringify(number.intValue());
              case Long number -> type.stringifier().stringify(number.longValue());
              default -> value.toString();
            };
      };
    }

    private static String instant(TimestampLogicalTypeAnnotation time, long count) {
      TimeUnit unit =
          switch (time.getUnit()) {
            case MILLIS -> TimeUnit.MILLISECONDS;
            case MICROS -> TimeUnit.MICROSECONDS;
            case NANOS -> TimeUnit.NANOSECONDS;
          };
      long perSecond = unit.convert(1, TimeUnit.SECONDS);
      long nanos = unit.toNanos(Math.floorMod(count, perSecond));
      String text = Instant.ofEpochSecond(Math.floorDiv(count, perSecond), nanos).toString();
      // A time that knows no zone is one of the clock on the wall.
      return time.isAdjustedToUTC() ? text : text.substring(0, text.length() - 1);
    }
  }

  /** The bytes of an open file. */
  private record Bytes(SeekableByteChannel file) implements InputFile {
    /** The reader's errors name the file so; the path is put before them. */
    @Override
    public String toString() {
      return "this";
    }

    @Override
    public long getLength() throws IOException {
      return file.size();
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      file.position(0);
      return new DelegatingSeekableInputStream(Channels.newInputStream(file)) {
        @Override
        public long getPos() throws IOException {
          return file.position();
        }

        @Override
        public void seek(long position) throws IOException {
          file.position(position);
        }

        @Override
        public void readFully(ByteBuffer out) throws IOException {
          while (out.hasRemaining()) {
            if (file.read(out) < 0) {
              throw new java.io.EOFException("it ends early");
            }
          }
        }
      };
    }
  }
}
