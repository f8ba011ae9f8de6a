package org.ironopt.lab.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ironopt.data.Dataset;
import org.ironopt.data.LibsvmReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyntheticRowsTest {
  @TempDir Path folder;

  @Test
  void hasTheShapeOfA9a() throws IOException {
    Path file = folder.resolve("rows.libsvm");
    SyntheticRows.TRAIN.write(file);
    Dataset data = new LibsvmReader().read(file).toClasses();
    assertEquals("32561 x 123 sparse, 455854 stored, 2 classes", data.toString());
    int positive = 0;
    for (int i = 0; i < data.rows(); i++) {
      positive += data.label(i);
    }
    assertTrue(positive > 3000 && positive < 29_000, positive + " positive");
  }

  @Test
  void aFileThatIsThereStays() throws IOException {
    Path file = Files.writeString(folder.resolve("rows.libsvm"), "mine\n");
    new SyntheticRows(10, "train", 1).write(file);
    assertEquals("mine\n", Files.readString(file));
  }
}
