package org.ironopt.cli;

import static java.util.Arrays.stream;

import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.ironopt.cli.render.theory.ObjectiveReport;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.io.InputError;
import org.ironopt.lab.NumberList;
import picocli.CommandLine.Option;

/**
 * The quadratic and its flow, shared by the commands that compute with them: the Hessian's
 * eigenvalues, mu, gamma and rho with their defaults.
 */
final class SpectrumOptions {
  private static final double SMALL = 1e-30;

  @Option(
      names = "--eigenvalues",
      paramLabel = "LIST",
      description =
          "Eigenvalues of the Hessian, each > 0: 1,1,3 or log-spaced 0.01..1:50. Required without"
              + " data.")
  private NumberList eigenvalues;

  @Option(
      names = "--mu",
      paramLabel = "MU",
      description =
          "Convexity parameter of the flow, >= 0. Default: the smallest eigenvalue, or the penalty"
              + " of a fit.")
  private Double mu;

  @Option(
      names = "--gamma",
      paramLabel = "GAMMA",
      description = "Damping, kept constant, > 0. Default: mu.")
  private Double gamma;

  @Option(
      names = "--rho",
      paramLabel = "RHO",
      description =
          "Size of the noise, >= 0: covariance rho^2 I of the center (diffusion) noise or of the"
              + " gradient. Default: 1.")
  private Double rho;

  /** Returns the checked eigenvalues in ascending order. */
  double[] eigenvalues() {
    double[] sorted = OptionChecks.positive("--eigenvalues", eigenvalues, "1,1,3");
    Arrays.sort(sorted);
    return sorted;
  }

  /** Refuses what describes a quadratic where there are data. */
  void refuseQuadratic() {
    if (eigenvalues != null || rho != null) {
      throw new InputError(
          (eigenvalues != null ? "--eigenvalues" : "--rho")
              + " describes a quadratic and does not go with DATA, leave one out");
    }
  }

  double mu() {
    double value = mu == null ? eigenvalues()[0] : mu;
    return OptionChecks.number("--mu", value, value >= 0, ">= 0");
  }

  double gamma() {
    if (gamma == null && mu() == 0) {
      throw new InputError("--gamma has no default when --mu is 0, give it as in --gamma 1");
    }
    double value = gamma == null ? mu() : gamma;
    return OptionChecks.number("--gamma", value, value > 0, "> 0");
  }

  /**
   * Returns what a formula gives for the flow at a minimum with these eigenvalues, whose smallest
   * is the default of mu.
   */
  <T> T answer(double[] found, Function<ObjectiveReport.Flow, T> formula) {
    InputError.when(
        eigenvalues != null,
        "--eigenvalues describes a quadratic and does not go with --objective, leave one out");
    eigenvalues = new NumberList(stream(found).boxed().toList());
    ObjectiveReport.Flow flow = new ObjectiveReport.Flow(mu(), gamma(), rho());
    return answer(() -> InputError.check(() -> formula.apply(flow)));
  }

  /** Returns the flow on a user's data, whose mu is the penalty unless given. */
  MinibatchCommand.Flow flow(double reg) {
    return MinibatchCommand.Flow.of(mu, gamma, reg);
  }

  double rho() {
    double value = rho == null ? 1 : rho;
    OptionChecks.number("--rho", value, value >= 0, ">= 0");
    return OptionChecks.number(
        "--rho", value, value * value <= Double.MAX_VALUE, "whose square is finite");
  }

  /**
   * Returns what a formula gives for the values here and some more. Each was checked by itself; far
   * apart, they can still take the formula out of the range of numbers, which is bad input. Of
   * values of ordinary size that would be a defect.
   */
  <T> T answer(Supplier<T> formula, double... more) {
    try {
      return formula.get();
    } catch (InputError e) {
      throw e;
    } catch (RuntimeException e) {
      DoubleStream own = DoubleStream.of(mu(), gamma(), rho());
      DoubleStream all =
          DoubleStream.concat(own, DoubleStream.concat(stream(eigenvalues()), stream(more)));
      if (all.allMatch(v -> v == 0 || v >= SMALL && v <= 1 / SMALL)) {
        throw e;
      }
      throw new InputError(
          "the values are too far apart to compute with (%s), expected sizes from 1e-30 to 1e30",
          e.getMessage());
    }
  }
}
