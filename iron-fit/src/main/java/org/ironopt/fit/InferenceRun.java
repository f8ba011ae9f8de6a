package org.ironopt.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Inference.Alias;
import org.ironopt.fit.Inference.Basis;
import org.ironopt.fit.Inference.Coefficient;
import org.ironopt.fit.Inference.Errors;
import org.ironopt.fit.Inference.Kind;
import org.ironopt.fit.Inference.Likelihood;
import org.ironopt.fit.Inference.WeightKind;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.fit.partition.LocalRows;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;
import org.ironopt.random.internal.TailProbability;
import org.ironopt.regression.internal.EstimatorCovariance;
import org.ironopt.regression.internal.FamilyLoss;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.regression.internal.RowScores;
import org.jspecify.annotations.Nullable;

/** The work of an inference: all matrices are means over the weight, in unit spread. */
final class InferenceRun {
  private static final double LEVEL = 0.05;

  /** Means larger than this many spreads lose digits in a Gram matrix; centred rows keep them. */
  private static final double FAR = 1e3;

  private final FitTask task;
  private final Model model;
  private final boolean robust;
  private final WeightKind weights;
  private final Dataset given;
  private final ColumnMoments moments;
  private final double[] spread;
  private final Coordinates x;
  private final double[] theta;
  private final FitObjective f;
  private final Collinearity columns;
  private final boolean free;
  private final double total;
  private double observations;
  private final RowScores scores;

  InferenceRun(FitTask task, Model model, Errors errors, WeightKind weights) {
    this.task = task;
    this.model = model;
    // No law stands behind Huber's loss, whose errors are those of an M-estimate.
    robust = errors == Errors.ROBUST || task.kind() == ModelKind.HUBER;
    this.weights = weights;
    given = task.data().here("inference");
    Dataset rows = task.weighed().here("inference");
    moments = ColumnMoments.of(rows);
    spread = Arrays.stream(moments.variance()).map(Math::sqrt).toArray();
    LinearObjective loss = task.loss(rows);
    // Variables of unit spread: t_j = 1 / p_j.
    x = Coordinates.of(moments, true, loss.terms.loss(), 0, task.intercept()).penalized();
    theta = new double[x.dimension()];
    x.reduce(FitTask.vector(model, x), theta);
    f = new FitObjective(loss, x, 0, 0);
    free = task.reg() == 0;
    total = given.rates().totalWeight();
    double[] counts = new double[given.rows()];
    for (int i = 0; i < counts.length; i++) {
      double weight = given.weight(i);
      counts[i] = weights == WeightKind.FREQUENCY ? weight : weight > 0 ? 1 : 0;
      observations += counts[i];
    }
    LinearObjective own = task.loss(given.rates());
    scores = new RowScores(own, theta, x.m(), x.t(), counts);
    columns = collinearity(rows);
  }

  private boolean far() {
    return IntStream.range(0, x.columns()).anyMatch(j -> Math.abs(x.m()[j] * x.t()[j]) > FAR);
  }

  /** The Gram matrix of the columns is the Hessian of least squares. */
  private Collinearity collinearity(Dataset rows) {
    double d = x.columns();
    // Dependence is not looked for at a higher price if there are no errors anyway.
    boolean cheap = d * d * (rows.rows() + d) <= Inference.MOST_MULTIPLICATIONS;
    if (rows.rows() <= d || !cheap && task.l1() > 0) {
      return Collinearity.unknown(x.columns());
    }
    Dataset stored = Dataset.regression(rows.features(), new double[rows.features().rows()]);
    Dataset plain = rows.whole() ? stored : stored.subset(rows.positions());
    double[] own = IntStream.range(0, rows.rows()).mapToDouble(rows::weight).toArray();
    LinearObjective squares =
        LocalRows.of(ModelKind.RIDGE, plain.weighted(own), task.intercept()).objective();
    Coordinates one = Coordinates.of(moments, true, squares.terms.loss(), 0, task.intercept());
    double[] ones = new double[rows.rows()];
    Arrays.fill(ones, 1);
    double[] origin = new double[x.stride()];
    DenseMatrix gram =
        far()
            ? new RowScores(squares, origin, x.m(), x.t(), ones).hessian()
            : new FitObjective(squares, one.penalized(), 0, 0).curvatureAt(origin).matrix();
    return Collinearity.of(gram, x.m(), x.t(), model.columns());
  }

  /** Returns the coefficients, without errors if there is a reason. */
  Inference inference(Optional<Basis> reason) {
    return reason.map(r -> without(r, Likelihood.unknown())).orElseGet(this::inference);
  }

  private Inference without(Basis reason, Likelihood likelihood) {
    double none = Double.NaN;
    List<Coefficient> list = listed(0, null, none);
    return new Inference(
        Kind.NONE, reason, list, zeros(model), none, none, likelihood, columns.aliases());
  }

  private Inference inference() {
    boolean several = x.outputs() > 1;
    // Without a penalty only differences to the first class are determined.
    int first = several && free ? 1 : 0;
    int skipped = first * x.stride();
    boolean family = f.rows().loss() instanceof FamilyLoss;
    DenseMatrix all = far() || family ? scores.hessian() : f.curvatureAt(theta).matrix();
    // Products may differ in their last bits.
    all.symmetrize();
    int n = x.dimension() - skipped;
    DenseMatrix h = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      System.arraycopy(all.row(skipped + i), skipped, h.data(), i * n, n);
    }
    double[] ridge = new double[n];
    for (int i = 0; i < n; i++) {
      int j = i % x.stride();
      double length = j < x.columns() ? (task.scale() ? x.p()[j] : 1) * x.t()[j] : 0;
      ridge[i] = task.reg() * length * length;
    }
    int shared = several && !free ? x.outputs() : 1;
    RowScores.Fitness fitness = scores.fitness();
    return EstimatorCovariance.of(h, ridge, shared, model.kind() == ModelKind.RIDGE)
        .map(c -> errors(first, c, likelihood(c.parameters(), fitness)))
        .orElseGet(() -> dependent(n, x.outputs() - first, fitness));
  }

  private Inference dependent(int parameters, int outputs, RowScores.Fitness fitness) {
    long exact = columns.aliases().stream().filter(Alias::exact).count();
    return without(new Basis.DependentColumns(), likelihood(parameters - exact * outputs, fitness));
  }

  private Likelihood likelihood(double parameters, RowScores.Fitness fitness) {
    boolean counted = weights == WeightKind.FREQUENCY;
    return Likelihood.of(f.rows().loss(), fitness, observations, parameters, counted);
  }

  private Inference errors(int first, EstimatorCovariance covariance, Likelihood likelihood) {
    boolean counts = model.kind() == ModelKind.POISSON || model.kind() == ModelKind.NEGBIN;
    boolean spread = !model.kind().classes() && !counts;
    boolean estimated = spread || weights == WeightKind.PRECISION;
    double dispersion = estimated ? likelihood.pearson() : 1;
    double freedom = estimated ? likelihood.freedom() : Double.POSITIVE_INFINITY;
    if (!(freedom > 0)) {
      return without(tooFew(covariance.parameters()), likelihood);
    }
    covariance.classical(dispersion, total);
    if (robust && !covariance.robust(scores, first, dispersion, total)) {
      return without(new Basis.DecisiveRow(), likelihood);
    }
    return new Inference(
        !free ? Kind.CONDITIONAL : robust ? Kind.ROBUST : Kind.LIKELIHOOD,
        basis(freedom),
        listed(first, covariance, freedom),
        zeros(model),
        dispersion,
        freedom,
        likelihood,
        columns.aliases());
  }

  private Basis tooFew(double parameters) {
    return observations < given.rows() && given.rows() > parameters
        ? new Basis.FewObservations(observations)
        : new Basis.FewRows();
  }

  private Basis basis(double freedom) {
    boolean relative = free && model.kind() == ModelKind.SOFTMAX;
    return new Basis.Estimated(
        !free,
        robust,
        model.kind() == ModelKind.RIDGE,
        freedom,
        weights,
        relative ? Optional.of(model.classes().getFirst()) : Optional.empty());
  }

  /** Returns the coefficients; those of the first output are subtracted if it is left out. */
  private List<Coefficient> listed(
      int first, @Nullable EstimatorCovariance covariance, double freedom) {
    double quantile = covariance == null ? Double.NaN : TailProbability.quantile(LEVEL, freedom);
    boolean several = model.outputs() > 1;
    boolean tested = covariance != null && free;
    int d = x.columns();
    double[] estimate = Arrays.copyOfRange(theta, first * x.stride(), theta.length);
    List<Coefficient> list = new ArrayList<>();
    for (int c = first; c < model.outputs(); c++) {
      for (int j = 0; j < x.stride(); j++) {
        double value =
            (j < d ? model.weights()[c][j] : model.intercepts()[c])
                - (first == 0 ? 0 : j < d ? model.weights()[0][j] : model.intercepts()[0]);
        double error = Double.NaN;
        double centre = Double.NaN;
        double half = Double.NaN;
        if (covariance != null) {
          double[] a = new double[estimate.length];
          int from = (c - first) * x.stride();
          for (int k = 0; k < x.stride(); k++) {
            a[from + k] = j == d ? shift(k) : k == j ? x.t()[j] : 0;
          }
          EstimatorCovariance.EstimateError law = covariance.law(a, estimate);
          error = law.error();
          centre = value + law.correction();
          half = quantile * law.corrected();
        }
        double z = value / error;
        list.add(
            new Coefficient(
                several ? model.classes().get(c) : "",
                j < d ? model.columns().get(j) : Inference.INTERCEPT,
                value,
                j < d ? value * spread[j] : Double.NaN,
                error,
                z,
                tested ? TailProbability.probability(z, freedom) : Double.NaN,
                centre - half,
                centre + half,
                j < d ? columns.inflation()[j] : Double.NaN));
      }
    }
    return List.copyOf(list);
  }

  /** The intercept in the units of the data as a combination of the variables. */
  private double shift(int k) {
    return k == x.columns() ? 1 : -x.m()[k] * x.t()[k];
  }

  private static int zeros(Model model) {
    return (int)
        Arrays.stream(model.weights()).flatMapToDouble(Arrays::stream).filter(w -> w == 0).count();
  }
}
