package org.ironopt.fit;

import org.ironopt.linalg.Vectors;
import org.ironopt.method.Averaged;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.proximal.PointSaga;
import org.ironopt.problem.Curvature;
import org.ironopt.regression.LinearTerms;

/**
 * The minibatch form of a fit: {@link Iron} with a {@link Center.Table} of residuals, its iterates
 * averaged. Nothing is to be set: with batches of b rows, M of them, the resolvent has the length
 * of Point-SAGA's accelerated rate, {@code lambda = (sqrt((M-1)^2 + 4 M L/mu) - (M-1)) / (2 L M)},
 * L the largest eigenvalue of the Hessian of a sample of rows at theta = 0, and alpha is what gives
 * that lambda with {@code mu = gamma = 1} in the flow.
 */
public final class Minibatch {
  /** Smallest batch. */
  private static final int ROWS = 256;

  /** A product of a batch has at least so many multiplications, so that threads can share it. */
  private static final double MULTIPLICATIONS = 1 << 17;

  /** And so many for each parameter, or a step is all vectors of parameters. */
  private static final double PER_PARAMETER = 4;

  /** But an epoch has at least so many batches. */
  private static final int FEWEST_BATCHES = 64;

  private static final int SAMPLE = 1000;
  private static final int POWERS = 12;

  private Minibatch() {}

  /** Returns how many rows a batch has. */
  public static int size(FitObjective f) {
    LinearTerms terms = f.loss().terms;
    double row = Math.max(1, (double) terms.x().stored() / terms.x().rows());
    double work = MULTIPLICATIONS / (row * terms.outputs());
    double vectors = PER_PARAMETER * terms.columns() / row;
    double size = Math.max(ROWS, Math.max(work, vectors));
    int most = Math.max(1, f.loss().terms() / FEWEST_BATCHES);
    return Math.clamp((long) Math.ceil(size), 1, most);
  }

  public static Method of(FitProblem problem, int size) {
    int n = problem.terms().terms();
    int blocks = Math.ceilDiv(n, size);
    double mu = Math.max(problem.mu(), 1.0 / n);
    double lambda = PointSaga.bestStep(mu, Math.max(mu, smoothness(problem)), blocks);
    double alpha = lambda + Math.sqrt(Math.fma(lambda, lambda, lambda));
    Iron iron = Iron.step(alpha).batches(Batches.epochs(size)).center(Center.table().uncertified());
    return Averaged.of(iron);
  }

  /** Returns the largest eigenvalue of a sample's Hessian at 0, nearly, by powers of it. */
  private static double smoothness(FitProblem problem) {
    int n = problem.terms().terms();
    int[] rows = new int[Math.min(n, SAMPLE)];
    for (int k = 0; k < rows.length; k++) {
      rows[k] = (int) ((long) k * n / rows.length);
    }
    Curvature h = problem.terms().batch(rows, 0, rows.length).curvature();
    double[] v = new double[h.dimension()];
    h.at(new double[v.length], v);
    double[] hv = new double[v.length];
    double top = 0;
    for (int k = 0; k < POWERS && Vectors.norm(v) > 0; k++) {
      Vectors.scale(1 / Vectors.norm(v), v);
      h.apply(v, hv);
      top = Vectors.norm(hv);
      Vectors.copy(hv, v);
    }
    return top;
  }
}
