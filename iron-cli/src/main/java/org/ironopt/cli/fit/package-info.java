/**
 * Fitting a user's own data: a {@link org.ironopt.table.source.RowSource} reads the rows, {@link
 * FitJob} fits them as {@link FitOptions} ask, choosing a penalty by cross-validation ({@link
 * org.ironopt.fit.CrossValidation}) if wanted, and ends with a {@link FitOutcome}, a {@link
 * FitReport} and the {@link FitFiles}. {@link Predictions} and {@link ModelMeasures} use a fitted
 * model. Start with {@link FitJob#run}.
 */
package org.ironopt.cli.fit;
