package org.ironopt.lab.logistic;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.lab.statistics.PowerLaw;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Iron;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.Logistic;
import org.ironopt.resolvent.HessianEigenbasis;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Resolvent;

/** The regression that the settings describe and the method on it; data are drawn when needed. */
final class LogisticProblem {
  private static final int LONG_STEPS = 60;

  /** In more dimensions the third derivative costs more than the gradients that it saves. */
  private static final int MOST_THIRD = 100;

  /**
   * Generated data and what is known of its objective.
   *
   * @param objective ridge logistic regression
   * @param minimizer w*
   * @param gradientNorm |grad f(w*)|
   * @param anchor the Hessian at w*
   * @param model the quadratic with that Hessian and its minimiser at 0
   */
  record Data(
      Logistic objective,
      double[] minimizer,
      double gradientNorm,
      HessianEigenbasis anchor,
      Quadratic model) {}

  final LogisticSettings settings;

  /** Steps, increasing. */
  final double[] alphas;

  /** Number of the largest step. */
  final int last;

  /** How many chains each step has. */
  final int seeds;

  /** Number of the first step over which the slope is fitted. */
  final int fitFrom;

  /** Convexity parameter of the scheme, which is the ridge. */
  final double mu;

  /** Variance of the noise in each coordinate. */
  final double rho2;

  /** Damping in the long run. */
  final double stationaryGamma;

  private Data data;

  LogisticProblem(LogisticSettings settings) {
    this.settings = settings;
    alphas = Arrays.stream(settings.alpha()).sorted().toArray();
    last = alphas.length - 1;
    seeds = settings.chainSeeds().length;
    fitFrom = (int) Arrays.stream(alphas).filter(a -> a < settings.fitFrom()).count();
    mu = settings.reg();
    rho2 = settings.rho() * settings.rho();
    stationaryGamma = settings.frozen() ? settings.gamma() : mu;
  }

  /** Returns IRON with this step. */
  Iron method(double alpha) {
    Iron iron =
        Iron.step(alpha)
            .mu(mu)
            .gamma(settings.gamma())
            .noise(new CenterNoise(new Noise.Isotropic(settings.rho())));
    return settings.frozen() ? iron.frozen() : iron;
  }

  /** Returns the exponent of the step in numbers by step, over the steps that are fitted. */
  double slope(double[] y) {
    return PowerLaw.exponent(fitted(alphas), fitted(y));
  }

  /** Returns the numbers of the steps that are fitted. */
  double[] fitted(double[] byStep) {
    return Arrays.copyOfRange(byStep, fitFrom, byStep.length);
  }

  /** Returns the data, drawn once. */
  synchronized Data data() {
    if (data == null) {
      data = generate();
    }
    return data;
  }

  /**
   * Draws features {@code a_i ~ N(0, I)}, weights {@code w ~ N(0, I)} and labels {@code y_i = +1}
   * with probability {@code 1/(1 + exp(-a_i.w))}, and minimises.
   */
  private Data generate() {
    int rows = settings.rows();
    int n = settings.dimension();
    RandomStreams streams = new RandomStreams(settings.seed());
    double[] a = new double[Math.multiplyExact(rows, n)];
    streams.stream("features").normals(0, 0, 1, a, 0, a.length);
    double[] w = new double[n];
    streams.stream("weights").normals(0, 0, 1, w, 0, n);
    RandomStream coin = streams.stream("labels");
    int[] labels = new int[rows];
    for (int i = 0; i < rows; i++) {
      double chance = Functions.sigmoid(Vectors.dot(a, i * n, w, 0, n));
      labels[i] = coin.uniform(0, i) < chance ? 1 : 0;
    }
    DenseFeatures features = new DenseFeatures(rows, n, a);
    Logistic f = Logistic.of(Dataset.classification(features, labels, 2), settings.reg());
    double[] minimizer = minimize(f);
    double[] gradient = new double[n];
    f.gradient(minimizer, gradient);
    HessianEigenbasis anchor = HessianEigenbasis.at(f, minimizer);
    anchor = n <= MOST_THIRD ? anchor.withThird(f) : anchor;
    Quadratic model = Quadratic.of(anchor.hessian(), new double[n]);
    return new Data(f, minimizer, Vectors.norm(gradient), anchor, model);
  }

  /** Implicit steps of growing length: globally convergent, and Newton's method in the end. */
  private static double[] minimize(Logistic f) {
    double[] x = new double[f.dimension()];
    Resolvent resolvent =
        Resolvent.of(f, InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.relative(1e-10)));
    double lambda = 1;
    for (int k = 0; k < LONG_STEPS; k++) {
      double[] next = new double[x.length];
      resolvent.solve(lambda, x, x, next);
      if (Vectors.distance(next, x) <= 1e-15 * Vectors.norm(x)) {
        return next;
      }
      x = next;
      lambda *= 10;
    }
    return x;
  }
}
