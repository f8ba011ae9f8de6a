package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InnerMethodTest {
  private static void assertRefused(String words, Executable construction) {
    String message = assertThrows(IllegalArgumentException.class, construction).getMessage();
    assertTrue(message.contains(words), message);
  }

  @Test
  void lbfgsNeedsALineSearch() {
    Direction lbfgs = new Direction.Lbfgs();
    assertRefused("use Globalization.Armijo", () -> InnerMethod.TRUST_REGION.direction(lbfgs));
    assertRefused(
        "use Globalization.Armijo", () -> InnerMethod.LEVENBERG_MARQUARDT.direction(lbfgs));
    assertRefused("line search", () -> InnerMethod.newton(lbfgs, new Globalization.FullStep()));
    assertRefused(
        "use CurvatureModel.HESSIAN",
        () -> InnerMethod.LBFGS.model(InnerMethod.CurvatureModel.GAUSS_NEWTON));
  }

  @Test
  void trustRegionNeedsPlainCg() {
    Direction jacobi =
        new Direction.Cg(new Direction.ForcingTerm.Fixed(.1), new Preconditioner.Jacobi(), 10);
    for (Direction d :
        new Direction[] {
          new Direction.Cholesky(), new Direction.Minres(), new Direction.Diagonal(), jacobi
        }) {
      assertRefused(
          "use Direction.Cg with Preconditioner.None", () -> InnerMethod.TRUST_REGION.direction(d));
    }
  }

  @Test
  void numbersAreChecked() {
    assertRefused("maxSteps is 0, expected at least 1", () -> InnerMethod.DEFAULT.maxSteps(0));
    assertRefused("decrease is 0.0", () -> new Globalization.Armijo(0, .5, 10));
    assertRefused("shrink is 1.0", () -> new Globalization.Armijo(1e-4, 1, 10));
    assertRefused("maxBacktracks is -1", () -> new Globalization.Armijo(1e-4, .5, -1));
    assertRefused("shrink is NaN", () -> new Globalization.ResidualDecrease(Double.NaN, 10));
    assertRefused("nu0 is -1.0", () -> new Globalization.LevenbergMarquardt(-1, 4, 3));
    assertRefused("grow is 1.0", () -> new Globalization.LevenbergMarquardt(0, 1, 3));
    assertRefused("shrink is 0.5", () -> new Globalization.LevenbergMarquardt(0, 4, .5));
    assertRefused("radius0 is 0.0", () -> new Globalization.TrustRegion(0, 1));
    assertRefused(
        "maxRadius is 1.0, expected at least radius0 = 2.0",
        () -> new Globalization.TrustRegion(2, 1));
    assertRefused("memory is 0", () -> new Direction.Lbfgs(0));
    assertRefused("blockSize is 0", () -> new Direction.BlockDiagonal(0));
    assertRefused(
        "restart is 0", () -> new Direction.Gmres(0, new Direction.ForcingTerm.SquareRoot(), 1));
    assertRefused("rank is 0", () -> new Preconditioner.Nystrom(0, 1));
    assertRefused("relative tolerance is -1.0", () -> InnerTolerance.relative(-1));
    assertRefused("absolute tolerance is Infinity", () -> InnerTolerance.absolute(1 / 0.));
    assertThrows(NullPointerException.class, () -> InnerMethod.DEFAULT.tolerance(null));
  }

  @Test
  void toleranceIsTheLooserOfTheTwo() {
    InnerTolerance both = new InnerTolerance(1e-3, 1e-2);
    assertEquals(1e-2, both.target(5));
    assertEquals(1, both.target(1000));
    assertEquals(0, InnerTolerance.relative(.1).target(0));
  }

  @Test
  void truncationIsAPlanAndALimitIsNot() {
    assertTrue(InnerMethod.DEFAULT.truncate(2).truncated());
    assertFalse(InnerMethod.DEFAULT.truncate(2).maxSteps(7).truncated());
  }

  @ParameterizedTest
  @EnumSource
  void everyFailureHasAdvice(InnerReport.Ending ending) {
    assertEquals(ending.succeeded(), ending.advice().isEmpty());
  }
}
