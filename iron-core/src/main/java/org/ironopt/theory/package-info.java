/**
 * Exact laws of IRON, NAG-GS and explicit Euler, and bounds where no exact law is known. Each class
 * cites the equations of {@code docs/reference/theory.md} that it computes; a formula is
 * implemented once. Outside the range of a formula the result is an empty optional, never a number.
 *
 * <p>Start with {@code IronParameters}, the numbers of one step, and {@code TransitionMatrix}, one
 * step of a {@code Scheme} along one eigenvalue of a quadratic. From there:
 *
 * <ul>
 *   <li>Speed and stability: {@code Contraction}.
 *   <li>Stationary spread: {@code StationaryCovariance} along one eigenvalue and summed over them,
 *       {@code GeneralCovariance} for noise that does not commute with the Hessian, {@code
 *       QuadraticConstant} for long steps, {@code GradientSpread} for methods beside the flow,
 *       {@code TransitionMatrix.Ar2} behind them all. {@code Plateau} goes beyond quadratics.
 *   <li>Noise with heavy tails: {@code StableLaw}.
 *   <li>Bounds of the paper: {@code ConstantStepBound}, {@code VaryingStepBound} and {@code
 *       QuadraticStepBound} give constants to {@code TwoStepRecursion}. Sharper ones: {@code
 *       PositionBound} and {@code EnergyBound}, which needs no strong convexity.
 *   <li>Relaxed steps, from the flow's own spread to IRON's: {@code RelaxedLaw}.
 *   <li>Averages of the iterates, of all schemes: {@code AverageLaw}.
 *   <li>What other rules of integration do to the spread: {@code Integrator}.
 *   <li>{@code Planner} chooses a step for a target error; {@code TailReach} finds what a step can
 *       reach under stable noise.
 * </ul>
 *
 * <p>A statement about the spread must name its noise: {@code NoiseSource.CENTER} of the paper or
 * {@code GRADIENT}. May touch {@code linalg} and {@code problem}; it depends on no method and draws
 * no random numbers.
 */
@NullMarked
package org.ironopt.theory;

import org.jspecify.annotations.NullMarked;
