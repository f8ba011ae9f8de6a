package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.GeneralCovariance;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.junit.jupiter.api.Test;

class MinibatchMomentsTest {
  private static final long SEED = 11;

  /** The methods at one step, short enough for the explicit ones. */
  private static List<LinearRecursion> methods(double alpha, double mu, double gamma) {
    IronParameters p = new IronParameters(alpha, mu, gamma);
    return List.of(
        LinearRecursion.iron(p),
        LinearRecursion.sppm(p.lambda()),
        LinearRecursion.nagGs(new IronParameters(Math.min(alpha, .7), mu, gamma)),
        LinearRecursion.sgd(Math.min(p.lambda(), .3)));
  }

  private static DenseMatrix position(DenseMatrix second, int d) {
    DenseMatrix block = DenseMatrix.zeros(d, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        block.set(i, j, second.get(i, j));
      }
    }
    return block;
  }

  private static void close(double[] expected, double[] actual, double relative, String where) {
    double norm =
        Math.sqrt(
            IntStream.range(0, expected.length).mapToDouble(i -> expected[i] * expected[i]).sum());
    assertArrayEquals(expected, actual, relative * norm + 1e-13, where);
  }

  /** Moments, radius and transients of all methods against matrices of order (2d)^2. */
  @Test
  void agreeWithTheKroneckerSystem() {
    SplittableRandom random = new SplittableRandom(SEED);
    int unstable = 0;
    for (int trial = 0; trial < 30; trial++) {
      int d = 1 + trial % 3;
      int rank = 1 + trial % 2;
      double ridge = trial % 5 == 0 ? 0 : Explicit.spread(random, .05, 1);
      QuadraticSum sum = Explicit.random(random, d, 5, rank, ridge);
      int b = 1 + random.nextInt(3);
      BatchLaw law =
          BatchLaw.of(sum, trial % 2 == 0 ? SamplingScheme.with(b) : SamplingScheme.without(b));
      double alpha = Explicit.spread(random, .05, 300);
      double mu = Explicit.spread(random, .1, 2);
      double gamma = Explicit.spread(random, .1, 2);
      double[] x0 = random.doubles(d, -2, 2).toArray();
      for (LinearRecursion r : methods(alpha, mu, gamma)) {
        String where = "seed " + SEED + ", trial " + trial + ", " + r;
        Explicit explicit = Explicit.of(law, r, new double[d]);
        double radius = explicit.radius();
        assertEquals(radius, MinibatchMoments.radius(law, r), 1e-9 * radius, where);
        transientsAgree(law, r, x0, where);
        if (radius > .9999) {
          unstable++;
          assertEquals(radius < 1, MinibatchMoments.of(law, r).isPresent());
          continue;
        }
        MinibatchMoments m = MinibatchMoments.of(law, r).orElseThrow();
        double[] mean = explicit.mean();
        close(Arrays.copyOf(mean, d), m.bias(), 1e-8, where);
        DenseMatrix second = position(explicit.secondMoment(), d);
        close(second.data(), m.secondMoment().data(), 1e-8, where);
        double excess = 0;
        for (int i = 0; i < d * d; i++) {
          excess += sum.hessian().data()[i] * second.data()[i] / 2;
        }
        assertEquals(excess, m.excess(), 1e-8 * excess, where);
      }
    }
    assertTrue(unstable < 10, unstable + " unstable");
  }

  private static void transientsAgree(BatchLaw law, LinearRecursion r, double[] x0, String where) {
    int d = x0.length;
    TransientMoments state = TransientMoments.from(law, x0);
    double[] mean = new double[2 * d];
    double[] star = law.sum().minimizer();
    boolean inertia =
        r.kind() == LinearRecursion.Kind.IRON || r.kind() == LinearRecursion.Kind.NAG_GS;
    for (int i = 0; i < d; i++) {
      mean[i] = x0[i] - star[i];
      mean[d + i] = inertia ? mean[i] : 0;
    }
    DenseMatrix second = DenseMatrix.zeros(2 * d, 2 * d);
    for (int i = 0; i < 4 * d * d; i++) {
      second.data()[i] = mean[i / (2 * d)] * mean[i % (2 * d)];
    }
    for (int k = 0; k < 6; k++) {
      LinearRecursion now = r.step(r.step() / (1 + k / 3.0));
      state.advance(now);
      Explicit.of(law, now, new double[d]).advance(mean, second);
      double mse = position(second, d).trace();
      assertEquals(mse, state.mse(), 1e-10 * mse, where + ", step " + k);
      close(Arrays.copyOf(mean, d), state.bias(), 1e-10, where + ", step " + k);
    }
  }

  /** After many steps the transient is the stationary state. */
  @Test
  void transientsSettle() {
    BatchLaw law = BatchLaw.of(MinibatchOracleTest.SUM, SamplingScheme.without(2));
    LinearRecursion iron = MinibatchOracleTest.iron(.3);
    TransientMoments state = TransientMoments.from(law, new double[] {30, -40});
    state.advance(iron, 1_000_000);
    MinibatchMoments m = MinibatchMoments.of(law, iron).orElseThrow();
    assertEquals(m.mse(), state.mse(), 1e-12 * m.mse());
    assertArrayEquals(m.bias(), state.bias(), 1e-13);
  }

  /** One batch of all terms and center noise: the covariances of the deterministic theory. */
  @Test
  void fullBatchesWithNoiseAreTheKnownCovariances() {
    SplittableRandom random = new SplittableRandom(SEED);
    QuadraticSum sum = Explicit.random(random, 3, 6, 2, .4);
    BatchLaw law = BatchLaw.of(sum, SamplingScheme.without(6));
    DenseMatrix sigma = DenseMatrix.of(3, 3, 1, .6, -.2, .6, .8, .1, -.2, .1, .5);
    for (double alpha : new double[] {.3, 2, 25, 400}) {
      IronParameters p = new IronParameters(alpha, .8, .5);
      for (Scheme scheme : new Scheme[] {Scheme.IRON, Scheme.NAG_GS}) {
        var known = GeneralCovariance.of(scheme, p, sum.hessian(), sigma);
        LinearRecursion r =
            scheme == Scheme.IRON ? LinearRecursion.iron(p) : LinearRecursion.nagGs(p);
        var m = MinibatchMoments.of(law, r, r.centerNoise(sigma));
        assertEquals(known.isPresent(), m.isPresent());
        if (known.isPresent()) {
          DenseMatrix expected = known.get().position();
          close(expected.data(), m.get().secondMoment().data(), 1e-12, r.toString());
          assertArrayEquals(new double[3], m.get().bias(), 1e-16);
        }
      }
    }
  }

  /** Center noise and batches together, against the moments of noise written as more batches. */
  @Test
  void noiseBesideBatches() {
    SplittableRandom random = new SplittableRandom(SEED);
    QuadraticSum sum = Explicit.random(random, 2, 4, 1, .3);
    BatchLaw law = BatchLaw.of(sum, SamplingScheme.with(1));
    DenseMatrix sigma = DenseMatrix.diagonal(.49, 2.25);
    for (LinearRecursion r : methods(3, .5, .8)) {
      // Noise +-s_j e_j sqrt(2) with probability 1/4 each has covariance diag(s^2).
      Explicit noisy = new Explicit(4);
      for (int j = 0; j < 4; j++) {
        double size = (j % 2 == 0 ? 1 : -1) * Math.sqrt(2 * sigma.get(j / 2, j / 2));
        double[] eps = new double[2];
        eps[j / 2] = size;
        for (int i = 0; i < 4; i++) {
          QuadraticSum shifted = shifted(sum, i, eps);
          Explicit one =
              Explicit.of(BatchLaw.of(shifted, SamplingScheme.with(1)), r, new double[2]);
          Explicit.Affine batch = one.batches.get(i);
          noisy.batches.add(new Explicit.Affine(1 / 16.0, batch.m(), batch.q()));
        }
      }
      MinibatchMoments m = MinibatchMoments.of(law, r, sigma).orElseThrow();
      DenseMatrix expected = position(noisy.secondMoment(), 2);
      close(expected.data(), m.secondMoment().data(), 1e-10, r.toString());
    }
  }

  /** Term i with eps in its gradient, the others without, relative to the same x*. */
  private static QuadraticSum shifted(QuadraticSum sum, int term, double[] eps) {
    int n = sum.terms();
    double[][] g = new double[n][];
    for (int i = 0; i < n; i++) {
      g[i] = sum.gradient(new int[] {i});
    }
    g[term][0] += eps[0];
    g[term][1] += eps[1];
    // Another term takes the opposite, so that x* stays.
    int other = (term + 1) % n;
    g[other][0] -= eps[0];
    g[other][1] -= eps[1];
    DenseMatrix rows = sum.factor(IntStream.range(0, n).toArray());
    return QuadraticSum.local(sum.minimizer(), rows, 1, DenseMatrix.of(g), sum.ridge());
  }

  /** The two rows of a factor, or the dense matrix that they make: the same sum. */
  @Test
  void denseTermsAreTheirFactors() {
    SplittableRandom random = new SplittableRandom(SEED);
    QuadraticSum sum = Explicit.random(random, 3, 5, 2, .3);
    List<DenseMatrix> a =
        IntStream.range(0, 5).mapToObj(i -> Explicit.hessian(sum, new int[] {i})).toList();
    double[][] b = new double[5][3];
    double[] star = sum.minimizer();
    for (int i = 0; i < 5; i++) {
      a.get(i).apply(star, b[i]);
      double[] g = sum.gradient(new int[] {i});
      for (int j = 0; j < 3; j++) {
        b[i][j] -= g[j];
      }
    }
    QuadraticSum dense = QuadraticSum.of(a, b);
    assertArrayEquals(star, dense.minimizer(), 1e-12);
    assertEquals(.3, dense.ridge(), 1e-13);
    for (LinearRecursion r : methods(2, .5, .8)) {
      DenseMatrix expected =
          MinibatchMoments.of(BatchLaw.of(sum, SamplingScheme.with(2)), r)
              .orElseThrow()
              .secondMoment();
      DenseMatrix actual =
          MinibatchMoments.of(BatchLaw.of(dense, SamplingScheme.with(2)), r)
              .orElseThrow()
              .secondMoment();
      close(expected.data(), actual.data(), 1e-11, r.toString());
    }
  }

  /** Equal Hessians: no bias, and the spread of gradient noise with the batch's covariance. */
  @Test
  void equalHessiansAreGradientNoise() {
    double[][] b = {{1, 0}, {-2, 1}, {0, 3}, {1, 1}};
    DenseMatrix a = DenseMatrix.of(2, 2, 2, .5, .5, 1);
    QuadraticSum sum = QuadraticSum.of(List.of(a, a, a, a), b);
    IronParameters p = new IronParameters(4, .7, .9);
    MinibatchMoments m =
        MinibatchMoments.of(BatchLaw.of(sum, SamplingScheme.with(2)), LinearRecursion.iron(p))
            .orElseThrow();
    DenseMatrix cov = DenseMatrix.zeros(2, 2);
    for (double[] bi : b) {
      double[] g = {bi[0], bi[1] - 1.25};
      QuadraticSum.addOuter(1 / 8.0, g, 0, g, 0, 2, cov.data());
    }
    DenseMatrix known =
        GeneralCovariance.of(Scheme.IRON, p, a, cov.times(4 / .81)).orElseThrow().position();
    close(known.data(), m.secondMoment().data(), 1e-12, "equal Hessians");
    assertArrayEquals(new double[2], m.bias(), 1e-15);
  }

  /** Inertia on single terms may be unstable, where larger batches or no inertia are not. */
  @Test
  void inertiaOnSingleTermsMayBeUnstable() {
    SplittableRandom random = new SplittableRandom(SEED);
    DenseMatrix x = DenseMatrix.of(60, 6, random.doubles(360, -1, 1).toArray());
    double[] y = random.doubles(60, -1, 1).toArray();
    QuadraticSum sum = QuadraticSum.leastSquares(x, y, 1e-3);
    BatchLaw single = BatchLaw.of(sum, SamplingScheme.with(1));
    LinearRecursion iron = LinearRecursion.iron(new IronParameters(.1, .01, .01));
    double radius = MinibatchMoments.radius(single, iron);
    assertTrue(radius > 1.01, "radius " + radius);
    assertFalse(MinibatchMoments.of(single, iron).isPresent());
    TransientMoments state = TransientMoments.from(single, sum.minimizer());
    state.advance(iron, 600);
    double before = state.mse();
    state.advance(iron);
    assertEquals(radius, state.mse() / before, 1e-6);
    assertTrue(MinibatchMoments.radius(single, LinearRecursion.sppm(iron.lambda())) < 1);
    assertTrue(MinibatchMoments.radius(BatchLaw.of(sum, SamplingScheme.without(20)), iron) < 1);
    assertTrue(MinibatchMoments.radius(single, iron.step(10)) < 1);
  }

  /** Limits as the step grows; a batch with a flat direction has none. */
  @Test
  void limits() {
    SplittableRandom random = new SplittableRandom(SEED);
    QuadraticSum sum = Explicit.random(random, 3, 6, 1, .2);
    for (int b = 1; b <= 4; b++) {
      BatchLaw law = BatchLaw.of(sum, SamplingScheme.without(b));
      double limit = law.limit().orElseThrow();
      for (LinearRecursion r :
          List.of(
              LinearRecursion.iron(new IronParameters(1e9, .5, 1)), LinearRecursion.sppm(1e9))) {
        assertEquals(limit, MinibatchMoments.of(law, r).orElseThrow().mse(), 1e-7 * limit);
      }
    }
    QuadraticSum flat = Explicit.random(random, 3, 6, 1, 0);
    assertFalse(BatchLaw.of(flat, SamplingScheme.without(2)).limit().isPresent());
    assertTrue(BatchLaw.of(flat, SamplingScheme.without(3)).limit().isPresent());
    assertFalse(BatchLaw.of(flat, SamplingScheme.with(3)).limit().isPresent());
    assertFalse(
        MinibatchMoments.of(BatchLaw.of(sum, SamplingScheme.with(1)), LinearRecursion.sgd(.1))
            .orElseThrow()
            .limit()
            .isPresent());
  }

  /** A sample of batches stays within its standard errors of all of them. */
  @Test
  void samplesAgreeWithAllBatches() {
    SplittableRandom random = new SplittableRandom(SEED);
    QuadraticSum sum = Explicit.random(random, 3, 14, 1, .2);
    for (SamplingScheme sampling :
        List.of(SamplingScheme.with(3), SamplingScheme.without(3), SamplingScheme.without(5))) {
      assertTrue(sampling.enumerable(14));
      for (double alpha : new double[] {.3, 5, 200}) {
        LinearRecursion r = LinearRecursion.iron(new IronParameters(alpha, .5, .7));
        double all = MinibatchMoments.of(BatchLaw.of(sum, sampling), r).orElseThrow().mse();
        DenseMatrix none = DenseMatrix.zeros(3, 3);
        double total = 0;
        double squares = 0;
        for (int seed = 0; seed < 10; seed++) {
          List<int[]> drawn = sampling.sample(200, seed).drawn(14);
          StepLaw law = new StepLaw(new BatchLaw.BatchSet(sum, drawn, null), r, 1);
          double mse = new StationaryEquations(law).secondMoment(none).trace();
          total += mse / 10;
          squares += mse * mse / 10;
        }
        double error = Math.sqrt((squares - total * total) / 9);
        assertEquals(all, total, 4 * error + .01 * all, sampling + " alpha " + alpha);
        assertTrue(error < .03 * all, error + " of " + all);
      }
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    QuadraticSum sum = MinibatchOracleTest.SUM;
    assertMessage(
        "batch size is 5, expected at most 4, the number of terms",
        () -> BatchLaw.of(sum, SamplingScheme.without(5)));
    assertMessage(
        "the mean of the quadratics has no unique minimiser: add a ridge > 0",
        () -> QuadraticSum.leastSquares(DenseMatrix.of(1, 2, 1, 1), new double[] {1}, 0));
    assertMessage(
        "a term is not convex: it has the eigenvalue -1.0 (the largest is 2.0)",
        () -> QuadraticSum.of(List.of(DenseMatrix.diagonal(-1, 2)), new double[1][2]));
    assertMessage(
        "a table remembers each term once: draw batches without replacement",
        () ->
            CorrectedRate.table(
                BatchLaw.of(sum, SamplingScheme.with(2)), new IronParameters(1, 1, 1)));
  }

  private static void assertMessage(String message, Runnable bad) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, bad::run).getMessage());
  }

  /** A ridge that differs by coordinate, as shared rows and as part of every matrix. */
  @Test
  void ridgesThatDifferByCoordinate() {
    SplittableRandom random = new SplittableRandom(11);
    int n = 7;
    int d = 3;
    double[] ridge = {.3, 0, .1};
    DenseMatrix rows = DenseMatrix.zeros(n, d);
    double[][] b = new double[n][d];
    List<DenseMatrix> a = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      DenseMatrix term = DenseMatrix.diagonal(ridge);
      for (int j = 0; j < d; j++) {
        rows.set(i, j, random.nextGaussian());
        b[i][j] = random.nextGaussian();
      }
      for (int j = 0; j < d * d; j++) {
        term.data()[j] += rows.get(i, j / d) * rows.get(i, j % d);
      }
      a.add(term);
    }
    QuadraticSum whole = QuadraticSum.of(a, b);
    QuadraticSum shared =
        QuadraticSum.local(new double[d], rows, 1, DenseMatrix.of(b).times(-1), ridge);
    for (SamplingScheme sampling :
        List.of(SamplingScheme.without(1), SamplingScheme.without(3), SamplingScheme.with(2))) {
      for (double alpha : new double[] {.3, 5}) {
        LinearRecursion iron = LinearRecursion.iron(new IronParameters(alpha, .4, .7));
        MinibatchMoments one =
            MinibatchMoments.of(BatchLaw.of(whole, sampling), iron).orElseThrow();
        MinibatchMoments two =
            MinibatchMoments.of(BatchLaw.of(shared, sampling), iron).orElseThrow();
        assertEquals(one.mse(), two.mse(), 1e-10 * one.mse());
        assertEquals(one.radius(), two.radius(), 1e-10);
        assertArrayEquals(one.bias(), two.bias(), 1e-10);
      }
    }
  }
}
