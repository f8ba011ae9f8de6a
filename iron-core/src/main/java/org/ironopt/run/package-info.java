/**
 * The loop of all runs. A {@link org.ironopt.run.Run} takes a method and an objective from a start
 * to a typed {@link org.ironopt.run.Ending}, and keeps the best point.
 *
 * <p>Start with {@code Run.go()} and {@code loop}: make a step, record it, show it, save it,
 * decide. {@code RunRecorder} measures f where the method does not know it and keeps the last
 * record and the best point; {@code CheckpointWriter} writes checkpoints. Rules that end a run are
 * in {@link org.ironopt.run.Stop}, what can end it in {@code Ending}; a stepper may know its own
 * end ({@code Run.SelfStoppingStepper}).
 *
 * <p><b>Ideas.</b> (1) Reports grow by containment: an {@code InnerReport} is in the {@code
 * StepReport} of a method, that in a {@link org.ironopt.run.StepRecord}, the last of these in the
 * {@link org.ironopt.run.RunResult}. (2) Records hold no clock, so a run can be replayed bit for
 * bit. (3) Numerical failure is an ending; what the caller's code throws is thrown, with the result
 * so far in a {@link org.ironopt.run.Run.RunFailedException}; a goal is believed only after
 * measuring. (4) A {@link org.ironopt.run.Checkpoint} belongs to one {@link
 * org.ironopt.run.Checkpoint.Fingerprint}: another method, seed or data set is refused by name.
 *
 * <p>This package may touch {@code method} and all that {@code method} may touch.
 */
@NullMarked
package org.ironopt.run;

import org.jspecify.annotations.NullMarked;
