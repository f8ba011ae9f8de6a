package org.ironopt.lab.sampling;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.fit.LocalModel;
import org.ironopt.lab.DataUnavailable;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Group;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.statistics.Interval;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.problem.Objective;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.Tolerance;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.BatchLaw;
import org.ironopt.theory.sampling.MinibatchMoments;
import org.ironopt.theory.sampling.Recursion;
import org.ironopt.theory.sampling.Sampling;
import org.ironopt.theory.sampling.StepChoice;

/**
 * Real minibatches and functions that are not strongly convex, against the theorems S4, S5 and S2:
 * chains of the library's own steps beside exact moments, bounds and local laws.
 */
public final class SamplingExperiment implements Experiment {
  /** The chapter, with any settings. */
  public static final Chapter<SamplingSettings> CHAPTER =
      new Chapter<>(
          "sampling",
          "real minibatches, and no convexity (beyond the paper)",
          SamplingSettings.class,
          SamplingExperiment::new);

  /** Rows, columns, ridge and flow of the two regressions; the flow's gamma is its mu. */
  static final int ROWS = 20;

  static final int COLUMNS = 3;
  static final double RIDGE = 0.2;

  /** The steps of the logistic regression have these batches. */
  static final int LOGISTIC_BATCH = 4;

  /** Steps, and the length of each, on the convex functions. */
  static final int ENERGY_STEPS = 30;

  static final double ENERGY_ALPHA = 1;
  private static final double FORGOTTEN = 1e-4;
  private static final int PATIENCE = 4000;
  private static final int BURN = 60;

  /** Batches of a sample where there are too many to count. */
  private static final int SAMPLE = 400;

  private static final Inner DESCENT =
      Inner.TRUST_REGION.withTolerance(Tolerance.absolute(1e-8)).withMaxSteps(200);

  /** How batches are drawn. */
  enum Draw {
    WITH,
    WITHOUT,
    EPOCHS;

    Batches batches(int size) {
      return switch (this) {
        case WITH -> Batches.withReplacement(size);
        case WITHOUT -> Batches.subsets(size);
        case EPOCHS -> Batches.epochs(size);
      };
    }

    /** Fresh subsets stand for epochs, which have no theory. */
    Sampling sampling(int size) {
      return (this == WITH ? Sampling.with(size) : Sampling.without(size)).sample(SAMPLE, 0);
    }
  }

  /** A point of a curve. */
  record Point(Draw draw, int batch, double alpha) {}

  /** A function and a step under center noise. */
  record Noisy(Formula f, double alpha) {}

  final SamplingSettings settings;

  /** Least squares, whose local model is itself. */
  final LocalModel squares;

  final LocalModel logistic;

  /** Chains on least squares. */
  final Group<Point> leastSquares;

  /** Chains on logistic regression, by step. */
  final Group<Double> local;

  /** Runs on images from 0, with their prediction. */
  final Group<Point> images;

  /** Center noise on functions that are not convex; the last one is not PL. */
  final Group<Noisy> nonconvex;

  /** The energy on convex functions without a modulus. */
  final Group<Formula> convex;

  final Formula sine = Formula.sine();
  final Formula network = Formula.network();
  final Formula plane;
  private final ImageData imageData;

  SamplingExperiment(SamplingSettings settings) {
    this.settings = settings;
    imageData = new ImageData(settings);
    Stream draws = new Streams(settings.seed()).stream("rows");
    double[][] x = new double[ROWS][COLUMNS];
    double[] y = new double[ROWS];
    int[] label = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        x[i][j] = draws.normal(i, j);
      }
      double score = x[i][0] - 0.5 * x[i][1];
      y[i] = score + draws.normal(i, COLUMNS);
      label[i] = score + draws.normal(i, COLUMNS + 1) > 0 ? 1 : 0;
    }
    squares = local(Fit.ridge(Dataset.regression(x, y)));
    Dataset classes = Dataset.classification(DenseFeatures.of(x), label, List.of("no", "yes"));
    logistic = local(Fit.logistic(classes));
    DenseMatrix rows = DenseMatrix.of(Arrays.copyOf(x, 2));
    plane = Formula.underdetermined(rows, new double[] {1, -1});
    leastSquares = Group.of(points(), this::squaresCell);
    local = Group.of(settings.alpha(), this::logisticCell);
    List<Point> runs = new ArrayList<>();
    for (int batch : settings.imageBatches()) {
      for (double alpha : settings.imageAlpha()) {
        runs.add(new Point(Draw.WITHOUT, batch, alpha));
      }
    }
    images = Group.of(runs, this::imageCell);
    List<Noisy> noisy = new ArrayList<>();
    for (Formula f : List.of(sine, plane, network)) {
      for (double alpha : settings.plAlpha()) {
        noisy.add(new Noisy(f, alpha));
      }
    }
    nonconvex = Group.of(noisy, this::noisyCell);
    convex = Group.of(List.of(Formula.logSumExp(3), Formula.huber(3)), this::energyCell);
  }

  private static LocalModel local(Fit fit) {
    return fit.reg(RIDGE).intercept(false).scale(false).tolerance(1e-14).local();
  }

  private List<Point> points() {
    List<Point> points = new ArrayList<>();
    for (Draw draw : Draw.values()) {
      for (int batch : settings.batches()) {
        if (batch > 1 || draw != Draw.WITH) {
          for (double alpha : settings.alpha()) {
            points.add(new Point(draw, batch, alpha));
          }
        }
      }
    }
    return points;
  }

  @Override
  public String name() {
    return CHAPTER.name();
  }

  @Override
  public Values settings() {
    return CHAPTER.write(settings);
  }

  @Override
  public void prepare(String dataFolder, Consumer<String> log) throws IOException, DataUnavailable {
    if (settings.images() == SamplingSettings.Images.MNIST) {
      imageData.files(Mnist.fetch(DataFolder.mnist(dataFolder), log));
    }
  }

  @Override
  public List<Cell> cells() {
    return Group.cells(leastSquares, local, nonconvex, convex, images);
  }

  @Override
  public Story tell(Results results) {
    return new SamplingStory(this, results).tell();
  }

  static Recursion iron(double alpha) {
    return Recursion.iron(new IronParameters(alpha, RIDGE, RIDGE));
  }

  private static Iron method(double alpha, Draw draw, int batch, double mu) {
    return Iron.step(alpha).mu(mu).gamma(mu).frozen().batches(draw.batches(batch));
  }

  /** Returns how many steps forget the start; none if the step is not stable. */
  static int burn(LocalModel model, Point point) {
    BatchLaw law = BatchLaw.of(model.sum(), point.draw.sampling(point.batch));
    double radius = MinibatchMoments.radius(law, iron(point.alpha));
    double steps = StrictMath.log(FORGOTTEN) / StrictMath.log(radius);
    return radius < 1 ? (int) Math.min(PATIENCE, Math.ceil(steps)) + 5 : 0;
  }

  private Cell squaresCell(Point p) {
    Values own =
        new Values()
            .with("problem", "least squares")
            .with("draw", p.draw.name())
            .with("batch", (long) p.batch)
            .with("alpha", p.alpha);
    String label = "squares-" + p.draw.name().toLowerCase(Locale.ROOT) + "-" + p.batch;
    return regressionCell(label + "-alpha-" + Numbers.text(p.alpha), own, squares, p);
  }

  private Cell logisticCell(double alpha) {
    Values own = new Values().with("problem", "logistic").with("alpha", alpha);
    Point p = new Point(Draw.WITHOUT, LOGISTIC_BATCH, alpha);
    return regressionCell("logistic-alpha-" + Numbers.text(alpha), own, logistic, p);
  }

  private Cell regressionCell(String label, Values own, LocalModel model, Point p) {
    double[] star = model.sum().minimizer();
    List<String> names = new ArrayList<>(List.of("mse"));
    IntStream.range(0, COLUMNS).mapToObj(j -> "bias_" + j).forEach(names::add);
    return cell(
        label,
        own.with("window", (long) settings.window()),
        settings.chains(),
        names,
        number -> {
          Iron iron = method(p.alpha, p.draw, p.batch, RIDGE);
          FlowStepper chain = start(iron, model.problem().terms(), star, number);
          advance(chain, burn(model, p));
          double[] mean = new double[1 + COLUMNS];
          for (int k = 0; k < settings.window(); k++) {
            chain.advance();
            double distance = Vectors.distance(chain.x(), star);
            mean[0] += distance * distance / settings.window();
            for (int j = 0; j < COLUMNS; j++) {
              mean[1 + j] += (chain.x()[j] - star[j]) / settings.window();
            }
          }
          return mean;
        });
  }

  private FlowStepper start(Iron iron, Objective f, double[] at, int chain) {
    return iron.start(f, at, at, new Streams(settings.seed() + chain));
  }

  private static void advance(FlowStepper chain, long steps) {
    for (long k = 0; k < steps; k++) {
      chain.advance();
    }
  }

  /** A cell of independent chains, each of which gives some named numbers. */
  private Cell cell(
      String label, Values own, int chains, List<String> names, IntFunction<double[]> chain) {
    own.with("experiment", name()).with("chains", (long) chains).with("seed", settings.seed());
    return Cell.of(
        label, own, () -> SlicedTask.parallel(chains, chain, all -> measured(names, all)));
  }

  private static Outcome measured(List<String> names, List<double[]> chains) {
    Columns table = new Columns(names.toArray(String[]::new));
    chains.forEach(table::add);
    Values values = new Values();
    for (String name : names) {
      // NaN is what a slice does not give.
      double[] given = Arrays.stream(table.column(name)).filter(v -> !Double.isNaN(v)).toArray();
      boolean finite = Arrays.stream(given).allMatch(Double::isFinite);
      if (finite && given.length == 1) {
        values.with(name, given[0]);
      } else if (finite) {
        Outcome.with(values, name, Interval.ofMeans(given));
      }
    }
    return new Outcome(values, table, Map.of());
  }

  /** A run on the images from 0; the first slice also predicts. */
  private Cell imageCell(Point p) {
    Values own =
        new Values()
            .with("problem", settings.images().name())
            .with("rows", (long) settings.rows())
            .with("features", (long) settings.features())
            .with("reg", settings.reg())
            .with("batch", (long) p.batch)
            .with("passes", (long) settings.passes())
            .with("alpha", p.alpha);
    return cell(
        "images-" + p.batch + "-alpha-" + Numbers.text(p.alpha),
        own,
        settings.imageChains() + 1,
        List.of("mse", "predicted"),
        number -> image(p, number));
  }

  private double[] image(Point p, int number) {
    LocalModel model;
    try {
      model = imageData.model();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    double[] start = new double[model.sum().dimension()];
    long steps = Math.max(1, Math.round((double) settings.passes() * settings.rows() / p.batch));
    if (number == settings.imageChains()) {
      BatchLaw law = BatchLaw.of(model.sum(), p.draw.sampling(p.batch));
      Recursion iron = Recursion.iron(new IronParameters(p.alpha, settings.reg(), settings.reg()));
      double infinite = Double.POSITIVE_INFINITY;
      double mse = StepChoice.mse(law, iron, start, p.alpha, infinite, steps);
      return new double[] {Double.NaN, mse};
    }
    Iron iron = method(p.alpha, p.draw, p.batch, settings.reg());
    FlowStepper chain = start(iron, model.problem().terms(), start, number);
    advance(chain, steps);
    double distance = Vectors.distance(chain.x(), model.sum().minimizer());
    return new double[] {distance * distance, Double.NaN};
  }

  private Cell noisyCell(Noisy key) {
    Values own = new Values().with("problem", key.f.name()).with("alpha", key.alpha);
    String word = key.f == sine ? "sine" : key.f == plane ? "plane" : "network";
    return cell(
        word + "-alpha-" + Numbers.text(key.alpha),
        own.with("window", (long) settings.window()),
        settings.chains(),
        List.of("excess"),
        number -> {
          Iron iron =
              Iron.step(key.alpha)
                  .frozen()
                  .noise(new CenterNoise(new Noise.Isotropic(1)))
                  .inner(DESCENT);
          FlowStepper chain = start(iron, key.f, key.f.start(), number);
          advance(chain, BURN);
          double mean = 0;
          for (int k = 0; k < settings.window(); k++) {
            chain.advance();
            mean += (key.f.value(chain.x()) - key.f.minimum()) / settings.window();
          }
          return new double[] {mean};
        });
  }

  /** {@code f(x_k) - f* + gamma_k/2 |v_k - x*|^2} for each k, minimiser 0. */
  private Cell energyCell(Formula f) {
    List<String> names =
        IntStream.rangeClosed(0, ENERGY_STEPS).mapToObj(k -> "energy_" + k).toList();
    return cell(
        "energy-" + f.name().toLowerCase(Locale.ROOT),
        new Values().with("problem", f.name()).with("alpha", ENERGY_ALPHA),
        settings.chains(),
        names,
        number -> {
          Iron iron =
              Iron.step(ENERGY_ALPHA)
                  .mu(0)
                  .gamma(1)
                  .noise(new CenterNoise(new Noise.Isotropic(1)))
                  .inner(DESCENT);
          FlowStepper chain = start(iron, f, f.start(), number);
          double[] energy = new double[ENERGY_STEPS + 1];
          for (int k = 0; k <= ENERGY_STEPS; k++) {
            double spread = Vectors.dot(chain.v(), chain.v());
            energy[k] = f.value(chain.x()) - f.minimum() + chain.gamma()[0] / 2 * spread;
            chain.advance();
          }
          return energy;
        });
  }
}
