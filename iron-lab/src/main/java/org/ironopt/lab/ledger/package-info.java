/**
 * The claim ledger: what the paper says, what was measured, and a verdict that is computed.
 *
 * <p>A claim is data. {@code claims.toml} beside the classes of a chapter holds its words, the
 * paper's where it quotes them, and its criterion, a sentence on named values ({@link
 * org.ironopt.lab.ledger.ClaimFile} lists the fields). {@link org.ironopt.lab.ledger.Criterion}
 * reads the sentence, and one of the {@code CriterionForm}s judges it:
 *
 * <pre>
 * criterion = "steps.mse decreasing"
 * criterion = "each steps.scaled_error within 4 standard errors of steps.exact_scaled_error"
 * criterion = ["failures at most 0", "steps.largest_residual at most residual"]     all of them
 * criterion = "lemmas.energy_lower and lemmas.energy_upper at most 1"                both of them
 * provided  = "longest_step at least 10000"
 * otherwise = "the grid of this run has no step of at least 10000"
 * </pre>
 *
 * The chapter delivers the values, in {@link org.ironopt.lab.statistics.ResultTables}; {@link
 * org.ironopt.lab.ledger.Ledger#judge} does the rest. The report shows criterion, measured values
 * and verdict, all from the same numbers. A verdict is reproduced, differs or not checkable: a
 * value that a run does not have, a condition in {@code provided} that is not met, a test that the
 * data are too noisy for and a column without rows leave a claim open, with the reason. A name that
 * no value has, and a sentence of no known form, are refused. {@link
 * org.ironopt.lab.ledger.PaperSettings} then takes back what a run with other settings than the
 * paper's cannot say.
 *
 * <p>Which form for what:
 *
 * <ul>
 *   <li>a limit: {@code at most}, {@code below}, {@code at least}, {@code above}; up to rounding:
 *       {@code up to a relative R}; of a mean that may be below a bound by noise: {@code up to K
 *       standard errors}; of the whole interval: {@code by its whole interval};
 *   <li>a prediction of a mean: {@code within K standard errors of}, with {@code and a relative R}
 *       where the prediction is an approximation; {@code more than … from} where it is refuted;
 *   <li>a number without noise: {@code equal to X to M digits}, {@code within a relative R of},
 *       {@code within M of}, {@code within a factor M of}, {@code exponent X within M};
 *   <li>few seeds: {@code equivalent to X within M} (two one-sided tests), {@code shown above},
 *       {@code shown below} (one of them), {@code different from}, {@code interval within M of};
 *       seeds that see the same noise: {@code paired difference of A and B};
 *   <li>an order: {@code increasing}, {@code decreasing}, {@code never …}, {@code with intervals
 *       apart}; an order or a choice that noise could turn around has {@code undecided} besides.
 * </ul>
 */
@Experimental
@NullMarked
package org.ironopt.lab.ledger;

import org.ironopt.Experimental;
import org.jspecify.annotations.NullMarked;
