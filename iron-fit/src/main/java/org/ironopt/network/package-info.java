/**
 * Networks of dense layers on a data set. Start with {@link org.ironopt.network.Layers}, the shape
 * of a network and of its parameters, then {@link org.ironopt.network.Network}, the objective: an
 * average over rows with a {@link org.ironopt.network.NetworkLoss}.
 *
 * <p><b>Ideas.</b> (1) A row carries a 1 behind its numbers and a unit its bias behind its weights,
 * so that the bias is one more weight everywhere. (2) {@code LayerPass} takes rows through the
 * network: forward, backward, and along a direction; Hessian products, Gauss-Newton products and
 * second moments are all made of its matrix products ({@code linalg.Products}). (3) The
 * Gauss-Newton matrix has a Kronecker-factored model of itself ({@code NetworkCurvature}, {@code
 * KroneckerInverse}), which {@code Preconditioner.Averaged} keeps up to date from step to step.
 *
 * <p><b>Floats and doubles.</b> Rows, outputs of units and derivatives by them are floats: they are
 * most of the memory and all of the work, and a batch averages their rounding away. Points,
 * gradients, directions and second moments are doubles: a step adds small differences to a point
 * many times, conjugate gradients lose their conjugacy in floats, and vectors are a few percent of
 * the work. Weights are rounded to floats when they are packed. f and its derivatives have about
 * six digits, so an accuracy beyond that cannot be asked of a solve.
 *
 * <p><b>What a step costs.</b> With n parameters and b rows a gradient takes {@code 6 n b} flops
 * and a Gauss-Newton product {@code 8 n b}, four thirds of a gradient, since the forward pass is
 * kept. The last conjugate gradient step needs {@code <p, G p>} only, a pass forward and half a
 * product, unless its residual is measured. The inverse model takes {@code 2 n (inputs + units)}
 * flops of a layer, as much as about {@code (inputs + units)/3} rows of a gradient, whatever b:
 * small batches pay more for it. Statistics of a part of the rows every few steps, and inverses
 * every twenty or so, are a few percent, but inverses are much where a layer of few units has many
 * inputs. Along one direction from the center ({@code InnerMethod.relaxed}) the length is measured
 * in every fifth step only, and a step is a gradient, an application of the inverse model and about
 * a quarter of a gradient for the rest. {@link org.ironopt.network.internal.GradientWork} counts
 * all of it.
 *
 * <p>No theorem of the paper covers a step on a network: f is not convex, a step sees a batch, and
 * its equation is linearised once and solved by a few conjugate gradients.
 *
 * <p>This room may touch {@code linalg} with its kernels, {@code random}, {@code data}, {@code
 * problem} and {@code resolvent}.
 */
@NullMarked
package org.ironopt.network;

import org.jspecify.annotations.NullMarked;
