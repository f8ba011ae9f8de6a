package org.ironopt.problem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;

/** Differences against the derivatives of ridge logistic regression. */
class DifferencedDerivativesTest {
  private static final HigherDerivatives EXACT = Fixtures.tp4();
  private static final double[] X = {.7, -.4};

  /** The gradient alone, and the gradient with Hessian products. */
  private static HigherDerivatives[] differenced() {
    Objective plain = Objective.of(2, EXACT::value, EXACT::gradient);
    record Products(HigherDerivatives f) implements Curved {
      @Override
      public int dimension() {
        return f.dimension();
      }

      @Override
      public double value(double[] x) {
        return f.value(x);
      }

      @Override
      public void gradient(double[] x, double[] gradient) {
        f.gradient(x, gradient);
      }

      @Override
      public Curvature curvature() {
        return f.curvature();
      }
    }
    return new HigherDerivatives[] {
      DifferencedDerivatives.of(plain), DifferencedDerivatives.of(new Products(EXACT))
    };
  }

  @Test
  void hessianAndContractions() {
    double[] u = {1.5, -.3};
    double[] v = {-.2, 40};
    double[] w = {1e-3, 2e-3};
    double[] exact = new double[2];
    double[] found = new double[2];
    for (HigherDerivatives f : differenced()) {
      DenseMatrix expected = DenseMatrix.zeros(2, 2);
      DenseMatrix hessian = DenseMatrix.zeros(2, 2);
      Curvature curvature = f.curvature();
      assertEquals(EXACT.value(X), curvature.at(X, found));
      curvature.block(0, hessian);
      Curvature own = EXACT.curvature();
      own.at(X, exact);
      own.block(0, expected);
      assertArrayEquals(expected.data(), hessian.data(), 2e-11);
      EXACT.third(X, u, v, exact);
      f.third(X, u, v, found);
      assertArrayEquals(exact, found, 1e-9 * Vectors.norm(exact));
      EXACT.fourth(X, u, v, w, exact);
      f.fourth(X, u, v, w, found);
      assertArrayEquals(exact, found, 3e-7 * Vectors.norm(exact));
      f.third(X, new double[2], v, found);
      assertArrayEquals(new double[2], found);
    }
    assertSame(EXACT, DifferencedDerivatives.of(EXACT));
  }
}
