package org.ironopt.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.problem.analytic.LogCosh;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;

class DerivativeCheckTest {
  private static final double[] X = {.5, 1, -2};

  /** Log-cosh regression with one mistake, by name. */
  private record Wrong(LogCosh f, String mistake, double factor) implements HigherDerivatives {
    private void spoil(String name, double[] out) {
      if (mistake.equals(name)) {
        out[1] *= factor;
      }
    }

    @Override
    public int dimension() {
      return 3;
    }

    @Override
    public double value(double[] x) {
      return f.value(x);
    }

    @Override
    public void gradient(double[] x, double[] gradient) {
      f.gradient(x, gradient);
      spoil("gradient", gradient);
    }

    @Override
    public Curvature curvature() {
      Curvature right = f.curvature();
      return new Curvature() {
        @Override
        public int dimension() {
          return 3;
        }

        @Override
        public double at(double[] x, double[] gradient) {
          return right.at(x, gradient);
        }

        @Override
        public void apply(double[] v, double[] hv) {
          right.apply(v, hv);
          spoil("Hessian product", hv);
          if (mistake.equals("symmetry")) {
            hv[0] += factor * v[1];
          }
        }
      };
    }

    @Override
    public void third(double[] x, double[] u, double[] v, double[] out) {
      f.third(x, u, v, out);
      spoil("third", out);
    }

    @Override
    public void fourth(double[] x, double[] u, double[] v, double[] w, double[] out) {
      f.fourth(x, u, v, w, out);
      spoil("fourth", out);
    }
  }

  private static DerivativeCheck.Report check(String mistake, double factor) {
    return DerivativeCheck.at(new Wrong(Fixtures.tp6(), mistake, factor), X);
  }

  @Test
  void rightDerivativesPassWithManyDigits() {
    DerivativeCheck.Report report = check("none", 1);
    assertTrue(report.passed(), report::toString);
    for (DerivativeCheck.Report.Part part : report.parts()) {
      assertTrue(part.error() < 1e-9, report::toString);
    }
    assertEquals(5, report.parts().size());
  }

  @Test
  void aWrongSignInOneCoordinateIsFound() {
    for (String part : new String[] {"gradient", "Hessian product", "third", "fourth"}) {
      DerivativeCheck.Report report = check(part, -1);
      assertFalse(report.passed());
      assertEquals(1, report.part(part).coordinate(), report::toString);
      assertTrue(report.part(part).error() > 1, report::toString);
      assertEquals(
          report.part(part).claimed(),
          -report.part(part).measured(),
          1e-7 * Math.abs(report.part(part).claimed()));
    }
  }

  @Test
  void aSmallRelativeMistakeIsFound() {
    for (String part : new String[] {"gradient", "Hessian product", "third", "fourth"}) {
      assertFalse(check(part, 1 + 1e-4).passed(), part);
    }
  }

  @Test
  void anAsymmetricHessianIsFound() {
    DerivativeCheck.Report report = check("symmetry", .01);
    assertTrue(report.part("symmetry").error() > 1e-4, report::toString);
    assertFalse(report.passed());
  }

  @Test
  void aWrongSignBesideHugeCoordinatesIsFound() {
    Quadratic f = Quadratic.diagonal(new double[] {1e8, 1, 1}, new double[] {0, 1e-3, 0});
    Objective wrong =
        new Objective() {
          @Override
          public int dimension() {
            return 3;
          }

          @Override
          public double value(double[] x) {
            return f.value(x);
          }

          @Override
          public void gradient(double[] x, double[] gradient) {
            f.gradient(x, gradient);
            gradient[2] = -gradient[2];
          }
        };
    DerivativeCheck.Report report = DerivativeCheck.at(wrong, new double[] {1, 1, 1});
    assertFalse(report.passed());
    assertEquals(2, report.part("gradient").coordinate());
  }

  @Test
  void notANumberFails() {
    DerivativeCheck.Report report = check("gradient", Double.NaN);
    assertFalse(report.passed());
    assertEquals(Double.POSITIVE_INFINITY, report.part("gradient").error());
  }

  @Test
  void theReportIsReadable() {
    assertTrue(check("none", 1).toString().startsWith("The derivatives agree with differences"));
    String text = check("gradient", -1).toString();
    assertTrue(text.startsWith("The derivatives DISAGREE"), text);
    assertTrue(text.contains("at coordinate 1, claimed 1.95"), text);
  }

  @Test
  void manyCoordinatesAreSampledAndCoveredByDirections() {
    int n = 5000;
    double[] a = new double[n];
    double[] x = new double[n];
    java.util.Arrays.fill(a, 2);
    java.util.Arrays.fill(x, 1);
    Quadratic f = Quadratic.diagonal(a, new double[n]);
    DerivativeCheck.Report report = DerivativeCheck.at(f, x);
    assertTrue(report.passed(), report::toString);
    Objective wrong =
        new Objective() {
          @Override
          public int dimension() {
            return n;
          }

          @Override
          public double value(double[] y) {
            return f.value(y);
          }

          @Override
          public void gradient(double[] y, double[] gradient) {
            f.gradient(y, gradient);
            gradient[1] = -gradient[1];
          }
        };
    assertFalse(DerivativeCheck.at(wrong, x).passed());
  }

  @Test
  void badInput() {
    assertThrows(
        IllegalArgumentException.class,
        () -> DerivativeCheck.at(Fixtures.tp2(), new double[] {1, Double.NaN, 2}));
    assertThrows(
        IllegalArgumentException.class, () -> DerivativeCheck.at(Fixtures.tp2(), new double[2]));
  }
}
