/**
 * Fits of linear models to a certified gap. Start with {@link org.ironopt.fit.Fit}: {@code
 * Fit.logistic(data).reg(1e-4).go()}.
 *
 * <p>Three ideas carry the room. (1) The penalty acts on scaled columns, and the solver works in
 * {@code Coordinates} where that is a plain ridge, perhaps whitened; the model is written back in
 * the units of the data. (2) {@code Choice} picks how steps are solved by a count of passes; any
 * other method fits the same problem in rounds ({@code FitProblem}, {@code Rounds}). (3) {@code
 * Certificate} bounds the distance from the optimum by a feasible dual point, and the ending {@code
 * GapCertified} holds exactly if that bound is within the tolerance.
 *
 * <p>This room may touch every other one.
 */
package org.ironopt.fit;
