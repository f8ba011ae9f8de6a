package org.ironopt.data;

/**
 * Statistics of columns that are computed before a model is fitted, such as means for missing
 * values. A split or a fold computes them on its training rows only, so that held-out rows never
 * influence the model.
 */
@FunctionalInterface
public interface Preprocessing {
  /** Leaves rows as they are. */
  Preprocessing NONE = (data, training) -> data;

  /**
   * Returns the same rows, in their order and with their stored positions, targets and weights, as
   * they are once everything is learnt on some of them.
   *
   * @param data all rows; may be a view
   * @param training the rows to learn on, as stored ({@link Dataset#position})
   */
  Dataset apply(Dataset data, int[] training);
}
