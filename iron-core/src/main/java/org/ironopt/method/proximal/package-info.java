/**
 * Stochastic proximal points: a step is the resolvent of a term or of a batch. Start with {@link
 * org.ironopt.method.proximal.ProximalPoint}, the plain method with its options, then {@link
 * org.ironopt.method.proximal.Sppm}, where a correction of the center removes the noise of the
 * batch: SPPM, SVRP, SAPA and Point-SAGA are one step with eight corrections ({@code SppmStepper}).
 * {@code Snspp} adds a regularizer by a semismooth Newton method on the dual; {@code
 * ProximalRobbinsMonro} takes its gradient where an implicit step would end.
 *
 * <p>{@link org.ironopt.method.internal.BatchResolvent} is the resolvent of each step's batch for
 * all of them: by the formula of a single term if there is one, else by one inner solver for each
 * view of the {@link org.ironopt.method.BatchSampler}.
 */
@NullMarked
package org.ironopt.method.proximal;

import org.jspecify.annotations.NullMarked;
