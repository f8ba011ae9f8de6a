package org.ironopt.problem;

import org.ironopt.linalg.DenseMatrix;

/**
 * Residuals of a batch whose outputs share their rows, {@code A_k = I (x) x_k'}: products of rows
 * with rows then form one b x b matrix, through which a Newton step on predictions goes without
 * touching a row ({@code InnerMethod.Gram}).
 */
public interface SharedRowResiduals extends BatchResiduals {
  /** {@code ht = H t} with the losses' Hessian at the last point; no product. */
  void bend(double[] t, double[] ht);

  /**
   * Returns the standard error of the batch's gradient as an estimate of that of all terms: the
   * root of {@code (sum_k |a_k|^2 - |sum_k a_k|^2 / b) / (b (b - 1))} over the gradients {@code a_k
   * = A_k' r_k} of the losses of its terms, whose norms are those of residuals times those of rows;
   * 0 for one term. No product.
   *
   * @param r residuals of the batch
   * @param q {@code A' r}
   */
  double standardError(double[] r, double[] q);

  /**
   * Forms the Gram matrix of the batch, {@code K = A (I + lambda ridge)^-1 A'}, for {@link
   * #throughGram}; as long as the terms of the batch stay, a new lambda costs no products.
   *
   * @return the b x b matrix that every output shares, a view that the next call overwrites
   */
  DenseMatrix gram(double lambda);

  /** {@code t = K r} with the last {@link #gram}; no product. */
  void throughGram(double[] r, double[] t);
}
