/**
 * Fits of networks. Start with {@link org.ironopt.fit.network.NetworkFit}: {@code
 * NetworkFit.of(kind, rows, others).hidden(64, 32).go()}.
 *
 * <p>The walk of that call: {@code LinearBaseline} searches a penalty for a linear model and fits
 * it ({@link org.ironopt.fit.Fit}), then {@code Standardization} rows go into an {@code
 * org.ironopt.network.Network}; {@code NetworkRun} hands IRON with kept Kronecker factors to {@code
 * org.ironopt.run.Run} and looks at the other rows once an epoch; the best point, back in the units
 * of the data, is the model. {@link org.ironopt.fit.network.NetworkResult} states whether it is
 * better than the linear one on rows that neither has used.
 */
@NullMarked
package org.ironopt.fit.network;

import org.jspecify.annotations.NullMarked;
