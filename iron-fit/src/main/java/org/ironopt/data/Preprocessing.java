package org.ironopt.data;

/**
 * What is learnt of columns before a model is fitted to them, such as the means that stand for
 * missing values. Whatever leaves rows out (a split, a fold) learns it on the other rows only, so
 * that a row never has a part in the model that it judges.
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
