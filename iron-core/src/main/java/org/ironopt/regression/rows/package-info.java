/**
 * One pass over the rows of a data set, internal: a {@code Block} of dense, float or sparse rows
 * stays in the cache while predictions, losses and gradients are computed ({@code Tile}, {@code
 * Panel}). Sums are formed in a fixed order, so that threads change no bit.
 */
package org.ironopt.regression.rows;
