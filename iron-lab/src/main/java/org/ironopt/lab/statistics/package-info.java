/**
 * Confidence intervals for independent groups and for autocorrelated chains, and results by name.
 */
package org.ironopt.lab.statistics;
