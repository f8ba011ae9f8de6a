package org.ironopt.lab.bench.mnist;

/**
 * A look at a run.
 *
 * @param seconds on the clock so far
 * @param epochs of data seen so far
 * @param products with all rows so far: a gradient takes two
 * @param gradients of batches so far
 * @param cgSteps so far
 * @param objective full training objective
 * @param accuracy on held-out rows, NaN if not asked for
 */
record Check(
    double seconds,
    double epochs,
    double products,
    long gradients,
    long cgSteps,
    double objective,
    double accuracy) {
  /** Returns how often the rows were read; a gradient of all of them is one pass. */
  double passes() {
    return 0.5 * products;
  }
}
