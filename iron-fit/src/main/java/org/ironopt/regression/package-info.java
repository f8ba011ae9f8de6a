/**
 * Regressions on a data set: {@link org.ironopt.regression.Logistic}, {@link
 * org.ironopt.regression.Softmax}, {@link org.ironopt.regression.Poisson} and {@link
 * org.ironopt.regression.Ridge}, each with a ridge penalty. Start with the first; to fit a model
 * use the package {@code fit}.
 *
 * <p>All are a {@code LinearObjective}, an average of terms {@code loss(y_i, a_i.w + b)}; its file
 * has the passes that value, gradient and many points at once share. {@code LinearCurvature}
 * multiplies with the Hessian, {@code LinearResiduals} works on the predictions of a batch, {@code
 * Separation} tells whether predictions run away.
 *
 * <p>Three ideas. (1) A model is its {@code Loss}: value, derivatives and the scalar root behind
 * the resolvent of one term ({@code LinearTermProx}) stand in its file, and everything else is
 * written once. (2) A batch is the same class on a {@code RowSelection} of rows and copies none of
 * them. (3) {@code ReparameterizedObjective} is the one change of variables: centred or scaled
 * features without touching a feature.
 *
 * <p>What the objectives share is in {@code internal}; what runs over rows is in {@code rows},
 * which other packages do not see. This package may use {@code linalg} with its kernels, {@code
 * random}, {@code data}, {@code problem} and {@code resolvent}.
 */
@NullMarked
package org.ironopt.regression;

import org.jspecify.annotations.NullMarked;
