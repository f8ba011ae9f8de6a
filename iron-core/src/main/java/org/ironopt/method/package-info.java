/**
 * Methods: immutable parameters ({@link org.ironopt.method.Method}) start a {@link
 * org.ironopt.method.Stepper}, whose {@code advance()} makes one step and reports it. A stepper is
 * an endless sequence of states; loops, stop rules and records live in {@code run}.
 *
 * <p>Start with {@link org.ironopt.method.Iron}, the method of the paper, and its {@code
 * IronStepper}: center, noise, resolvent, velocity, damping. {@link org.ironopt.method.Center}
 * corrects the center of a minibatch step by a snapshot or a table. {@link
 * org.ironopt.method.Schedule} and {@link org.ironopt.method.Batches} say how long steps are and
 * which terms they see.
 *
 * <p>A method of your own is one file: a record with the parameters and the stepper inside. {@code
 * State} saves and restores its arrays, {@code Sampler} gives the objective of a step's batch,
 * {@code Draws} adds noise, all from named streams, so that a resumed run has the same bits.
 *
 * <p>The other methods stand behind this package: {@code flow} (discretisations of accelerated
 * flows), {@code gradient}, {@code proximal} (stochastic proximal points and their variance-reduced
 * forms) and {@code model} (steps on models of a term). This room may touch {@code linalg}, {@code
 * random}, {@code problem}, {@code theory} and the front of {@code resolvent}.
 */
package org.ironopt.method;
