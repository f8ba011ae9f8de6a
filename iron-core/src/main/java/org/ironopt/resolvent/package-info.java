/**
 * The implicit step: solve {@code g(u) = u - c + lambda grad f(u) = 0} (Algorithm 2 of the paper
 * and the variants of its remark).
 *
 * <p><b>Where to start.</b> {@link org.ironopt.resolvent.InnerMethod} names the solver, {@link
 * org.ironopt.resolvent.Resolvent} runs it, {@link org.ironopt.resolvent.InnerReport} is the
 * result: a typed ending, the residual and the gradient at the point returned, and an error bound
 * where the objective states its modulus of convexity. The way down from there is {@code
 * newton/NewtonSolver}, {@code Globalizer}, {@code KrylovDirection}, {@code Equation}.
 *
 * <p><b>Three ideas.</b>
 *
 * <ul>
 *   <li>An {@code InnerMethod} is a record that opens a solver. Newton's method is a {@link
 *       org.ironopt.resolvent.Direction} times a {@link org.ironopt.resolvent.Globalization};
 *       closed forms, chord steps, predictions and Gram matrices are solvers of their own; {@link
 *       org.ironopt.resolvent.InnerSolver} is the interface for one from outside, and {@code
 *       Direction.OwnKrylov} takes a linear solver from outside.
 *   <li>The equation keeps two points, the current one and a trial, each with its own curvature:
 *       products at the current point survive a rejected trial, and an accepted one is not
 *       evaluated twice.
 *   <li>Work is counted and not timed. {@link org.ironopt.resolvent.internal.CostModel} has the
 *       prices, {@link org.ironopt.resolvent.InnerSelection} compares solvers by them, so that a
 *       choice is the same everywhere.
 * </ul>
 *
 * <p>Where a gradient costs more than it is worth, on batches of a network, {@code
 * InnerMethod.LINEARIZED} makes one step on the model at the start and looks at f now and then
 * ({@code Globalization.Unchecked}); what it remembers from solve to solve, as {@code
 * Preconditioner.Kept} and {@code Averaged} do, is {@code Resolvent.memory}.
 *
 * <p>{@link org.ironopt.resolvent.EnsembleResolvent} solves for all members of an ensemble, each as
 * if it were alone; {@link org.ironopt.resolvent.internal.TermResolvent} solves for single terms of
 * a sum.
 *
 * <p><b>Dependencies.</b> The solvers are in packages that are not exported: {@code newton} (with
 * the preconditioners), {@code rows} (linear models in the space of their predictions) and {@code
 * chord}. This package depends on {@code linalg}, {@code random} and {@code problem}.
 */
@NullMarked
package org.ironopt.resolvent;

import org.jspecify.annotations.NullMarked;
