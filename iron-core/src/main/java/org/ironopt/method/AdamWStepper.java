package org.ironopt.method;

import org.ironopt.linalg.Parallel;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;

/** {@link AdamW} at work: one pass over x, its two memories and the gradient. */
final class AdamWStepper extends GradientStepper {
  /** From this many elements on, other threads help; they take pieces of the second size. */
  private static final int PARALLEL = 1 << 17;

  private static final int PIECE = 1 << 14;

  private final AdamW method;
  private final double[] m;
  private final double[] w;

  AdamWStepper(AdamW method, Objective objective, double[] x0, Streams streams) {
    super(method.eta(), method.batches(), method.noise(), objective, x0, streams);
    this.method = method;
    m = new double[x.length];
    w = new double[x.length];
  }

  @Override
  double[][] arrays() {
    return new double[][] {x, m, w};
  }

  @Override
  void update(double eta) {
    double keep = 1 - eta * method.weightDecay();
    double rate = eta / correction(method.beta1());
    if (method.order() == AdamW.Order.AUTHORS) {
      rate *= keep;
    }
    double root = 1 / Math.sqrt(correction(method.beta2()));
    move(keep, rate, root);
  }

  /** Returns {@code 1 - beta^t}. */
  private double correction(double beta) {
    return method.biasCorrection() ? 1 - StrictMath.pow(beta, k + 1) : 1;
  }

  private void move(double keep, double rate, double root) {
    int n = x.length;
    double eps = Math.max(method.eps(), Double.MIN_NORMAL);
    double b1 = method.beta1();
    double b2 = method.beta2();
    if (n < PARALLEL || Parallel.threads() == 1) {
      move(gradient, m, w, x, b1, b2, keep, rate, root, eps, 0, n);
    } else {
      Parallel.forEach(
          Math.ceilDiv(n, PIECE),
          t -> {
            int to = Math.min(n, (t + 1) * PIECE);
            move(gradient, m, w, x, b1, b2, keep, rate, root, eps, t * PIECE, to);
          });
    }
  }

  /** One plain loop over local arrays, which the compiler turns into SIMD without changing bits. */
  private static void move(
      double[] g,
      double[] m,
      double[] w,
      double[] x,
      double b1,
      double b2,
      double keep,
      double rate,
      double root,
      double eps,
      int from,
      int to) {
    double c1 = 1 - b1;
    double c2 = 1 - b2;
    for (int i = from; i < to; i++) {
      double mean = Math.fma(b1, m[i], c1 * g[i]);
      double square = Math.fma(b2, w[i], c2 * (g[i] * g[i]));
      double d = mean / Math.fma(Math.sqrt(square), root, eps);
      m[i] = mean;
      w[i] = square;
      x[i] = Math.fma(-rate, d, keep * x[i]);
    }
  }
}
