package org.ironopt.curve;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.Iron;
import org.ironopt.problem.testing.DenseSquares;
import org.ironopt.problem.testing.MghProblem;
import org.ironopt.problem.testing.MghProblems;
import org.ironopt.resolvent.Globalization;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.run.Run;
import org.ironopt.run.Stop;
import org.junit.jupiter.api.Test;

/**
 * The problems of Mor&eacute;, Garbow and Hillstrom through the front door: the minima that IRON
 * with a large step finds, with fewer evaluations than it needs.
 */
class MghCurveTest {
  private static ResidualFunction residuals(DenseSquares f) {
    return new ResidualFunction() {
      @Override
      public int parameters() {
        return f.dimension();
      }

      @Override
      public int residuals() {
        return f.residualCount();
      }

      @Override
      public void rows(double[] p, int from, int to, double[] r, double[] j) {
        f.residuals(p, r);
        if (j != null) {
          DenseMatrix matrix = DenseMatrix.zeros(r.length, p.length);
          f.jacobian(p, matrix);
          System.arraycopy(matrix.data(), 0, j, 0, r.length * p.length);
        }
      }
    };
  }

  @Test
  void findsMinimaWithFewerEvaluations() {
    InnerMethod trust =
        InnerMethod.TRUST_REGION
            .globalization(new Globalization.TrustRegion(1, 1e9))
            .maxSteps(1000);
    long evaluations = 0;
    long before = 0;
    for (MghProblem p : MghProblems.all()) {
      CurveResult fit = Curve.of(residuals(p.objective())).start(p.start()).go();
      double relative = Math.max(1e-10, StrictMath.pow(10, -p.digits()));
      boolean found =
          Arrays.stream(p.minima())
              .anyMatch(f -> Math.abs(fit.rss() - f) <= (f == 0 ? 1e-11 : relative * f));
      assertTrue(found, () -> p + ": " + fit);
      evaluations += fit.evaluations();
      before +=
          Run.of(Iron.step(1e8).inner(trust), p.objective())
              .from(p.start())
              .stop(Stop.gradientNorm(1e-9).or(Stop.steps(6)))
              .go()
              .work()
              .evaluations();
    }
    long now = evaluations;
    long then = before;
    assertTrue(now < then, () -> now + " evaluations, before " + then);
  }
}
