/**
 * One pass over the rows of a data set, internal. Start with {@code RowBlock}: a few rows, dense,
 * float or sparse, that stay in the cache while predictions, losses and gradients are computed.
 * {@code WeightPanel} holds the vectors that the rows are multiplied with, {@code PredictionTile}
 * what a loss sees of a block; {@code GatheredRows} keeps the rows of a batch side by side, {@code
 * RowGram} their products with one another, {@code WorkspacePool} what the next pass can use again.
 *
 * <p>Blocks, tasks and the order of their sums depend on the problem only, so that threads change
 * no bit. Only {@code regression} touches this package.
 */
package org.ironopt.regression.rows;
