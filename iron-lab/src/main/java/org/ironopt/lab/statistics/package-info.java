/**
 * Confidence intervals for independent groups and for autocorrelated chains, and results by name.
 */
@Experimental
@NullMarked
package org.ironopt.lab.statistics;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
