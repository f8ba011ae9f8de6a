/**
 * Linear models fitted to the rows of an Apache Spark cluster: {@link
 * org.ironopt.spark.IronLogisticRegression}, {@link org.ironopt.spark.IronLinearRegression} and
 * {@link org.ironopt.spark.IronPoissonRegression}, estimators like those of {@code spark.ml}.
 *
 * <p>The walk of a fit: the rows of the data frame are packed once ({@code RowPacker}) into the
 * {@code Part}s of {@code org.ironopt.fit} and kept on the executors ({@code SparkPartitions}). The
 * driver runs the library's own fit, whose every evaluation is one Spark job over the parts; {@code
 * ClusterCost} says when a job should bring the Hessian along. Nothing here optimizes.
 */
package org.ironopt.spark;
