package org.ironopt.bench.fit;

import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ironopt.bench.InterleavedTimer.Times;
import org.ironopt.data.Dataset;
import org.ironopt.lab.file.TemporaryFolder;

/**
 * The program {@code liblinear-train}, in C, where it is installed ({@code apt install
 * liblinear-tools}). It reads a file in every run; the seconds of a run that ends before its first
 * step, reading and starting included, are not counted. Its objective is that of {@link FitSolver}
 * for liblinear-java.
 */
final class LiblinearProcess implements FitSolver.Solve {
  private static final String PROGRAM = "liblinear-train";

  /** With this tolerance the start is good enough. */
  private static final double NO_STEP = 1e30;

  private static final int RUNS = 5;

  private final TemporaryFolder folder;
  private final FitSet set;
  private final int solver;
  private final double overhead;

  /**
   * @param solver 0 for the primal trust region Newton method, 7 for dual coordinate descent
   */
  LiblinearProcess(FitSet set, int solver) {
    this.set = set;
    this.solver = solver;
    try {
      folder = new TemporaryFolder("iron-liblinear");
      write(set.data(), folder.path().resolve("rows"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    double[] seconds = new double[RUNS];
    for (int k = 0; k < RUNS; k++) {
      long start = System.nanoTime();
      run(NO_STEP);
      seconds[k] = 1e-9 * (System.nanoTime() - start);
    }
    overhead = new Times(seconds).fastest();
  }

  /** Returns the program, if it is installed. */
  static Optional<Path> program() {
    String path = System.getenv("PATH");
    return Stream.of((path == null ? "" : path).split(File.pathSeparator))
        .map(folder -> Path.of(folder, PROGRAM))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static void write(Dataset data, Path file) throws IOException {
    double[] row = new double[data.columns()];
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int i = 0; i < data.rows(); i++) {
        out.append(data.label(i) == 1 ? "+1" : "-1");
        data.features().copyRow(data.position(i), row, 0);
        for (int j = 0; j < row.length; j++) {
          if (row[j] != 0) {
            out.append(' ').append(Integer.toString(j + 1)).append(':');
            out.append(Double.toString(row[j]));
          }
        }
        out.append('\n');
      }
    }
  }

  @Override
  public double overhead() {
    return overhead;
  }

  @Override
  public double[][] run(double tolerance) {
    double c = 1 / (set.data().rows() * set.reg());
    Path model = folder.path().resolve("model");
    List<String> command =
        List.of(
            program().orElseThrow().toString(),
            "-q",
            "-s",
            Integer.toString(solver),
            "-c",
            Double.toString(c),
            "-e",
            Double.toString(tolerance),
            folder.path().resolve("rows").toString(),
            model.toString());
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + " failed");
      }
      return weights(Files.readAllLines(model));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Reads a model: a head with the labels, then a line for each column. */
  private double[][] weights(List<String> lines) {
    boolean positive =
        lines.stream().anyMatch(line -> line.startsWith("label") && line.split(" ")[1].equals("1"));
    double sign = positive ? 1 : -1;
    int head = lines.indexOf("w") + 1;
    double[] w = new double[set.data().columns()];
    Arrays.setAll(
        w,
        j ->
            // Columns behind the last one that is not empty are not in the file.
            head + j < lines.size() ? sign * Double.parseDouble(lines.get(head + j).trim()) : 0);
    return new double[][] {w};
  }

  @Override
  public void close() {
    try {
      folder.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
