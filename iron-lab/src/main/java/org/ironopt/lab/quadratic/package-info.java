/**
 * The strongly convex quadratic of the paper's section 5.1, beside its exact theory, and what lies
 * beyond the paper on the same problem: other covariances, heavy tails, varying steps and inexact
 * solves.
 */
package org.ironopt.lab.quadratic;
