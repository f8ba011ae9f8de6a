/**
 * The error under minibatches: exact moments, rates and transients of implicit and explicit steps
 * on finite sums of quadratics, and bounds for other objectives.
 *
 * <p>Start with a {@link org.ironopt.theory.sampling.QuadraticSum} (the terms), a {@link
 * org.ironopt.theory.sampling.SamplingScheme} (how a batch is drawn) and a {@link
 * org.ironopt.theory.sampling.LinearRecursion} (the method and its step). {@link
 * org.ironopt.theory.sampling.BatchLaw} holds the batches, all of them or a sample; {@link
 * org.ironopt.theory.sampling.MinibatchMoments} is what remains after many steps, {@link
 * org.ironopt.theory.sampling.TransientMoments} what remains after k, {@link
 * org.ironopt.theory.sampling.StepChoice} the step that makes this least. {@code CorrectedRate} is
 * the rate of a corrected center. {@link org.ironopt.theory.sampling.MinibatchBound} needs strongly
 * convex batches and nothing else, {@link org.ironopt.theory.sampling.PlBound} no convexity at all,
 * but center noise.
 *
 * <p>One idea carries the exact part: the steps differ from their mean by a random symmetric matrix
 * of order d in one place only, so that the second moments of (x, v) follow from a linear equation
 * between symmetric matrices of order d ({@code StepLaw} is the law of a step, {@code
 * StationaryEquations} the solution). {@link org.ironopt.theory.sampling.MinibatchPlan} puts all of
 * it together for a budget of passes.
 */
@Experimental
@NullMarked
package org.ironopt.theory.sampling;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
