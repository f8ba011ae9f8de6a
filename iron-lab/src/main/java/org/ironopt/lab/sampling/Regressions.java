package org.ironopt.lab.sampling;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.fit.LocalModel;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.InputData;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Iron;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.BatchLaw;
import org.ironopt.theory.sampling.LinearRecursion;
import org.ironopt.theory.sampling.MinibatchMoments;
import org.ironopt.theory.sampling.StepChoice;

/**
 * Chains of the library's minibatch steps on three regressions, and beside them the exact moments
 * of the sum of quadratics, which is least squares itself and the local model of the other losses.
 * Least squares and logistic regression have a few rows, small enough to count all batches: their
 * chains are stationary. Softmax regression of images starts at 0 and ends after some passes.
 */
final class Regressions {
  static final int ROWS = 20;
  static final int COLUMNS = 3;

  /** Rows in a batch of the logistic regression. */
  static final int[] LOGISTIC_BATCHES = {1, 4};

  /** Passes over the rows in the map of best steps. */
  static final double[] PASSES = {1, 2, 4, 8, 16, 32};

  /** The ridge on all coefficients; mu and gamma of the flow too. */
  private static final double RIDGE = 0.2;

  private static final int CLASSES = 10;
  private static final double APART = 1.5;
  private static final String ERROR = "mse, bias_0, bias_1, bias_2";
  private static final double FORGOTTEN = 1e-4;
  private static final int PATIENCE = 4000;
  private static final int PER_DECADE = 4;

  /** What is fitted. */
  enum Problem {
    SQUARES,
    LOGISTIC,
    IMAGES
  }

  /** A curve over the step. */
  record Curve(Problem problem, BatchDraw draw, int batch) {
    /** Returns a curve for each batch size. */
    static List<Curve> all(Problem problem, BatchDraw draw, int... batches) {
      return Arrays.stream(batches).mapToObj(batch -> new Curve(problem, draw, batch)).toList();
    }

    static Curve images(int batch) {
      return new Curve(Problem.IMAGES, BatchDraw.WITHOUT, batch);
    }

    /** Returns the curve of the theory beside this one. */
    Curve exact() {
      return draw == BatchDraw.EPOCHS ? new Curve(problem, BatchDraw.WITHOUT, batch) : this;
    }

    boolean is(Problem other) {
      return problem == other;
    }

    String label() {
      String drawn = is(Problem.IMAGES) ? "" : draw + "-";
      return (problem + "-" + drawn + batch).toLowerCase(Locale.ROOT);
    }
  }

  /** A point of a curve. */
  record Point(Curve curve, double alpha) {}

  /** Moments, bound and limit along each curve, with what a sample of batches adds to errors. */
  final CellGroup<Curve> exact;

  /** Chains at each point of each curve. */
  final CellGroup<Point> chains;

  /** The best constant step on least squares for each number of passes, by batch size. */
  final CellGroup<Integer> best;

  /** The predicted error of each step on images. */
  final CellGroup<Curve> predicted;

  /** Runs on images; they measure the squared distance from the minimiser at the end. */
  final CellGroup<Point> runs;

  /** The fit of all images; they are read once. */
  final InputData<Optional<Mnist>, LocalModel> images = new InputData<>(this::files, this::fit);

  /** Two of the rows, for a problem with more unknowns than equations. */
  final DenseMatrix few;

  private final SamplingSettings settings;
  private final SamplingChains all;
  private final LocalModel squares;
  private final LocalModel logistic;

  Regressions(SamplingSettings settings) {
    this.settings = settings;
    all = new SamplingChains(settings.seed());
    RandomStream draws = new RandomStreams(settings.seed()).stream("rows");
    double[][] x = new double[ROWS][COLUMNS];
    double[] y = new double[ROWS];
    int[] label = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      int row = i;
      Arrays.setAll(x[i], j -> draws.normal(row, j));
      double score = x[i][0] - 0.5 * x[i][1];
      y[i] = score + draws.normal(i, COLUMNS);
      label[i] = score + draws.normal(i, COLUMNS + 1) > 0 ? 1 : 0;
    }
    few = DenseMatrix.of(Arrays.copyOf(x, 2));
    Dataset classes = Dataset.classification(DenseFeatures.of(x), label, List.of("no", "yes"));
    squares = local(Fit.ridge(Dataset.regression(x, y)), RIDGE, 1e-14);
    logistic = local(Fit.logistic(classes), RIDGE, 1e-14);
    List<Curve> curves = new ArrayList<>();
    for (BatchDraw draw : BatchDraw.values()) {
      curves.addAll(Curve.all(Problem.SQUARES, draw, settings.batches()));
    }
    // One row is drawn in the same way with replacement and without.
    curves.remove(new Curve(Problem.SQUARES, BatchDraw.WITH, 1));
    curves.addAll(Curve.all(Problem.LOGISTIC, BatchDraw.WITHOUT, LOGISTIC_BATCHES));
    List<Curve> ofImages = Curve.all(Problem.IMAGES, BatchDraw.WITHOUT, settings.imageBatches());
    exact = CellGroup.of(curves.stream().map(Curve::exact).distinct().toList(), this::exactCell);
    chains = CellGroup.of(CellGroup.pairs(curves, settings.alpha(), Point::new), this::chains);
    best = CellGroup.of(Arrays.stream(settings.mapBatches()).boxed().toList(), this::bestCell);
    predicted = CellGroup.of(ofImages, this::predictedCell);
    runs = CellGroup.of(CellGroup.pairs(ofImages, settings.imageAlpha(), Point::new), this::chains);
  }

  private static LocalModel local(Fit fit, double reg, double tolerance) {
    return fit.reg(reg).intercept(false).scale(false).tolerance(tolerance).local();
  }

  private LocalModel model(Curve curve) {
    return switch (curve.problem) {
      case SQUARES -> squares;
      case LOGISTIC -> logistic;
      case IMAGES -> images.get();
    };
  }

  private BatchLaw law(Curve curve) {
    return BatchLaw.of(model(curve).sum(), curve.draw.sampling(curve.batch));
  }

  private static LinearRecursion iron(double alpha, double reg) {
    return LinearRecursion.iron(new IronParameters(alpha, reg, reg));
  }

  /** Returns what determines the cells of a curve, but for the step. */
  private NamedValues own(Curve curve) {
    NamedValues own =
        curve.is(Problem.IMAGES)
            ? new NamedValues()
                .with("problem", settings.images().name())
                .with(SamplingExperiment.CHAPTER.write(settings).of("rows, features, reg, passes"))
            : new NamedValues()
                .with("problem", curve.problem.name())
                .with("draw", curve.draw.name());
    return own.with("batch", (long) curve.batch);
  }

  private Cell chains(Point p) {
    boolean image = p.curve.is(Problem.IMAGES);
    double reg = image ? settings.reg() : RIDGE;
    NamedValues own = own(p.curve).with("alpha", p.alpha);
    Iron iron =
        Iron.step(p.alpha).mu(reg).gamma(reg).frozen().batches(p.curve.draw.batches(p.curve.batch));
    return all.cell(
        p.curve.label() + "-alpha-" + Numbers.text(p.alpha),
        image ? own : own.with("window", (long) settings.window()),
        image ? settings.imageChains() : settings.chains(),
        image ? "mse" : ERROR,
        () -> {
          LocalModel model = model(p.curve);
          double[] star = model.sum().minimizer();
          double[] start = image ? new double[star.length] : star;
          long burn = image ? imageSteps(p.curve.batch) - 1 : burn(p);
          return number ->
              SamplingChains.means(
                  iron.start(model.problem().terms(), start, start, all.streams(number, 0)),
                  burn,
                  image ? 1 : settings.window(),
                  at -> error(at, star, image ? 0 : COLUMNS));
        });
  }

  /** Returns the squared distance from the minimiser, and that along the first axes. */
  private static double[] error(double[] x, double[] star, int axes) {
    double distance = Vectors.distance(x, star);
    double[] error = new double[1 + axes];
    Arrays.setAll(error, j -> j == 0 ? distance * distance : x[j - 1] - star[j - 1]);
    return error;
  }

  /** Returns how many steps forget the start. */
  private int burn(Point p) {
    double radius = MinibatchMoments.radius(law(p.curve), iron(p.alpha, RIDGE));
    double steps = StrictMath.log(FORGOTTEN) / StrictMath.log(radius);
    return radius < 1 ? (int) Math.min(PATIENCE, Math.ceil(steps)) + 5 : PATIENCE;
  }

  private static long steps(double passes, int rows, int batch) {
    return Math.max(1, Math.round(passes * rows / batch));
  }

  private long imageSteps(int batch) {
    return steps(settings.passes(), settings.rows(), batch);
  }

  /** What the theory says of batches at a place of a grid. */
  private interface Theory {
    double[] at(BatchLaw law, double place);
  }

  /** Returns a cell of the theory with a row of numbers for each place of a grid. */
  private Cell theory(
      String label, Curve curve, NamedValues own, String columns, double[] grid, Theory theory) {
    NamedValues all =
        new NamedValues()
            .with("experiment", "sampling-" + label.split("-")[0])
            .with(own)
            .with(columns.split(", ")[0], grid)
            .with("seed", settings.seed());
    return Cell.of(
        label,
        all,
        () -> {
          BatchLaw law = law(curve);
          return SlicedTask.parallel(
              grid.length, i -> theory.at(law, grid[i]), rows -> CellResult.of(columns, rows));
        });
  }

  private Cell exactCell(Curve curve) {
    String columns = "alpha, " + ERROR + ", bound, limit, mse_se, bias_0_se, bias_1_se, bias_2_se";
    return theory(
        "exact-" + curve.label(), curve, own(curve), columns, fine(), Regressions::moments);
  }

  /** Returns the steps of the chains, and others between them for a smooth curve. */
  private double[] fine() {
    double least = settings.alpha()[0];
    double most = settings.alpha()[settings.alpha().length - 1];
    int between = (int) Math.round(PER_DECADE * StrictMath.log10(most / least));
    return DoubleStream.concat(
            Arrays.stream(settings.alpha()),
            IntStream.range(1, between)
                .mapToDouble(i -> least * StrictMath.pow(most / least, i / (double) between)))
        .sorted()
        .distinct()
        .toArray();
  }

  /** Numbers that do not exist are NaN. */
  private static double[] moments(BatchLaw law, double alpha) {
    double[] row = new double[2 * COLUMNS + 5];
    Arrays.fill(row, Double.NaN);
    row[0] = alpha;
    MinibatchMoments.of(law, iron(alpha, RIDGE))
        .ifPresent(
            m -> {
              row[1] = m.mse();
              System.arraycopy(m.bias(), 0, row, 2, COLUMNS);
              row[COLUMNS + 2] = m.bound().orElse(Double.NaN);
              row[COLUMNS + 3] = m.limit().orElse(Double.NaN);
              row[COLUMNS + 4] = m.standardError();
              System.arraycopy(m.biasErrors(), 0, row, COLUMNS + 5, COLUMNS);
            });
    return row;
  }

  private Cell bestCell(int batch) {
    Curve curve = new Curve(Problem.SQUARES, BatchDraw.WITHOUT, batch);
    NamedValues own = new NamedValues().with("batch", (long) batch);
    Theory best =
        (law, passes) -> {
          long steps = steps(passes, ROWS, batch);
          double[] start = new double[COLUMNS];
          double step = StepChoice.constant(law, iron(1, RIDGE), start, steps).step();
          return new double[] {passes, step};
        };
    return theory("best-" + batch, curve, own, "passes, alpha", PASSES, best);
  }

  private Cell predictedCell(Curve curve) {
    double constant = Double.POSITIVE_INFINITY;
    Theory error =
        (law, alpha) -> {
          long steps = imageSteps(curve.batch);
          double[] start = new double[law.sum().dimension()];
          LinearRecursion iron = iron(1, settings.reg());
          return new double[] {alpha, StepChoice.mse(law, iron, start, alpha, constant, steps)};
        };
    String label = "predicted-" + curve.batch;
    return theory(label, curve, own(curve), "alpha, mse", settings.imageAlpha(), error);
  }

  /** Returns whether the images are those of MNIST. */
  boolean real() {
    return settings.images() == SamplingSettings.Source.MNIST;
  }

  private Optional<Mnist> files(String folder, Consumer<String> log)
      throws IOException, DataUnavailableException {
    return real() ? Optional.of(Mnist.fetch(DataFolder.mnist(folder), log)) : Optional.empty();
  }

  private LocalModel fit(Optional<Mnist> files) throws IOException {
    Dataset rows =
        files.isPresent()
            ? PrincipalComponents.of(files.get().train(), settings.rows(), settings.features())
            : clouds();
    return local(Fit.softmax(rows), settings.reg(), 1e-12);
  }

  /** Ten normal clouds of points around random centers. */
  private Dataset clouds() {
    RandomStream draws = new RandomStreams(settings.seed()).stream("clouds");
    double[][] x = new double[settings.rows()][settings.features()];
    int[] labels = IntStream.range(0, x.length).map(i -> i % CLASSES).toArray();
    for (int i = 0; i < x.length; i++) {
      int row = i;
      Arrays.setAll(
          x[i], j -> APART * draws.normal(labels[row], j) + draws.normal(CLASSES + row, j));
    }
    List<String> names = IntStream.range(0, CLASSES).mapToObj(Integer::toString).toList();
    return Dataset.classification(DenseFeatures.of(x), labels, names);
  }
}
