package org.ironopt.fit.partition;

import java.util.List;

/**
 * Rows that are in {@link Partition}s elsewhere, on a cluster for example. A fit queries all of
 * them at once and receives the total of their partial sums; it needs nothing else. An
 * implementation adds the partial sums up in the order of the partitions, in a tree that depends on
 * their number only: then the bits of a fit depend on how the rows are partitioned and on nothing
 * else, whatever runs where, fails and is repeated.
 */
public interface Partitions {
  /** Returns the answers of all partitions, added up in their order; there is at least one. */
  PartialSums answer(Query query);

  /**
   * Returns whether each evaluation should bring the Hessian along. It then takes one query for a
   * Newton step, but sums of about half the square of the number of parameters.
   */
  boolean matrixPays(int parameters);

  /**
   * Returns some rows that stand for all of them, here ({@link Partition#sample}). A fit of them is
   * where a fit of all rows begins; without any it begins at zero. They depend on the partitions
   * only.
   */
  default List<Partition> sample() {
    return List.of();
  }
}
