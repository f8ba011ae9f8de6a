package org.ironopt.problem;

import org.ironopt.linalg.Functions;
import org.ironopt.linalg.internal.Require;
import org.ironopt.linalg.internal.ScalarRoot;

/**
 * A sum of terms that depend on x through one number each, {@code f = (1/N) sum_i phi_i(<a_i, x>) +
 * ridge |x|^2 / 2}, with convex or weakly convex {@code phi_i} whose conjugates are known. An
 * implicit step on b terms then has a dual with b unknowns, for any number of coordinates of x.
 */
public interface DualTerms extends FiniteSum {
  /** Returns the factor of {@code |x|^2 / 2}, which falls on all coordinates. */
  double ridge();

  /** Overwrites {@code row} with {@code a_i}. */
  void row(int i, double[] row);

  /** Returns {@code phi_i}. */
  ScalarLoss loss(int i);

  /**
   * A convex function {@code phi} of one number and its conjugate {@code phi*(s) = sup_z s z -
   * phi(z)}, whose derivative is the inverse function of {@code phi'}. A function that is only
   * weakly convex gives the conjugate of {@code phi(z) + weakness z^2/2}, which is convex.
   */
  interface ScalarLoss {
    /** Returns a number that makes {@code phi(z) + weakness z^2/2} convex, 0 if phi is convex. */
    default double weakness() {
      return 0;
    }

    /** Returns {@code phi'(z)}, without the square. */
    double slope(double z);

    /** Returns {@code phi*(s)}, positive infinity outside its domain. */
    double conjugate(double s);

    /** Returns the z with {@code phi'(z) + weakness z = s}. */
    double conjugateSlope(double s);

    /** Returns the second derivative of the conjugate. */
    double conjugateCurvature(double s);

    /** Returns a point well inside the domain of the conjugate. */
    double inside();

    /** Returns {@code weight (z - y)^2 / 2}. */
    static ScalarLoss squared(double y, double weight) {
      return new Squared(y, Require.positive("weight of a term", weight));
    }

    /** Returns {@code weight log(1 + (z - y)^2 / nu)}, which is weakly convex. */
    static ScalarLoss student(double y, double nu, double weight) {
      return new Student(
          y, Require.positive("nu", nu), Require.positive("weight of a term", weight));
    }

    /** Returns {@code weight log(1 + exp(-y z))} for y = +1 or -1. */
    static ScalarLoss logistic(double y, double weight) {
      return new Logistic(y, Require.positive("weight of a term", weight));
    }

    /** Its conjugate is {@code s^2 / (2 weight) + y s}. */
    record Squared(double y, double weight) implements ScalarLoss {
      @Override
      public double slope(double z) {
        return weight * (z - y);
      }

      @Override
      public double conjugate(double s) {
        return s * (s / (2 * weight) + y);
      }

      @Override
      public double conjugateSlope(double s) {
        return s / weight + y;
      }

      @Override
      public double conjugateCurvature(double s) {
        return 1 / weight;
      }

      @Override
      public double inside() {
        return 0;
      }
    }

    /**
     * With {@code p = -y s / weight} in [0, 1] its conjugate is {@code weight (p log p + (1 - p)
     * log(1 - p))}.
     */
    record Logistic(double y, double weight) implements ScalarLoss {
      private double probability(double s) {
        return -y * s / weight;
      }

      @Override
      public double slope(double z) {
        return -weight * y * Functions.sigmoid(-y * z);
      }

      @Override
      public double conjugate(double s) {
        double p = probability(s);
        if (p < 0 || p > 1) {
          return Double.POSITIVE_INFINITY;
        }
        double left = p == 0 ? 0 : p * Functions.log(p);
        return weight * (p == 1 ? left : left + (1 - p) * Functions.log1p(-p));
      }

      @Override
      public double conjugateSlope(double s) {
        double p = probability(s);
        return y * (Functions.log1p(-p) - Functions.log(p));
      }

      @Override
      public double conjugateCurvature(double s) {
        double p = probability(s);
        return 1 / (weight * p * (1 - p));
      }

      @Override
      public double inside() {
        return -0.5 * y * weight;
      }
    }

    /**
     * {@code phi(z) = weight log(1 + (z - y)^2 / nu)}, whose slope returns to 0 far out, so that
     * outliers count little. Its second derivative is at least {@code -weight/(4 nu)}; the weakness
     * {@code weight/(2 nu)} is twice that, so that {@code phi + weakness z^2/2} bends everywhere.
     * With {@code t = (z - y)/sqrt(nu)} its slope is {@code weight (2t/(1 + t^2) + t/2)/sqrt(nu) +
     * weakness y}, inverted by a scalar root.
     */
    record Student(double y, double nu, double weight) implements ScalarLoss {
      private static final ScalarRoot ROOT = new ScalarRoot(Double.POSITIVE_INFINITY, 100);

      @Override
      public double weakness() {
        return weight / (2 * nu);
      }

      /** Returns {@code phi(z)}. */
      public double value(double z) {
        return weight * Functions.log1p((z - y) * (z - y) / nu);
      }

      @Override
      public double slope(double z) {
        double d = z - y;
        return 2 * weight * d / Math.fma(d, d, nu);
      }

      /** Returns {@code phi''(z)}. */
      public double curvature(double z) {
        double square = (z - y) * (z - y);
        return 2 * weight * (nu - square) / ((nu + square) * (nu + square));
      }

      @Override
      public double conjugate(double s) {
        double z = conjugateSlope(s);
        return s * z - value(z) - 0.5 * weakness() * z * z;
      }

      @Override
      public double conjugateSlope(double s) {
        double root = Math.sqrt(nu);
        return Math.fma(root, root((s - weakness() * y) * root / weight), y);
      }

      @Override
      public double conjugateCurvature(double s) {
        return 1 / (curvature(conjugateSlope(s)) + weakness());
      }

      @Override
      public double inside() {
        return weakness() * y;
      }

      /** The t with {@code 2t/(1 + t^2) + t/2 = c}, which is between 0 and 2c. */
      private static double root(double c) {
        double size = Math.abs(c);
        ScalarRoot.Increasing miss =
            (t, slope) -> {
              double square = t * t;
              slope[0] = 2 * (1 - square) / ((1 + square) * (1 + square)) + 0.5;
              return 2 * t / (1 + square) + t / 2 - size;
            };
        return Math.copySign(ROOT.of(miss, 0, 2 * size, size < 1 ? size / 2.5 : 2 * size), c);
      }
    }
  }
}
