/**
 * The nonconvex log-cosh regression of the paper's section 5.2: which critical regions hold the
 * particles, how wide the clouds are around each minimiser, and what the inner solves cost.
 */
package org.ironopt.lab.logcosh;
