package org.ironopt.theory;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.internal.Require;
import org.ironopt.theory.internal.SumOfSteps;

/**
 * The law of the average {@code (x_1 + ... + x_K)/K} on quadratics with frozen damping and noise of
 * the center, or of the gradient by {@link NoiseSource#diffusion}, THEORY (89)-(93). With {@code N
 * = (I - M)^-1}, from stationarity along one eigenvalue,
 *
 * <pre>{@code
 * Var = ((2 (K N - N^2 M (I - M^K)) - K I) P)_11/K^2,   K Var -> gamma^2 rho^2/(alpha a^2)
 * }</pre>
 *
 * for every scheme alike: averaging removes the difference between discretizations. It is computed
 * by doubling, where nothing cancels, for one step as for {@code 2^62}. Derived and checked
 * numerically, not refereed.
 *
 * @param scheme the discretisation
 * @param theta relaxation of IRON, from 1/2 to 1; 1 for the others
 * @param p the numbers of the step
 */
public record AverageLaw(Scheme scheme, double theta, IronParameters p) {
  public AverageLaw {
    Require.that(theta >= 0.5 && theta <= 1, "theta is %s, expected 1/2 to 1", theta);
    Require.that(
        scheme == Scheme.IRON || theta == 1, "theta is %s, but only IRON is relaxed", theta);
  }

  /** Returns the law of a scheme. */
  public static AverageLaw of(Scheme scheme, IronParameters p) {
    return new AverageLaw(scheme, 1, p);
  }

  /** Returns the law of a relaxed step. */
  public static AverageLaw of(RelaxedLaw step) {
    return new AverageLaw(Scheme.IRON, step.theta(), step.p());
  }

  /**
   * Error of one direction after K steps.
   *
   * @param bias mean
   * @param variance about the mean
   */
  public record Error(double bias, double variance) {
    /** Returns {@code bias^2 + variance}. */
    public double meanSquare() {
      return bias * bias + variance;
    }
  }

  /**
   * Errors of the average and of the last of K iterates, in one direction.
   *
   * @param average of the mean of {@code x_1 .. x_K}
   * @param last of {@code x_K}
   */
  public record Errors(Error average, Error last) {}

  private LinearStep step(double a) {
    return scheme == Scheme.IRON ? LinearStep.relaxed(theta, p, a) : LinearStep.of(scheme, p, a);
  }

  /** Returns the moments of one iterate at stationarity, empty where the step is unstable. */
  private Optional<StationaryCovariance> moments(double a, double rho2) {
    return scheme == Scheme.IRON
        ? Optional.of(new RelaxedLaw(theta, p).covariance(a, rho2))
        : StationaryCovariance.closedForm(scheme, p, a, rho2);
  }

  /** Returns the stationary moments of {@code (e, u)} from that of e, without a difference. */
  private double[] withU(double a, double p11) {
    if (scheme == Scheme.IRON) {
      double cross = new RelaxedLaw(theta, p).cross(a, p11);
      return new double[] {p11, cross, cross, new RelaxedLaw(theta, p).velocity(a, p11)};
    }
    // e+ - e, a multiple of u, has the variance 2 p11 (d - t + c)/(d + c), d - t + c = alpha^2 a.
    TransitionMatrix t = new TransitionMatrix(scheme, p, a);
    double stretch = scheme == Scheme.NAG_GS ? 1 + p.alpha() : 1;
    double u = 2 * a * p11 / (t.d() + t.c()) * stretch * stretch;
    double cross = -p.alpha() / stretch / 2 * u;
    return new double[] {p11, cross, cross, u};
  }

  private SumOfSteps sum(double a, double rho2, long steps) {
    Require.that(steps >= 1, "number of steps is %s, expected at least 1", steps);
    LinearStep step = step(a);
    double[] g = step.g();
    double cross = Require.nonNegative("rho2", rho2) * g[0] * g[1];
    double[] q = {rho2 * g[0] * g[0], cross, cross, rho2 * g[1] * g[1]};
    return SumOfSteps.of(step.step(), step.step(), q, steps);
  }

  /**
   * Returns the variance of the average of K stationary iterates along the eigenvalue a, THEORY
   * (91); empty where the step is unstable.
   */
  public OptionalDouble variance(double a, double rho2, long steps) {
    Optional<StationaryCovariance> start = moments(a, rho2);
    if (start.isEmpty()) {
      return OptionalDouble.empty();
    }
    double[] all = sum(a, rho2, steps).from(withU(a, start.get().p11()));
    return OptionalDouble.of(all[8] / steps / steps);
  }

  /** Returns {@code E|mean - x*|^2} from stationarity, variances along the eigenvectors. */
  public OptionalDouble mse(double[] eigenvalues, double[] variances, long steps) {
    Require.atLeast("number of eigenvalues", 1, eigenvalues.length);
    Require.length("variances", eigenvalues.length, variances);
    double sum = 0;
    for (int i = 0; i < eigenvalues.length; i++) {
      OptionalDouble one = variance(eigenvalues[i], variances[i], steps);
      if (one.isEmpty()) {
        return one;
      }
      sum += one.getAsDouble();
    }
    return OptionalDouble.of(sum);
  }

  /** Returns {@code E|mean - x*|^2} from stationarity for {@code Sigma = rho2 I}. */
  public OptionalDouble mse(double[] eigenvalues, double rho2, long steps) {
    return mse(eigenvalues, StationaryCovariance.same(eigenvalues.length, rho2), steps);
  }

  /**
   * Returns the errors along the eigenvalue a after K steps from {@code x - x* = e}, {@code v - x*
   * = w}, THEORY (91); empty only where an unstable step has left the range of double.
   */
  public Optional<Errors> from(double e, double w, double a, double rho2, long steps) {
    SumOfSteps sum = sum(a, rho2, steps);
    double[] mean = sum.mean(e, w - e);
    double[] all = sum.from(new double[4]);
    Error average = new Error(mean[2] / steps, all[8] / steps / steps);
    Error last = new Error(mean[0], all[0]);
    boolean finite = Double.isFinite(average.meanSquare() + last.meanSquare());
    return finite ? Optional.of(new Errors(average, last)) : Optional.empty();
  }

  /**
   * Returns the limit {@code gamma^2 rho^2/(alpha a^2)} of K times the variance of the average,
   * THEORY (90), the same for all schemes; empty where the step is unstable.
   */
  public OptionalDouble limit(double a, double rho2) {
    double ratio = p.gamma() / a;
    return ValidRange.when(moments(a, rho2).isPresent(), ratio * ratio / p.alpha() * rho2);
  }

  /**
   * Returns the autocorrelation time {@code tau_c = lim K Var(mean)/p11} along the eigenvalue a,
   * THEORY (92): a chain of K steps determines the mean as well as {@code K/tau_c} independent
   * draws. IRON's at {@code (2 theta - 1) alpha} times {@code 2 theta - 1}, so it may be below 1.
   * Empty where the step is unstable.
   */
  public OptionalDouble autocorrelationTime(double a) {
    Optional<StationaryCovariance> z = moments(a, 1);
    double ratio = p.gamma() / a;
    return z.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(ratio * ratio / p.alpha() / z.get().p11());
  }

  /** Returns {@code K/tau_c}. */
  public OptionalDouble effectiveSize(double a, long steps) {
    OptionalDouble time = autocorrelationTime(a);
    return time.isEmpty() ? time : OptionalDouble.of(steps / time.getAsDouble());
  }

  /**
   * Returns the autocorrelation times of the coordinates for a Sigma that need not commute with A:
   * the diagonal of {@code gamma^2 A^-1 Sigma A^-1/alpha} over that of the covariance; empty where
   * the step is unstable. A coordinate without noise has 1.
   */
  public Optional<double[]> autocorrelationTimes(DenseMatrix a, DenseMatrix sigma) {
    SymmetricEigen eigen = GeneralCovariance.decompose(a, sigma);
    Optional<GeneralCovariance> law =
        scheme == Scheme.IRON
            ? Optional.of(new RelaxedLaw(theta, p).covariance(a, sigma))
            : GeneralCovariance.of(scheme, p, a, sigma);
    if (law.isEmpty()) {
      return Optional.empty();
    }
    double[] inverse = eigen.values();
    for (int i = 0; i < inverse.length; i++) {
      inverse[i] = 1 / inverse[i];
    }
    DenseMatrix h = eigen.rebuild(inverse);
    DenseMatrix limit = h.multiply(sigma).multiply(h).times(p.gamma() / p.alpha() * p.gamma());
    double[] times = new double[inverse.length];
    for (int i = 0; i < times.length; i++) {
      double variance = law.get().position().get(i, i);
      times[i] = variance > 0 ? limit.get(i, i) / variance : 1;
    }
    return Optional.of(times);
  }
}
