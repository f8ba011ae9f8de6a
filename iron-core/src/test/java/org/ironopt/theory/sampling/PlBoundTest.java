package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.GeneralCovariance;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.junit.jupiter.api.Test;

/** The 1/alpha law without convexity: {@code f = x^2 + 3 sin^2 x}, and random quadratics. */
class PlBoundTest {
  private static final long SEED = 41;
  private static final double PL = .17553;
  private static final int CHAINS = 600;
  private static final int BURN = 20;
  private static final int STEPS = 60;

  private static double f(double x) {
    return x * x + 3 * Math.sin(x) * Math.sin(x);
  }

  private static double slope(double x) {
    return 2 * x + 3 * Math.sin(2 * x);
  }

  /** An inner solver for {@code u - c + lambda f'(u) = 0}, warm start x. */
  private interface Inner {
    double solve(double x, double c, double lambda);
  }

  private static double residual(double u, double c, double lambda) {
    return u - c + lambda * slope(u);
  }

  private static double bisect(double low, double high, double c, double lambda, double eps) {
    while (true) {
      double mid = (low + high) / 2;
      double r = residual(mid, c, lambda);
      if (Math.abs(r) <= eps || mid == low || mid == high) {
        return mid;
      }
      if (r < 0) {
        low = mid;
      } else {
        high = mid;
      }
    }
  }

  /** The best of all stationary points, which lie between the ends. */
  private static double global(double x, double c, double lambda) {
    double reach = (Math.abs(c) + 3 * lambda) / (1 + 2 * lambda) + .01;
    int pieces = (int) Math.ceil(2 * reach / .25);
    double best = Double.NaN;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < pieces; i++) {
      double low = -reach + 2 * reach * i / pieces;
      double high = -reach + 2 * reach * (i + 1) / pieces;
      if (residual(low, c, lambda) <= 0 && residual(high, c, lambda) >= 0) {
        double u = bisect(low, high, c, lambda, 0);
        double value = f(u) + (u - c) * (u - c) / (2 * lambda);
        if (value < least) {
          least = value;
          best = u;
        }
      }
    }
    return best;
  }

  /** Down the slope from x until it turns, in steps short enough to miss no turn. */
  private static double descent(double x, double c, double lambda, double eps) {
    double r = residual(x, c, lambda);
    double step = -.05 * Math.signum(r);
    double at = x;
    while (Math.abs(r) > eps) {
      double next = at + step;
      double there = residual(next, c, lambda);
      if (there * r <= 0) {
        return bisect(Math.min(at, next), Math.max(at, next), c, lambda, eps);
      }
      at = next;
      r = there;
    }
    return at;
  }

  private record Measured(double excess, double error) {}

  private static Measured simulate(IronParameters p, Inner inner, long seed) {
    return simulate(p, inner, 0, seed);
  }

  private static Measured simulate(IronParameters p, Inner inner, double start, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double total = 0;
    double squares = 0;
    for (int chain = 0; chain < CHAINS; chain++) {
      double x = start;
      double v = start;
      double mean = 0;
      for (int k = 0; k < BURN + STEPS; k++) {
        double c = x + (v - x) / p.s() + p.noiseScale() * random.nextGaussian();
        double next = inner.solve(x, c, p.lambda());
        v = next + (next - x) / p.alpha();
        x = next;
        mean += k < BURN ? 0 : f(x) / STEPS;
      }
      total += mean / CHAINS;
      squares += mean * mean / CHAINS;
    }
    return new Measured(total, Math.sqrt((squares - total * total) / (CHAINS - 1)));
  }

  private static void holds(PlBound bound, double eps, Measured measured, String where) {
    for (var limit : new OptionalDouble[] {bound.mean(1, eps), bound.limsup(1, eps)}) {
      if (limit.isPresent()) {
        assertTrue(measured.excess() - 4 * measured.error() <= limit.getAsDouble(), where);
      }
    }
  }

  /** The published numbers are Monte Carlo results of about one percent. */
  private static void near(double known, Measured measured, double alpha, String where) {
    double error = Math.hypot(4 * alpha * measured.error(), .03 * known);
    assertEquals(known, alpha * measured.excess(), error, where);
  }

  @Test
  void exactStepsOnANonconvexFunction() {
    double[] alphas = {2, 5, 20, 100, 1000};
    double[] one = {.0485, .0566, .0609, .0621, .0624};
    double[] three = {.4636, .5499, .5482, .5589, .5613};
    for (int i = 0; i < alphas.length; i++) {
      double alpha = alphas[i];
      String where = "seed " + SEED + ", alpha " + alpha;
      IronParameters p = new IronParameters(alpha, 1, 1);
      Measured measured = simulate(p, PlBoundTest::global, SEED + i);
      near(one[i], measured, alpha, where);
      holds(new PlBound(p, PL), 0, measured, where);
      IronParameters wide = new IronParameters(alpha, .1, 3);
      measured = simulate(wide, PlBoundTest::global, SEED + 10 + i);
      near(three[i], measured, alpha, where);
      holds(new PlBound(wide, PL), 0, measured, where);
    }
  }

  @Test
  void descentFromTheIterate() {
    double[] alphas = {2, 5, 1000};
    double[] known = {.450, .508, .5613};
    for (int i = 0; i < alphas.length; i++) {
      IronParameters p = new IronParameters(alphas[i], .1, 3);
      Measured measured = simulate(p, (x, c, lambda) -> descent(x, c, lambda, 0), SEED + i);
      near(known[i], measured, alphas[i], "alpha " + alphas[i]);
      holds(new PlBound(p, PL), 0, measured, "alpha " + alphas[i]);
    }
  }

  /** Residuals up to eps, and residuals up to a fraction of the move from the center. */
  @Test
  void stoppedEarly() {
    for (double alpha : new double[] {5, 50, 500}) {
      IronParameters p = new IronParameters(alpha, 1, 1);
      for (double eps : new double[] {.1, 1, 10}) {
        Measured measured = simulate(p, (x, c, lambda) -> descent(x, c, lambda, eps), SEED);
        holds(new PlBound(p, PL), eps, measured, "alpha " + alpha + ", eps " + eps);
      }
      for (double eta : new double[] {.1, .9}) {
        Inner rough =
            (x, c, lambda) -> {
              double u = descent(x, c, lambda, 1);
              for (double eps = 1; Math.abs(residual(u, c, lambda)) > eta * Math.abs(u - c); ) {
                eps /= 2;
                u = descent(x, c, lambda, eps);
              }
              return u;
            };
        Measured measured = simulate(p, rough, SEED);
        holds(new PlBound(p, PL).stoppedAt(eta), 0, measured, "alpha " + alpha + ", eta " + eta);
      }
    }
  }

  /** A tolerance relative to the residual at the warm start: near 1 the solver stays there. */
  @Test
  void aToleranceRelativeToTheWarmStartIsNotCovered() {
    IronParameters p = new IronParameters(100, 1, 1);
    double bound = new PlBound(p, PL).limsup(1, 0).orElseThrow();
    for (double eta : new double[] {.05, 1}) {
      Inner inner = (x, c, lambda) -> descent(x, c, lambda, eta * Math.abs(residual(x, c, lambda)));
      Measured measured = simulate(p, inner, 1.2, SEED);
      assertEquals(eta < 1, measured.excess() <= bound, eta + ": " + measured + ", " + bound);
    }
  }

  private static double excess(DenseMatrix h, DenseMatrix second) {
    double sum = 0;
    for (int i = 0; i < h.data().length; i++) {
      sum += h.data()[i] * second.data()[i] / 2;
    }
    return sum;
  }

  /** Quadratics, whose constant is the least eigenvalue; with a constant residual in every step. */
  @Test
  void holdsOnRandomQuadratics() {
    SplittableRandom random = new SplittableRandom(SEED);
    double closest = 0;
    int covered = 0;
    for (int trial = 0; trial < 2000; trial++) {
      int d = 1 + trial % 3;
      double[] a = new double[d];
      double[] s = new double[d];
      double[] r = new double[d];
      double sigma2 = 0;
      double least = Double.POSITIVE_INFINITY;
      double eps2 = 0;
      for (int i = 0; i < d; i++) {
        a[i] = Explicit.spread(random, .05, 5);
        s[i] = trial % 4 == 0 ? 0 : Explicit.spread(random, .05, 5);
        r[i] = trial % 2 == 0 ? 0 : random.nextDouble(-3, 3);
        sigma2 += s[i];
        least = Math.min(least, a[i]);
        eps2 += r[i] * r[i];
      }
      IronParameters p =
          new IronParameters(
              Explicit.spread(random, .5, 1000),
              Explicit.spread(random, .05, 5),
              Explicit.spread(random, .05, 5));
      DenseMatrix h = DenseMatrix.diagonal(a);
      double excess =
          excess(
              h,
              GeneralCovariance.of(Scheme.IRON, p, h, DenseMatrix.diagonal(s))
                  .orElseThrow()
                  .position());
      for (int i = 0; i < d; i++) {
        double shift = r[i] / p.lambda() / a[i]; // where lambda a x = r
        excess += a[i] * shift * shift / 2;
      }
      PlBound bound = new PlBound(p, least);
      for (var limit :
          new OptionalDouble[] {
            bound.mean(sigma2, Math.sqrt(eps2)), bound.limsup(sigma2, Math.sqrt(eps2))
          }) {
        if (limit.isPresent() && limit.getAsDouble() > 0) {
          covered++;
          double ratio = excess / limit.getAsDouble();
          assertTrue(ratio <= 1 + 1e-9, "seed " + SEED + ", trial " + trial + ": " + ratio);
          closest = Math.max(closest, ratio);
        }
      }
    }
    assertTrue(covered > 2000 && closest > .95, covered + ", closest " + closest);
  }

  @Test
  void localLaw() {
    DenseMatrix h = DenseMatrix.of(2, 2, 2, .5, .5, 1);
    DenseMatrix sigma = DenseMatrix.of(2, 2, 1, .3, .3, .5);
    double law = PlBound.firstOrder(.6, h, sigma);
    IronParameters p = new IronParameters(1e7, 1, .6);
    DenseMatrix second = GeneralCovariance.of(Scheme.IRON, p, h, sigma).orElseThrow().position();
    assertEquals(law, 1e7 * excess(h, second), 1e-5 * law);
    assertEquals(1 / 16.0, PlBound.firstOrder(1, DenseMatrix.diagonal(8), DenseMatrix.identity(1)));
    // A flat direction adds nothing.
    DenseMatrix flat = DenseMatrix.diagonal(4, 0);
    assertEquals(.36 / 2 / 4, PlBound.firstOrder(.6, flat, sigma), 1e-16);
  }

  @Test
  void outsideItsRangeThereIsNoBound() {
    PlBound shortSteps = new PlBound(new IronParameters(.2, .1, 1), 1);
    assertFalse(shortSteps.mean(1, 0).isPresent());
    PlBound longer = new PlBound(new IronParameters(1.5, .1, 1), 5);
    assertTrue(longer.mean(1, 0).isPresent());
    assertFalse(longer.limsup(1, 0).isPresent());
  }
}
