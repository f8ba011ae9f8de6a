package org.ironopt.bench.read;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.LibsvmReader;
import org.ironopt.table.TableData;
import org.ironopt.table.TableReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleFilesTest {
  @TempDir Path folder;

  private static Dataset rows(Path file) throws IOException {
    return new TableReader("y").read(file).data();
  }

  @Test
  void packedAndParquetNumbersAreThoseOfTheText() throws IOException {
    SampleFiles files = new SampleFiles(folder, 40);
    Path plain = files.numbers();
    Dataset text = rows(plain);
    assertEquals(40, text.rows());
    assertEquals(SampleFiles.COLUMNS - 1, text.features().columns());
    for (Path other : List.of(files.gzip(plain), files.parquet())) {
      Dataset same = rows(other);
      double[] expected = new double[SampleFiles.COLUMNS - 1];
      double[] read = new double[SampleFiles.COLUMNS - 1];
      for (int r = 0; r < 40; r++) {
        text.features().copyRow(r, expected, 0);
        same.features().copyRow(r, read, 0);
        assertArrayEquals(expected, read, other.toString());
      }
    }
  }

  @Test
  void theMixedTableHasDatesCategoriesAndNumbers() throws IOException {
    SampleFiles files = new SampleFiles(folder, 200);
    TableData data = new TableReader("bought").read(files.mixed());
    List<String> kinds =
        data.schema().columns().stream().map(c -> c.getClass().getSimpleName()).toList();
    assertEquals(
        List.of(
            "Date",
            "Date",
            "Categorical",
            "Categorical",
            "Categorical",
            "Numeric",
            "Numeric",
            "Numeric",
            "Numeric"),
        kinds);
    assertEquals(List.of("no", "yes"), data.schema().target().classes());
    assertEquals(2000, data.data().rows());
  }

  @Test
  void aTenthOfTheSparseRowsIsThere() throws IOException {
    Path file = new SampleFiles(folder, 20).libsvm();
    Dataset data = new LibsvmReader().read(file);
    assertEquals(200, data.rows());
    assertEquals(200, Files.readAllLines(file).size());
    assertEquals(SampleFiles.COLUMNS - 1, data.features().columns());
  }
}
