package org.ironopt.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.MalformedDataException;
import org.ironopt.table.internal.Tables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableTest {
  private static final byte[] PEOPLE =
      "age,city,y\n30,Rome,yes\n,Oslo,no\n50,Rome,no\n40,Oslo,yes\n"
          .getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;

  private static double[] features(TableData table) {
    return ((DenseFeatures) table.data().features()).data();
  }

  /** The file may be gone once it was read. */
  @Test
  void isWhatAReaderReadsOfTheFile() throws IOException {
    for (byte[] content : List.of(PEOPLE, Tables.gzip(PEOPLE))) {
      Path file = Files.write(folder.resolve("people"), content);
      TableData expected = new TableReader("y").read(file);
      Table table = Table.read(file);
      Files.delete(file);
      assertEquals(List.of("age", "city", "y"), table.columns());
      TableData data = table.target("y");
      assertEquals(expected.schema(), data.schema());
      assertEquals(expected.decisions(), data.decisions());
      assertEquals(Arrays.toString(features(expected)), Arrays.toString(features(data)));
      assertEquals(List.of("no", "yes"), data.data().classNames());
      assertEquals(List.of("city=Rome", "y=yes"), table.target("age").schema().features());
    }
  }

  @Test
  void takesTheOptionsOfAReader() throws IOException {
    Table table = Table.read(Files.write(folder.resolve("people.csv"), PEOPLE));
    ColumnRoles roles = Tables.roles(Set.of(), Set.of(), Set.of("city"), 50);
    TableData data = table.by(Tables.with(new TableReader("y").roles(roles), MissingRule.DROP));
    assertEquals(List.of("age"), data.schema().features());
    assertEquals(3, data.data().rows());
  }

  @Test
  void namesWhatIsWrong() throws IOException {
    Path file = Files.write(folder.resolve("people.csv"), PEOPLE);
    Table table = Table.read(file);
    MalformedDataException e =
        assertThrows(MalformedDataException.class, () -> table.target("bought"));
    assertTrue(e.getMessage().contains("bought"), e.getMessage());
    byte[] packed = Tables.gzip(PEOPLE);
    Files.write(file, Arrays.copyOf(packed, packed.length - 12));
    e = assertThrows(MalformedDataException.class, () -> Table.read(file));
    assertTrue(e.getMessage().startsWith(file.toString()), e.getMessage());
    Path absent = folder.resolve("absent.csv");
    e = assertThrows(MalformedDataException.class, () -> Table.read(absent));
    assertTrue(e.getMessage().startsWith(absent.toString()), e.getMessage());
  }
}
