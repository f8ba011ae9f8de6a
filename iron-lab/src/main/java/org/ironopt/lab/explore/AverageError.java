package org.ironopt.lab.explore;

import org.ironopt.theory.AverageLaw;

/**
 * How far the average of one particle's steps is from the minimiser, exactly, THEORY (91): from its
 * position e and velocity point w along the eigenvectors when averaging began.
 *
 * @param law of the average
 * @param eigenvalues of the quadratic
 * @param variance of the diffusion noise
 */
record AverageError(AverageLaw law, double[] eigenvalues, double variance, double[] e, double[] w) {
  /** Returns the root-mean-square distance after so many steps, NaN where there is none. */
  double rms(long steps) {
    double sum = steps == 0 ? Double.NaN : 0;
    for (int i = 0; i < eigenvalues.length && steps > 0; i++) {
      sum +=
          law.from(e[i], w[i], eigenvalues[i], variance, steps)
              .map(errors -> errors.average().meanSquare())
              .orElse(Double.NaN);
    }
    return Math.sqrt(sum);
  }
}
