/**
 * Fits of linear models to a certified gap. Start with {@link org.ironopt.fit.Fit}: {@code
 * Fit.logistic(data).reg(1e-4).go()}.
 *
 * <p>The walk of that call: {@code Fit} holds what the user asked for; what of it decides the
 * optimum is a {@code FitTask}. It makes one {@code FitObjective}, the problem in the variables of
 * its {@code Coordinates}; {@code SolverSelection} picks a method for it, with a sentence that says
 * why; {@code FitRun} hands the method to {@code org.ironopt.run.Run} and decides when to stop, by
 * the {@code Certificate}; its answer, back in the units of the data, is the {@link
 * org.ironopt.fit.FitResult}. {@code RowCounter} counts the rows read, and a {@code Deadline} ends
 * steps that pass a time limit.
 *
 * <p>Three ideas. (1) The penalty acts on scaled columns, and the solver works in variables in
 * which columns are centred, scaled and perhaps whitened ({@code ColumnMoments}, {@code
 * Whitening}); no row is copied for that. (2) The choice counts multiplications and never measures
 * time, so that one data set always gets one method: Newton steps of growing length, {@code
 * MinibatchWarmStart} with minibatches first, {@code ProximalNewton} for l1, or any method of the
 * library in {@code EpochStepper} on a {@link org.ironopt.fit.FitProblem}. (3) A feasible point of
 * the dual problem bounds the distance from the optimum ({@code BregmanDivergence}, and {@code
 * Rounding} for what the arithmetic can do to it); the ending {@code GapCertified} holds exactly if
 * that bound is within the tolerance. Without a penalty there is no such bound, and {@code
 * Separation} looks whether a minimum exists.
 *
 * <p>Rows are here ({@code LocalData}) or elsewhere ({@code PartitionedData}); what a fit and its
 * certificate sum over them is in {@code org.ironopt.fit.partition}, one way for both.
 *
 * <p>Beside a fit stand {@link org.ironopt.fit.CrossValidation}, which chooses its penalties along
 * a {@code PenaltyPath}, and {@link org.ironopt.fit.Inference}, the errors of its coefficients (the
 * tails of their laws are in {@code org.ironopt.random.internal.TailProbability}).
 *
 * <p>{@link org.ironopt.fit.LocalModel} is the sum of quadratics that a fit is near its optimum,
 * for the theory of minibatches.
 *
 * <p>This room may touch every other one, and none touches it.
 */
@NullMarked
package org.ironopt.fit;

import org.jspecify.annotations.NullMarked;
