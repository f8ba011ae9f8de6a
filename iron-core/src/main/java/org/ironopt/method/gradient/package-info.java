/**
 * Methods that take gradients: SGD with its momenta, AdamW, SAGA, Prox-SVRG, forward-backward
 * steps, and on all terms L-BFGS and truncated Newton. Each file holds a method and its stepper.
 * {@code GradientStepper} is what those that sample a gradient have in common.
 */
package org.ironopt.method.gradient;
