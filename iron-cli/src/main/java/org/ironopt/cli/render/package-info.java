/**
 * The one renderer: turns typed results (endings, decisions about columns, remarks, measures,
 * coefficients, predictions, curves, paths) into text, JSON and pages. {@link
 * org.ironopt.cli.render.FitReport} and {@link org.ironopt.cli.render.FitPage} show a fit, {@link
 * org.ironopt.cli.render.theory} what the theory says. No other code of the house asks a result for
 * its sentence.
 */
package org.ironopt.cli.render;
