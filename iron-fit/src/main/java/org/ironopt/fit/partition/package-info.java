/**
 * Sums over the rows of a fit, wherever they are. Internal: a fit, Spark and the GPU share it.
 *
 * <p>{@code LocalRows} compute them, for all rows in memory as for those of a {@code Partition}:
 * {@code TargetSums} and {@code ColumnMoments} once for all points, {@code CertificateSums} at a
 * point, the {@code BregmanDivergence} of a dual point. {@code Partitions} elsewhere answer a
 * {@code Query} with {@code PartialSums}, which are added up in a fixed order; {@code
 * PartitionedRows} remember the last answers. Two things differ by place. Values, gradients and
 * products of rows in memory are means from the start and no sums that are divided later. And the
 * certificate of rows elsewhere tries the bound of its {@code CertificateSums} before it asks for a
 * divergence, which is a pass.
 */
package org.ironopt.fit.partition;
