/**
 * Regressions on a data set: logistic, softmax, Poisson and least squares with a ridge penalty.
 *
 * <p>Start with {@link org.ironopt.regression.Logistic}. All are a {@code LinearObjective}: an
 * average of terms {@code loss(y_i, x_i w + b)}, whose batches are objectives of their own ({@code
 * Minibatch}), and which many chains can evaluate in one pass. A loss knows its value, derivatives
 * and proximal map ({@code Loss}); everything that runs over rows is in {@code rows}, which other
 * rooms do not see.
 *
 * <p>To fit a model use the room {@code fit}. This room may touch {@code linalg} with its kernels,
 * {@code random}, {@code data}, {@code problem} and {@code resolvent}.
 */
package org.ironopt.regression;
