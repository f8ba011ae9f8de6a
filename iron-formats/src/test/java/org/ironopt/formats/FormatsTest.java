package org.ironopt.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import blue.strategic.parquet.ParquetWriter;
import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;
import org.ironopt.data.MalformedData;
import org.ironopt.lab.table.InputFile;
import org.ironopt.lab.table.TableData;
import org.ironopt.lab.table.TableReader;
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
      return new TableReader("y").read(input);
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

  @Test
  void parquet() throws IOException {
    MessageType schema =
        new MessageType(
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
    Path file = parquet(schema);
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
    return assertThrows(MalformedData.class, () -> new InputFile(file).bytes()).getMessage();
  }
}
