/**
 * Paper section 5.3: chains on a ridge logistic regression with generated data. All chains of one
 * inner tolerance are one cell and move in lock step; beside each runs the chain of the quadratic
 * model at the minimiser, driven by the same noise, whose exact moments are known.
 */
package org.ironopt.lab.logistic;
