package org.ironopt.cli.fit;

import java.util.Optional;
import java.util.OptionalInt;
import org.ironopt.cli.render.TrainingSplit;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.data.Dataset;
import org.ironopt.data.Dataset.Preprocessing;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.io.InputError;
import org.ironopt.model.Evaluation.LossComparison;
import picocli.CommandLine.Option;

/** Which rows a fit does not learn from, and what they are for. */
final class HeldOutOptions {
  private static final double NETWORK = 0.2;

  @Option(
      names = "--validation",
      paramLabel = "SHARE",
      description = "Share of the rows held out to measure the model; default: 0, of networks 0.2.")
  Double validation;

  @Option(
      names = "--folds",
      paramLabel = "K",
      description =
          "Also measure the model by K-fold cross-validation: mean and standard deviation.")
  private Integer folds;

  @Option(
      names = "--early-stopping",
      paramLabel = "SHARE",
      description =
          "Share of the rows held out for early stopping by their loss; default: 0, of networks 0.2.")
  Double earlyStopping;

  @Option(
      names = "--patience",
      paramLabel = "N",
      description =
          "Steps without a decrease of that loss before the fit ends; default: 3, of networks 20 epochs.")
  private Integer patience;

  /** Whether nobody asked for a share to validate, so that few rows may go without. */
  boolean byDefault;

  /**
   * Fills in what a model has by default; refuses values that are out of range or exclude others.
   */
  void check(boolean network) {
    earlyStopping = share("--early-stopping", earlyStopping, network);
    if (network && earlyStopping == 0) {
      throw new InputError(
          "--early-stopping is 0, and a network stops by its loss on other rows; leave it out, or"
              + " give a share above 0");
    }
    OptionChecks.needs("--patience", patience != null, "--early-stopping", earlyStopping > 0);
    if (folds != null && network) {
      throw new InputError("--folds does not apply to --model network; use --validation");
    }
    if (folds != null && earlyStopping > 0) {
      throw new InputError("--folds scores a fit to its optimum; leave --early-stopping out");
    }
    byDefault = validation == null;
    validation = share("--validation", validation, network);
    OptionChecks.given("--patience", patience, v -> v >= 1, ">= 1");
    OptionChecks.number("--folds", folds(), folds == null || folds >= 2, ">= 2");
  }

  /** Returns how many steps or epochs the loss may stay above its smallest value. */
  OptionalInt patience() {
    return patience == null ? OptionalInt.empty() : OptionalInt.of(patience);
  }

  /** Returns the folds that the model is scored by; 0 for none. */
  int folds() {
    return folds == null ? 0 : folds;
  }

  /** Returns how many rows are measured only. */
  int validationRows(Dataset data) {
    int rows = TrainTestSplit.share(data, validation);
    return byDefault && rows < LossComparison.FEWEST ? 0 : rows;
  }

  /** Returns how many rows end the fit. */
  int stoppingRows(Dataset data) {
    return TrainTestSplit.share(data, earlyStopping);
  }

  /** Parts the rows as asked for, or refuses shares that leave a part without rows. */
  TrainingSplit split(Dataset data, long seed, Preprocessing preprocessing) {
    int held = validationRows(data);
    int stopping = stoppingRows(data);
    FitChecks.shares(this, data, stopping, held);
    if (held + stopping == 0) {
      return new TrainingSplit(data, Optional.empty(), Optional.empty());
    }
    TrainingSplit rows = split(data, seed, stopping, held);
    return held == 0 ? rows : split(preprocessing.apply(data, rows.learnt()), seed, stopping, held);
  }

  private static TrainingSplit split(Dataset data, long seed, int stopping, int held) {
    return TrainingSplit.of(
        data.classes() > 0
            ? TrainTestSplit.stratified(data, seed, stopping, held)
            : TrainTestSplit.random(data, seed, stopping, held));
  }

  private static double share(String option, Double given, boolean network) {
    double share = given != null ? given : network ? NETWORK : 0;
    return OptionChecks.number(option, share, share >= 0 && share < 1, ">= 0 and < 1");
  }
}
