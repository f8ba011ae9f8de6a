package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Random;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.DiscreteLyapunov;
import org.ironopt.method.Flow;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.method.NoiseSampler;
import org.ironopt.method.RandomQuadratics;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.NagGs;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

/** Theorem S8, THEORY (89)-(93): averaging removes the difference between discretizations. */
class AverageTheoremS8Test {
  private static final IronParameters TEN = new IronParameters(10, 1, 1);

  private static List<AverageLaw> laws(double theta, IronParameters p) {
    return List.of(
        AverageLaw.of(Scheme.IRON, p),
        AverageLaw.of(Scheme.NAG_GS, p),
        AverageLaw.of(Scheme.EXPLICIT_EULER, p),
        AverageLaw.of(new RelaxedLaw(theta, p)));
  }

  private static LinearStep step(AverageLaw law, double a) {
    return law.scheme() == Scheme.IRON
        ? LinearStep.relaxed(law.theta(), law.p(), a)
        : LinearStep.of(law.scheme(), law.p(), a);
  }

  private static double[] matrix(LinearStep step) {
    double[] n = step.step().less();
    return new double[] {1 + n[0], n[1], n[2], 1 + n[3]};
  }

  @Test
  void oracles() {
    AverageLaw law = AverageLaw.of(Scheme.IRON, TEN);
    Close.to(.001097247792850986, law.variance(3, 1, 10).orElseThrow(), 1e-13);
    Close.to(1.1097247792850989e-4, law.variance(3, 1, 100).orElseThrow(), 1e-13);
    Close.to(1.0 / 90, law.limit(3, 1).orElseThrow(), 1e-15);
    double[] alphas = {.1, 1, 10, 200};
    double[] times = {15.230194319880, 2.619047619048, 1.139544513458, 1.006683277686};
    for (int i = 0; i < 4; i++) {
      AverageLaw at = AverageLaw.of(Scheme.IRON, TEN.step(alphas[i]));
      assertEquals(times[i], at.autocorrelationTime(3).orElseThrow(), 6e-13);
      Close.to(700 / times[i], at.effectiveSize(3, 700).orElseThrow(), 1e-12);
    }
    AverageLaw relaxed = AverageLaw.of(new RelaxedLaw(.75, TEN));
    assertEquals(.644827586207, relaxed.autocorrelationTime(3).orElseThrow(), 6e-13);
    AverageLaw half = AverageLaw.of(new RelaxedLaw(.5, TEN));
    Close.to(2 * 2 / (3 * 10.0), half.autocorrelationTime(3).orElseThrow(), 1e-14);
  }

  /** (91) term by term from a dense Lyapunov solution, and (92) from d, t, c. */
  @Test
  void finiteAveragesAgainstDenseLyapunov() {
    Random random = new Random(2);
    int stable = 0;
    for (int trial = 0; trial < 200; trial++) {
      double a = .1 + 3 * random.nextDouble();
      double alpha = RandomQuadratics.steps(random, 1, .05, 50)[0];
      IronParameters p =
          new IronParameters(alpha, random.nextDouble(), .1 + random.nextDouble() * 2);
      for (AverageLaw law : laws(.5 + random.nextDouble() / 2, p)) {
        LinearStep step = step(law, a);
        DenseMatrix m = square(matrix(step));
        double[] g = step.g();
        DenseMatrix q = square(new double[] {g[0] * g[0], g[0] * g[1], g[1] * g[0], g[1] * g[1]});
        var dense = DiscreteLyapunov.solve(m, q);
        int steps = 1 + random.nextInt(40);
        var variance = law.variance(a, 2.5, steps);
        if (variance.isEmpty()) {
          assertTrue(dense.isEmpty(), law.toString());
          continue;
        }
        stable++;
        DenseMatrix power = dense.orElseThrow();
        double p11 = power.get(0, 0);
        double sum = steps * p11;
        double size = sum;
        for (int j = 1; j < steps; j++) {
          power = m.multiply(power);
          sum += 2 * (steps - j) * power.get(0, 0);
          size += 2 * (steps - j) * Math.abs(power.get(0, 0));
        }
        double scale = 2.5 / steps / steps;
        assertEquals(scale * sum, variance.getAsDouble(), 1e-12 * scale * size, law.toString());
        if (law.theta() == 1) {
          TransitionMatrix t = new TransitionMatrix(law.scheme(), p, a);
          double both = t.d() + t.c();
          double time = (t.d() - t.c()) * (both + t.t()) / (both * alpha * alpha * a);
          assertEquals(time, law.autocorrelationTime(a).getAsDouble(), 1e-9 * (1 + time));
        } else {
          double e = 2 * law.theta() - 1;
          AverageLaw plain = AverageLaw.of(Scheme.IRON, p.step(e * alpha));
          double time = e * plain.autocorrelationTime(a).orElseThrow();
          Close.to(time, law.autocorrelationTime(a).orElseThrow(), 1e-12);
        }
      }
    }
    assertTrue(stable > 400, "stable: " + stable);
  }

  private static DenseMatrix square(double[] m) {
    return DenseMatrix.of(2, 2, m.clone());
  }

  /** The formula (91) with N and powers, where it does not cancel, for x and for v. */
  @Test
  void closedFormForPositionAndVelocity() {
    for (AverageLaw law : laws(.6, new IronParameters(.7, .4, .9))) {
      double a = .8;
      LinearStep step = step(law, a);
      DenseMatrix m = square(matrix(step));
      double[] g = step.g();
      DenseMatrix p =
          DiscreteLyapunov.solve(
                  m, square(new double[] {g[0] * g[0], g[0] * g[1], g[1] * g[0], g[1] * g[1]}))
              .orElseThrow();
      double[] k = step.step().less();
      double det = k[0] * k[3] - k[1] * k[2];
      DenseMatrix n = square(new double[] {-k[3] / det, k[1] / det, k[2] / det, -k[0] / det});
      int steps = 64;
      DenseMatrix power = m;
      for (int i = 0; i < 6; i++) {
        power = power.multiply(power);
      }
      DenseMatrix rest = n.multiply(n).multiply(m);
      DenseMatrix all = n.times(steps).plus(-1, rest).plus(1, rest.multiply(power));
      DenseMatrix sum = all.multiply(p);
      double x = (2 * sum.get(0, 0) - steps * p.get(0, 0)) / steps / steps;
      Close.to(x, law.variance(a, 1, steps).orElseThrow(), 1e-11, law.toString());
      double limit = law.limit(a, 1).orElseThrow();
      Close.to(limit, law.variance(a, 1, 1L << 40).orElseThrow() * (1L << 40), 1e-9);
      DenseMatrix far = n.multiply(p);
      Close.to(limit, 2 * far.get(0, 0) - p.get(0, 0), 1e-11);
      // v is x + u.
      Close.to(limit, 2 * Vectors.sum(far.data()) - Vectors.sum(p.data()), 1e-11);
    }
  }

  /** One step and very many, very short steps and very long ones. */
  @Test
  void nothingCancels() {
    for (double alpha : new double[] {1e-7, 1e-3, 1e3, 1e7}) {
      AverageLaw law = AverageLaw.of(new RelaxedLaw(.5, TEN.step(alpha)));
      double p11 = new RelaxedLaw(.5, TEN.step(alpha)).covariance(3, 1).p11();
      Close.to(p11, law.variance(3, 1, 1).orElseThrow(), 1e-13);
      long many = 1L << 50;
      Close.to(law.limit(3, 1).orElseThrow(), many * law.variance(3, 1, many).orElseThrow(), 1e-6);
    }
    // Two steps of a short one: p11 (1 + r)/2 with r close to 1.
    RelaxedLaw shorter = new RelaxedLaw(1, TEN.step(1e-9));
    double two = (shorter.lagCovariance(3, 1, 0) + shorter.lagCovariance(3, 1, 1)) / 2;
    Close.to(two, AverageLaw.of(shorter).variance(3, 1, 2).orElseThrow(), 1e-14);
  }

  /**
   * A million steps at the edges, long and short steps, theta near 1/2, gamma far above mu and a:
   * (91) in 100 digits. Real rates only: the phase of complex ones has the digits of the inputs.
   */
  @Test
  void digitsOfLongChains() {
    Random random = new Random(21);
    int steps = 1_000_000;
    for (int trial = 0; trial < 60; trial++) {
      double[] sizes = RandomQuadratics.steps(random, 4, 1e-4, 1e4);
      double alpha = trial % 3 == 0 ? 1e8 : trial % 3 == 1 ? sizes[0] : 1e-6;
      IronParameters p = new IronParameters(alpha, sizes[1], sizes[2]);
      double m = p.gamma() + p.mu();
      double a = random.nextDouble() * m * m / (4 * p.gamma());
      double[] thetas = {.5, .5 + 1e-12, .500001, .75, 1};
      RelaxedLaw law = new RelaxedLaw(thetas[trial % 5], p);
      double expected = preciseVariance(law, a, steps);
      double found = AverageLaw.of(law).variance(a, 1, steps).orElseThrow();
      Close.to(expected, found, 1e-12, "trial " + trial + ", " + law + ", a " + a);
    }
  }

  /** (91) from the step as it is defined, (71). */
  private static double preciseVariance(RelaxedLaw law, double a, int steps) {
    MathContext digits = new MathContext(100);
    BigDecimal one = BigDecimal.ONE;
    BigDecimal theta = new BigDecimal(law.theta());
    BigDecimal alpha = new BigDecimal(law.p().alpha());
    BigDecimal gamma = new BigDecimal(law.p().gamma());
    BigDecimal mu = new BigDecimal(law.p().mu());
    BigDecimal beta = theta.multiply(alpha);
    BigDecimal inverse = one.divide(beta, digits);
    BigDecimal tau = inverse.add(mu.divide(gamma, digits));
    BigDecimal s = one.add(tau);
    BigDecimal lambda = beta.divide(gamma.multiply(s), digits);
    BigDecimal r = one.divide(s.multiply(one.add(lambda.multiply(new BigDecimal(a)))), digits);
    BigDecimal lift = one.add(inverse);
    BigDecimal share = one.divide(theta, digits);
    BigDecimal rest = one.subtract(share);
    BigDecimal[] y = {
      tau.multiply(r), r, lift.multiply(tau).multiply(r).subtract(inverse), lift.multiply(r)
    };
    PreciseMatrix step = new PreciseMatrix(y).times(share).plus(PreciseMatrix.identity(rest));
    BigDecimal noise = alpha.multiply(r).multiply(r);
    BigDecimal cross = noise.multiply(lift);
    PreciseMatrix q = new PreciseMatrix(noise, cross, cross, cross.multiply(lift));
    return PreciseMatrix.average(step, q, steps).doubleValue();
  }

  /** Bias and variance after K steps against the recursion itself, unstable steps too. */
  @Test
  void fromAStart() {
    Random random = new Random(4);
    for (int trial = 0; trial < 100; trial++) {
      double a = .1 + 3 * random.nextDouble();
      double alpha = RandomQuadratics.steps(random, 1, .05, 20)[0];
      IronParameters p = new IronParameters(alpha, random.nextDouble(), .2 + random.nextDouble());
      for (AverageLaw law : laws(.5 + random.nextDouble() / 2, p)) {
        LinearStep step = step(law, a);
        double[] z = {random.nextGaussian(), random.nextGaussian()};
        int steps = 1 + random.nextInt(12);
        AverageLaw.Errors errors = law.from(z[0], z[0] + z[1], a, 1.7, steps).orElseThrow();
        double sum = 0;
        double variance = 0;
        double lastVariance = 0;
        double[] weight = {0, 0};
        double[] unit = step.g().clone();
        for (int k = 1; k <= steps; k++) {
          z = step.apply(z);
          sum += z[0];
          // What the noise of step K - k + 1 has put into the sum and into the last iterate.
          weight[0] += unit[0];
          variance += 1.7 * weight[0] * weight[0];
          lastVariance += 1.7 * unit[0] * unit[0];
          unit = step.apply(unit);
        }
        double size = Math.abs(sum) + Math.abs(z[0]) + 1e-3;
        assertEquals(z[0], errors.last().bias(), 1e-12 * size);
        assertEquals(sum / steps, errors.average().bias(), 1e-12 * size);
        Close.to(lastVariance, errors.last().variance(), 1e-11);
        Close.to(variance / steps / steps, errors.average().variance(), 1e-11);
      }
    }
  }

  @Test
  void autocorrelationTimesOfCoordinates() {
    DenseMatrix a = DenseMatrix.of(new double[][] {{2, .5}, {.5, 1}});
    DenseMatrix sigma = DenseMatrix.of(new double[][] {{1, .3}, {.3, .5}});
    IronParameters p = new IronParameters(.3, .3, .8);
    for (AverageLaw law : laws(.7, p)) {
      DenseMatrix position =
          law.scheme() == Scheme.IRON
              ? new RelaxedLaw(law.theta(), p).covariance(a, sigma).position()
              : GeneralCovariance.of(law.scheme(), p, a, sigma).orElseThrow().position();
      double[] times = law.autocorrelationTimes(a, sigma).orElseThrow();
      DenseMatrix inverse = DenseMatrix.of(new double[][] {{1, -.5}, {-.5, 2}}).times(1 / 1.75);
      DenseMatrix limit = inverse.multiply(sigma).multiply(inverse).times(.64 / .3);
      for (int i = 0; i < 2; i++) {
        Close.to(limit.get(i, i) / position.get(i, i), times[i], 1e-12);
      }
    }
    DenseMatrix diagonal = DenseMatrix.of(new double[][] {{2, 0}, {0, 1}});
    AverageLaw iron = AverageLaw.of(Scheme.IRON, p);
    double[] times = iron.autocorrelationTimes(diagonal, DenseMatrix.identity(2)).orElseThrow();
    Close.to(iron.autocorrelationTime(2).orElseThrow(), times[0], 1e-12);
  }

  private static Flow flow(AverageLaw law, NoiseModel noise) {
    IronParameters p = law.p();
    return switch (law.scheme()) {
      case IRON ->
          Iron.step(p.alpha()).mu(p.mu()).gamma(p.gamma()).frozen().theta(law.theta()).noise(noise);
      case NAG_GS -> NagGs.step(p.alpha()).mu(p.mu()).gamma(p.gamma()).frozen().noise(noise);
      case EXPLICIT_EULER ->
          ExplicitEuler.step(p.alpha()).mu(p.mu()).gamma(p.gamma()).frozen().noise(noise);
    };
  }

  /** (89) on logistic regression: the mean gradient is the mean noise less the end terms. */
  @Test
  void exactIdentityOnNonlinearObjectives() {
    Objective f = Fixtures.tp4();
    IronParameters p = new IronParameters(.8, .3, .6);
    CenterNoise noise = new CenterNoise(new Noise.Isotropic(.7));
    int steps = 40;
    for (AverageLaw law : laws(.7, p)) {
      double[] v0 = {.4, -1};
      double[] x0 = Fixtures.regressionStart();
      FlowStepper s = flow(law, noise).start(f, x0, v0, new RandomStreams(9));
      NoiseSampler draws = NoiseSampler.of(f, noise, new RandomStreams(9));
      double[] gradients = new double[2];
      double[] eta = new double[2];
      double[] g = new double[2];
      for (int k = 0; k < steps; k++) {
        double[] at = s.x().clone();
        s.advance();
        draws.add(k, 1, eta);
        // y = theta z+ + (1 - theta) z; explicit Euler looks at the old point.
        double share = law.scheme() == Scheme.EXPLICIT_EULER ? 0 : law.theta();
        Vectors.scale(1 - share, at);
        Vectors.axpy(share, s.x(), at);
        f.gradient(at, g);
        Vectors.axpy(1, g, gradients);
      }
      double mass = law.scheme() == Scheme.NAG_GS ? p.gamma() + p.alpha() * p.mu() : p.gamma();
      for (int i = 0; i < 2; i++) {
        double t = mass * (s.v()[i] - v0[i]) + p.mu() * (s.x()[i] - x0[i]);
        double expected =
            p.gamma() / Math.sqrt(p.alpha()) * eta[i] / steps - t / (p.alpha() * steps);
        assertEquals(expected, gradients[i] / steps, 1e-9, law.toString());
      }
    }
  }

  /** Library runs of all schemes under both noises, from a start, within 4 standard errors. */
  @Test
  void libraryRunsMatchTheLaw() {
    Quadratic f = Quadratic.diagonal(new double[] {.7, 2}, new double[2]);
    int members = 20_000;
    Ensemble all = Ensemble.of(f, members);
    IronParameters p = new IronParameters(.4, .8, .9);
    int steps = 12;
    double[] start = {1.5, -1};
    for (AverageLaw law : laws(.65, p)) {
      for (NoiseSource source : NoiseSource.values()) {
        Noise unit = new Noise.Isotropic(1);
        NoiseModel noise =
            source == NoiseSource.CENTER ? new CenterNoise(unit) : new GradientNoise(unit);
        double[] x0 = all.replicate(start);
        FlowStepper s = flow(law, noise).start(all, x0, x0, new RandomStreams(17));
        double[] sum = new double[2 * members];
        for (int k = 0; k < steps; k++) {
          s.advance();
          Vectors.axpy(1.0 / steps, s.x(), sum);
        }
        for (int i = 0; i < 2; i++) {
          double a = f.eigenvalues()[i];
          double rho2 = source.diffusion(p, 1);
          AverageLaw.Error e = law.from(start[i], start[i], a, rho2, steps).orElseThrow().average();
          double mean = 0;
          double square = 0;
          for (int k = 0; k < members; k++) {
            double x = sum[i * members + k];
            mean += x / members;
            square += (x - e.bias()) * (x - e.bias()) / members;
          }
          String where = law + ", " + source + ", " + i;
          assertEquals(e.bias(), mean, 4 * Math.sqrt(e.variance() / members), where);
          double error = e.variance() * Math.sqrt(2.0 / members);
          assertEquals(e.variance(), square, 4 * error, where);
        }
      }
    }
  }

  @Test
  void refusals() {
    assertThrows(IllegalArgumentException.class, () -> new AverageLaw(Scheme.NAG_GS, .7, TEN));
    assertThrows(IllegalArgumentException.class, () -> new AverageLaw(Scheme.IRON, .4, TEN));
    AverageLaw euler = AverageLaw.of(Scheme.EXPLICIT_EULER, TEN);
    assertTrue(euler.variance(3, 1, 5).isEmpty());
    assertTrue(euler.autocorrelationTime(3).isEmpty());
    assertTrue(euler.limit(3, 1).isEmpty());
    assertTrue(euler.mse(new double[] {.1, 3}, 1, 5).isEmpty());
    assertTrue(euler.from(1, 1, 3, 1, 5).isPresent(), "unstable, but five steps have a law");
    assertTrue(euler.from(1, 1, 3, 1, 5_000_000).isEmpty());
    assertThrows(IllegalArgumentException.class, () -> euler.from(1, 1, 3, 1, 0));
  }
}
