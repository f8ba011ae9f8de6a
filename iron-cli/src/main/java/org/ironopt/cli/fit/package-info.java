/**
 * Fitting a user's own data: a {@link org.ironopt.table.source.RowSource} reads the rows, {@link
 * FitJob} fits them as {@link FitOptions} ask, choosing a penalty by cross-validation ({@link
 * org.ironopt.fit.CrossValidation}) if wanted, and hands what it found to {@link
 * org.ironopt.cli.render.FitReport} and the {@link FitFiles}. Start with {@link FitJob#run}.
 */
package org.ironopt.cli.fit;
