package org.ironopt.bench.path;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ironopt.data.Features;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.SparseMatrix;
import org.ironopt.model.ModelKind;

/**
 * The package glmnet in a process of R that keeps the data, where {@code Rscript} finds it. It gets
 * the data in its own form, and times itself.
 */
final class Glmnet implements AutoCloseable {
  private static final String SCRIPT = "glmnet.R";

  private final Path folder;
  private final Process process;
  private final BufferedWriter requests;
  private final BufferedReader answers;
  private final String version;

  /**
   * A path in the units of the data.
   *
   * @param weights those of each penalty that are not zero
   */
  record Solution(double[] lambdas, double[] intercepts, List<Sparse> weights) {}

  /** Numbers at places, zeros elsewhere. */
  record Sparse(int[] places, double[] values) {
    double[] dense(int length) {
      double[] all = new double[length];
      for (int k = 0; k < places.length; k++) {
        all[places[k]] = values[k];
      }
      return all;
    }
  }

  /** A cross-validation: mean losses and their standard errors, and the two choices. */
  record Choice(double[] lambdas, double[] losses, double[] errors, double least, double oneError) {}

  private Glmnet(Path folder) throws IOException {
    this.folder = folder;
    process = new ProcessBuilder(command(folder)).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    requests = process.outputWriter();
    answers = process.inputReader();
    version = answer();
  }

  /** Returns whether R with glmnet is on this machine. */
  static boolean found() {
    try {
      ProcessBuilder asked = new ProcessBuilder("Rscript", "-e", "library(glmnet)");
      asked.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
      return asked.start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Starts R on data.
   *
   * @param folds of each row
   * @param lambdas penalties, falling; none lets glmnet choose them
   */
  static Glmnet on(PathSet set, int[] folds, double[] lambdas, Path folder) throws IOException {
    try (InputStream script = Glmnet.class.getResourceAsStream("/path/" + SCRIPT)) {
      Files.write(folder.resolve(SCRIPT), script.readAllBytes());
    }
    write(set, folds, lambdas, folder.resolve("data.bin"));
    return new Glmnet(folder);
  }

  /** Returns what the shell runs: one line of requests on its standard input. */
  static List<String> command(Path folder) {
    return List.of("Rscript", folder.resolve(SCRIPT).toString(), folder.toString());
  }

  private static void write(PathSet set, int[] folds, double[] lambdas, Path file)
      throws IOException {
    Features x = set.data().features();
    SparseMatrix sparse = x instanceof SparseFeatures s ? transposed(s.matrix()) : null;
    try (Binary out = new Binary(file)) {
      out.ints(x.rows(), x.columns(), sparse == null ? 0 : sparse.stored());
      out.ints(set.kind() == ModelKind.LOGISTIC ? 2 : 0);
      for (int i = 0; i < x.rows(); i++) {
        out.reals(set.target(i));
      }
      out.ints(folds);
      out.ints(lambdas.length);
      out.reals(lambdas);
      if (sparse != null) {
        out.ints(sparse.rowPointers());
        out.ints(sparse.columnIndices());
        out.reals(sparse.values());
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

  /** Little-endian numbers, to a file. */
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

  /** Returns the versions of glmnet and R. */
  String version() {
    return version;
  }

  /** Returns the seconds of a path or, with {@code "cv"}, of a cross-validation. */
  double seconds(String task, double threshold) throws IOException {
    return Double.parseDouble(request(task + " " + threshold));
  }

  /** Returns a path. */
  Solution path(double threshold) throws IOException {
    ByteBuffer in = result("path", threshold);
    double[] lambdas = reals(in, in.getInt());
    double[] intercepts = reals(in, lambdas.length);
    int stored = in.getInt();
    int[] starts = ints(in, lambdas.length + 1);
    int[] columns = ints(in, stored);
    double[] values = reals(in, stored);
    List<Sparse> weights = new ArrayList<>();
    for (int k = 0; k < lambdas.length; k++) {
      weights.add(
          new Sparse(
              Arrays.copyOfRange(columns, starts[k], starts[k + 1]),
              Arrays.copyOfRange(values, starts[k], starts[k + 1])));
    }
    return new Solution(lambdas, intercepts, weights);
  }

  /** Returns a cross-validation. */
  Choice choice(double threshold) throws IOException {
    ByteBuffer in = result("cv", threshold);
    int n = in.getInt();
    return new Choice(reals(in, n), reals(in, n), reals(in, n), in.getDouble(), in.getDouble());
  }

  private ByteBuffer result(String task, double threshold) throws IOException {
    Path file = folder.resolve("result.bin");
    request(task + " " + threshold + " " + file);
    return ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int[] ints(ByteBuffer in, int count) {
    int[] values = new int[count];
    Arrays.setAll(values, _ -> in.getInt());
    return values;
  }

  private static double[] reals(ByteBuffer in, int count) {
    double[] values = new double[count];
    Arrays.setAll(values, _ -> in.getDouble());
    return values;
  }

  private String request(String line) throws IOException {
    requests.write(line);
    requests.newLine();
    requests.flush();
    return answer();
  }

  private String answer() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("R ended early; try: " + String.join(" ", command(folder)));
    }
    return line.strip();
  }

  @Override
  public void close() {
    process.destroy();
  }
}
