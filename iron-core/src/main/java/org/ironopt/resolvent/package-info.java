/**
 * The implicit step: solve {@code g(u) = u - c + lambda grad f(u) = 0} (Algorithm 2 of the paper
 * and the variants of its remark).
 *
 * <p>Start with {@link org.ironopt.resolvent.Inner}, which says how, and {@link
 * org.ironopt.resolvent.Resolvent}, which does it. Newton's method is a {@link
 * org.ironopt.resolvent.Direction} times a {@link org.ironopt.resolvent.Globalization}; closed
 * forms, chord steps, predictions and Gram matrices are solvers of their own. Every solve returns
 * an {@link org.ironopt.resolvent.InnerReport} with a typed ending, the residual and the gradient
 * at the point returned, and an error bound where the objective states its modulus of convexity.
 * {@link org.ironopt.resolvent.InnerChoice} compares solvers by counted work.
 *
 * <p>The solvers stand in packages that other rooms do not see: {@code newton}, {@code rows}
 * (linear models in the space of their predictions), {@code chord} and {@code precondition}. This
 * room may touch {@code linalg}, {@code random} and {@code problem}.
 */
package org.ironopt.resolvent;
