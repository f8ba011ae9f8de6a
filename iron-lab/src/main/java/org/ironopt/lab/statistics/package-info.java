/** Confidence intervals for independent groups and for autocorrelated chains. */
package org.ironopt.lab.statistics;
