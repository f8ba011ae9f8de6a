package org.ironopt.spark;

/**
 * What passes over a cluster cost. A pass over rows of s stored numbers in P parts takes about
 *
 * <pre>
 *   job + P task + s / (cores read) + 8 numbers answers / bandwidth
 * </pre>
 *
 * seconds for each output; the Hessian takes {@code s d / (cores rate)} more for each pair of
 * outputs. An answer has as many numbers as there are parameters, n, and {@code n (n + 1) / 2} more
 * with the Hessian; the driver takes in one of each part, or the roots of a tree.
 *
 * @param job seconds of a job that does nothing
 * @param task seconds that the driver spends on a task
 * @param read numbers of the rows that one core takes in for one output and its gradient in a
 *     second
 * @param rate multiply-adds of one core in a second, of a matrix kernel
 * @param bandwidth bytes in a second that the driver takes in
 */
public record ClusterCost(double job, double task, double read, double rate, double bandwidth) {
  /**
   * For the choice between matrices and products. It is made with these numbers on every cluster,
   * and with as many cores as parts, so that the bits of a fit do not depend on the machines.
   */
  static final ClusterCost NOMINAL = new ClusterCost(0.1, 5e-4, 1.25e9, 1e10, 5e8);

  /** Newton steps of a fit, about, and Hessian products of such a step. */
  private static final int STEPS = 7;

  private static final int PRODUCTS = 6;

  /** Matrices of more parameters are not formed: the driver keeps a few of them. */
  static final int LARGEST_MATRIX = 4000;

  /**
   * Rows on a cluster.
   *
   * @param stored numbers of all rows
   * @param columns of the rows
   * @param outputs predictions of a row
   * @param parts tasks of a job
   * @param answers that the driver takes in, the parts or the roots of a tree
   */
  public record Shape(double stored, double columns, double outputs, double parts, double answers) {
    double parameters() {
      return outputs * (columns + 1);
    }
  }

  /** Returns the seconds of a pass that evaluates, or multiplies by the Hessian. */
  public double pass(Shape shape, double cores) {
    return job
        + task * shape.parts
        + shape.stored * shape.outputs / (cores * read)
        + wire(shape, shape.parameters());
  }

  /** Returns the seconds of a pass that brings the Hessian along. */
  public double matrixPass(Shape shape, double cores) {
    double n = shape.parameters();
    double pairs = 0.5 * shape.outputs * (shape.outputs + 1);
    return pass(shape, cores)
        + pairs * shape.stored * shape.columns / (cores * rate)
        + wire(shape, 0.5 * n * (n + 1));
  }

  private double wire(Shape shape, double numbers) {
    return 8 * numbers * shape.answers / bandwidth;
  }

  /** Returns the seconds of a fit. */
  public double fit(Shape shape, double cores) {
    return matrixPays(shape)
        ? STEPS * matrixPass(shape, cores)
        : STEPS * (1 + PRODUCTS) * pass(shape, cores);
  }

  /** Returns whether Newton steps by matrices are cheaper than by products. */
  boolean matrixPays(Shape shape) {
    double cores = shape.parts;
    return shape.parameters() <= LARGEST_MATRIX
        && matrixPass(shape, cores) <= (1 + PRODUCTS) * pass(shape, cores);
  }
}
