package org.ironopt.regression;

/**
 * The arithmetic of the products with the rows. Losses, averages and results are doubles in either
 * case.
 */
public enum Precision {
  /** Products and sums in double, whatever the storage. */
  DOUBLE,
  /**
   * Products in float, sums of up to a few hundred rows in float and beyond that in double. About
   * twice as fast; gradients and products are good to about six digits of their largest element, so
   * tolerances below that are out of reach. Only for features that are stored as floats.
   */
  SINGLE
}
