package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.problem.testing.RidgeLogistic;
import org.junit.jupiter.api.Test;

/** Newton-type iterations on a small logistic resolvent, residual by residual. */
class ResidualHistoryTest {
  private static final double[] CENTER = {2, -1};
  private static final double[] SOLUTION = {0.8630931003710585, 0.06815913478924603};

  private static History run(InnerMethod inner, double[] start) {
    History history = new History();
    double[] u = start.clone();
    InnerMethod exact =
        inner.tolerance(InnerTolerance.relative(0)).start(InnerMethod.WarmStart.GIVEN);
    InnerReport report = Resolvent.of(Fixtures.tp4(), exact, history).solve(10, CENTER, null, u);
    assertTrue(report.succeeded(), () -> report.toString());
    assertArrayEquals(SOLUTION, u, 1e-14);
    return history;
  }

  @Test
  void newtonFromTheCenter() {
    run(InnerMethod.NEWTON_CHOLESKY, CENTER)
        .assertStarts(
            1e-12,
            4.8030754486456253,
            1.0782723081573893,
            0.019521670412926850,
            9.5849733805969974e-6);
  }

  @Test
  void newtonFromZero() {
    run(InnerMethod.NEWTON_CHOLESKY, new double[2])
        .assertStarts(
            1e-12, 3.2596012026013246, 0.087920657815203834, 1.9503324989983160e-4, 9.9684e-10);
  }

  @Test
  void diagonal() {
    run(InnerMethod.DIAGONAL, CENTER)
        .assertStarts(1e-12, 4.8030754486456253, 0.21044876582750188, 1.5075256347213057e-3);
  }

  @Test
  void levenbergMarquardtWithFixedDamping() {
    InnerMethod fixed =
        InnerMethod.LEVENBERG_MARQUARDT.globalization(
            new Globalization.LevenbergMarquardt(1, 4, 1));
    run(fixed, CENTER)
        .assertStarts(
            1e-12,
            4.803075448645625,
            0.8017064102173524,
            0.1670879808732548,
            0.035805697400075887,
            0.007709326237070384);
  }

  @Test
  void newtonCgWithEisenstatWalker2() {
    History history = run(InnerMethod.NEWTON_CG, CENTER);
    history.assertStarts(
        1e-12,
        4.8030754486456253,
        1.080540343609769,
        0.01735993183097363,
        0.0002741277111692575,
        1.997303874304961e-09);
    int[] expected = {1, 1, 1, 2, 2};
    for (int k = 0; k < expected.length; k++) {
      assertEquals(expected[k], history.linearSteps(k), "CG steps of Newton step " + k);
    }
  }

  /** The gradient of all terms, the Hessian of some: Newton's matrix need not be exact. */
  private record Subsampled(RidgeLogistic f, RidgeLogistic sample) implements Curved {
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
      Curvature part = sample.curvature();
      return new Curvature() {
        @Override
        public int dimension() {
          return f.dimension();
        }

        @Override
        public double at(double[] x, double[] gradient) {
          part.at(x, gradient);
          return f.valueAndGradient(x, gradient);
        }

        @Override
        public void apply(double[] v, double[] hv) {
          part.apply(v, hv);
        }
      };
    }
  }

  private static History runSubsampled(int... indices) {
    RidgeLogistic f = Fixtures.tp4();
    Curved subsampled = new Subsampled(f, f.batch(indices, 0, indices.length));
    History history = new History();
    InnerMethod.Newton full =
        InnerMethod.NEWTON_CHOLESKY.globalization(new Globalization.FullStep());
    Resolvent.of(subsampled, full.truncate(3), history).solve(10, CENTER, CENTER, new double[2]);
    return history;
  }

  @Test
  void subsampledHessian() {
    runSubsampled(0, 2)
        .assertStarts(
            1e-12, 4.8030754486456253, 2.275611491188342, 1.2157080303092098, 0.6275933331980338);
    runSubsampled(0, 1, 2, 3)
        .assertStarts(
            1e-12,
            4.8030754486456253,
            1.0782723081573893,
            0.019521670412926850,
            9.5849733805969974e-6);
  }

  @Test
  void halvingOnTheResidual() {
    History history = new History();
    double[] center = {20, -30};
    double[] u = new double[2];
    InnerMethod inner =
        InnerMethod.PAPER
            .tolerance(InnerTolerance.absolute(1e-9))
            .start(InnerMethod.WarmStart.CENTER);
    InnerReport report = Resolvent.of(Fixtures.tp4(), inner, history).solve(1000, center, null, u);
    assertEquals(InnerReport.Ending.CONVERGED, report.ending());
    assertArrayEquals(new double[] {0.5156627301875294, 0.34045179492861466}, u, 1e-13);
    history.assertStarts(
        1e-12,
        4031.1246507388933,
        751.04245662434971,
        607.88042610917512,
        285.88120992824747,
        44.720252710219512,
        .32300457202442240,
        3.8646893445606929e-5);
  }
}
