package org.ironopt.theory;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.internal.Require;
import org.ironopt.theory.internal.SymmetricStable;
import org.ironopt.theory.internal.TanhSinh;

/**
 * The stationary law on quadratics under symmetric s-stable center noise with characteristic
 * function {@code exp(-|rho u|^s)} and increments {@code alpha^{1/s}}, THEORY (84)-(88). Every
 * coordinate and every direction of {@code x - x*} is s-stable with median 0 and, along an
 * eigenvector that is a coordinate,
 *
 * <pre>{@code
 * scale = rho alpha^{1/s}/(1 + tau) (sum_t |h_t|^s)^{1/s},   h_t = (M^t g)_1,
 * }</pre>
 *
 * so that the scale falls like {@code alpha^{-(1 - 1/s)}}: not at all at s = 1. There is no mean
 * for {@code s <= 1} and no mean square for {@code s < 2}; quantiles exist. Frozen damping. Derived
 * and checked numerically, not refereed.
 *
 * @param s index of stability, 0 &lt; s &lt;= 2; 2 is Gaussian with variance {@code 2 rho^2}
 * @param step the step and its relaxation
 */
public record StableLaw(double s, RelaxedLaw step) {
  /** Chains that remember more steps have no result. */
  private static final int MOST_STEPS = 20_000_000;

  /** What the sum leaves out, relative to it. */
  private static final double REMAINDER = 1e-18;

  public StableLaw {
    requireIndex(s);
  }

  private static void requireIndex(double s) {
    Require.that(s > 0 && s <= 2, "s is %s, expected 0 < s <= 2", s);
  }

  /** Returns the law of IRON-FI. */
  public static StableLaw iron(double s, IronParameters p) {
    return new StableLaw(s, new RelaxedLaw(1, p));
  }

  /**
   * Returns the scale along a coordinate with eigenvalue a, THEORY (84); empty where the chain
   * decays too slowly to sum.
   */
  public OptionalDouble scale(double a, double rho) {
    Require.nonNegative("rho", rho);
    double increments = StrictMath.pow(step.p().alpha(), 1 / s - 0.5);
    OptionalDouble sum = memory(step, s, new double[] {a}, h -> h);
    return sum.isEmpty() ? sum : OptionalDouble.of(rho * increments * root(sum.getAsDouble()));
  }

  /**
   * Returns the scale of {@code direction'(x - x*)}, THEORY (85): the coordinates of the noise are
   * independent, and unless s is 2 its law depends on their axes.
   *
   * @param a the Hessian, symmetric positive definite
   */
  public OptionalDouble scale(DenseMatrix a, double[] direction, double rho) {
    return scale(eigen(a), direction, rho);
  }

  /** Returns the scales of the coordinates. */
  public Optional<double[]> scales(DenseMatrix a, double rho) {
    SymmetricEigen eigen = eigen(a);
    double[] scales = new double[a.rows()];
    for (int j = 0; j < scales.length; j++) {
      double[] unit = new double[scales.length];
      unit[j] = 1;
      OptionalDouble scale = scale(eigen, unit, rho);
      if (scale.isEmpty()) {
        return Optional.empty();
      }
      scales[j] = scale.getAsDouble();
    }
    return Optional.of(scales);
  }

  private OptionalDouble scale(SymmetricEigen eigen, double[] direction, double rho) {
    Require.nonNegative("rho", rho);
    double increments = StrictMath.pow(step.p().alpha(), 1 / s - 0.5);
    DenseMatrix v = eigen.vectors();
    double[] c = new double[Require.length("direction", v.rows(), direction).length];
    v.applyTransposed(direction, c);
    OptionalDouble sum =
        memory(
            step,
            s,
            eigen.values(),
            h -> {
              double[] turned = new double[c.length];
              for (int i = 0; i < c.length; i++) {
                turned[i] = h[i] * c[i];
              }
              double[] row = new double[c.length];
              v.apply(turned, row);
              return row;
            });
    return sum.isEmpty() ? sum : OptionalDouble.of(rho * increments * root(sum.getAsDouble()));
  }

  private static SymmetricEigen eigen(DenseMatrix a) {
    return GeneralCovariance.decompose(a, DenseMatrix.identity(a.rows()));
  }

  private double root(double sum) {
    return StrictMath.pow(sum, 1 / s);
  }

  /** Returns the sum over t of the s-th powers of all entries of {@code of(h_t)}. */
  private static OptionalDouble memory(
      RelaxedLaw step, double s, double[] eigenvalues, Function<double[], double[]> of) {
    int n = eigenvalues.length;
    LinearStep[] steps = new LinearStep[n];
    double[][] z = new double[n][];
    for (int i = 0; i < n; i++) {
      steps[i] = step.step(eigenvalues[i]);
      z[i] = steps[i].g();
    }
    double slow = 1 - StrictMath.pow(step.spectralRadius(eigenvalues), s);
    // The square stands for the t r^t of a double root.
    double enough = REMAINDER * slow * slow;
    double sum = 0;
    double[] h = new double[n];
    for (int t = 0; t < MOST_STEPS; t++) {
      double largest = 0;
      for (int i = 0; i < n; i++) {
        h[i] = z[i][0];
        largest = Math.max(largest, Math.max(Math.abs(z[i][0]), Math.abs(z[i][1])));
      }
      for (double x : of.apply(h)) {
        sum += StrictMath.pow(Math.abs(x), s);
      }
      if (n * StrictMath.pow(largest, s) <= enough * sum) {
        return OptionalDouble.of(sum);
      }
      for (int i = 0; i < n; i++) {
        z[i] = steps[i].apply(z[i]);
      }
    }
    return OptionalDouble.empty();
  }

  /**
   * Returns the limit of {@code alpha^{1 - 1/s}} times the scale of a direction as alpha grows,
   * THEORY (86): {@code gamma rho |A^-1 direction|_s/(theta^s - (1 - theta)^s)^{1/s}}; empty for
   * {@code theta = 1/2}.
   */
  public OptionalDouble limit(DenseMatrix a, double[] direction, double rho) {
    SymmetricEigen eigen = eigen(a);
    double[] inverse = eigen.values();
    for (int i = 0; i < inverse.length; i++) {
      inverse[i] = 1 / inverse[i];
    }
    double[] row = new double[inverse.length];
    eigen.rebuild(inverse).apply(direction, row);
    double sum = 0;
    for (double x : row) {
      sum += StrictMath.pow(Math.abs(x), s);
    }
    double theta = step.theta();
    double loss = StrictMath.pow(theta, s) - StrictMath.pow(1 - theta, s);
    double scale = step.p().gamma() * Require.nonNegative("rho", rho) * root(sum / loss);
    return ValidRange.when(theta > 0.5, scale);
  }

  /**
   * Returns the scale of the flow itself, {@code rho (int |(e^{Jt} B)_1|^s dt)^{1/s}}, to which all
   * steps tend as alpha goes to 0, THEORY (87).
   */
  public static double flow(double s, double mu, double gamma, double a, double rho) {
    requireIndex(s);
    Require.nonNegative("rho", rho);
    IronParameters p = new IronParameters(1, mu, gamma);
    double disc = new TransitionMatrix(Scheme.IRON, p, a).discriminant();
    double m = gamma + mu;
    double root = Math.sqrt(Math.abs(disc));
    double integral;
    if (disc < 0) {
      // exp(-k t) |sin(w t)|^s, summed over its periods
      double w = root / (2 * gamma);
      double decay = s * m / root;
      double period =
          TanhSinh.integrate(
              (u, rest) ->
                  StrictMath.exp(-decay * Math.PI * u)
                      * StrictMath.pow(StrictMath.sin(Math.PI * Math.min(u, rest)), s));
      double periods = -StrictMath.expm1(-decay * Math.PI);
      integral = Math.PI * period / periods / w * StrictMath.pow(w, -s);
    } else {
      // (e^{-w t} (1 - e^{-gap t})/gap)^s with u = e^{-s w t}
      double slow = s * 2 * a / (m + root);
      double gap = root / gamma;
      integral =
          TanhSinh.integrate(
                  (u, rest) -> {
                    double t = -(u < 0.5 ? StrictMath.log(u) : StrictMath.log1p(-rest)) / slow;
                    double h = gap == 0 ? t : -StrictMath.expm1(-gap * t) / gap;
                    return StrictMath.pow(h, s);
                  })
              / slow;
    }
    return rho * StrictMath.pow(integral, 1 / s);
  }

  /**
   * Returns the rho of center noise that equals stable gradient noise of that scale, {@code
   * alpha^{1 - 1/s} scale/gamma}, as in THEORY (19).
   */
  public double diffusion(double gradientScale) {
    Require.nonNegative("scale", gradientScale);
    IronParameters p = step.p();
    return StrictMath.pow(p.alpha(), 1 - 1 / s) * gradientScale / p.gamma();
  }

  /**
   * Returns the tail scale under Student noise with nu degrees of freedom, increments {@code
   * alpha^{1/2}}, along a coordinate with eigenvalue a, THEORY (88): far out the stationary law has
   * the tail of that multiple of Student's t; for nu = 1 it is Cauchy with this scale. It falls
   * like {@code alpha^{-1/2}} for every nu.
   *
   * @param unit what multiplies t in one unit of noise: rho, times {@code sqrt((nu - 2)/nu)} where
   *     nu &gt; 2
   */
  public static OptionalDouble studentScale(RelaxedLaw step, double nu, double a, double unit) {
    Require.positive("nu", nu);
    Require.nonNegative("unit", unit);
    OptionalDouble sum = memory(step, nu, new double[] {a}, h -> h);
    return sum.isEmpty()
        ? sum
        : OptionalDouble.of(unit * StrictMath.pow(sum.getAsDouble(), 1 / nu));
  }

  /** Returns the mean of {@code x - x*}, which is 0; empty for {@code s <= 1}. */
  public OptionalDouble mean() {
    return ValidRange.when(s > 1, 0);
  }

  /** Returns the mean square {@code 2 scale^2} at that scale; empty for {@code s < 2}. */
  public OptionalDouble meanSquare(double scale) {
    return ValidRange.when(s == 2, 2 * scale * scale);
  }

  /** Returns the quantile of that probability at that scale; the median is 0. */
  public double quantile(double probability, double scale) {
    Require.that(
        probability > 0 && probability < 1,
        "probability is %s, expected between 0 and 1",
        probability);
    Require.nonNegative("scale", scale);
    double upper = new SymmetricStable(s).upperQuantile(Math.min(probability, 1 - probability));
    return probability < 0.5 ? -scale * upper : scale * upper;
  }

  /** Returns {@code P(|x - x*| > distance)} of a coordinate or direction of that scale. */
  public double beyond(double distance, double scale) {
    Require.positive("scale", scale);
    return 2 * new SymmetricStable(s).tail(Require.nonNegative("distance", distance) / scale);
  }
}
