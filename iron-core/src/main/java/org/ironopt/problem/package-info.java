/**
 * Objectives. Start with {@code Objective}: a value and a gradient. Further interfaces state
 * further capabilities of an objective, and a method asks for those that it needs: {@code Curved}
 * (Hessian products), {@code GaussNewton}, {@code HigherDerivatives}, {@code Proximable} (a
 * resolvent in closed form); for sums of terms {@code FiniteSum}, {@code TermProximable}, {@code
 * DualTerms}, {@code AbsoluteResiduals} and {@code LinearSum}. A {@code Regularizer} is the part of
 * a composite problem that may have kinks, known by its proximal map.
 *
 * <p>Three ideas:
 *
 * <ul>
 *   <li>Objectives are immutable and shared between threads. What an evaluation keeps lives in a
 *       workspace, a {@code Curvature} or {@code LinearSum.BatchResiduals}, that belongs to one
 *       solver.
 *   <li>Linearise once. {@code Curvature.at(x)} keeps what Hessian products need, so a product
 *       costs no further evaluation at the point.
 *   <li>An ensemble is an objective. {@code Ensemble} is m independent copies as one function of nm
 *       numbers, with the capabilities of its base.
 * </ul>
 *
 * <p>To write one's own, implement the interfaces and run {@code DerivativeCheck} on it; {@code
 * CountingObjective} counts its evaluations from outside. Objectives with formulas are in {@code
 * problem.analytic}. May touch {@code linalg} only; methods, solvers and data are not known here.
 */
@NullMarked
package org.ironopt.problem;

import org.jspecify.annotations.NullMarked;
