/** Internal: selections and weights of rows, compensated sums, separation, covariances. */
package org.ironopt.regression.internal;
