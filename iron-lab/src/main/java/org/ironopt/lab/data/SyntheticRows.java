package org.ironopt.lab.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.linalg.Functions;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/**
 * Sparse rows of two classes as a LIBSVM file, of the shape of the public set a9a: categories of 14
 * answers as 123 columns of zeros and ones, few of them frequent, with labels drawn by a logistic
 * model.
 *
 * @param rows in the file
 * @param part what they are for; the model behind all parts is the same
 * @param seed of everything
 */
public record SyntheticRows(int rows, String part, long seed) {
  private static final int COLUMNS = 123;
  private static final int ANSWERS = 14;

  /** Rows to learn from. */
  public static final SyntheticRows TRAIN = new SyntheticRows(32_561, "train", 7);

  /** Rows to predict. */
  public static final SyntheticRows NEW = new SyntheticRows(100_000, "new", 7);

  /** Writes the file, unless there is one, which stays. */
  public void write(Path file) throws IOException {
    if (Files.notExists(file)) {
      AtomicFiles.write(file, text());
    }
  }

  private String text() {
    RandomStream weights = new RandomStreams(seed).stream("weights");
    RandomStream draws = new RandomStreams(seed).stream("rows " + part);
    StringBuilder text = new StringBuilder(70 * rows);
    StringBuilder row = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      double z = 0;
      row.setLength(0);
      for (int k = 0; k < ANSWERS; k++) {
        int first = k * (COLUMNS / ANSWERS);
        int choices = k == ANSWERS - 1 ? COLUMNS - first : COLUMNS / ANSWERS;
        double u = draws.uniform(i, k);
        // The square makes low columns frequent, as categories are.
        int column = first + (int) (choices * u * u);
        z += 0.7 * weights.normal(0, column);
        row.append(' ').append(column + 1).append(":1");
      }
      boolean positive = draws.uniform(i, ANSWERS) < Functions.sigmoid(z);
      text.append(positive ? "+1" : "-1").append(row).append('\n');
    }
    return text.toString();
  }
}
