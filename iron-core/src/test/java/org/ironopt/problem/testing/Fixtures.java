package org.ironopt.problem.testing;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.analytic.LogCosh;
import org.ironopt.problem.analytic.Quadratic;

/** The small problems, with exact answers, that tests of every package share. */
public final class Fixtures {
  private Fixtures() {}

  /** Strong convexity and smoothness that methods are told on {@link #tp2()}. */
  public static final double TP2_MU = 0.8;

  public static final double TP2_L = 2.4;
  public static final double TP2_VALUE = -6.4227642276422765;
  public static final double TP3_VALUE = 0.1875;
  public static final double TP4_VALUE = 0.6379491352541812;
  public static final double TP5_VALUE = 0.4271248347507;

  /** A three-dimensional quadratic with eigenvalues 0.885857..., 1.5 and 2.314142.... */
  public static Quadratic tp2() {
    return Quadratic.of(
        DenseMatrix.of(new double[][] {{2, .5, .1}, {.5, 1.5, -.3}, {.1, -.3, 1.2}}),
        new double[] {1, 2, 3});
  }

  /** Where methods start on {@link #tp2()}. */
  public static double[] tp2Start() {
    return new double[] {1, -1, .5};
  }

  public static double[] tp2Minimizer() {
    return new double[] {-0.14634146341463417, 1.983739837398374, 3.008130081300813};
  }

  /** The four rows of the two small regressions. */
  public static double[][] rows() {
    return new double[][] {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  }

  /** Where methods start on the two small regressions, and the terms that they draw. */
  public static double[] regressionStart() {
    return new double[] {.5, -.25};
  }

  public static int[] regressionIndices() {
    return new int[] {2, 0, 3, 1, 1, 2};
  }

  /** Least squares on {@link #rows()}, targets (1, 2, 2.5, -0.5), reg 0.1: Hessian 0.85 I. */
  public static LinearLeastSquares tp3() {
    return tp3(.1);
  }

  public static LinearLeastSquares tp3(double reg) {
    return LinearLeastSquares.of(DenseMatrix.of(rows()), new double[] {1, 2, 2.5, -.5}, reg);
  }

  public static double[] tp3Minimizer() {
    return new double[] {0.8823529411764706, 1.4705882352941178};
  }

  /** Ridge logistic regression on {@link #rows()}, labels (1, -1, 1, -1), reg 0.1. */
  public static RidgeLogistic tp4() {
    return new RidgeLogistic(rows(), new double[] {1, -1, 1, -1}, .1);
  }

  public static double[] tp4Minimizer() {
    return new double[] {0.4484855644092471, 0.44848556440924703};
  }

  /** Ridge logistic regression, d = 5, 500 terms, reg 0.01, data in closed form. */
  public static RidgeLogistic tp5() {
    double[] primes = {2, 3, 5, 7, 11};
    double[] truth = {1, -1, .5, .25, -.75};
    double[][] rows = new double[500][5];
    double[] labels = new double[500];
    for (int i = 1; i <= 500; i++) {
      double margin = 0;
      for (int j = 0; j < 5; j++) {
        rows[i - 1][j] = Math.sqrt(2) * StrictMath.sin(i * Math.sqrt(primes[j]));
        margin += rows[i - 1][j] * truth[j];
      }
      double golden = i * (Math.sqrt(5) - 1) / 2;
      double u = golden - Math.floor(golden);
      labels[i - 1] = u < 1 / (1 + StrictMath.exp(-margin)) ? 1 : -1;
    }
    return new RidgeLogistic(rows, labels, .01);
  }

  /** The minimiser of {@link #tp5()}, to the 15 decimals known. */
  public static double[] tp5Minimizer() {
    return new double[] {
      0.939188665665889,
      -1.131428440841981,
      0.474093904042743,
      0.355287130809735,
      -1.192788054438157
    };
  }

  /** Log-cosh regression with A = diag(1, 1, 5), b = (3, 3, 3). */
  public static LogCosh tp6() {
    return LogCosh.diagonal(new double[] {1, 1, 5}, new double[] {3, 3, 3});
  }

  /** The minimiser of {@link #tp6()} with positive coordinates. */
  public static double[] tp6Minimizer() {
    return new double[] {3.69252691570135, 3.69252691570135, 1.2075599038393752};
  }
}
