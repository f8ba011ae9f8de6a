/**
 * Confidence intervals for independent groups and for autocorrelated chains, and results by name.
 */
@NullMarked
package org.ironopt.lab.statistics;

import org.jspecify.annotations.NullMarked;
