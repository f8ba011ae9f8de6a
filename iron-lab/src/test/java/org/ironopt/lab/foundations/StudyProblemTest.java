package org.ironopt.lab.foundations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.lab.foundations.StudyProblem.RidgeLogistic;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Functions;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.DerivativeCheck;
import org.ironopt.theory.Plateau;
import org.junit.jupiter.api.Test;

class StudyProblemTest {
  /** A regression in closed form, whose minimiser and plateau were computed independently. */
  private static RidgeLogistic fixture() {
    double[] primes = {2, 3, 5, 7, 11};
    double[] w = {1, -1, .5, .25, -.75};
    DenseMatrix x = DenseMatrix.zeros(500, 5);
    for (int i = 0; i < 500; i++) {
      double margin = 0;
      for (int j = 0; j < 5; j++) {
        x.set(i, j, Math.sqrt(2) * StrictMath.sin((i + 1) * Math.sqrt(primes[j])));
        margin += x.get(i, j) * w[j];
      }
      double u = (i + 1) * (Math.sqrt(5) - 1) / 2;
      double label = u - Math.floor(u) < Functions.sigmoid(margin) ? 1 : -1;
      for (int j = 0; j < 5; j++) {
        x.set(i, j, label * x.get(i, j));
      }
    }
    return new RidgeLogistic(x, 0.01);
  }

  @Test
  void valueAndPlateauAgreeWithIndependentNumbers() {
    RidgeLogistic f = fixture();
    double[] minimizer = {
      0.939188665665889,
      -1.131428440841981,
      0.474093904042743,
      0.355287130809735,
      -1.192788054438157
    };
    double[] gradient = new double[5];
    assertEquals(0.4271248347507, f.valueAndGradient(minimizer, gradient), 1e-12);
    assertTrue(Vectors.norm(gradient) < 1e-14);
    double limit = Plateau.limit(f, minimizer, 1, DenseMatrix.identity(5));
    assertEquals(319.706335645, limit, 1e-9 * 320);
  }

  @Test
  void derivativesFitTogether() {
    double[] w = {0.3, -0.2, 0.5, 1.1, -0.7};
    var report = DerivativeCheck.at(fixture(), w);
    assertTrue(report.passed(), report::toString);
  }

  @Test
  void theSpectrumLiesBetweenItsConstants() {
    InstanceRandom draw = new InstanceRandom(0, "test", 0);
    for (int i = 0; i < 20; i++) {
      StudyProblem problem = StudyProblem.logistic(draw);
      double[] x = problem.point(draw, 1);
      double[] values = SymmetricEigen.of(problem.hessian(x)).values();
      assertTrue(values[0] >= problem.mu() && values[values.length - 1] <= problem.l());
      assertTrue(Vectors.norm(problem.gradient(problem.minimizer())) < 1e-13);
    }
  }
}
