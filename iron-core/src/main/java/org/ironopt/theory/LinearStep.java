package org.ironopt.theory;

/**
 * One step on an eigendirection of a quadratic, {@code z+ = (I + N) z + g eta} with eta of variance
 * 1, for diffusion noise of variance 1; what all schemes have in common.
 *
 * @param n {@code M - I}, row after row, without the cancellation of that difference
 * @param g what a unit of noise adds to {@code (e, w)}
 */
record LinearStep(double[] n, double[] g) {
  /** Returns the step of a scheme. */
  static LinearStep of(Scheme scheme, IronParameters p, double a) {
    TransitionMatrix t = new TransitionMatrix(scheme, p, a);
    return new LinearStep(times(p.alpha(), t.drift()), scaled(t));
  }

  /** Returns the relaxed step: {@code M - I} and the noise of the leg, over theta. */
  static LinearStep relaxed(double theta, IronParameters p, double a) {
    TransitionMatrix leg = new TransitionMatrix(Scheme.IRON, p.leg(theta), a);
    // theta sqrt(alpha)/s is sqrt(theta) times the sqrt(beta)/s of the leg.
    return new LinearStep(times(p.alpha(), leg.drift()), times(1 / Math.sqrt(theta), scaled(leg)));
  }

  private static double[] scaled(TransitionMatrix t) {
    return times(Math.sqrt(t.noiseVariance()), t.noise());
  }

  private static double[] times(double c, double[] x) {
    double[] y = new double[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = c * x[i];
    }
    return y;
  }

  /** Returns {@code M z}. */
  double[] apply(double[] z) {
    return new double[] {z[0] + (n[0] * z[0] + n[1] * z[1]), z[1] + (n[2] * z[0] + n[3] * z[1])};
  }

  /** Returns {@code M}, row after row. */
  double[] matrix() {
    return new double[] {1 + n[0], n[1], n[2], 1 + n[3]};
  }
}
