package org.ironopt.problem;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;

/**
 * A finite sum of convex losses of linear predictions, {@code f(w) = (1/N) sum_i loss_i(A_i w) +
 * sum_j ridge_j w_j^2 / 2} with K predictions for each term. The gradient of a loss is {@code A_i'
 * r_i}, so that its K residuals {@code r_i = loss_i'(A_i w)} determine it: a table of the gradients
 * of all terms takes N K numbers. The weight of a term, relative to the mean, is part of its loss.
 */
public interface LinearSum extends FiniteSum {
  /** Returns K. */
  int outputs();

  /** Overwrites {@code ridge} with the factors of {@code w_j^2 / 2}; 0 where there is none. */
  void ridge(double[] ridge);

  /** Returns how many numbers a product with all rows and one output reads. */
  default long stored() {
    return (long) terms() * (dimension() / outputs());
  }

  /** Returns the smallest ridge factor: the losses are convex, and flat at worst. */
  @Override
  default OptionalDouble modulus() {
    double[] ridge = new double[dimension()];
    ridge(ridge);
    return Arrays.stream(ridge).min();
  }

  /** Returns a new workspace for batches of terms. */
  BatchResiduals residuals();

  /**
   * The residuals of a batch of a {@link LinearSum}, and products with the matrix A of the batch,
   * whose rows are the A_k of its terms. Vectors of residuals and predictions have {@link #length}
   * numbers, K for each term of the batch in an order of the workspace's own, and perhaps zeros. A
   * memory has the K residuals of term i at {@code i K}. One workspace belongs to one thread; it
   * copies no data.
   */
  interface BatchResiduals {
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

    /**
     * {@code t = A y} and {@code ht = H t} with the losses' Hessian at the last point; a product.
     */
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

  /**
   * Residuals of a batch whose outputs share their rows, {@code A_k = I (x) x_k'}: products of rows
   * with rows then form one b x b matrix, through which a Newton step on predictions goes without
   * touching a row ({@code InnerMethod.Gram}).
   */
  interface SharedRowResiduals extends BatchResiduals {
    /** {@code ht = H t} with the losses' Hessian at the last point; no product. */
    void bend(double[] t, double[] ht);

    /**
     * Returns the standard error of the batch's gradient as an estimate of that of all terms: the
     * root of {@code (sum_k |a_k|^2 - |sum_k a_k|^2 / b) / (b (b - 1))} over the gradients {@code
     * a_k = A_k' r_k} of the losses of its terms, whose norms are those of residuals times those of
     * rows; 0 for one term. No product.
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
}
