/**
 * The sparse solver behind fits with {@code |w|} in their penalty and behind penalty paths:
 * standardised columns in memory, losses of rows, quadratic models on a working set of columns, and
 * the certified gap. A point of a path is {@link org.ironopt.fit.path.SparseSolver}'s.
 */
package org.ironopt.fit.path;
