package org.ironopt.bench.path;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ironopt.io.internal.AtomicFiles;

/**
 * The package glmnet in a process of R that keeps the data, where {@code Rscript} finds it. It gets
 * the data in its own form, and times itself.
 */
final class Glmnet implements AutoCloseable {
  /** Longer than this no answer is waited for. */
  static final Duration LIMIT = Duration.ofMinutes(2);

  private static final String SCRIPT = "glmnet.R";
  private static final String VERSION =
      "cat('glmnet', as.character(packageVersion('glmnet')), 'in', R.version.string)";

  private final Path folder;
  private final Process process;
  private final BufferedWriter requests;
  private final BufferedReader answers;

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

  /**
   * A cross-validation.
   *
   * @param deviances means over the rows left out, twice the loss
   */
  record Choice(
      double[] lambdas, double[] deviances, double[] errors, double least, double oneError) {}

  /** R took longer than the limit for one request, and was ended. */
  static final class TooLateException extends IOException {
    private static final long serialVersionUID = 1L;

    TooLateException() {
      super("glmnet took more than " + LIMIT.toSeconds() + " s");
    }
  }

  private Glmnet(Path folder) throws IOException {
    this.folder = folder;
    process =
        new ProcessBuilder(command(folder)).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    requests = process.outputWriter();
    answers = process.inputReader();
    answer();
  }

  /** Returns the versions of glmnet and R; empty if they are not on this machine. */
  static Optional<String> version() {
    ProcessBuilder asked = new ProcessBuilder("Rscript", "-e", VERSION);
    try {
      Process r = asked.redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String line = r.inputReader().readLine();
      return r.waitFor() == 0 ? Optional.of(line) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /**
   * Starts R on data.
   *
   * @param folder for its files
   */
  static Glmnet on(PathSet set, Path folder) throws IOException {
    try (InputStream script = Glmnet.class.getResourceAsStream("/path/" + SCRIPT)) {
      AtomicFiles.write(folder.resolve(SCRIPT), script.readAllBytes());
    }
    PathFiles.binary(set, set.foldOfEachRow(), folder.resolve("data.bin"));
    return new Glmnet(folder);
  }

  /** Returns what a shell runs, with a request on its standard input. */
  static List<String> command(Path folder) {
    return List.of("Rscript", folder.resolve(SCRIPT).toString(), folder.toString());
  }

  /** Returns the seconds of a path or a cross-validation. */
  double seconds(boolean folds, double threshold) throws IOException {
    return Double.parseDouble(request(task(folds) + " " + threshold));
  }

  static String task(boolean folds) {
    return folds ? "cv" : "path";
  }

  /** Returns a path. */
  Solution path(double threshold) throws IOException {
    ByteBuffer in = result(false, threshold);
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
    ByteBuffer in = result(true, threshold);
    int n = in.getInt();
    return new Choice(reals(in, n), reals(in, n), reals(in, n), in.getDouble(), in.getDouble());
  }

  private ByteBuffer result(boolean folds, double threshold) throws IOException {
    Path file = folder.resolve("result.bin");
    request(task(folds) + " " + threshold + " " + file);
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
    CountDownLatch answered = new CountDownLatch(1);
    AtomicBoolean late = new AtomicBoolean();
    Thread.ofVirtual().start(() -> stop(answered, late));
    String line = answers.readLine();
    answered.countDown();
    if (late.get()) {
      throw new TooLateException();
    }
    if (line == null) {
      throw new IOException("R ended early; try: " + String.join(" ", command(folder)));
    }
    return line.strip();
  }

  /** Ends R if it does not answer in time. */
  private void stop(CountDownLatch answered, AtomicBoolean late) {
    try {
      if (!answered.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        late.set(true);
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
