package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.ironopt.Slow;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Stepper;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.testing.RidgeLogistic;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.TailIndex.Kind;
import org.junit.jupiter.api.Test;

/**
 * Theorem S10, THEORY (99)-(102): implicit minibatch steps stay in a ball, explicit ones have
 * Pareto tails. For more random runs: {@code -Diron.ball.count=2000}.
 */
class MinibatchBallTheoremS10Test {
  private static final int COUNT = Integer.getInteger("iron.ball.count", 200);

  /** Two terms on the line, a = .5 and 3.5, b = 1 and -1. */
  private static final QuadraticSum LINE =
      QuadraticSum.of(
          List.of(
              DenseMatrix.of(1, 1, new double[] {.5}), DenseMatrix.of(1, 1, new double[] {3.5})),
          new double[][] {{1}, {-1}});

  private static MinibatchBound.Ball ball(QuadraticSum sum, double alpha) {
    IronParameters p = new IronParameters(alpha, .5, .5);
    return MinibatchBound.ball(BatchLaw.of(sum, SamplingScheme.with(1)), p).orElseThrow();
  }

  @Test
  void oracles() {
    assertEquals(2.040816327, ball(LINE, 10).coarse(), 6e-10);
    assertEquals(2.000400080, ball(LINE, 100).coarse(), 6e-10);
    assertEquals(2, ball(LINE, 10).lower().orElseThrow(), 1e-15);
    QuadraticSum rows = MinibatchOracleTest.SUM;
    assertEquals(.842450702859, ball(rows, 10).lower().orElseThrow(), 6e-13);
    assertEquals(1.548710631717, rows.largestGradient() / rows.ridge(), 6e-13);
    assertEquals(.871815709369, ball(rows, 10).upper().orElseThrow(), 6e-13);
    assertEquals(.843796223463, ball(rows, 100).upper().orElseThrow(), 6e-13);
    TailIndex sgd =
        TailIndex.of(BatchLaw.of(LINE, SamplingScheme.with(1)), LinearRecursion.sgd(.7));
    assertEquals(Kind.PARETO, sgd.kind());
    assertEquals(.36930247305055, sgd.kappa().orElseThrow(), 6e-15);
    assertFalse(sgd.hasMean());
    assertTrue(sgd.sentence().contains("t^-0.3693: there is no mean"), sgd.sentence());
  }

  /** An adversary who repeats the farthest batch takes at least .9 of the radius. */
  @Test
  void theRadiusIsAttained() {
    for (double alpha : new double[] {10, 100}) {
      Iron iron = Iron.step(alpha).mu(.5).gamma(.5).frozen().batches(Batches.given(1, 0));
      // (r w - y)^2/2 + w^2/4 with r^2 = 1e-18 and r y = 1 is w^2/4 - w to rounding.
      DenseMatrix x = DenseMatrix.of(new double[][] {{1e-9}, {Math.sqrt(3)}});
      double[] y = {1e9, -1 / Math.sqrt(3)};
      LinearLeastSquares f = LinearLeastSquares.of(x, y, .5);
      double[] star = f.minimizer();
      Stepper s = iron.start(f, star, new RandomStreams(1));
      for (int k = 0; k < 60; k++) {
        s.advance();
      }
      double reached = Vectors.distance(s.x(), star);
      double radius = ball(LINE, alpha).coarse();
      assertEquals(2, reached, 1e-6);
      assertTrue(reached >= .9 * radius && reached <= radius, reached + " of " + radius);
    }
  }

  @Test
  void noViolationInAnyStep() {
    noViolation(COUNT);
  }

  @Test
  @Slow
  void noViolationInTwoThousandRuns() {
    noViolation(2000);
  }

  /** Any order of batches: epochs, subsets, with replacement, and the worst one over and over. */
  private static void noViolation(int count) {
    double closest = 0;
    double closestStep = 0;
    for (int trial = 0; trial < count; trial++) {
      SplittableRandom random = new SplittableRandom(1_000_003L * 11 + trial);
      int d = 1 + random.nextInt(3);
      int n = 3 + random.nextInt(5);
      double ridge = Explicit.spread(random, .05, 2);
      DenseMatrix x = DenseMatrix.of(n, d, random.doubles(n * d, -1.5, 1.5).toArray());
      double[] y = random.doubles(n, -1, 1).toArray();
      boolean logistic = trial % 2 == 1;
      double[][] rows = new double[n][];
      Arrays.setAll(rows, x::row);
      Arrays.setAll(y, i -> logistic ? Math.signum(y[i]) : y[i]);
      FiniteSum f =
          logistic ? new RidgeLogistic(rows, y, ridge) : LinearLeastSquares.of(x, y, ridge);
      double[] star = minimizer(f);
      int b = 1 + random.nextInt(n - 1);
      int worst = 0;
      double largest = 0;
      for (int i = 0; i < n; i++) {
        double[] g = new double[d];
        f.batch(new int[] {i}, 0, 1).gradient(star, g);
        worst = Vectors.norm(g) > largest ? i : worst;
        largest = Math.max(largest, Vectors.norm(g));
      }
      double gamma = Explicit.spread(random, .1, 5);
      double alpha = Math.sqrt(2 * gamma / ridge) * Explicit.spread(random, 1.02, 100);
      IronParameters p = new IronParameters(alpha, Explicit.spread(random, .05, 3), gamma);
      Batches batches =
          switch (trial / 2 % 4) {
            case 0 -> Batches.epochs(b);
            case 1 -> Batches.subsets(b);
            case 2 -> Batches.withReplacement(b);
            default -> Batches.given(1, worst);
          };
      Iron iron = Iron.step(alpha).mu(p.mu()).gamma(gamma).frozen().batches(batches);
      if (logistic) {
        iron = iron.inner(InnerMethod.NEWTON_CG.tolerance(InnerTolerance.absolute(1e-12)));
      }
      boolean far = trial % 3 == 0;
      double[] x0 = star.clone();
      double[] v0 = star.clone();
      Arrays.setAll(x0, i -> x0[i] + (far ? random.nextDouble(-9, 9) : 0));
      Arrays.setAll(v0, i -> v0[i] + (far ? random.nextDouble(-9, 9) : 0));
      Stepper s = iron.start(f, x0, v0, new RandomStreams(trial));
      MinibatchBound bound = new MinibatchBound(p, ridge);
      double radius = bound.ball(largest, 0).orElseThrow();
      double before = Vectors.distance(v0, star);
      double now = Vectors.distance(x0, star);
      for (int k = 0; k < 60; k++) {
        s.advance();
        double next = Vectors.distance(s.x(), star);
        double most = bound.nextDistance(Math.max(now, before), largest, 0);
        String where = "trial " + trial + ", step " + k + ": " + next;
        assertTrue(next <= most * (1 + 1e-9) + 1e-10, where + " above " + most);
        assertTrue(far || next <= radius * (1 + 1e-9) + 1e-10, where + " outside " + radius);
        closestStep = Math.max(closestStep, next / most);
        closest = far ? closest : Math.max(closest, next / radius);
        before = now;
        now = next;
      }
    }
    System.out.printf(
        "S10, %d runs, closest ratio: one step %.4f, the ball %.4f%n", count, closestStep, closest);
    assertTrue(closest > .9 && closestStep > .9, closest + ", " + closestStep);
  }

  private static double[] minimizer(FiniteSum f) {
    InnerMethod inner = InnerMethod.NEWTON_CG.tolerance(InnerTolerance.absolute(1e-12));
    Stepper s =
        Iron.step(1e6)
            .frozen()
            .inner(inner)
            .start(f, new double[f.dimension()], new RandomStreams(0));
    for (int k = 0; k < 12; k++) {
      s.advance();
    }
    return s.x().clone();
  }

  /** D and B of random sums against minimisers and resolvents of every batch, solved densely. */
  @Test
  void farthestBatchesAgainstDenseSolves() {
    SplittableRandom random = new SplittableRandom(6);
    for (int trial = 0; trial < 60; trial++) {
      QuadraticSum sum = Explicit.random(random, 2, 5, 1 + trial % 2, .3);
      IronParameters p = new IronParameters(Explicit.spread(random, 2, 50), .5, .4);
      BatchLaw law = BatchLaw.of(sum, SamplingScheme.without(1 + trial % 3));
      MinibatchBound.Ball ball = MinibatchBound.ball(law, p).orElseThrow();
      MinibatchBound bound = new MinibatchBound(p, .3);
      double d = 0;
      double b = 0;
      for (int[] batch : law.sampling().all(5)) {
        DenseMatrix a = Explicit.hessian(sum, batch);
        double[] g = sum.gradient(batch);
        double[] x = new double[2];
        Explicit.inverse(a).apply(g, x);
        d = Math.max(d, Vectors.norm(x));
        DenseMatrix shifted = a.times(p.lambda());
        shifted.addDiagonal(1);
        Explicit.inverse(shifted).apply(g, x);
        b = Math.max(b, p.lambda() * Vectors.norm(x));
      }
      assertEquals(d, ball.lower().orElseThrow(), 1e-12 * d);
      assertEquals(b / (1 - bound.q()), ball.upper().orElseThrow(), 1e-10 * b / (1 - bound.q()));
      assertTrue(d <= ball.upper().orElseThrow() && ball.upper().orElseThrow() <= ball.coarse());
    }
    QuadraticSum many = Explicit.random(random, 2, 60, 1, .3);
    BatchLaw law = BatchLaw.of(many, SamplingScheme.without(20));
    MinibatchBound.Ball ball =
        MinibatchBound.ball(law, new IronParameters(9, .5, .4)).orElseThrow();
    assertTrue(ball.lower().isEmpty() && ball.upper().isEmpty() && ball.coarse() > 0);
    IronParameters shorter = new IronParameters(.5, .5, .4);
    assertTrue(MinibatchBound.ball(law, shorter).isEmpty(), "q is above 1");
    assertTrue(new MinibatchBound(shorter, .3).ball(1, 0).isEmpty());
  }

  /** Bounded center noise, THEORY (101), against the recursion of one repeated batch. */
  @Test
  void centerNoiseThatIsBounded() {
    IronParameters p = new IronParameters(4, .5, .7);
    MinibatchBound bound = new MinibatchBound(p, .6);
    double radius = bound.ball(1, .3).orElseThrow();
    double expected = (p.lambda() + .3) / (p.lambda() * .6 - 2 * p.delta());
    assertEquals(expected, radius, 1e-13 * expected);
    assertEquals(1 / (.6 - 2 * .7 / 16), bound.ball(1, 0).orElseThrow(), 1e-13);
    SplittableRandom random = new SplittableRandom(4);
    double e = 0;
    double before = 0;
    double most = 0;
    for (int k = 0; k < 2000; k++) {
      double xi = k < 1000 ? .3 : random.nextDouble(-.3, .3);
      double g = k < 1000 ? -1 : random.nextDouble(-1, 1);
      double next = ((1 + p.delta()) * e - p.delta() * before + xi - p.lambda() * g) * bound.r();
      assertTrue(Math.abs(next) <= radius, "step " + k);
      most = Math.max(most, Math.abs(next));
      before = e;
      e = next;
    }
    assertTrue(most > .8 * radius, most + " of " + radius);
  }

  /** Where a term is only convex there is no ball: x and x^2/2 - x drift apart. */
  @Test
  void convexTermsDrift() {
    assertTrue(new MinibatchBound(new IronParameters(10, .5, .5), 0).ball(1, 0).isEmpty());
    IronParameters p = new IronParameters(10, .5, .5);
    double e = 0;
    double before = 0;
    for (int k = 0; k < 100; k++) {
      double next = (1 + p.delta()) * e - p.delta() * before - p.lambda();
      before = e;
      e = next;
    }
    assertTrue(e < -500, "repeating the linear term walks away");
  }

  /** The tail of a million steps falls with the predicted index, by counting. */
  @Test
  void tailsOfSimulatedRuns() {
    double[] factors = {.1, -2};
    double[] half = {.5, .5};
    TailIndex index = TailIndex.of(factors, half);
    double kappa = index.kappa().orElseThrow();
    assertEquals(1, (Math.pow(.1, kappa) + Math.pow(2, kappa)) / 2, 1e-14);
    SplittableRandom random = new SplittableRandom(8);
    int runs = 400_000;
    int near = 0;
    int far = 0;
    for (int run = 0; run < runs; run++) {
      double e = 0;
      for (int k = 0; k < 60; k++) {
        e = factors[random.nextInt(2)] * e + (random.nextBoolean() ? 1 : -1);
      }
      near += Math.abs(e) > 100 ? 1 : 0;
      far += Math.abs(e) > 1000 ? 1 : 0;
    }
    double slope = Math.log10((double) near / far);
    double error = Math.sqrt(1.0 / far - 1.0 / near) / Math.log(10);
    assertEquals(kappa, slope, 4 * error, "from " + near + " and " + far);
  }

  @Test
  void kindsOfTails() {
    double[] half = {.5, .5};
    assertEquals(Kind.LIGHT, TailIndex.of(new double[] {.5, -1}, half).kind());
    assertEquals(Kind.UNSTABLE, TailIndex.of(new double[] {.5, 2}, half).kind());
    double third = Math.nextDown(1 / 3.0);
    assertEquals(Kind.UNSTABLE, TailIndex.of(new double[] {3, third}, half).kind());
    TailIndex lattice = TailIndex.of(new double[] {.25, -2}, half);
    assertEquals(Kind.LATTICE, lattice.kind());
    // 4^-k + 2^k = 2 with z = 2^k: z^3 - 2 z^2 + 1 = 0, z = (1 + sqrt 5)/2.
    double golden = Math.log((1 + Math.sqrt(5)) / 2) / Math.log(2);
    assertEquals(golden, lattice.kappa().orElseThrow(), 1e-14);
    assertTrue(TailIndex.of(new double[] {0, 1.5}, half).kappa().orElseThrow() > 1);
    // Rows along the axes: a common eigenbasis, the heavier direction counts.
    QuadraticSum axes =
        QuadraticSum.of(
            List.of(
                DenseMatrix.of(new double[][] {{.5, 0}, {0, 1}}),
                DenseMatrix.of(new double[][] {{3.5, 0}, {0, 1.2}})),
            new double[][] {{1, .3}, {-1, -.4}});
    LinearRecursion sgd = LinearRecursion.sgd(.7);
    TailIndex two = TailIndex.of(BatchLaw.of(axes, SamplingScheme.with(1)), sgd);
    assertEquals(.36930247305055, two.kappa().orElseThrow(), 1e-13);
    // Batches of both terms are f itself.
    BatchLaw whole = BatchLaw.of(axes, SamplingScheme.without(2));
    assertEquals(Kind.POINT, TailIndex.of(whole, sgd).kind());
    assertEquals(Kind.UNSTABLE, TailIndex.of(whole, LinearRecursion.sgd(2)).kind());
    // Rotated rows have no common basis; implicit steps are in a ball; momentum is unknown.
    BatchLaw rows = BatchLaw.of(MinibatchOracleTest.SUM, SamplingScheme.with(1));
    IronParameters p = new IronParameters(10, .5, .5);
    assertEquals(Kind.UNKNOWN, TailIndex.of(rows, sgd).kind());
    assertEquals(Kind.UNKNOWN, TailIndex.of(rows, LinearRecursion.nagGs(p)).kind());
    assertEquals(Kind.LIGHT, TailIndex.of(rows, LinearRecursion.iron(p)).kind());
    assertEquals(Kind.UNKNOWN, TailIndex.of(rows, LinearRecursion.iron(p.step(1))).kind());
    assertEquals(Kind.LIGHT, TailIndex.of(rows, LinearRecursion.sppm(3)).kind());
    for (Kind kind : Kind.values()) {
      boolean heavy = kind == Kind.PARETO || kind == Kind.LATTICE;
      var index = heavy ? OptionalDouble.of(1.5) : OptionalDouble.empty();
      assertFalse(new TailIndex(kind, index).sentence().isEmpty());
    }
  }
}
