package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;

class NystromTest {
  private static InnerMethod with(Preconditioner preconditioner) {
    return InnerMethod.NEWTON_CG
        .tolerance(InnerTolerance.relative(1e-10))
        .direction(new Direction.Cg(new Direction.ForcingTerm.Fixed(1e-6), preconditioner, 1000));
  }

  /** Eigenvalues that decay like 1/i^2: a sketch of rank 40 leaves only the small ones. */
  @Test
  void removesTheLargeEigenvalues() {
    int n = 200;
    double[] a = new double[n];
    Arrays.setAll(a, i -> 1e4 / ((i + 1.) * (i + 1)));
    SplittableRandom random = new SplittableRandom(5);
    double[] c = random.doubles(n, -1, 1).toArray();
    Quadratic f = Quadratic.diagonal(a, random.doubles(n, -1, 1).toArray());
    double[] plain = new double[n];
    double[] sketched = new double[n];
    InnerReport without = Resolvent.of(f, with(new Preconditioner.None())).solve(10, c, c, plain);
    InnerMethod nystrom = with(new Preconditioner.Nystrom(40, 1));
    InnerReport with = Resolvent.of(f, nystrom).solve(10, c, c, sketched);
    assertArrayEquals(plain, sketched, 1e-9);
    assertTrue(with.linearSteps() < without.linearSteps() / 2, without + " against " + with);
    double[] again = new double[n];
    InnerReport repeated = Resolvent.of(f, nystrom).solve(10, c, c, again);
    assertEquals(with, repeated);
    assertArrayEquals(sketched, again);
  }

  @Test
  void products() {
    double[] u = new double[5];
    double[] c = Fixtures.tp5Minimizer();
    c[0] += 0.1;
    InnerReport report =
        Resolvent.of(Fixtures.tp5(), with(new Preconditioner.Nystrom(50, 3))).solve(30, c, c, u);
    assertTrue(report.succeeded());
    assertEquals(5 + report.linearSteps(), report.products(), "at most n sketch vectors");
  }

  /** An indefinite Hessian has no sketch; CG then works without. */
  @Test
  void indefiniteCurvature() {
    double[] c = {.5, -.8, 1.2};
    double[] u = new double[3];
    InnerReport report =
        Resolvent.of(Fixtures.tp6(), with(new Preconditioner.Nystrom(3, 3))).solve(1, c, c, u);
    assertTrue(report.succeeded(), report::toString);
  }
}
