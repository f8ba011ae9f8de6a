/**
 * Methods. Immutable parameters ({@link org.ironopt.method.Method}, a record) start a {@link
 * org.ironopt.method.Stepper}, whose {@code advance()} makes one step and reports it ({@link
 * org.ironopt.method.StepReport}). A stepper is an endless sequence of states; loops, stop rules
 * and histories are in {@code run}.
 *
 * <p><b>Where to start.</b> {@link org.ironopt.method.Iron}, the method of the paper: the record,
 * and below it the stepper with center, noise, resolvent, velocity and damping. {@link
 * org.ironopt.method.IronSweep} runs many of them as one ensemble. {@link
 * org.ironopt.method.Center} reduces the variance of minibatch steps, by a snapshot or a table of
 * residuals; {@code CenterCorrection} and {@code CgTableStepper} are what it does. {@link
 * org.ironopt.method.Adaptation} changes lambda from step to step, for networks.
 *
 * <p><b>Ideas.</b> (1) A parameter has one name: the component of the record, and the method that
 * returns a copy with that parameter changed; {@code step(double)} and {@code steps(Schedule)} make
 * the record, {@code with...} is used only where the accessor has the name. The description that a
 * checkpoint compares is read from the components. (2) Batches, noise and coins come from named
 * streams and the number of the step, so that a resumed run sees the same ones: {@link
 * org.ironopt.method.Batches} and {@link org.ironopt.method.Schedule} are rules, {@link
 * org.ironopt.method.BatchSampler} and {@link org.ironopt.method.NoiseSampler} carry them out. No
 * noise is the law {@code Noise.None}, nothing else. (3) One point and an ensemble of points are
 * the same code: {@code EnsembleLayout} defines the positions of members in one vector.
 *
 * <p><b>A method of your own</b> is one file: a record with its stepper inside, which extends
 * {@link org.ironopt.method.AbstractStepper} and names what a step reads in one method for saving
 * and restoring ({@link org.ironopt.io.StateCodec}). See {@code examples/OwnMethod.java}.
 *
 * <p>Other methods are in {@code flow} (discretizations of accelerated flows), {@code gradient},
 * {@code proximal} (stochastic proximal points) and {@code model} (steps on models of a term). This
 * package and those below it may touch {@code linalg}, {@code random}, {@code problem}, {@code
 * theory} and {@code resolvent}, and nothing of the internal packages of these.
 */
@NullMarked
package org.ironopt.method;

import org.jspecify.annotations.NullMarked;
