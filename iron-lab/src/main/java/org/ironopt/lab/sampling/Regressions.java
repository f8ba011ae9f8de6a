package org.ironopt.lab.sampling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.fit.LocalModel;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.BatchLaw;
import org.ironopt.theory.sampling.LinearRecursion;
import org.ironopt.theory.sampling.MinibatchMoments;
import org.ironopt.theory.sampling.StepChoice;

/**
 * Least squares and logistic regression on a few rows, small enough to count all batches: chains of
 * the library's minibatch steps, and beside them the exact moments of the sum of quadratics, which
 * is least squares itself and the local model of the logistic loss.
 */
final class Regressions {
  static final int ROWS = 20;
  static final int COLUMNS = 3;

  /** The ridge on all coefficients; mu and gamma of the flow too. */
  static final double RIDGE = 0.2;

  /** Rows in a batch of the logistic regression. */
  static final int[] LOGISTIC_BATCHES = {1, 4};

  /** Passes over the rows in the map of best steps. */
  static final double[] PASSES = {1, 2, 4, 8, 16, 32};

  private static final List<String> ERROR = List.of("mse", "bias_0", "bias_1", "bias_2");
  private static final double FORGOTTEN = 1e-4;
  private static final int PATIENCE = 4000;
  private static final int PER_DECADE = 4;

  /** What is fitted. */
  enum Problem {
    SQUARES,
    LOGISTIC
  }

  /** A curve over the step. */
  record Curve(Problem problem, BatchDraw draw, int batch) {
    /** Returns the curve of the theory beside this one. */
    Curve exact() {
      return new Curve(problem, draw.independent(), batch);
    }

    String label() {
      return (problem + "-" + draw + "-" + batch).toLowerCase(Locale.ROOT);
    }
  }

  /** A point of a curve. */
  record Point(Curve curve, double alpha) {}

  /** Chains at each point of each curve. */
  final CellGroup<Point> chains;

  /** Moments, bound and limit along each curve, with what a sample of batches adds to errors. */
  final CellGroup<Curve> exact;

  /** The best constant step on least squares for each number of passes, by batch size. */
  final CellGroup<Integer> best;

  /** Two of the rows, for a problem with more unknowns than equations. */
  final DenseMatrix few;

  private final SamplingSettings settings;
  private final SamplingChains all;
  private final Map<Problem, LocalModel> models;

  Regressions(SamplingSettings settings) {
    this.settings = settings;
    all = new SamplingChains(settings.seed());
    RandomStream draws = new RandomStreams(settings.seed()).stream("rows");
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
    few = DenseMatrix.of(Arrays.copyOf(x, 2));
    Dataset classes = Dataset.classification(DenseFeatures.of(x), label, List.of("no", "yes"));
    models =
        Map.of(
            Problem.SQUARES, local(Fit.ridge(Dataset.regression(x, y))),
            Problem.LOGISTIC, local(Fit.logistic(classes)));
    List<Curve> curves = new ArrayList<>();
    for (BatchDraw draw : BatchDraw.values()) {
      for (int batch : settings.batches()) {
        // One row is drawn in the same way with replacement and without.
        if (batch > 1 || draw != BatchDraw.WITH) {
          curves.add(new Curve(Problem.SQUARES, draw, batch));
        }
      }
    }
    for (int batch : LOGISTIC_BATCHES) {
      curves.add(new Curve(Problem.LOGISTIC, BatchDraw.WITHOUT, batch));
    }
    chains = CellGroup.of(CellGroup.pairs(curves, settings.alpha(), Point::new), this::chainsCell);
    exact = CellGroup.of(curves.stream().map(Curve::exact).distinct().toList(), this::exactCell);
    best = CellGroup.of(Arrays.stream(settings.mapBatches()).boxed().toList(), this::bestCell);
  }

  private static LocalModel local(Fit fit) {
    return fit.reg(RIDGE).intercept(false).scale(false).tolerance(1e-14).local();
  }

  /** Returns the law of the batches of a curve. */
  BatchLaw law(Curve curve) {
    Curve theory = curve.exact();
    return BatchLaw.of(models.get(theory.problem).sum(), theory.draw.sampling(theory.batch));
  }

  static IronParameters parameters(double alpha) {
    return new IronParameters(alpha, RIDGE, RIDGE);
  }

  private static LinearRecursion iron(double alpha) {
    return LinearRecursion.iron(parameters(alpha));
  }

  private Cell chainsCell(Point p) {
    NamedValues own =
        new NamedValues()
            .with("problem", p.curve.problem.name())
            .with("draw", p.curve.draw.name())
            .with("batch", (long) p.curve.batch)
            .with("alpha", p.alpha)
            .with("window", (long) settings.window());
    LocalModel model = models.get(p.curve.problem);
    double[] star = model.sum().minimizer();
    Iron iron =
        Iron.step(p.alpha)
            .mu(RIDGE)
            .gamma(RIDGE)
            .frozen()
            .batches(p.curve.draw.batches(p.curve.batch));
    return all.cell(
        p.curve.label() + "-alpha-" + Numbers.text(p.alpha),
        own,
        settings.chains(),
        ERROR,
        () -> {
          int burn = burn(p);
          return number -> {
            FlowStepper chain = all.start(iron, model.problem().terms(), star, number);
            SamplingChains.advance(chain, burn);
            double[] mean = new double[ERROR.size()];
            for (int k = 0; k < settings.window(); k++) {
              chain.advance();
              double distance = Vectors.distance(chain.x(), star);
              mean[0] += distance * distance / settings.window();
              for (int j = 0; j < COLUMNS; j++) {
                mean[1 + j] += (chain.x()[j] - star[j]) / settings.window();
              }
            }
            return mean;
          };
        });
  }

  /** Returns how many steps forget the start. */
  private int burn(Point p) {
    double radius = MinibatchMoments.radius(law(p.curve), iron(p.alpha));
    double steps = StrictMath.log(FORGOTTEN) / StrictMath.log(radius);
    return radius < 1 ? (int) Math.min(PATIENCE, Math.ceil(steps)) + 5 : PATIENCE;
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

  private Cell exactCell(Curve curve) {
    double[] alpha = fine();
    NamedValues own =
        new NamedValues()
            .with("experiment", "sampling-exact")
            .with("problem", curve.problem.name())
            .with("draw", curve.draw.name())
            .with("batch", (long) curve.batch)
            .with("alpha", alpha)
            .with("seed", settings.seed());
    List<String> names = new ArrayList<>(List.of("alpha"));
    names.addAll(ERROR);
    names.addAll(List.of("radius", "bound", "limit", "rho"));
    ERROR.forEach(name -> names.add(name + "_se"));
    return Cell.of(
        "exact-" + curve.label(),
        own,
        () -> {
          BatchLaw law = law(curve);
          return SlicedTask.parallel(
              alpha.length, i -> moments(law, alpha[i]), rows -> CellResult.of(names, rows));
        });
  }

  /** Numbers that do not exist are NaN. */
  private static double[] moments(BatchLaw law, double alpha) {
    LinearRecursion iron = iron(alpha);
    double[] row = new double[2 * ERROR.size() + 5];
    Arrays.fill(row, Double.NaN);
    row[0] = alpha;
    MinibatchMoments.of(law, iron)
        .ifPresent(
            m -> {
              row[1] = m.mse();
              System.arraycopy(m.bias(), 0, row, 2, COLUMNS);
              row[COLUMNS + 2] = m.radius();
              row[COLUMNS + 3] = m.bound().orElse(Double.NaN);
              row[COLUMNS + 4] = m.limit().orElse(Double.NaN);
              // The error is linear in the covariance of the center noise.
              DenseMatrix unit = iron.centerNoise(DenseMatrix.identity(COLUMNS));
              double both = MinibatchMoments.of(law, iron, unit).orElseThrow().mse();
              row[COLUMNS + 5] = Math.sqrt(m.mse() / (both - m.mse()));
              row[COLUMNS + 6] = m.standardError();
              System.arraycopy(m.biasErrors(), 0, row, COLUMNS + 7, COLUMNS);
            });
    return row;
  }

  private Cell bestCell(int batch) {
    NamedValues own =
        new NamedValues()
            .with("experiment", "sampling-best")
            .with("batch", (long) batch)
            .with("passes", PASSES)
            .with("seed", settings.seed());
    return Cell.of(
        "best-" + batch,
        own,
        () -> {
          BatchLaw law = law(new Curve(Problem.SQUARES, BatchDraw.WITHOUT, batch));
          return SlicedTask.parallel(
              PASSES.length,
              i -> {
                long steps = Math.max(1, Math.round(PASSES[i] * ROWS / batch));
                StepChoice best = StepChoice.constant(law, iron(1), new double[COLUMNS], steps);
                return new double[] {PASSES[i], best.step(), best.mse()};
              },
              rows -> CellResult.of(List.of("passes", "alpha", "mse"), rows));
        });
  }
}
