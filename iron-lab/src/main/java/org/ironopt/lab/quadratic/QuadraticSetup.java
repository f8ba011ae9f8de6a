package org.ironopt.lab.quadratic;

import java.util.Arrays;
import java.util.List;
import org.ironopt.lab.InputError;
import org.ironopt.lab.file.Values;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.Flow;
import org.ironopt.method.Iron;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.NagGs;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomMatrices;
import org.ironopt.random.Streams;
import org.ironopt.theory.Scheme;

/** The problem and the parameters that the settings describe. */
final class QuadraticSetup {
  final Values settings;
  final double[] eigenvalues;
  final double mu;
  final double gamma;
  final double rho;
  final long seed;
  final boolean authors;
  final DenseMatrix a;
  final Quadratic objective;
  final double[] minimizer;

  QuadraticSetup(Values settings) {
    this.settings = settings;
    eigenvalues = positive("eigenvalues", settings.numbers("eigenvalues"));
    mu = positive("mu", settings.number("mu"));
    authors = reading(settings.text("reading"));
    gamma = authors ? Math.sqrt(mu) : positive("gamma", settings.number("gamma"));
    rho = positive("rho", settings.number("rho"));
    seed = settings.whole("seed");
    int n = eigenvalues.length;
    DenseMatrix q = RandomMatrices.orthogonal(new Streams(seed).stream("rotation"), 0, n);
    double[] b = new double[n];
    Arrays.fill(b, settings.number("b"));
    // A = Q' diag Q, so the eigenvectors are the columns of Q'.
    objective = Quadratic.ofEigen(eigenvalues, q.transpose(), b);
    a = q.transpose().multiply(DenseMatrix.diagonal(eigenvalues)).multiply(q);
    minimizer = objective.minimizer();
  }

  private static boolean reading(String text) {
    return switch (text) {
      case "paper" -> false;
      case "authors" -> true;
      default ->
          throw new InputError("reading is '" + text + "', expected paper or authors (--reading)");
    };
  }

  static double positive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new InputError(name + " is " + value + ", expected a number > 0 (--" + name + ")");
    }
    return value;
  }

  static double[] positive(String name, double[] values) {
    if (values.length == 0) {
      throw new InputError(
          name + " is an empty list, expected numbers such as 1,10 (--" + name + ")");
    }
    for (double value : values) {
      positive(name, value);
    }
    return values;
  }

  int dimension() {
    return eigenvalues.length;
  }

  double largest() {
    return Arrays.stream(eigenvalues).max().orElseThrow();
  }

  /**
   * Returns the step that is really made for a nominal one: the same in the paper's reading; in the
   * authors' script a multiple, their step scale for an explicit scheme on this spectrum.
   */
  double step(double alpha) {
    if (!authors) {
      return alpha;
    }
    double smallest = Arrays.stream(eigenvalues).min().orElseThrow();
    double byCondition = 2 / Math.sqrt(largest() / smallest);
    double byFlow = (mu + gamma + 2 * Math.sqrt(gamma * largest())) / (largest() - mu);
    return alpha * Math.max(byCondition, byFlow);
  }

  /** Returns the nominal steps of the paper's figures. */
  double[] alphas() {
    return positive("alpha", settings.numbers("alpha"));
  }

  /** Returns gamma once its update has settled; it is frozen in the paper's reading. */
  double stationaryGamma() {
    return authors ? mu : gamma;
  }

  /** Returns the law of the noise that the settings ask for. */
  Noise noise() {
    DenseMatrix covariance = covariance();
    String law = settings.text("noise");
    if (covariance == null) {
      return InputError.check(() -> Noise.parse(law, rho));
    }
    if (!law.equals("gaussian")) {
      throw new InputError(
          "--covariance goes with --noise gaussian, got --noise " + law + "; drop one of them");
    }
    try {
      return new Noise.Full(covariance);
    } catch (IllegalArgumentException e) {
      throw new InputError(e.getMessage() + "; mend the matrix given with --covariance");
    }
  }

  /** Returns Sigma from the settings, null if it is rho^2 I. */
  private DenseMatrix covariance() {
    double[] entries = settings.numbers("covariance");
    int n = dimension();
    if (entries.length == 0) {
      return null;
    }
    if (entries.length != n * n) {
      throw new InputError(
          "covariance has " + entries.length + " numbers, expected " + n + " rows of " + n);
    }
    double[][] rows = new double[n][];
    for (int i = 0; i < n; i++) {
      rows[i] = Arrays.copyOfRange(entries, i * n, (i + 1) * n);
    }
    return DenseMatrix.of(rows);
  }

  /** Returns a discretisation of the flow with these parameters. */
  Flow method(Scheme scheme, double step, Noise noise) {
    CenterNoise center = new CenterNoise(noise);
    return switch (scheme) {
      case IRON -> {
        Iron iron = Iron.step(step).mu(mu).gamma(gamma).noise(center);
        yield authors ? iron : iron.frozen();
      }
      case NAG_GS -> NagGs.step(step).mu(mu).gamma(gamma).frozen().noise(center);
      case EXPLICIT_EULER -> ExplicitEuler.step(step).mu(mu).gamma(gamma).frozen().noise(center);
    };
  }

  /** Returns the settings that every cell of this problem shares. */
  Values common() {
    return new Values()
        .with("experiment", "quadratic")
        .with("eigenvalues", eigenvalues)
        .with("b", settings.number("b"))
        .with("mu", mu)
        .with("gamma", gamma)
        .with("damping", authors ? "updated" : "frozen")
        .with("rho", rho)
        .with("seed", seed);
  }

  List<Scheme> schemes() {
    return List.of(Scheme.values());
  }
}
