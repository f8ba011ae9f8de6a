package org.ironopt.lab.compare;

/**
 * What a run may spend.
 *
 * @param passes looks at the data, one for each term on average and oracle call
 * @param points measured points of its curve
 */
record Budget(double passes, int points) {}
