package org.ironopt.cli.tables;

import java.util.OptionalInt;
import org.ironopt.cli.fit.HeldOut;
import org.ironopt.cli.shared.Check;
import org.ironopt.io.InputError;
import picocli.CommandLine.Option;

/** Which rows a fit does not learn from, and what they are for. */
final class HeldOutOptions {
  private static final double NETWORK = 0.2;

  @Option(
      names = "--validation",
      paramLabel = "SHARE",
      description =
          "Share of the rows kept apart to measure the model; default: 0, of networks 0.2.")
  private Double validation;

  @Option(
      names = "--folds",
      paramLabel = "K",
      description = "Also score the model by K-fold cross-validation: mean and deviation.")
  private Integer folds;

  @Option(
      names = "--early-stopping",
      paramLabel = "SHARE",
      description =
          "Share of the rows whose loss ends the fit before its optimum; default: 0, of networks"
              + " 0.2.")
  private Double earlyStopping;

  @Option(
      names = "--patience",
      paramLabel = "N",
      description = "Steps without a smaller such loss; default: 3, of networks 20 epochs.")
  private Integer patience;

  /** Returns what was asked for; refuses values out of range and options that exclude others. */
  HeldOut settings(boolean network) {
    double stopping = share("--early-stopping", earlyStopping, network);
    if (network && stopping == 0) {
      throw new InputError(
          "--early-stopping is 0, and a network stops by its loss on other rows; leave it out, or"
              + " give a share above 0");
    }
    Check.needs("--patience", patience != null, "--early-stopping", stopping > 0);
    if (folds != null && network) {
      throw new InputError("--folds does not apply to --model network; use --validation");
    }
    if (folds != null && stopping > 0) {
      throw new InputError("--folds scores a fit to its optimum; leave --early-stopping out");
    }
    return new HeldOut(
        share("--validation", validation, network),
        validation == null,
        stopping,
        patience == null
            ? OptionalInt.empty()
            : OptionalInt.of((int) Check.number("--patience", patience, patience >= 1, ">= 1")),
        folds == null ? 0 : (int) Check.number("--folds", folds, folds >= 2, ">= 2"));
  }

  private static double share(String option, Double given, boolean network) {
    double share = given != null ? given : network ? NETWORK : 0;
    return Check.number(option, share, share >= 0 && share < 1, ">= 0 and < 1");
  }
}
