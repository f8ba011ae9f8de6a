/**
 * Randomness as a function. A seed gives named streams ({@code RandomStreams}), a stream gives the
 * same number at the same step and index ({@code RandomStream}), and so nothing depends on the
 * order of draws, on threads or on how a run is cut into pieces. Start with {@code RandomStreams}.
 *
 * <p>{@code Noise} is the law of a perturbation: normal with any covariance, Student's t, symmetric
 * stable, or none. {@code NoiseModel} defines where it enters a method: {@code CenterNoise}
 * perturbs the center of the resolvent, as in the paper, {@code GradientNoise} the gradient. The
 * two obey different laws and are separate types so that no result mixes them. {@code
 * RandomMatrices} makes matrices for experiments and tests; {@code TailProbability} has the
 * probabilities of large deviations.
 *
 * <p>Arrays of many members are stored coordinate by coordinate; a member's numbers depend on its
 * own index, not on how many members there are ({@code MemberArrays}).
 *
 * <p>May touch {@code linalg}. The generator itself is in {@code linalg.kernel.RandomKernels}.
 */
@NullMarked
package org.ironopt.random;

import org.jspecify.annotations.NullMarked;
