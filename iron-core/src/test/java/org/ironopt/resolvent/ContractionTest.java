package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What strong convexity promises: contraction of the resolvent and a true error certificate. */
class ContractionTest {
  private static final double SMALLEST_EIGENVALUE = 0.8858571571457151;

  /** |R(a) - R(b)| is at most |a - b|/(1 + lambda mu). */
  private static void assertContracts(Objective f, double mu, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = f.dimension();
    InnerMethod exact = InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.relative(0));
    Resolvent resolvent = Resolvent.of(f, exact);
    double[] x = new double[n];
    double[] ua = new double[n];
    double[] ub = new double[n];
    for (int pair = 0; pair < 200; pair++) {
      double scale = StrictMath.pow(10, random.nextDouble(-2, 2));
      double lambda = StrictMath.pow(10, random.nextDouble(-3, 3));
      double[] a = random.doubles(n, -scale, scale).toArray();
      double[] b = random.doubles(n, -scale, scale).toArray();
      InnerReport ra = resolvent.solve(lambda, a, x, ua);
      InnerReport rb = resolvent.solve(lambda, b, x, ub);
      double bound = Vectors.distance(a, b) / (1 + lambda * mu);
      double inexact = ra.certificate().orElseThrow() + rb.certificate().orElseThrow();
      double rounding = 1e-14 * (Vectors.norm(ua) + Vectors.norm(ub));
      assertTrue(
          Vectors.distance(ua, ub) <= bound + inexact + rounding,
          "seed " + seed + ", pair " + pair + ", lambda " + lambda);
    }
  }

  @Test
  void quadratic() {
    assertContracts(Fixtures.tp2(), SMALLEST_EIGENVALUE, 11);
  }

  @Test
  void logistic() {
    assertContracts(Fixtures.tp4(), 0.1, 12);
    assertContracts(Fixtures.tp5(), 0.01, 13);
  }

  /** Whatever the solver and however early it stops, the true error is within the certificate. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void certificateBoundsTheError(int steps) {
    Objective f = Fixtures.tp4();
    double mu = 0.1;
    long seed = 21 + steps;
    SplittableRandom random = new SplittableRandom(seed);
    Resolvent exact =
        Resolvent.of(f, InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.relative(0)));
    for (InnerMethod.Newton inner : Combos.all()) {
      Resolvent truncated = Resolvent.of(f, inner.truncate(steps));
      double lambda = StrictMath.pow(10, random.nextDouble(-1, 3));
      double[] c = random.doubles(2, -5, 5).toArray();
      double[] solution = new double[2];
      double[] u = new double[2];
      InnerReport best = exact.solve(lambda, c, c, solution);
      InnerReport report = truncated.solve(lambda, c, c, u);
      double error = Vectors.distance(u, solution);
      assertTrue(
          error
              <= report.certificate().orElseThrow()
                  + best.certificate().orElseThrow()
                  + 1e-15 * Vectors.norm(u),
          inner + ", seed " + seed + ": " + error + " > " + report.certificate());
    }
  }
}
