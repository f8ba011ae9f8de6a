package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.method.RandomQuadratics;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.internal.SymmetricStable;
import org.junit.jupiter.api.Test;

/** Theorem S7, THEORY (84)-(88): the exact law under symmetric stable noise. */
class StableNoiseTheoremS7Test {
  private static StableLaw law(double s, double theta, double alpha) {
    return new StableLaw(s, new RelaxedLaw(theta, new IronParameters(alpha, 1, 1)));
  }

  @Test
  void oraclesAlongACoordinate() {
    double[] alphas = {.1, 1, 10, 200, 500};
    double[][] expected = {
      {2, .270100894867, .205971460218, .0987445416017, .0234918554678, .0148872635839},
      {1.5, .297303695424, .238604659488, .146328392793, .0568166669455, .0419427532265},
      {1.2, .33634865637, .28240286448, .219388557665, .137502649437, .118195144828},
      {1, .39039974581, .340613077227, .333406682422, .33333334551, .333333334119}
    };
    for (double[] row : expected) {
      for (int i = 0; i < alphas.length; i++) {
        double scale = law(row[0], 1, alphas[i]).scale(3, 1).getAsDouble();
        Close.to(row[i + 1], scale, 2e-11, "s = " + row[0] + ", alpha = " + alphas[i]);
      }
    }
    Close.printed(.201197449468, law(1.5, .75, 10).scale(3, 1).getAsDouble(), 12);
    Close.printed(.507787554307, law(1, .75, 10).scale(3, 1).getAsDouble(), 12);
    Close.printed(.414430291150, StableLaw.flow(1, 1, 1, 3, 1), 12);
  }

  @Test
  void oracleOfARotatedHessian() {
    double c = Math.sqrt(3) / 2;
    DenseMatrix v = DenseMatrix.of(new double[][] {{c, -.5}, {.5, c}});
    DenseMatrix a = v.multiply(DenseMatrix.diagonal(1, 3)).multiply(v.transpose());
    a.symmetrize();
    StableLaw law = law(1.5, 1, 10);
    double[] scales = law.scales(a, 1).orElseThrow();
    Close.printed(.381339604651, scales[0], 12);
    Close.printed(.262071372145, scales[1], 12);
    double along = law.scale(a, v.column(1), 1).getAsDouble();
    Close.printed(.161499427339, along, 12);
    // Along an eigenvector: the one-dimensional scale times the s-norm of the vector.
    double norm = Math.pow(Math.pow(.5, 1.5) + Math.pow(c, 1.5), 1 / 1.5);
    Close.to(norm * law.scale(3, 1).getAsDouble(), along, 1e-13);
  }

  /** At s = 2 the squared scale is the variance formula, for every theta. */
  @Test
  void indexTwoIsTheGaussianLaw() {
    Random random = new Random(4);
    for (int trial = 0; trial < 100; trial++) {
      double theta = .5 + random.nextDouble() / 2;
      IronParameters p =
          new IronParameters(
              RandomQuadratics.steps(random, 1, .02, 50)[0],
              random.nextDouble(),
              .2 + random.nextDouble());
      double a = .2 + 3 * random.nextDouble();
      RelaxedLaw step = new RelaxedLaw(theta, p);
      StableLaw law = new StableLaw(2, step);
      double scale = law.scale(a, .7).getAsDouble();
      Close.to(step.covariance(a, .49).p11(), scale * scale, 1e-12);
      Close.to(2 * scale * scale, law.meanSquare(scale).getAsDouble(), 0);
      assertTrue(new StableLaw(1.9, step).meanSquare(1).isEmpty());
      assertEquals(NoiseSource.GRADIENT.diffusion(p, .49), Math.pow(law.diffusion(.7), 2), 1e-12);
    }
    DenseMatrix a = DenseMatrix.of(new double[][] {{2, .5, .1}, {.5, 1.5, -.3}, {.1, -.3, 1.2}});
    StableLaw law = StableLaw.iron(2, new IronParameters(3, .8, .5));
    double[] scales = law.scales(a, 1).orElseThrow();
    DenseMatrix p = law.step().covariance(a, DenseMatrix.identity(3)).position();
    for (int i = 0; i < 3; i++) {
      Close.to(p.get(i, i), scales[i] * scales[i], 1e-12);
    }
  }

  /** The two-term recursion e+ = (t e - c e_-)/d + (alpha gamma/d) increments, with real roots. */
  @Test
  void secondDerivationFromTheRoots() {
    Random random = new Random(6);
    for (int trial = 0; trial < 200; trial++) {
      double s = .3 + 1.7 * random.nextDouble();
      double gamma = .2 + random.nextDouble();
      double mu = random.nextDouble();
      double m = gamma + mu;
      double a = random.nextDouble() * m * m / (4 * gamma);
      double alpha = RandomQuadratics.steps(random, 1, .1, 50)[0];
      double disc = Math.sqrt(m * m - 4 * gamma * a);
      double z1 = 1 / (1 + alpha * 2 * a / (m + disc));
      double z2 = 1 / (1 + alpha * (m + disc) / (2 * gamma));
      double d = gamma + alpha * m + alpha * alpha * a;
      double sum = 0;
      for (int t = 0; t < 400_000 && Math.pow(z1, s * t) > 1e-19; t++) {
        sum += Math.pow((Math.pow(z1, t + 1) - Math.pow(z2, t + 1)) / (z1 - z2), s);
      }
      // IRON's own noise enters as (I, 1 + 1/alpha): its innovations are those of the recursion.
      double scale = alpha * gamma / d * Math.pow(alpha, 1 / s) * Math.pow(sum, 1 / s);
      StableLaw law = StableLaw.iron(s, new IronParameters(alpha, mu, gamma));
      Close.to(scale, law.scale(a, 1).getAsDouble(), 1e-9, "trial " + trial);
      // s = 1 and real rates: gamma rho/a at every alpha.
      StableLaw cauchy = new StableLaw(1, law.step());
      Close.to(gamma / a, cauchy.scale(a, 1).getAsDouble(), 1e-11);
      Close.to(gamma / a, StableLaw.flow(1, mu, gamma, a, 1), 1e-11);
    }
  }

  @Test
  void limitsOfLongAndShortSteps() {
    DenseMatrix a = DenseMatrix.of(new double[][] {{2, .5, .1}, {.5, 1.5, -.3}, {.1, -.3, 1.2}});
    double[] first = {1, 0, 0};
    for (double s : new double[] {.7, 1, 1.4, 2}) {
      for (double theta : new double[] {.7, 1}) {
        StableLaw law = new StableLaw(s, new RelaxedLaw(theta, new IronParameters(1e7, .8, .5)));
        double scaled = Math.pow(1e7, 1 - 1 / s) * law.scale(a, first, 2).getAsDouble();
        Close.to(law.limit(a, first, 2).getAsDouble(), scaled, 1e-4, "s = " + s);
      }
      // Underdamped, critical and overdamped; the error of backward Euler is of order alpha.
      for (double stiff : new double[] {.3, 1, 3}) {
        double fine = law(s, 1, 4e-3).scale(stiff, 1).getAsDouble();
        double finer = law(s, 1, 2e-3).scale(stiff, 1).getAsDouble();
        Close.to(StableLaw.flow(s, 1, 1, stiff, 1), 2 * finer - fine, 2e-4, s + ", " + stiff);
      }
      Close.to(
          Math.sqrt(StationaryCovariance.continuousTime(.4, .6, 1.3, 1)),
          StableLaw.flow(2, .4, .6, 1.3, 1),
          1e-12);
    }
    // Gradient noise of fixed scale: scale/a.
    StableLaw longStep = law(1.3, 1, 1e6);
    Close.to(.5 / 3, longStep.scale(3, longStep.diffusion(.5)).getAsDouble(), 1e-4);
    assertTrue(law(1, .5, 3).limit(a, first, 1).isEmpty());
    assertTrue(law(1, 1, 1).mean().isEmpty());
    assertEquals(0, law(1.01, 1, 1).mean().getAsDouble());
    assertTrue(law(1, 1, 1e-9).scale(1, 1).isEmpty());
    assertThrows(IllegalArgumentException.class, () -> law(2.1, 1, 1));
  }

  /** Student noise: Cauchy for nu = 1, the alpha^{-1/2} of every nu. */
  @Test
  void studentNoise() {
    for (double nu : new double[] {1, 1.5, 3, 10}) {
      RelaxedLaw step = new RelaxedLaw(.8, new IronParameters(1e7, 1, 1));
      double scale = Math.sqrt(1e7) * StableLaw.studentScale(step, nu, 3, 2).getAsDouble();
      double loss = Math.pow(.8, nu) - Math.pow(.2, nu);
      Close.to(2 / (3 * Math.pow(loss, 1 / nu)), scale, 1e-5);
    }
    StableLaw cauchy = law(1, 1, 4);
    Close.to(
        cauchy.scale(3, 1).getAsDouble() / 2,
        StableLaw.studentScale(cauchy.step(), 1, 3, 1).getAsDouble(),
        1e-14);
  }

  /** Student noise in the library: the Cauchy quantiles of nu = 1, the covariance of nu = 5. */
  @Test
  void libraryRunsWithStudentNoise() {
    Quadratic f = Quadratic.diagonal(new double[] {3}, new double[1]);
    int members = 20_000;
    Ensemble all = Ensemble.of(f, members);
    RelaxedLaw step = new RelaxedLaw(.8, new IronParameters(2, .8, .5));
    for (double nu : new double[] {1, 5}) {
      Noise noise = new Noise.StudentT(nu, new Noise.Isotropic(.3));
      Iron iron = Iron.step(2).mu(.8).gamma(.5).frozen().theta(.8).noise(new CenterNoise(noise));
      FlowStepper run = iron.start(all, new double[members], new RandomStreams(6));
      for (int k = 0; k < 40; k++) {
        run.advance();
      }
      double[] x = run.x();
      if (nu == 1) {
        double scale = StableLaw.studentScale(step, 1, 3, .3).getAsDouble();
        for (double p : new double[] {.05, .25, .75, .95}) {
          double quantile = new StableLaw(1, step).quantile(p, scale);
          double share = Arrays.stream(x).filter(y -> y <= quantile).count() / (double) members;
          assertEquals(p, share, 4 * Math.sqrt(p * (1 - p) / members), "p " + p);
        }
      } else {
        double mean = Arrays.stream(x).map(y -> y * y).sum() / members;
        double fourth = Arrays.stream(x).map(y -> y * y * y * y).sum() / members;
        double error = Math.sqrt((fourth - mean * mean) / members);
        assertEquals(step.covariance(3, .09).p11(), mean, 4 * error);
      }
    }
  }

  @Test
  void distributionAgainstClosedForms() {
    // s = 2 is normal with variance 2: quantiles of the normal law.
    assertEquals(1.959963984540054 * Math.sqrt(2), law(2, 1, 1).quantile(.975, 1), 1e-12);
    Close.to(5.733031437583878e-7 / 2, new SymmetricStable(2).tail(5 * Math.sqrt(2)), 1e-11);
    assertEquals(-1, law(1, 1, 1).quantile(.25, 1), 1e-14);
    // Both sides of s = 1, where the integrand is a step, and far tails: s-stable tail constant.
    for (double s : new double[] {1 - 1e-5, 1 + 1e-5}) {
      assertEquals(1, law(s, 1, 1).quantile(.75, 1), 2e-5);
      Close.to(new SymmetricStable(1).tail(30), new SymmetricStable(s).tail(30), 1e-4);
    }
    double s = 1.5;
    double x = 1e5;
    // Gamma(3/2) sin(3 pi/4)/pi x^-s
    double far = Math.sqrt(Math.PI) / 2 * Math.sin(.75 * Math.PI) / Math.PI * Math.pow(x, -s);
    Close.to(far, new SymmetricStable(s).tail(x), 1e-6);
    // s = 1/2: Fresnel-free check by inversion of the characteristic function.
    for (double index : new double[] {.6, .9, 1.3, 1.8}) {
      for (double at : new double[] {.3, 1, 2.5}) {
        assertEquals(inversion(index, at), new SymmetricStable(index).tail(at), 1e-7);
        double q = new SymmetricStable(index).tail(at);
        Close.to(at, new SymmetricStable(index).upperQuantile(q), 1e-11);
        Close.to(2 * q, law(index, 1, 1).beyond(2 * at, 2), 1e-15);
      }
    }
  }

  /** Far tails of laws that are nearly Gaussian or nearly Cauchy, where A ends at x. */
  @Test
  void farTailsAtTheEdges() {
    Close.to(7.212994172451207e-100, law(2, 1, 1).beyond(30, 1), 1e-12);
    // s and Gamma(s)
    double[][] laws = {
      {1.999999, 1 - 4.2278433e-7},
      {1.9999, .99995772568},
      {1.0000001, 1 - 5.77215e-8},
      {.3, 2.99156898768759}
    };
    for (double[] row : laws) {
      double s = row[0];
      double x = s < 1 ? 1e30 : 1e8;
      double far = 2 * row[1] * Math.sin(Math.PI * (2 - s) / 2) / Math.PI * Math.pow(x, -s);
      Close.to(far, law(s, 1, 1).beyond(x, 1), 1e-8, "s = " + s);
    }
    double q = 1e-12;
    Close.to(1 / (Math.PI * q), law(1 + 1e-12, 1, 1).quantile(1 - q, 1), 1e-4);
  }

  /** Gil-Pelaez: P(X > x) = 1/2 - (1/pi) int sin(u x) exp(-u^s)/u du, with u = w^4. */
  private static double inversion(double s, double x) {
    double end = Math.pow(40, 1 / s / 4);
    int n = 200_000;
    double sum = 0;
    for (int k = 0; k <= n; k++) {
      double w = end * k / n;
      double u = Math.pow(w, 4);
      double f = w == 0 ? 0 : 4 / w * Math.sin(u * x) * Math.exp(-Math.pow(u, s));
      sum += f * (k == 0 || k == n ? 1 : k % 2 == 1 ? 4 : 2);
    }
    return .5 - sum * end / n / 3 / Math.PI;
  }

  /** The library's runs: the share of members beyond each quantile, within 4 standard errors. */
  @Test
  void libraryRunsMatchTheQuantiles() {
    Quadratic f = RandomQuadratics.of(new Random(9), 2, .6, 3);
    DenseMatrix a = DenseMatrix.zeros(2, 2);
    double[] best = f.minimizer();
    for (int j = 0; j < 2; j++) {
      double[] at = best.clone();
      at[j] += 1;
      double[] g = new double[2];
      f.gradient(at, g);
      a.set(0, j, g[0]);
      a.set(1, j, g[1]);
    }
    a.symmetrize();
    int members = 4000;
    Ensemble all = Ensemble.of(f, members);
    for (double s : new double[] {.8, 1, 1.5, 2}) {
      for (double theta : new double[] {.75, 1}) {
        StableLaw law = new StableLaw(s, new RelaxedLaw(theta, new IronParameters(2, .8, .5)));
        double[] scales = law.scales(a, .3).orElseThrow();
        Iron iron =
            Iron.step(2)
                .mu(.8)
                .gamma(.5)
                .frozen()
                .theta(theta)
                .noise(new CenterNoise(new Noise.Stable(s, .3)));
        FlowStepper run = iron.start(all, all.replicate(best), new RandomStreams(5));
        for (int k = 0; k < 60; k++) {
          run.advance();
        }
        for (int i = 0; i < 2; i++) {
          double[] x = Arrays.copyOfRange(run.x(), i * members, (i + 1) * members);
          for (double p : new double[] {.05, .25, .5, .75, .95}) {
            double quantile = best[i] + law.quantile(p, scales[i]);
            double share = Arrays.stream(x).filter(y -> y <= quantile).count() / (double) members;
            double error = Math.sqrt(p * (1 - p) / members);
            assertEquals(p, share, 4 * error, "s " + s + ", theta " + theta + ", p " + p);
          }
        }
      }
    }
  }
}
