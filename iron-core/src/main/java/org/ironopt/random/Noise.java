package org.ironopt.random;

import java.util.Arrays;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.internal.Require;

/**
 * The law of the perturbation {@code zeta} (the paper's {@code Sigma^{1/2} eta}) of one step. A
 * {@link NoiseModel} defines where it enters a method.
 */
public sealed interface Noise permits Noise.None, Noise.Gaussian, Noise.StudentT, Noise.Stable {

  /**
   * Draws the noise of {@code members} independent members of dimension {@code n}, stored
   * coordinate by coordinate: coordinate i of member j goes to {@code out[i * members + j]}. What a
   * member gets depends on its number, not on how many there are; one iterate is {@code members =
   * 1}.
   */
  void draw(RandomStream stream, long step, int n, int members, double[] out);

  /**
   * Returns how the increment over a step of length alpha scales: {@code alpha^{1/2}}, as in the
   * paper, except for stable laws.
   */
  default double increment(double alpha) {
    return Math.sqrt(alpha);
  }

  /** Returns {@code sigma^2 = tr Sigma} in dimension n; infinite where there is no variance. */
  double trace(int n);

  /** Returns whether nothing is ever drawn. */
  default boolean silent() {
    return this instanceof None;
  }

  /**
   * Returns the law that a text names: {@code none}, {@code gaussian}, {@code student:NU} (with
   * covariance {@code rho^2 I} if NU exceeds 2) or {@code stable:S}.
   */
  static Noise parse(String law, double rho) {
    int colon = law.indexOf(':');
    if (law.equals("none")) {
      return new None();
    }
    if (law.equals("gaussian")) {
      return new Isotropic(rho);
    }
    String name = colon < 0 ? "" : law.substring(0, colon);
    return switch (name) {
      case "student" -> new StudentT(number(law, colon), new Isotropic(rho));
      case "stable" -> new Stable(number(law, colon), rho);
      default -> throw unknown(law);
    };
  }

  private static double number(String law, int colon) {
    try {
      return Double.parseDouble(law.substring(colon + 1));
    } catch (NumberFormatException e) {
      throw unknown(law);
    }
  }

  private static IllegalArgumentException unknown(String law) {
    return Require.failed(
        "unknown noise law \"%s\", expected none, gaussian, student:NU (for example student:3)"
            + " or stable:S (for example stable:1.5)",
        law);
  }

  /** No noise. */
  record None() implements Noise {
    @Override
    public void draw(RandomStream stream, long step, int n, int members, double[] out) {
      Arrays.fill(out, 0, MemberArrays.size(n, members, out), 0.0);
    }

    @Override
    public double trace(int n) {
      return 0;
    }
  }

  /** The normal laws of mean 0: {@code zeta = Sigma^{1/2} eta}, eta standard normal. */
  sealed interface Gaussian extends Noise permits Isotropic, Diagonal, Full {
    /** Returns {@code Sigma} in dimension n (a copy). */
    DenseMatrix covariance(int n);

    /** Overwrites every member of z, in the layout of {@link #draw}, by {@code Sigma^{1/2} z}. */
    void shape(int n, int members, double[] z);

    @Override
    default void draw(RandomStream stream, long step, int n, int members, double[] out) {
      MemberArrays.fill(stream.at(step)::normals, n, members, out);
      shape(n, members, out);
    }
  }

  /**
   * Gaussian with {@code Sigma = rho^2 I}.
   *
   * @param rho standard deviation of each coordinate
   */
  record Isotropic(double rho) implements Gaussian {
    public Isotropic {
      Require.nonNegative("rho", rho);
    }

    @Override
    public DenseMatrix covariance(int n) {
      double[] variances = new double[n];
      Arrays.fill(variances, rho * rho);
      return DenseMatrix.diagonal(variances);
    }

    @Override
    public void shape(int n, int members, double[] z) {
      MemberArrays.scale(rho, z, MemberArrays.size(n, members, z));
    }

    @Override
    public double trace(int n) {
      return n * rho * rho;
    }
  }

  /**
   * Gaussian with independent coordinates, {@code Sigma = diag(deviations)^2}.
   *
   * @param deviations standard deviation of each coordinate
   */
  record Diagonal(double... deviations) implements Gaussian {
    public Diagonal {
      deviations = deviations.clone();
      for (int i = 0; i < deviations.length; i++) {
        Require.nonNegative("deviations[" + i + "]", deviations[i]);
      }
    }

    @Override
    public double[] deviations() {
      return deviations.clone();
    }

    @Override
    public DenseMatrix covariance(int n) {
      Require.length("deviations", n, deviations);
      return DenseMatrix.diagonal(Arrays.stream(deviations).map(d -> d * d).toArray());
    }

    @Override
    public void shape(int n, int members, double[] z) {
      Require.length("deviations", n, deviations);
      MemberArrays.size(n, members, z);
      MemberArrays.scaleRows(deviations, members, z);
    }

    @Override
    public double trace(int n) {
      Require.length("deviations", n, deviations);
      return Arrays.stream(deviations).map(d -> d * d).sum();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Diagonal d && Arrays.equals(deviations, d.deviations);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(deviations);
    }

    @Override
    public String toString() {
      return "Diagonal" + Arrays.toString(deviations);
    }
  }

  /**
   * Gaussian with any covariance {@code Sigma}, singular ones included. The factor is the symmetric
   * square root, made once.
   */
  final class Full implements Gaussian {
    private final DenseMatrix sigma;
    private final double[] root;

    /** Takes a copy of a symmetric positive semidefinite matrix. */
    public Full(DenseMatrix sigma) {
      this.sigma = sigma.copy();
      this.root = Cholesky.psdFactor(sigma).data();
    }

    @Override
    public DenseMatrix covariance(int n) {
      requireOrder(n);
      return sigma.copy();
    }

    @Override
    public void shape(int n, int members, double[] z) {
      requireOrder(n);
      MemberArrays.size(n, members, z);
      MemberArrays.multiply(root, n, members, z);
    }

    @Override
    public double trace(int n) {
      requireOrder(n);
      return sigma.trace();
    }

    private void requireOrder(int n) {
      Require.shape("Sigma", n, n, sigma);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Full f && Arrays.equals(sigma.data(), f.sigma.data());
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(sigma.data());
    }

    @Override
    public String toString() {
      return "Full[Sigma of order " + sigma.rows() + "]";
    }
  }

  /**
   * Student's t: {@code zeta = Sigma^{1/2} t}, the coordinates of t independent with nu degrees of
   * freedom, drawn by R. W. Bailey's exact polar formula {@code t = sqrt(nu (U^{-2/nu} - 1)) cos(2
   * pi V)} (doi:10.1090/S0025-5718-1994-1219703-3). For {@code nu > 2} t is standardised to
   * variance 1, so that Sigma is the covariance; otherwise there is none and Sigma is a scale. The
   * step scaling is that of the paper, {@code alpha^{1/2}}. A draw may overflow if nu is below
   * 0.05.
   *
   * @param nu degrees of freedom; 1 is Cauchy
   * @param base the normal law whose Sigma is taken, and which is the limit for large nu
   */
  record StudentT(double nu, Gaussian base) implements Noise {
    public StudentT {
      Require.positive("nu", nu);
    }

    @Override
    public void draw(RandomStream stream, long step, int n, int members, double[] out) {
      MemberArrays.fill(HeavyTails.student(nu, stream.at(step)), n, members, out);
      base.shape(n, members, out);
    }

    @Override
    public double trace(int n) {
      double trace = base.trace(n);
      return nu > 2 || trace == 0 ? trace : Double.POSITIVE_INFINITY;
    }
  }

  /**
   * Symmetric stable, independent coordinates with characteristic function {@code exp(-|rho t|^s)},
   * drawn by the formula of J. M. Chambers, C. L. Mallows and B. W. Stuck
   * (doi:10.1080/01621459.1976.10480344). Increments scale as {@code alpha^{1/s}}. Only {@code s =
   * 2} has a variance, {@code 2 rho^2}; s = 1 is Cauchy. A draw may overflow if s is below 0.1.
   *
   * @param s index of stability, 0 &lt; s &lt;= 2
   * @param rho scale
   */
  record Stable(double s, double rho) implements Noise {
    public Stable {
      Require.that(s > 0 && s <= 2, "s is %s, expected 0 < s <= 2", s);
      Require.nonNegative("rho", rho);
    }

    @Override
    public void draw(RandomStream stream, long step, int n, int members, double[] out) {
      MemberArrays.fill(HeavyTails.stable(s, stream.at(step)), n, members, out);
      MemberArrays.scale(rho, out, n * members);
    }

    @Override
    public double increment(double alpha) {
      return s == 2 ? Math.sqrt(alpha) : s == 1 ? alpha : StrictMath.pow(alpha, 1 / s);
    }

    @Override
    public double trace(int n) {
      return s == 2 || rho == 0 ? 2 * n * rho * rho : Double.POSITIVE_INFINITY;
    }
  }
}
