/**
 * Methods that take gradients at known points: SGD with its momenta, AdamW, forward-backward steps,
 * and with variance reduction SAGA and Prox-SVRG; on all terms, as deterministic references, L-BFGS
 * and truncated Newton. Start with {@link org.ironopt.method.gradient.Sgd}.
 *
 * <p>Each file holds a method and its stepper. {@code GradientStepper} is the step that the first
 * three share: a gradient of the batch, noise, and then an update in place. A method that knows f
 * and its gradient at the new point reports them, the others leave them to the run.
 */
@NullMarked
package org.ironopt.method.gradient;

import org.jspecify.annotations.NullMarked;
