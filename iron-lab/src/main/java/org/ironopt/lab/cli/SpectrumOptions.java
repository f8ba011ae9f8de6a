package org.ironopt.lab.cli;

import java.util.Arrays;
import org.ironopt.lab.InputError;
import org.ironopt.lab.NumberList;
import picocli.CommandLine.Option;

/**
 * The quadratic and its flow, shared by the commands that compute with them: the Hessian's
 * eigenvalues, mu, gamma and rho with their defaults.
 */
final class SpectrumOptions {
  @Option(
      names = "--eigenvalues",
      paramLabel = "LIST",
      description =
          "Eigenvalues of the Hessian, each > 0: 1,1,3 or log-spaced 0.01..1:50. Required.")
  private NumberList eigenvalues;

  @Option(
      names = "--mu",
      paramLabel = "MU",
      description = "Convexity parameter of the flow, >= 0. Default: the smallest eigenvalue.")
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
    double[] sorted = required("--eigenvalues", eigenvalues, "--eigenvalues 1,1,3").toArray();
    for (double a : sorted) {
      check("--eigenvalues", a, a > 0, "> 0");
    }
    Arrays.sort(sorted);
    return sorted;
  }

  double mu() {
    double value = mu == null ? eigenvalues()[0] : mu;
    return check("--mu", value, value >= 0, ">= 0");
  }

  double gamma() {
    if (gamma == null && mu() == 0) {
      throw new InputError("--gamma has no default when --mu is 0, give it as in --gamma 1");
    }
    double value = gamma == null ? mu() : gamma;
    return check("--gamma", value, value > 0, "> 0");
  }

  double rho() {
    double value = rho == null ? 1 : rho;
    check("--rho", value, value >= 0, ">= 0");
    return check("--rho", value, value * value <= Double.MAX_VALUE, "whose square is finite");
  }

  static double check(String option, double value, boolean holds, String expected) {
    if (!holds) {
      throw new InputError(
          option + " has the value " + Table.text(value) + ", expected a number " + expected);
    }
    return value;
  }

  static <T> T required(String option, T value, String example) {
    if (value == null) {
      throw new InputError(option + " is missing, give it as in " + example);
    }
    return value;
  }
}
