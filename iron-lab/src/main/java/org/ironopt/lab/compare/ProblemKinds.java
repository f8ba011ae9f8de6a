package org.ironopt.lab.compare;

import static org.ironopt.io.internal.Numbers.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.Suggestion;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.lab.folder.UserClasses;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.analytic.PhaseRetrieval;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.random.internal.RandomMatrices;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Softmax;

/** The problems that a config can name by a word, or by the name of a class. */
final class ProblemKinds {
  /** Reads the options of a problem and returns how to make it, with fewer rows if asked. */
  private interface Reader {
    Maker read(TomlSection options);
  }

  /** Makes a problem with 1/{@code fewer} of its rows; {@code data} is --data, or null. */
  interface Maker {
    ProblemInstance make(String name, int fewer, String data);
  }

  /**
   * A problem of a comparison.
   *
   * @param name how it is called in the report
   * @param passes budget of its own, 0 for the common one
   * @param needsMnist whether files must be there
   * @param maker makes it when it is first needed
   */
  record ProblemEntry(String name, double passes, boolean needsMnist, Maker maker) {}

  private static final int MOST_ROWS = 10_000_000;
  private static final int MOST_COLUMNS = 10_000;
  private static final long MOST_ENTRIES = 1L << 27;

  /** Least squares and phase retrieval get this many rows a column, at least. */
  private static final int ROWS_PER_COLUMN = 6;

  private static final Map<String, Reader> KINDS = new LinkedHashMap<>();

  static {
    KINDS.put("quadratic", ProblemKinds::quadratic);
    KINDS.put("logistic", o -> logistic(o, false));
    KINDS.put("lasso-logistic", o -> logistic(o, true));
    KINDS.put("softmax-mnist", ProblemKinds::mnist);
    KINDS.put("phase-retrieval", ProblemKinds::phaseRetrieval);
    KINDS.put("network-spirals", NetworkProblems::spirals);
    KINDS.put("network-mnist", NetworkProblems::classifier);
    KINDS.put("autoencoder-mnist", NetworkProblems::autoencoder);
  }

  private ProblemKinds() {}

  /** Reads a problem from its table in a config. */
  static ProblemEntry read(TomlSection o, UserClasses own) {
    String kind = CompareConfig.kind(o);
    String name = o.name("name", kind);
    double passes = o.number("passes", true, 0);
    Maker maker = KINDS.containsKey(kind) ? KINDS.get(kind).read(o) : own(o, kind, own);
    o.close();
    String shown = name.replaceAll("[^A-Za-z0-9_-]", "-");
    return new ProblemEntry(shown, passes, kind.endsWith("-mnist"), maker);
  }

  /** A class of the user's own: an objective with a constructor without parameters. */
  private static Maker own(TomlSection o, String kind, UserClasses own) {
    Class<?> type = CompareConfig.own(o, own, Objective.class, "problem", guess(kind));
    double start = o.number("start", true, 0);
    double mu = o.number("mu", false, 1);
    Supplier<Objective> objective = () -> (Objective) UserClasses.make(type, new Class<?>[0]);
    objective.get();
    return (name, fewer, data) -> {
      Objective f = objective.get();
      double[] x0 = new double[f.dimension()];
      Arrays.fill(x0, start);
      String about = type.getName() + ", code " + own.hash() + ", start " + start;
      return ProblemInstance.of(name, about, f, x0, mu);
    };
  }

  private static String guess(String kind) {
    String guess = Suggestion.question(kind, KINDS.keySet());
    return guess.isEmpty() ? "; problems are " + String.join(", ", KINDS.keySet()) : guess;
  }

  private static int rows(TomlSection o, int least, int otherwise) {
    return o.whole("rows", least, MOST_ROWS, otherwise);
  }

  /** Reads a number of columns and checks that the matrix fits, with the rows it may need more. */
  private static int columns(TomlSection o, int rows, int otherwise) {
    int columns = o.whole("columns", 1, MOST_COLUMNS, otherwise);
    long entries = Math.max(rows, (long) ROWS_PER_COLUMN * columns) * columns;
    if (entries > MOST_ENTRIES) {
      throw o.error(
          "columns",
          format(
              "'rows' and 'columns' make %s entries, expected at most %s in all",
              entries, MOST_ENTRIES));
    }
    return columns;
  }

  /** Least squares with columns of geometrically growing scale: a condition number of choice. */
  private static Maker quadratic(TomlSection o) {
    int rows = rows(o, 2, 1000);
    int columns = columns(o, rows, 20);
    double condition = o.number("condition", false, 100);
    double noise = o.number("noise", true, .1);
    long seed = o.seed(1);
    return (name, fewer, data) -> {
      int n = Math.max(2 * columns, rows / fewer);
      DenseMatrix x = features(seed, n, columns, condition);
      double[] truth = new double[columns];
      RandomStream stream = new RandomStreams(seed).stream("compare-truth");
      stream.normals(0, 0, 1, truth, 0, columns);
      double[] y = new double[n];
      x.apply(truth, y);
      for (int i = 0; i < n; i++) {
        y[i] += noise * stream.normal(1, i);
      }
      LinearLeastSquares f = LinearLeastSquares.of(x, y, 0);
      double mu = Math.max(1e-9, f.normalEquations().smallestEigenvalue());
      String about =
          format(
              "least squares, %d x %d, condition %s, noise %s, seed %d",
              n, columns, condition, noise, seed);
      return ProblemInstance.of(name, about, f, new double[columns], mu)
          .downTo(f.value(f.minimizer()));
    };
  }

  private static DenseMatrix features(long seed, int rows, int columns, double condition) {
    DenseMatrix x =
        RandomMatrices.normal(new RandomStreams(seed).stream("compare-rows"), 0, rows, columns);
    for (int j = 0; j < columns; j++) {
      double power = columns == 1 ? 0 : -0.5 * j / (columns - 1);
      double scale = StrictMath.pow(condition, power);
      for (int i = 0; i < rows; i++) {
        x.set(i, j, scale * x.get(i, j));
      }
    }
    return x;
  }

  /** Logistic regression on normal rows, a fifth of them held out; the lasso form is sparse. */
  private static Maker logistic(TomlSection o, boolean lasso) {
    int rows = rows(o, 10, 2000);
    int columns = columns(o, rows, lasso ? 100 : 20);
    double condition = o.number("condition", false, lasso ? 1 : 20);
    double reg = o.number("reg", true, lasso ? 0 : 1e-3);
    double l1 = lasso ? o.number("l1", false, .01) : 0;
    int nonzeros = lasso ? o.whole("nonzeros", 1, 10) : columns;
    long seed = o.seed(1);
    return (name, fewer, data) -> {
      int n = Math.max(40, rows / fewer);
      DenseMatrix x = features(seed, n, columns, condition);
      RandomStream stream = new RandomStreams(seed).stream("compare-truth");
      double[] truth = new double[columns];
      for (int j = 0; j < Math.min(nonzeros, columns); j++) {
        truth[j] = 2 * stream.normal(0, j);
      }
      double[] margins = new double[n];
      x.apply(truth, margins);
      int[] labels = new int[n];
      for (int i = 0; i < n; i++) {
        labels[i] = stream.uniform(1, i) < Functions.sigmoid(margins[i]) ? 1 : 0;
      }
      Dataset all = Dataset.classification(new DenseFeatures(n, columns, x.data()), labels, 2);
      TrainTestSplit split = TrainTestSplit.random(all, seed, n / 5, 0);
      Logistic f = Logistic.of(split.train(), reg);
      String about =
          format(
              "logistic regression, %d x %d, condition %s, reg %s, l1 %s, %d nonzeros, seed %d",
              n, columns, condition, reg, l1, nonzeros, seed);
      return ProblemInstance.of(name, about, f, new double[columns], Math.max(1e-4, reg))
          .with(lasso ? Regularizer.l1(l1) : Regularizer.none())
          .judgedBy(Logistic.of(split.validation().orElseThrow(), 0));
    };
  }

  /** Measurements of a known vector, a share of them spoiled; the start is near that vector. */
  private static Maker phaseRetrieval(TomlSection o) {
    int rows = rows(o, 4, 400);
    int columns = columns(o, rows, 20);
    double spoiled = o.number("spoiled", true, 0);
    double distance = o.number("distance", false, .3);
    long seed = o.seed(1);
    return (name, fewer, data) -> {
      int n = Math.max(6 * columns, rows / fewer);
      RandomStreams streams = new RandomStreams(seed);
      DenseMatrix a = RandomMatrices.normal(streams.stream("compare-rows"), 0, n, columns);
      RandomStream stream = streams.stream("compare-truth");
      double[] truth = new double[columns];
      stream.normals(0, 0, 1, truth, 0, columns);
      Vectors.scale(1 / Vectors.norm(truth), truth);
      double[] b = new double[n];
      a.apply(truth, b);
      for (int i = 0; i < n; i++) {
        double outlier = stream.normal(2, i);
        b[i] = stream.uniform(1, i) < spoiled ? outlier * outlier : b[i] * b[i];
      }
      double[] start = truth.clone();
      double[] away = new double[columns];
      stream.normals(3, 0, 1, away, 0, columns);
      Vectors.axpy(distance / Vectors.norm(away), away, start);
      String about =
          format(
              "phase retrieval, %d x %d, spoiled %s, distance %s, seed %d",
              n, columns, spoiled, distance, seed);
      ProblemInstance made = ProblemInstance.of(name, about, PhaseRetrieval.of(a, b), start, 1);
      return spoiled == 0 ? made.downTo(0) : made;
    };
  }

  /** Softmax regression on the first rows of MNIST, a sixth of them held out. */
  private static Maker mnist(TomlSection o) {
    int rows = o.whole("rows", 200, 60_000, 3000);
    double reg = o.number("reg", true, 1e-3);
    long seed = o.seed(1);
    return (name, fewer, folder) -> {
      int n = Math.max(200, rows / fewer);
      TrainTestSplit split = images(folder, n, seed);
      Softmax f = Softmax.of(split.train(), reg);
      String about = "softmax regression on " + n + " rows of MNIST, reg " + reg + ", seed " + seed;
      return ProblemInstance.of(name, about, f, new double[f.dimension()], Math.max(1e-4, reg))
          .judgedBy(Softmax.of(split.validation().orElseThrow(), 0));
    };
  }

  /** Returns the first rows of MNIST, or of --data, a sixth of them held out. */
  static TrainTestSplit images(String folder, int rows, long seed) {
    try {
      Dataset images = Mnist.fetch(DataFolder.mnist(folder), line -> {}).train();
      return TrainTestSplit.random(images.range(0, rows), seed, rows / 6, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (DataUnavailableException e) {
      throw new IllegalStateException(e.getMessage());
    }
  }
}
