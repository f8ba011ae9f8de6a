package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.ironopt.Slow;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.method.RandomQuadratics;
import org.ironopt.method.Schedule;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

/**
 * Theorem S9, THEORY (95)-(98), with runs of the library on convex functions, smooth and not. For
 * more of them: {@code -Diron.convex.count=2000}.
 */
class ConvexTheoremS9Test {
  private static final int COUNT = Integer.getInteger("iron.convex.count", 200);
  private static final long SEED = 20;

  /** What the members of an ensemble give: the mean of f over the steps, and f at the end. */
  private record Means(double mean, double error, double last, double lastError) {}

  private static Means simulate(
      Iron iron, Objective f, double[] x0, double[] v0, double[] alphas, int members, long seed) {
    Ensemble all = Ensemble.of(f, members);
    FlowStepper s = iron.start(all, all.replicate(x0), all.replicate(v0), new RandomStreams(seed));
    double length = Arrays.stream(alphas).sum();
    double[] weighted = new double[members];
    double[] last = new double[members];
    double[] x = new double[x0.length];
    for (double alpha : alphas) {
      s.advance();
      for (int j = 0; j < members; j++) {
        all.gather(s.x(), j, x);
        last[j] = f.value(x);
        weighted[j] += alpha / length * last[j];
      }
    }
    return new Means(mean(weighted), error(weighted), mean(last), error(last));
  }

  private static double mean(double[] x) {
    return Vectors.sum(x) / x.length;
  }

  private static double error(double[] x) {
    double mean = mean(x);
    return Math.sqrt(
        Arrays.stream(x).map(y -> (y - mean) * (y - mean)).sum() / x.length / (x.length - 1));
  }

  private static double[] same(int count, double value) {
    double[] all = new double[count];
    Arrays.fill(all, value);
    return all;
  }

  private static CenterNoise noise(double rho) {
    return new CenterNoise(new Noise.Isotropic(rho));
  }

  /**
   * sqrt(1 + x^2) - 1 from x = v = 5: three rules of gamma, the bound exactly, the mean by runs.
   */
  @Test
  void oracles() {
    ConvexFunction f = ConvexFunction.hyperbola();
    double[] start = {5};
    double[] alphas = same(200, 10);
    double energy = f.value(start) + 12.5;
    double[] exponents = {0, .5, 1};
    double[][] expected = {{.0516, .5083}, {.00262, .0755}, {.00159, .0230}};
    double[] unit = {5e-5, 5e-6, 5e-6};
    for (int i = 0; i < 3; i++) {
      Schedule gamma = Schedule.power(1, exponents[i]);
      double[] gammas = new double[200];
      Arrays.setAll(gammas, k -> gamma.checked(k));
      double bound = EnergyBound.convexMean(energy, 1, alphas, gammas).orElseThrow();
      assertEquals(expected[i][1], bound, 5.3e-5);
      Iron iron = Iron.step(10).mu(0).gammas(gamma).noise(noise(1));
      Means runs = simulate(iron, f, start, start, alphas, 200, 3);
      assertEquals(expected[i][0], runs.mean(), 4 * runs.error() + unit[i], "rule " + i);
    }
    double[] ones = same(200, 1);
    double frozen =
        EnergyBound.convexMean(new IronParameters(10, 0, 1), f.value(start), 25, 1, 200);
    Close.to(frozen, EnergyBound.convexMean(energy, 1, alphas, ones).orElseThrow(), 1e-14);
  }

  /** The bound for mu = 0 is false for mu = 3, the corrected one holds. */
  @Test
  void falseBoundAndItsCorrection() {
    ConvexFunction f = ConvexFunction.hyperbola();
    double[] start = {5};
    double[] alphas = same(300, .1);
    double wrong =
        EnergyBound.convexMean(f.value(start) + 12.5, 1, alphas, same(300, 1)).orElseThrow();
    IronParameters p = new IronParameters(.1, 3, 1);
    double right = EnergyBound.convexMean(p, f.value(start), 16 * 25, 1, 300);
    assertEquals(1.0533, wrong, 5e-5);
    assertEquals(1.8258, right, 5e-5);
    Iron iron = Iron.step(.1).mu(3).gamma(1).frozen().noise(noise(1));
    Means runs = simulate(iron, f, start, start, alphas, 1000, 4);
    assertEquals(1.3817, runs.mean(), 4 * runs.error() + 5e-5);
    assertTrue(runs.mean() - 4 * runs.error() > wrong, runs + " above " + wrong);
    assertTrue(runs.mean() + 4 * runs.error() < right, runs + " below " + right);
  }

  @Test
  void noViolation() {
    noViolation(COUNT);
  }

  @Test
  @Slow
  void noViolationInTwoThousandInstances() {
    noViolation(2000);
  }

  /** Random functions, starts, steps and gammas; frozen, falling, updated, and with mu. */
  private static void noViolation(int count) {
    double[] closest = new double[3];
    for (int trial = 0; trial < count; trial++) {
      Random random = new Random(SEED * 1_000_003 + trial);
      int n = 1 + random.nextInt(3);
      // |x| at short steps meets the floor; a short run from v = x* meets the last iterate's bound.
      boolean near = trial % 7 == 0;
      ConvexFunction f = near ? ConvexFunction.absolute() : ConvexFunction.random(random, n);
      n = f.dimension();
      double[] x0 = RandomQuadratics.point(random, n);
      double[] v0 = RandomQuadratics.point(random, n);
      Vectors.scale(RandomQuadratics.steps(random, 1, .01, 3)[0], x0);
      Vectors.scale(RandomQuadratics.steps(random, 1, .01, 3)[0], v0);
      Vectors.scale(near ? 0 : 1, v0);
      double rho = trial % 5 == 0 ? 0 : RandomQuadratics.steps(random, 1, .01, 3)[0];
      double sigma2 = n * rho * rho;
      double gamma = RandomQuadratics.steps(random, 1, .05, 20)[0];
      int kind = trial % 3;
      int steps = 1 + random.nextInt(30);
      double[] alphas = RandomQuadratics.steps(random, steps, .02, 30);
      if (near) {
        steps = kind == 1 ? 1 : 300;
        alphas = same(steps, .05 / gamma + .02);
      }
      double energy = f.value(x0) + gamma / 2 * Vectors.dot(v0, v0);
      Iron iron = Iron.steps(Schedule.list(alphas)).noise(noise(rho));
      double bound;
      if (kind == 0) {
        double[] gammas = new double[steps];
        double fall = random.nextInt(3) * random.nextDouble();
        Arrays.setAll(gammas, k -> gamma * Math.pow(k + 1, -fall));
        iron = iron.mu(0).gammas(Schedule.list(gammas));
        bound = EnergyBound.convexMean(energy, sigma2, alphas, gammas).orElseThrow();
      } else if (kind == 1) {
        iron = iron.mu(0).gamma(gamma);
        bound = EnergyBound.convexLast(energy, gamma, sigma2, alphas);
      } else {
        Arrays.fill(alphas, alphas[0]);
        IronParameters p =
            new IronParameters(alphas[0], RandomQuadratics.steps(random, 1, .05, 20)[0], gamma);
        iron = Iron.step(alphas[0]).mu(p.mu()).gamma(gamma).frozen().noise(noise(rho));
        double[] mixed = v0.clone();
        Vectors.scale(gamma, mixed);
        Vectors.axpy(p.mu(), x0, mixed);
        bound = EnergyBound.convexMean(p, f.value(x0), Vectors.dot(mixed, mixed), sigma2, steps);
      }
      Means runs = simulate(iron, f, x0, v0, alphas, rho == 0 ? 2 : 64, trial);
      double mean = kind == 1 ? runs.last() : runs.mean();
      double error = kind == 1 ? runs.lastError() : runs.error();
      String where = "trial " + trial + ", kind " + kind + ": " + mean + " above " + bound;
      assertTrue(mean - 4 * error <= bound * (1 + 1e-12), where);
      closest[kind] = Math.max(closest[kind], (mean - 4 * error) / bound);
    }
    System.out.printf(
        "S9, %d instances, closest ratio: mean %.4f, updated %.4f, with mu %.4f%n",
        count, closest[0], closest[1], closest[2]);
    assertTrue(Arrays.stream(closest).min().orElseThrow() > .5, Arrays.toString(closest));
  }

  /** (98): the same iterates from a flow with mu and one without, on a nonlinear f with noise. */
  @Test
  void theFlowWithMuIsOneWithout() {
    Objective f = Fixtures.tp4();
    IronParameters p = new IronParameters(.7, 1.3, .4);
    IronParameters q = p.withoutMu();
    Close.to(p.lambda(), q.lambda(), 1e-15);
    double m = p.mu() + p.gamma();
    double shrink = Math.pow(p.gamma() / m, 1.5);
    Iron one = Iron.step(p.alpha()).mu(p.mu()).gamma(p.gamma()).frozen().noise(noise(1));
    Iron other = Iron.step(q.alpha()).mu(0).gamma(q.gamma()).frozen().noise(noise(shrink));
    double[] x0 = Fixtures.regressionStart();
    double[] v0 = {2, -1};
    double[] mixed = v0.clone();
    Vectors.scale(p.gamma() / m, mixed);
    Vectors.axpy(p.mu() / m, x0, mixed);
    FlowStepper a = one.start(f, x0, v0, new RandomStreams(2));
    FlowStepper b = other.start(f, x0, mixed, new RandomStreams(2));
    for (int k = 0; k < 30; k++) {
      a.advance();
      b.advance();
      assertTrue(Vectors.distance(a.x(), b.x()) < 1e-9 * (1 + Vectors.norm(a.x())), "step " + k);
    }
    // The stationary law: the same spread, to rounding.
    double rho2 = shrink * shrink;
    double spread = StationaryCovariance.variance(Scheme.IRON, p, 2, 1).orElseThrow();
    Close.to(spread, StationaryCovariance.variance(Scheme.IRON, q, 2, rho2).orElseThrow(), 1e-14);
  }

  @Test
  void rangeOfValidity() {
    double[] alphas = {1, 2};
    assertTrue(EnergyBound.convexMean(1, 1, alphas, new double[] {1, 2}).isEmpty(), "gamma grows");
    double gap = EnergyBound.convexLast(1, 1, 1, alphas);
    Close.to((1 + .5 * 3) / 6, gap, 1e-15);
  }
}
