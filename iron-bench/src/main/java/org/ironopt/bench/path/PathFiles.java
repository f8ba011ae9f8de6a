package org.ironopt.bench.path;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ironopt.data.Features;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.SparseMatrix;
import org.ironopt.model.ModelKind;

/** The data of a set in files: numbers by columns for R, text for the command line. */
final class PathFiles {
  private PathFiles() {}

  /**
   * Writes what {@code glmnet.R} reads: rows, columns, stored elements (0 for all), classes (0 for
   * numbers), targets, folds, and the columns.
   */
  static void binary(PathSet set, int[] folds, Path file) throws IOException {
    Features x = set.data().features();
    SparseMatrix columns = x instanceof SparseFeatures s ? transposed(s.matrix()) : null;
    try (Binary out = new Binary(file)) {
      out.ints(x.rows(), x.columns(), columns == null ? 0 : columns.stored());
      out.ints(set.kind() == ModelKind.LOGISTIC ? 2 : 0);
      for (int i = 0; i < x.rows(); i++) {
        out.reals(set.target(i));
      }
      out.ints(folds);
      if (columns != null) {
        out.ints(columns.rowPointers());
        out.ints(columns.columnIndices());
        out.reals(columns.values());
        return;
      }
      for (int j = 0; j < x.columns(); j++) {
        for (int i = 0; i < x.rows(); i++) {
          out.reals(x.get(i, j));
        }
      }
    }
  }

  private static SparseMatrix transposed(SparseMatrix x) {
    SparseMatrix.Builder columns = SparseMatrix.builder(x.columns(), x.rows());
    int[] starts = x.rowPointers();
    for (int i = 0; i < x.rows(); i++) {
      for (int k = starts[i]; k < starts[i + 1]; k++) {
        columns.add(x.columnIndices()[k], i, x.values()[k]);
      }
    }
    return columns.build();
  }

  /** Writes a table whose column y is the target, or a LIBSVM file if the set is sparse. */
  static Path text(PathSet set, Path folder) throws IOException {
    Features x = set.data().features();
    Path file = folder.resolve(set.sparse() ? "rows.libsvm" : "rows.csv");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int j = 1; !set.sparse() && j <= x.columns(); j++) {
        out.append('x').append(Integer.toString(j)).append(j == x.columns() ? ",y\n" : ",");
      }
      for (int i = 0; i < x.rows(); i++) {
        String y = text(set.target(i));
        if (x instanceof SparseFeatures sparse) {
          out.append(y);
          int[] starts = sparse.matrix().rowPointers();
          for (int k = starts[i]; k < starts[i + 1]; k++) {
            out.append(' ').append(Integer.toString(sparse.matrix().columnIndices()[k] + 1));
            out.append(':').append(text(sparse.matrix().values()[k]));
          }
        } else {
          for (int j = 0; j < x.columns(); j++) {
            out.append(text(x.get(i, j))).append(',');
          }
          out.append(y);
        }
        out.append('\n');
      }
    }
    return file;
  }

  private static String text(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  /** Little-endian numbers. */
  private static final class Binary implements AutoCloseable {
    private final FileChannel file;
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

    Binary(Path path) throws IOException {
      file =
          FileChannel.open(
              path,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
    }

    void ints(int... values) throws IOException {
      for (int value : values) {
        room().putInt(value);
      }
    }

    void reals(double... values) throws IOException {
      for (double value : values) {
        room().putDouble(value);
      }
    }

    private ByteBuffer room() throws IOException {
      if (buffer.remaining() < Double.BYTES) {
        flush();
      }
      return buffer;
    }

    private void flush() throws IOException {
      buffer.flip();
      while (buffer.hasRemaining()) {
        file.write(buffer);
      }
      buffer.clear();
    }

    @Override
    public void close() throws IOException {
      flush();
      file.close();
    }
  }
}
