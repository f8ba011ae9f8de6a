package org.ironopt.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import blue.strategic.parquet.ParquetReader;
import blue.strategic.parquet.ParquetWriter;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.ironopt.data.MalformedDataException;
import org.ironopt.table.TableData;
import org.ironopt.table.TableReader;
import org.ironopt.table.internal.InputFile;
import org.ironopt.table.internal.TwoPassReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same table as text, packed, and in a Parquet file gives the same rows. */
class FormatsTest {
  private static final int ROWS = 200;

  @TempDir Path folder;
  private Path csv;

  @BeforeEach
  void table() throws IOException {
    StringBuilder text = new StringBuilder("x,n,city,day,y\n");
    for (int i = 0; i < ROWS; i++) {
      text.append(x(i) == null ? "" : x(i)).append(',');
      text.append(i % 17).append(",c").append(i % 4).append(',');
      text.append(LocalDate.ofEpochDay(19_000 + i)).append(',').append(i % 2 == 0).append('\n');
    }
    csv = Files.writeString(folder.resolve("t.csv"), text);
  }

  private static Double x(int i) {
    return i % 10 == 3 ? null : Math.sqrt(i) - 3;
  }

  private static TableData read(Path file) throws IOException {
    try (InputFile input = new InputFile(file)) {
      return new TwoPassReader(new TableReader("y")).read(input);
    }
  }

  private void same(Path file) throws IOException {
    TableData expected = read(csv);
    TableData table = read(file);
    assertEquals(expected.schema().columns(), table.schema().columns());
    assertEquals(expected.schema().target(), table.schema().target());
    double[] one = new double[expected.data().columns()];
    double[] other = one.clone();
    for (int i = 0; i < ROWS; i++) {
      expected.data().features().copyRow(i, one, 0);
      table.data().features().copyRow(i, other, 0);
      assertTrue(Arrays.equals(one, other), "row " + i);
      assertEquals(expected.data().label(i), table.data().label(i));
    }
  }

  @Test
  void zstandard() throws IOException {
    byte[] packed = Zstd.compress(Files.readAllBytes(csv));
    Path file = Files.write(folder.resolve("t.csv.zst"), packed);
    same(file);
    Files.write(file, Arrays.copyOf(packed, packed.length / 2));
    String line = refused(file);
    assertTrue(line.startsWith(file + ": the Zstandard file is damaged ("), line);
  }

  private static byte[] joined(byte[] one, byte[] other) {
    byte[] all = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, all, one.length, other.length);
    return all;
  }

  /** A frame of which nothing is to be read, and one with a checksum, are frames too. */
  @Test
  void framesOfZstandardFollowOneAnother() throws IOException {
    byte[] text = Files.readAllBytes(csv);
    byte[] first = Zstd.compress(Arrays.copyOf(text, text.length / 2));
    byte[] rest = Arrays.copyOfRange(text, text.length / 2, text.length);
    byte[] second;
    try (ZstdCompressCtx context = new ZstdCompressCtx()) {
      second = context.setChecksum(true).compress(rest);
    }
    byte[] skipped = {0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 7, 7, 7};
    Path file = folder.resolve("t.csv.zst");
    Files.write(file, joined(joined(first, skipped), second));
    same(file);
    byte[] both = joined(first, second);
    for (int length = first.length + 1; length < both.length; length++) {
      Files.write(file, Arrays.copyOf(both, length));
      assertEquals(
          file + ": the Zstandard file is damaged (it ends early, at byte " + length + ")",
          refused(file));
    }
    Files.write(file, joined(first, "1,2,c0,2022-01-01,true\n".getBytes(StandardCharsets.UTF_8)));
    assertEquals(
        file
            + ": the Zstandard file is damaged (what follows at byte "
            + first.length
            + " is no frame of it)",
        refused(file));
    both[both.length - 1] ^= 1;
    Files.write(file, both);
    assertTrue(refused(file).contains("is damaged"), "a checksum that does not fit");
  }

  /** Blocks without compression, of one byte repeated, and more of them than one. */
  @Test
  void largeFramesOfZstandardAreCutNowhere() throws IOException {
    byte[] noise = new byte[300_000];
    new Random(5).nextBytes(noise);
    for (byte[] content : List.of(noise, new byte[400_000])) {
      byte[] head = Zstd.compress("x,y\n".getBytes(StandardCharsets.UTF_8));
      byte[] both = joined(head, Zstd.compress(content));
      Path file = Files.write(folder.resolve("t.zst"), both);
      try (var channel = Files.newByteChannel(file)) {
        ZstandardFrames.requireWhole(channel);
      }
      for (int cut : new int[] {5, 300, 50_000, 131_080}) {
        int length = Math.min(head.length + cut, both.length - 1);
        Files.write(file, Arrays.copyOf(both, length));
        assertEquals(
            file + ": the Zstandard file is damaged (it ends early, at byte " + length + ")",
            refused(file));
      }
    }
  }

  private Path parquet(MessageType schema) throws IOException {
    Path file = folder.resolve("t.parquet");
    Files.deleteIfExists(file);
    try (ParquetWriter<Integer> writer =
        ParquetWriter.writeFile(
            schema,
            file.toFile(),
            (i, row) -> {
              if (x(i) != null) {
                row.write("x", x(i));
              }
              row.write("n", (long) (i % 17));
              row.write("city", "c" + i % 4);
              row.write("day", 19_000 + i);
              row.write("y", i % 2 == 0);
            })) {
      for (int i = 0; i < ROWS; i++) {
        writer.write(i);
      }
    }
    return file;
  }

  private static MessageType schema() {
    return new MessageType(
        "table",
        List.of(
            Types.optional(PrimitiveTypeName.DOUBLE).named("x"),
            Types.required(PrimitiveTypeName.INT64).named("n"),
            Types.required(PrimitiveTypeName.BINARY)
                .as(LogicalTypeAnnotation.stringType())
                .named("city"),
            Types.required(PrimitiveTypeName.INT32)
                .as(LogicalTypeAnnotation.dateType())
                .named("day"),
            Types.required(PrimitiveTypeName.BOOLEAN).named("y")));
  }

  /** The last byte of a column is in its last page, which the writer gave a checksum. */
  @Test
  void pagesOfParquetAreHeldToTheirChecksums() throws IOException {
    Path file = parquet(schema());
    byte[] whole = Files.readAllBytes(file);
    List<ColumnChunkMetaData> columns =
        ParquetReader.readMetadata(file.toFile()).getBlocks().getFirst().getColumns();
    assertEquals(5, columns.size());
    for (ColumnChunkMetaData column : columns) {
      byte[] damaged = whole.clone();
      damaged[(int) (column.getStartingPos() + column.getTotalSize()) - 1] ^= 1;
      Files.write(file, damaged);
      String line = refused(file);
      assertTrue(line.startsWith(file + ": the Parquet file is damaged ("), line);
      assertEquals(1, line.lines().count(), line);
    }
  }

  @Test
  void parquet() throws IOException {
    Path file = parquet(schema());
    same(file);
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    String line = refused(file);
    assertTrue(line.startsWith(file + ": the Parquet file is damaged ("), line);
    assertEquals(-1, line.indexOf('\n'));
    assertEquals(-1, line.indexOf('@'), line);
  }

  @Test
  void listsAreRefusedByName() throws IOException {
    MessageType schema =
        new MessageType("table", List.of(Types.repeated(PrimitiveTypeName.DOUBLE).named("tags")));
    Path file = folder.resolve("lists.parquet");
    try (ParquetWriter<Integer> _ =
        ParquetWriter.writeFile(schema, file.toFile(), (i, row) -> row.write("tags", 1.0))) {
      assertEquals(1, schema.getFieldCount());
    }
    assertEquals(
        file
            + ": the column 'tags' of the Parquet file holds lists or groups, expected one value a"
            + " row; export it without that column",
        refused(file));
  }

  private static String refused(Path file) {
    return assertThrows(MalformedDataException.class, () -> new InputFile(file).bytes())
        .getMessage();
  }
}
