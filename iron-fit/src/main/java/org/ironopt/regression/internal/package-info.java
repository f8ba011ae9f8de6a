/**
 * Internal: what linear objectives share, their losses, curvatures and residuals; selections and
 * weights of rows, compensated sums, separation, covariances.
 */
package org.ironopt.regression.internal;
