package org.ironopt.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.table.internal.InputFile;
import org.ironopt.table.internal.TwoPassReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Missing values are filled with what the rows to learn from tell, and no others. */
class ImputationTest {
  private static final int TRAINING = 12;

  @TempDir Path folder;

  private static final List<String> ROWS =
      List.of(
          "1,red,2024-01-02,0",
          "2.5,red,2024-02-03,1",
          ",green,2024-03-04,0",
          "4,green,2024-04-30,1",
          "7,,2024-05-06,0",
          "9,blue,,1",
          "1.25,red,2024-07-08,0",
          "3,green,2024-08-09,1",
          "5,blue,2024-09-10,0",
          "6,red,2024-10-11,1",
          "8,green,2024-11-12,0",
          "10,green,2024-12-13,1",
          "1e6,blue,2031-01-01,0",
          "2e6,blue,2032-01-01,1",
          "3e6,blue,2033-01-01,0",
          ",,2034-01-02,1",
          "5e6,blue,,0",
          "6e6,blue,2035-01-03,1");

  /** Further columns of zeros and ones make the features sparse. */
  private TableData read(int rows, int more) throws IOException {
    StringBuilder text = new StringBuilder("x,colour,day,y");
    IntStream.range(0, more).forEach(j -> text.append(",z").append(j));
    for (int i = 0; i < rows; i++) {
      text.append('\n').append(ROWS.get(i));
      for (int j = 0; j < more; j++) {
        text.append(j % TRAINING == i ? ",1" : ",0");
      }
    }
    Path file = Files.writeString(folder.resolve("t" + rows + ".csv"), text + "\n");
    TableReader reader = new TableReader("y");
    try (InputFile input = new InputFile(file)) {
      return new TwoPassReader(reader).read(input);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 300})
  void rowsAreEncodedAsIfTheOthersWereNotThere(int more) throws IOException {
    TableData all = read(ROWS.size(), more);
    TableData alone = read(TRAINING, more);
    int[] training = IntStream.range(0, TRAINING).toArray();
    assertTrue(all.imputation().needed());
    assertEquals(
        alone.schema().columns(),
        all.imputation().schema(all.schema(), all.data(), training).columns());
    Dataset filled = all.imputation().apply(all.data(), training);
    double[] row = new double[filled.columns()];
    double[] expected = new double[filled.columns()];
    for (int i = 0; i < TRAINING; i++) {
      filled.features().copyRow(i, row, 0);
      alone.data().features().copyRow(i, expected, 0);
      assertArrayEquals(expected, row, "row " + i);
    }
    assertEquals(all.data().features().getClass(), filled.features().getClass());
    assertEquals(all.data().target(15), filled.target(15));
  }

  @Test
  void allRowsTellWhatTheTableTells() throws IOException {
    TableData all = read(ROWS.size(), 0);
    int[] rows = IntStream.range(0, ROWS.size()).toArray();
    assertEquals(all.schema(), all.imputation().schema(all.schema(), all.data(), rows));
  }

  @Test
  void aTableWithoutGapsIsLeftAsItIs() throws IOException {
    TableData whole = read(2, 0);
    assertFalse(whole.imputation().needed());
    assertEquals(whole.data(), whole.imputation().apply(whole.data(), new int[] {0}));
  }
}
