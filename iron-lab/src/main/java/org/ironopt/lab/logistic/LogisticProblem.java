package org.ironopt.lab.logistic;

import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;
import org.ironopt.regression.Logistic;
import org.ironopt.resolvent.Anchor;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.resolvent.Tolerance;

/**
 * Generated data and what is known of its objective.
 *
 * @param objective ridge logistic regression
 * @param minimizer w*
 * @param gradientNorm |grad f(w*)|
 * @param anchor the Hessian at w*
 * @param model the quadratic with that Hessian and its minimiser at 0
 */
record LogisticProblem(
    Logistic objective, double[] minimizer, double gradientNorm, Anchor anchor, Quadratic model) {
  private static final int LONG_STEPS = 60;

  /** In more dimensions the third derivative costs more than the gradients that it saves. */
  private static final int MOST_THIRD = 100;

  /**
   * Draws features {@code a_i ~ N(0, I)}, weights {@code w ~ N(0, I)} and labels {@code y_i = +1}
   * with probability {@code 1/(1 + exp(-a_i.w))}, and minimises.
   */
  static LogisticProblem generate(int rows, int dimension, double reg, long seed) {
    Streams streams = new Streams(seed);
    double[] a = new double[Math.multiplyExact(rows, dimension)];
    streams.stream("features").normals(0, 0, 1, a, 0, a.length);
    double[] w = new double[dimension];
    streams.stream("weights").normals(0, 0, 1, w, 0, dimension);
    Stream coin = streams.stream("labels");
    int[] labels = new int[rows];
    for (int i = 0; i < rows; i++) {
      double chance = Functions.sigmoid(Vectors.dot(a, i * dimension, w, 0, dimension));
      labels[i] = coin.uniform(0, i) < chance ? 1 : 0;
    }
    DenseFeatures features = new DenseFeatures(rows, dimension, a);
    Logistic f = Logistic.of(Dataset.classification(features, labels, 2), reg);
    double[] minimizer = minimize(f);
    double[] gradient = new double[dimension];
    f.gradient(minimizer, gradient);
    Anchor anchor = Anchor.at(f, minimizer);
    anchor = dimension <= MOST_THIRD ? anchor.withThird(f) : anchor;
    Quadratic model = Quadratic.of(anchor.hessian(), new double[dimension]);
    return new LogisticProblem(f, minimizer, Vectors.norm(gradient), anchor, model);
  }

  /** Implicit steps of growing length: globally convergent, and Newton's method in the end. */
  private static double[] minimize(Logistic f) {
    double[] x = new double[f.dimension()];
    Resolvent resolvent =
        Resolvent.of(f, Inner.NEWTON_CHOLESKY.withTolerance(Tolerance.relative(1e-10)));
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
