package org.ironopt.problem;

/**
 * The residuals of a batch of a {@link LinearSum}, and products with the matrix A of the batch,
 * whose rows are the A_k of its terms. Vectors of residuals and predictions have {@link #length}
 * numbers, K for each term of the batch in an order of the workspace's own, and perhaps zeros. A
 * memory has the K residuals of term i at {@code i K}. One workspace belongs to one thread; it
 * copies no data.
 */
public interface BatchResiduals {
  /** Moves to the terms {@code terms[from .. to-1]}, which are read when used. */
  void select(int[] terms, int from, int to);

  /** Returns how many numbers a vector of residuals of the batch has. */
  int length();

  /** Returns the factor of the sum over the batch in its average. */
  double scale();

  /**
   * Linearises at z: {@code rho = r(A z) - (memory of the batch)} and {@code q = A' rho}, two
   * products. Keeps what the methods below need. Without a memory (null) rho is the residual.
   */
  void at(double[] z, double[] memory, double[] rho, double[] q);

  /** {@code t = A y} and {@code ht = H t} with the losses' Hessian at the last point; a product. */
  void curve(double[] y, double[] t, double[] ht);

  /** {@code q = A' r}; one product. */
  void transpose(double[] r, double[] q);

  /** {@code rho = r(A z + s t) - (memory of the batch)} with the last point z; no product. */
  void along(double s, double[] t, double[] memory, double[] rho);

  /** Moves the last point along {@code t = A y} by s, and linearises there: r; no product. */
  void move(double s, double[] t, double[] r);

  /** Overwrites r with the memory of the batch. */
  void recall(double[] memory, double[] r);

  /** Adds {@code a rho} to the memory of the batch. */
  void remember(double a, double[] rho, double[] memory);
}
