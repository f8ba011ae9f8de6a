package org.ironopt.run;

/** f and the norm of its gradient at a point; NaN where unknown. */
record Measurement(double value, double gradientNorm) {
  boolean finite() {
    return Double.isFinite(value) && Double.isFinite(gradientNorm);
  }
}
