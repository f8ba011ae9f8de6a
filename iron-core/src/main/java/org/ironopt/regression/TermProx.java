package org.ironopt.regression;

import org.ironopt.linalg.Functions;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;

/** The resolvent of one term with one output: a scalar equation along its row. */
public final class TermProx {
  private static final int STEPS = 200;

  /** {@code log(1 + exp(-y z))}. */
  public static final Scalar LOGISTIC =
      new Scalar() {
        @Override
        public double root(double y, double z, double q) {
          return y * TermProx.root(y * z, q);
        }

        @Override
        public double at(double y, double z) {
          return y * Functions.sigmoid(-y * z);
        }
      };

  /** {@code (z - y)^2 / 2}. */
  public static final Scalar SQUARED =
      new Scalar() {
        @Override
        public double root(double y, double z, double q) {
          return (y - z) / (1 + q);
        }

        @Override
        public double at(double y, double z) {
          return y - z;
        }
      };

  private final double[] row;
  private final double target;
  private final int penalized;
  private final double reg;
  private final double step;
  private final double eta;

  /** What is special about a loss; s is minus its derivative. */
  public interface Scalar {
    /** Returns the s at the solution, where the prediction is {@code z + q s}. */
    double root(double target, double z, double q);

    /** Returns the s at the prediction z. */
    double at(double target, double z);
  }

  public TermProx(LinearTerms terms, Selection selection, int i, double eta) {
    int stored = selection.row(Require.index("term", i, selection.count()));
    double weight = terms.weights() == null ? 1 : terms.weights()[stored] / terms.meanWeight();
    this(row(terms, stored), terms.targets()[stored], weight, terms.penalized(), terms.reg(), eta);
  }

  /** Takes the term with {@code reg/2} times the squares of the first {@code penalized} numbers. */
  public TermProx(
      double[] row, double target, double weight, int penalized, double reg, double eta) {
    this.row = row;
    this.target = target;
    this.penalized = penalized;
    this.reg = reg;
    this.eta = Require.nonNegative("eta", eta);
    this.step = eta * weight;
  }

  private static double[] row(LinearTerms terms, int stored) {
    double[] row = new double[terms.stride()];
    row[row.length - 1] = 1;
    terms.x().copyRow(stored, row, 0);
    return row;
  }

  /** Overwrites x with the resolvent at u and returns the residual of its equation. */
  public double solve(double[] u, double[] x, Scalar scalar) {
    Require.length("u", row.length, u);
    Require.length("x", row.length, x);
    double z = 0;
    double q = 0;
    for (int j = 0; j < row.length; j++) {
      z = Math.fma(row[j], u[j] / shrink(j), z);
      q = Math.fma(row[j], row[j] / shrink(j), q);
    }
    double s = scalar.root(target, z, step * q);
    for (int j = 0; j < row.length; j++) {
      x[j] = Math.fma(step * s, row[j], u[j]) / shrink(j);
    }
    double miss = s - scalar.at(target, Math.fma(step * q, s, z));
    return step * Math.abs(miss) * Vectors.norm(row);
  }

  private double shrink(int j) {
    return j < penalized ? 1 + eta * reg : 1;
  }

  /**
   * Returns the root in [0, 1] of the increasing function {@code s - sigmoid(-(m + q s))}: Newton's
   * method, and bisection where it leaves the bracket.
   */
  static double root(double m, double q) {
    double low = 0;
    double high = 1;
    double s = Functions.sigmoid(-m) / (1 + 0.25 * q);
    for (int k = 0; k < STEPS; k++) {
      double p = Functions.sigmoid(-Math.fma(q, s, m));
      double g = s - p;
      if (g > 0) {
        high = s;
      } else {
        low = s;
      }
      double next = s - g / Math.fma(q, p * (1 - p), 1);
      if (!(next >= low && next <= high)) {
        next = 0.5 * (low + high);
      }
      if (next == s) {
        return s;
      }
      s = next;
    }
    return s;
  }
}
