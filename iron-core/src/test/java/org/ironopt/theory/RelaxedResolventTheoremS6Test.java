package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.DiscreteLyapunov;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.method.RandomQuadratics;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.RelaxedLaw.EqualSpread;
import org.junit.jupiter.api.Test;

/** Theorem S6, THEORY (71)-(83): the spread of a relaxed resolvent is that of its dissipation. */
class RelaxedResolventTheoremS6Test {
  private static final double[] PAPER = {1, 1, 3};

  private static RelaxedLaw law(double theta, double alpha) {
    return new RelaxedLaw(theta, new IronParameters(alpha, 1, 1));
  }

  @Test
  void oracleOfThePaperQuadratic() {
    double[] alphas = {1, 10, 200, 500};
    double[][] mse = {
      {.583333333, .583333333, .583333333, .583333333},
      {.468910053, .232974575, .020323564, .008315852},
      {.412794613, .150954188, .010355313, .004189853}
    };
    double[] thetas = {.5, .75, 1};
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 4; j++) {
        assertEquals(mse[i][j], law(thetas[i], alphas[j]).mse(PAPER, 1), 6e-10);
      }
    }
  }

  /** z+ = M z + g eta built from the definition, solved as one dense Lyapunov equation. */
  @Test
  void covarianceAgainstDenseLyapunov() {
    Random random = new Random(11);
    for (int trial = 0; trial < 60; trial++) {
      int n = 1 + random.nextInt(3);
      double theta = trial % 5 == 0 ? .5 : .5 + random.nextDouble() / 2;
      IronParameters p =
          new IronParameters(
              RandomQuadratics.steps(random, 1, .05, 200)[0],
              random.nextDouble() * 2,
              .1 + random.nextDouble() * 2);
      DenseMatrix a = hessian(RandomQuadratics.of(random, n, .2, 4));
      DenseMatrix s = DenseMatrix.zeros(n, n);
      random.doubles(n * n, -1, 1).forEach(x -> s.data()[random.nextInt(n * n)] += x);
      DenseMatrix sigma = s.multiply(s.transpose());
      sigma.symmetrize();
      GeneralCovariance law = new RelaxedLaw(theta, p).covariance(a, sigma);
      DenseMatrix[] step = definition(theta, p, a);
      DenseMatrix q = step[1].multiply(sigma).multiply(step[1].transpose());
      q.symmetrize();
      DenseMatrix dense = DiscreteLyapunov.solve(step[0], q).orElseThrow();
      DenseMatrix lag = step[0].multiply(dense);
      double size = dense.norm();
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          String where = "trial " + trial + ", " + p + ", theta " + theta;
          assertEquals(dense.get(i, j), law.position().get(i, j), 1e-12 * size, where);
          assertEquals(dense.get(i, n + j), law.cross().get(i, j), 1e-12 * size, where);
          assertEquals(dense.get(n + i, n + j), law.auxiliary().get(i, j), 1e-12 * size, where);
          assertEquals(lag.get(i, j), law.lagOne().get(i, j), 1e-12 * size, where);
        }
      }
    }
  }

  /** Neither end of the range of steps, dampings and curvatures costs digits. */
  @Test
  void digitsAtTheEdges() {
    Random random = new Random(14);
    DenseMatrix sigma = DenseMatrix.of(new double[][] {{1, .5}, {.5, 1}});
    for (int trial = 0; trial < 200; trial++) {
      double[] sizes = RandomQuadratics.steps(random, 4, 1e-6, 1e6);
      IronParameters p = new IronParameters(sizes[0], trial % 3 == 0 ? 0 : sizes[1], sizes[2]);
      double a = trial % 2 == 0 ? sizes[3] : Math.pow(p.gamma() + p.mu(), 2) / (4 * p.gamma());
      RelaxedLaw law = new RelaxedLaw(trial % 5 == 0 ? .5 : .5 + random.nextDouble() / 2, p);
      StationaryCovariance own = law.covariance(a, 1);
      GeneralCovariance both = law.covariance(DenseMatrix.diagonal(a, a), sigma);
      String where = "trial " + trial + ", " + law + ", a " + a;
      Close.to(own.p11(), both.position().get(0, 0), 1e-14, where);
      Close.to(own.p12(), both.cross().get(0, 0), 1e-14, where);
      Close.to(own.p22(), both.auxiliary().get(0, 0), 1e-14, where);
      Close.to(own.p11() / 2, both.position().get(0, 1), 1e-14, where);
      // Nearly the flow's own spread: the radius of IRON is 1 to rounding, its logarithm is not.
      double e = 1e-13 / sizes[3];
      double[] spectrum = {sizes[3], 2 * sizes[3]};
      EqualSpread best = EqualSpread.of(e, p.mu(), p.gamma(), spectrum);
      double rate = Contraction.decayRate(Scheme.IRON, p.step(e), spectrum);
      Close.to(-Math.log(best.radius()), best.gain().orElseThrow() * rate, 1e-6, where);
    }
    // A pair that is nearly real, and a step that nearly forgets it at once.
    for (int k = 1; k < 40; k++) {
      double a = 1 + k * 0x1p-52;
      RelaxedLaw once = law(.75, 4 * (1 + (k % 5 - 2) * 0x1p-52));
      assertEquals(0, once.spectralRadius(a), 1e-7, "a " + a);
    }
    RelaxedLaw far = law(1, 1e12);
    DenseMatrix apart = far.covariance(DenseMatrix.diagonal(.01, 40), sigma).position();
    Close.to(.5 / (.01 * 40) / 1e12, apart.get(0, 1), 1e-9);
  }

  /** Returns A column by column, from differences of the gradient. */
  private static DenseMatrix hessian(Quadratic f) {
    int n = f.dimension();
    double[] at0 = new double[n];
    f.gradient(new double[n], at0);
    DenseMatrix a = DenseMatrix.zeros(n, n);
    for (int j = 0; j < n; j++) {
      double[] unit = new double[n];
      unit[j] = 1;
      double[] g = new double[n];
      f.gradient(unit, g);
      for (int i = 0; i < n; i++) {
        a.set(i, j, g[i] - at0[i]);
      }
    }
    a.symmetrize();
    return a;
  }

  /** Returns M and G of {@code z+ = z + (y - z)/theta}, y the resolvent step of the leg. */
  private static DenseMatrix[] definition(double theta, IronParameters p, DenseMatrix a) {
    int n = a.rows();
    double beta = theta * p.alpha();
    double tau = 1 / beta + p.mu() / p.gamma();
    double lambda = beta / (p.gamma() * (1 + tau));
    DenseMatrix shifted = a.times(lambda);
    shifted.addDiagonal(1);
    org.ironopt.linalg.Cholesky resolvent = new org.ironopt.linalg.Cholesky(n);
    resolvent.factor(shifted);
    DenseMatrix m = DenseMatrix.zeros(2 * n, 2 * n);
    DenseMatrix g = DenseMatrix.zeros(2 * n, n);
    for (int k = 0; k < 3 * n; k++) {
      double[] x = new double[n];
      double[] v = new double[n];
      double[] u = new double[n];
      int j = k % n;
      x[j] = k < n ? 1 : 0;
      v[j] = k >= n && k < 2 * n ? 1 : 0;
      for (int i = 0; i < n; i++) {
        u[i] = x[i] + (v[i] - x[i]) / (1 + tau);
      }
      u[j] += k >= 2 * n ? theta * Math.sqrt(p.alpha()) / (1 + tau) : 0;
      resolvent.solve(u, u);
      for (int i = 0; i < n; i++) {
        double velocity = u[i] + (u[i] - x[i]) / beta;
        DenseMatrix to = k < 2 * n ? m : g;
        to.set(i, k % (2 * n), x[i] + (u[i] - x[i]) / theta);
        to.set(n + i, k % (2 * n), v[i] + (velocity - v[i]) / theta);
      }
    }
    return new DenseMatrix[] {m, g};
  }

  /** The closed form with d, t, c, the trace and determinant of M, and lags from powers of M. */
  @Test
  void characteristicNumbers() {
    Random random = new Random(5);
    for (int trial = 0; trial < 300; trial++) {
      double theta = .5 + random.nextDouble() / 2;
      double a = .1 + 3 * random.nextDouble();
      IronParameters p =
          new IronParameters(
              RandomQuadratics.steps(random, 1, .01, 100)[0],
              random.nextDouble(),
              .1 + random.nextDouble());
      double alpha = p.alpha();
      double m = p.gamma() + p.mu();
      double rest = 1 - theta;
      double d = p.gamma() + theta * alpha * m + theta * theta * alpha * alpha * a;
      double t = 2 * p.gamma() + (2 * theta - 1) * alpha * m - 2 * theta * rest * alpha * alpha * a;
      double c = p.gamma() - rest * alpha * m + rest * rest * alpha * alpha * a;
      RelaxedLaw law = new RelaxedLaw(theta, p);
      double[] n = law.step(a).step().less();
      assertEquals(t / d, 2 + n[0] + n[3], 1e-12);
      assertEquals(c / d, (1 + n[0]) * (1 + n[3]) - n[1] * n[2], 1e-12);
      double p11 =
          alpha
              * p.gamma()
              * p.gamma()
              * (d + c - 2 * theta * rest * alpha * alpha * a)
              / (a * (d - c) * (d + c + t));
      Close.to(p11, law.covariance(a, 1).p11(), 1e-9);
      double disc = t * t - 4 * d * c;
      double radius = disc < 0 ? Math.sqrt(c / d) : (Math.abs(t) + Math.sqrt(disc)) / (2 * d);
      assertEquals(radius, law.spectralRadius(a), 1e-7);
      double lag0 = law.lagCovariance(a, 2, 0);
      double lag1 = law.lagCovariance(a, 2, 1);
      Close.to(law.covariance(a, 2).lagOne(), lag1, 1e-13);
      assertEquals((t * lag1 - c * lag0) / d, law.lagCovariance(a, 2, 2), 1e-12 * lag0);
    }
  }

  @Test
  void thetaOneIsIronAndOneHalfIsTheFlow() {
    IronParameters p = new IronParameters(3, .7, .4);
    StationaryCovariance iron =
        StationaryCovariance.closedForm(Scheme.IRON, p, 1.3, 2).orElseThrow();
    StationaryCovariance one = new RelaxedLaw(1, p).covariance(1.3, 2);
    assertEquals(iron.p11(), one.p11());
    Close.to(iron.lagOne(), one.lagOne(), 1e-14);
    for (double alpha : new double[] {1e-3, 1, 1e4}) {
      RelaxedLaw half = new RelaxedLaw(.5, p.step(alpha));
      assertEquals(
          StationaryCovariance.continuousTime(.7, .4, 1.3, 2), half.covariance(1.3, 2).p11());
      Close.to(
          2 * (.4 + .7) / (1.3 * alpha),
          AverageLaw.of(half).autocorrelationTime(1.3).orElseThrow(),
          1e-13);
    }
    assertThrows(IllegalArgumentException.class, () -> new RelaxedLaw(.49, p));
    assertTrue(new RelaxedLaw(.5, p).limit(2).isEmpty());
    assertEquals(4, new RelaxedLaw(.75, p).limit(2).getAsDouble());
  }

  @Test
  void firstStabilityResult() {
    double[] thetas = {.55, .75, .9};
    double[] least = {53.3671236481, 7.2346123438, 3.5874504541};
    for (int i = 0; i < 3; i++) {
      assertTrue(law(thetas[i], least[i] + 2e-10).stability(1, 1e9).contraction().isPresent());
      assertTrue(law(thetas[i], least[i] - 2e-10).stability(1, 1e9).contraction().isEmpty());
    }
    // T2 for every alpha from sqrt L/(sqrt L + sqrt m) on; T3 with gamma (sqrt L - sqrt m)^2 < m^2.
    assertTrue(law(.75 + 1e-12, 1e6).stability(1, 9).descent());
    assertTrue(!law(.75 - 1e-3, 1e6).stability(1, 9).descent());
    assertTrue(law(.5, 7).stability(1, 8.99).always());
    assertTrue(!law(.5, 7).stability(1, 9).always());
  }

  /** Up to the guarded smoothness one of T1-T3 is known, beyond it none. */
  @Test
  void guardedSmoothness() {
    Random random = new Random(12);
    for (int trial = 0; trial < 200; trial++) {
      IronParameters p =
          new IronParameters(
              RandomQuadratics.steps(random, 1, .05, 200)[0],
              random.nextDouble() * 2,
              .1 + random.nextDouble() * 2);
      RelaxedLaw law = new RelaxedLaw(.5 + random.nextDouble() / 2, p);
      double modulus = trial % 4 == 0 ? 0 : random.nextDouble();
      double most = law.guardedSmoothness(modulus);
      if (most == Double.POSITIVE_INFINITY) {
        assertTrue(law.stability(modulus, most).contraction().isPresent());
        continue;
      }
      assertTrue(law.stability(modulus, Math.max(modulus, most * (1 - 1e-12))).known());
      assertTrue(!law.stability(modulus, most * (1 + 1e-12) + 1e-300).known(), law.toString());
    }
    assertEquals(Double.POSITIVE_INFINITY, law(1, 1).guardedSmoothness(0));
  }

  @Test
  void equalSpreadOracles() {
    EqualSpread interval = EqualSpread.interval(1, .5, 20);
    assertEquals(2.3452078799, interval.alpha(), 6e-11);
    assertEquals(.7132007164, interval.theta(), 6e-11);
    assertEquals(.3614318565, interval.radius(), 6e-11);
    assertEquals(.6666666667, interval.plainRadius(), 6e-11);
    double[] spectrum = {.1, .3, 1, 3, 10};
    double[][] expected = {
      {.1, .458257569496, .609108945118, .641742430504, 4.653944},
      {1, Math.sqrt(3), .788675134595, .267949192431, 1.899969},
      {10, 10.954451150103, .956435464588, .045548849897, 1.288201}
    };
    for (double[] e : expected) {
      EqualSpread best = EqualSpread.of(e[0], .1, .1, spectrum);
      assertEquals(e[1], best.alpha(), 6e-13 * Math.max(1, e[1]));
      assertEquals(e[2], best.theta(), 6e-13);
      assertEquals(e[3], best.radius(), 6e-13);
      assertEquals(e[4], best.gain().orElseThrow(), 6e-7);
      // All modes are underdamped: a closed form that knows no spectrum.
      double x = e[0] * .2 / (2 * .1);
      assertEquals(Math.sqrt(e[0] * (e[0] + 4 * .1 / .2)), best.alpha(), 1e-12 * e[1]);
      assertEquals(1 + x - Math.sqrt((1 + x) * (1 + x) - 1), best.radius(), 1e-12);
    }
  }

  /** Spread and radius recomputed from the law, and no other step of the same spread is faster. */
  @Test
  void equalSpreadIsOptimal() {
    Random random = new Random(3);
    for (int trial = 0; trial < 100; trial++) {
      double[] spectrum = RandomQuadratics.steps(random, 1 + random.nextInt(5), .05, 20);
      double e = RandomQuadratics.steps(random, 1, .01, 30)[0];
      double mu = random.nextDouble();
      double gamma = .05 + random.nextDouble();
      EqualSpread best = EqualSpread.of(e, mu, gamma, spectrum);
      RelaxedLaw law = new RelaxedLaw(best.theta(), new IronParameters(best.alpha(), mu, gamma));
      Close.to(
          StationaryCovariance.mse(Scheme.IRON, new IronParameters(e, mu, gamma), spectrum, 1)
              .getAsDouble(),
          law.mse(spectrum, 1),
          1e-11);
      assertEquals(law.spectralRadius(spectrum), best.radius(), 1e-8);
      for (double f : new double[] {.7, .97, 1.03, 1.4}) {
        double alpha = Math.max(e, f * best.alpha());
        double theta = Math.min(1, (1 + e / alpha) / 2);
        RelaxedLaw other = new RelaxedLaw(theta, new IronParameters(alpha, mu, gamma));
        assertTrue(other.spectralRadius(spectrum) >= best.radius() - 1e-9, "trial " + trial);
      }
      assertTrue(best.radius() <= best.plainRadius() + 1e-12);
    }
    // One real mode is forgotten in one step.
    EqualSpread one = EqualSpread.interval(1, 3, 3);
    assertEquals(0, one.radius());
    assertTrue(one.gain().isEmpty() && one.sentence().endsWith("at once."), one.sentence());
    Close.to(1 + 2.0 / 3, one.alpha(), 1e-15);
    Close.to((1 + 3.0) / (2 + 3), one.theta(), 1e-15);
  }

  /** The library's runs against the law, six thetas, within 4 standard errors. */
  @Test
  void libraryRunsMatchTheLaw() {
    Quadratic f = RandomQuadratics.of(new Random(8), 3, .5, 3);
    DenseMatrix sigma = DenseMatrix.of(new double[][] {{1, .6, -.2}, {.6, .8, .1}, {-.2, .1, .5}});
    int members = 20_000;
    Ensemble all = Ensemble.of(f, members);
    double[] best = f.minimizer();
    for (double theta : new double[] {.5, .55, .65, .75, .9, 1}) {
      IronParameters p = new IronParameters(1.5, .8, .5);
      Iron iron =
          Iron.step(1.5)
              .mu(.8)
              .gamma(.5)
              .frozen()
              .theta(theta)
              .noise(new CenterNoise(new Noise.Full(sigma)));
      FlowStepper s = iron.start(all, all.replicate(best), new RandomStreams(31));
      for (int k = 0; k < 40; k++) {
        s.advance();
      }
      DenseMatrix exact = new RelaxedLaw(theta, p).covariance(hessian(f), sigma).position();
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j <= i; j++) {
          double sum = 0;
          for (int k = 0; k < members; k++) {
            sum += (s.x()[i * members + k] - best[i]) * (s.x()[j * members + k] - best[j]);
          }
          double pij = exact.get(i, j);
          double error = Math.sqrt((exact.get(i, i) * exact.get(j, j) + pij * pij) / members);
          assertEquals(pij, sum / members, 4 * error, "theta " + theta + ", " + i + ", " + j);
        }
      }
    }
    assertTrue(Vectors.allFinite(best));
  }

  /**
   * exp(x) - x + x^2/2 has H = 2 and T = 1 at 0: the bias (40) is -1/(16 alpha) for every theta.
   */
  @Test
  void biasDoesNotDependOnTheta() {
    Objective f =
        Objective.of(
            1,
            x -> Math.exp(x[0]) - x[0] + x[0] * x[0] / 2,
            (x, g) -> g[0] = Math.exp(x[0]) - 1 + x[0]);
    int members = 4000;
    double alpha = 50;
    for (double theta : new double[] {1, .65}) {
      Iron iron =
          Iron.step(alpha).frozen().theta(theta).noise(new CenterNoise(new Noise.Isotropic(1)));
      Ensemble all = Ensemble.of(f, members);
      FlowStepper s = iron.start(all, new double[members], new RandomStreams(23));
      double[] means = new double[members];
      for (int k = -20; k < 100; k++) {
        s.advance();
        if (k >= 0) {
          Vectors.axpy(.01, s.x(), means);
        }
      }
      double mean = Vectors.sum(means) / members;
      double error = Vectors.norm(means) / members;
      double expected = -1 / (16 * alpha);
      assertEquals(expected, mean, 4 * error - .05 * expected, "theta " + theta);
      assertTrue(mean < -8 * error, "theta " + theta);
    }
  }

  /** Ridge logistic regression: alpha MSE tends to C/(2 theta - 1), THEORY (76). */
  @Test
  void nonlinearPlateauOfLogisticRegression() {
    var f = Fixtures.tp4();
    double[] best = Fixtures.tp4Minimizer();
    double alpha = 3000;
    double limit = Plateau.limit(f, best, .1, DenseMatrix.identity(2));
    int steps = 20_000;
    for (double theta : new double[] {1, .75, .6}) {
      Iron iron =
          Iron.step(alpha)
              .mu(.1)
              .frozen()
              .theta(theta)
              .noise(new CenterNoise(new Noise.Isotropic(1)));
      FlowStepper s = iron.start(f, best, new RandomStreams(5));
      double sum = 0;
      double squares = 0;
      for (int k = 0; k < steps + 50; k++) {
        s.advance();
        double error = Vectors.distance(s.x(), best);
        sum += k < 50 ? 0 : error * error;
        squares += k < 50 ? 0 : error * error * error * error;
      }
      double mse = sum / steps;
      // Squares of neighbours have the correlation r^2, r = -(1 - theta)/theta.
      double r2 = (1 - theta) / theta * (1 - theta) / theta;
      double error = Math.sqrt((squares / steps - mse * mse) / steps * (1 + r2) / (1 - r2));
      double expected =
          new RelaxedLaw(theta, new IronParameters(alpha, .1, .1)).limit(limit).orElseThrow();
      assertEquals(expected, alpha * mse, 4 * alpha * error + .003 * expected, "theta " + theta);
    }
  }
}
