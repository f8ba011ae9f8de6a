/**
 * The commands that work on a user's table: {@code fit}, {@code predict}, {@code evaluate}, {@code
 * inspect} and {@code curve}, and their options.
 *
 * <p>{@link DataOptions} says how a table is read for a fit ({@code FormatOptions} and {@code
 * LayoutOptions} are its parts about files), {@link org.ironopt.cli.fit.FitOptions} what is fitted.
 * A model remembers how its table was read, so {@code predict} and {@code evaluate} have the few
 * {@code ScoreOptions} instead.
 */
package org.ironopt.cli.tables;
