/**
 * Curves: nonlinear least squares. Start with {@link org.ironopt.curve.Curve}: a formula, a model
 * in code or plain residuals, a start, {@code go()}, and a {@link org.ironopt.curve.CurveResult}
 * with standard errors and bands.
 *
 * <p><b>How it is IRON.</b> An IRON step with its velocity at the iterate is {@code u = argmin f(u)
 * + |u - x|^2/(2 lambda)}. With the residuals linearised at x and the distance measured in a
 * diagonal metric D this is the step of Levenberg and Marquardt, with damping {@code nu =
 * 1/lambda}. {@link org.ironopt.curve.LevenbergMarquardt} chooses lambda by a trust region: it
 * grows with every good step, without bound near the answer, where the step is that of Gauss and
 * Newton. It is a method like any other in the one loop, {@link org.ironopt.run.Run}: time limits,
 * observers, checkpoints come from there.
 *
 * <p><b>A walk.</b> {@code Curve.go()} makes a {@link org.ironopt.curve.SumOfSquares} of the free
 * parameters (any method of the library can minimise it) &rarr; {@code LevenbergMarquardtStepper}
 * &rarr; {@code SumOfSquares.linear}: residuals and derivatives by blocks of rows, each reduced to
 * a small triangle ({@code HouseholderQr}), these combined in a fixed order, so that a million rows
 * cost no memory and threads change no bit &rarr; {@code GaussNewtonModel}: one decomposition of
 * the triangle ({@code JacobiSvd}) serves all lambda.
 *
 * <p><b>Derivatives</b> are exact for a {@link org.ironopt.curve.Formula} and for models written
 * with {@link org.ironopt.curve.Dual} numbers, else differences by steps in proportion to each
 * parameter, one-sided at first, on both sides for the last steps.
 *
 * <p><b>Errors</b> come from {@code CurveInference}: the directions that the data determine, the
 * degrees of freedom that are left, and the covariance, for a robust loss that of an M-estimator.
 *
 * <p><b>Starts</b>, where none is given, come from a {@link org.ironopt.curve.CommonCurve}; a
 * robust {@link org.ironopt.curve.RobustLoss} lessens the influence of outliers; {@link
 * org.ironopt.random.internal.TailProbability} gives the factors of confidence bands.
 *
 * <p><b>Endings</b> do not depend on units. A last step that changes no parameter is {@code
 * Settled}; where rounding hides the cost, {@code AtRounding}; a parameter that ran to where the
 * data do not see it is a {@code Plateau} (after other radii were tried from the start); a
 * combination of parameters that the residuals do not depend on is {@code Undetermined}.
 *
 * <p>This package may touch {@code run} and all that {@code run} may touch.
 */
@NullMarked
package org.ironopt.curve;

import org.jspecify.annotations.NullMarked;
