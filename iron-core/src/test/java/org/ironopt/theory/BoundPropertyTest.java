package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Exact second moments on random quadratics never exceed a bound of the theory. */
class BoundPropertyTest {
  private static final double ROUNDING = 1 + 1e-12;
  private static final int TRIALS = 120;

  private static double power(SplittableRandom random, double low, double high) {
    return Math.pow(10, random.nextDouble(low, high));
  }

  private static void atMost(double bound, double value, String message) {
    assertTrue(value <= bound * ROUNDING, message + ": " + value + " > " + bound);
  }

  @Test
  void frozenDamping() {
    for (int seed = 0; seed < TRIALS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double mu = power(random, -1, 1);
      QuadraticMoments state = QuadraticMoments.random(random, mu, power(random, 0, 3));
      double gamma = mu * power(random, -1, 1);
      double alpha = power(random, 0, 6);
      IronParameters p = new IronParameters(alpha, mu, gamma);
      ConstantStepBound paper = new ConstantStepBound(mu, state.smoothness(), gamma);
      TwoStepRecursion two = paper.recursion();
      PositionBound s1 = new PositionBound(p);
      double sigma2 = state.sigma2();
      double previous = Double.NaN;
      for (int k = 0; k < 25; k++) {
        String at = "seed " + seed + " step " + k;
        double u = state.position();
        double energy = state.energy(gamma);
        double[] z = new double[state.eigenvalues.length];
        for (int i = 0; i < z.length; i++) {
          z[i] = state.state(i);
        }
        state.step(Scheme.IRON, p);
        double next = state.position();
        atMost(paper.oneStep(alpha, energy, sigma2).orElseThrow(), next, "one step " + at);
        atMost(EnergyBound.nextFrozen(p, energy, sigma2), state.energy(gamma), "energy " + at);
        if (k > 0) {
          double v = two.lyapunov(alpha, u, previous);
          double vNext = two.lyapunov(alpha, next, u);
          atMost(two.next(alpha, v, sigma2).orElseThrow(), vNext, "V " + at);
          atMost(s1.next(u, previous, sigma2), next, "S1 " + at);
        }
        for (int i = 0; i < z.length; i++) {
          QuadraticStepBound step = new QuadraticStepBound(mu, gamma, state.eigenvalues[i]);
          double bound = step.next(alpha, z[i], state.variances[i]).orElseThrow();
          atMost(bound, state.state(i), "direction " + i + " " + at);
        }
        previous = u;
      }
      double mse =
          StationaryCovariance.mse(Scheme.IRON, p, state.eigenvalues, state.variances)
              .orElseThrow();
      two.limsup(alpha, sigma2).ifPresent(b -> atMost(b, mse, "limsup"));
      two.limsupSimple(alpha, sigma2).ifPresent(b -> atMost(b, mse, "2C"));
      s1.limsup(sigma2).ifPresent(b -> atMost(b, mse, "S1 limsup"));
      atMost(EnergyBound.limsupFrozen(mu, gamma, sigma2) * 2 / mu, mse, "energy limsup");
    }
  }

  @Test
  void varyingStepsAndUpdatedDamping() {
    for (int seed = 1000; seed < 1000 + TRIALS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double mu = power(random, -1, 1);
      QuadraticMoments state = QuadraticMoments.random(random, mu, power(random, 0, 2));
      double gamma = mu * power(random, -1, 1);
      double low = power(random, 0, 5);
      double[] alphas = new double[20];
      double least = Double.POSITIVE_INFINITY;
      for (int k = 0; k < alphas.length; k++) {
        alphas[k] = low * power(random, 0, 1);
        least = Math.min(least, alphas[k]);
      }
      VaryingStepBound bound = new VaryingStepBound(mu, state.smoothness(), gamma);
      double sigma2 = state.sigma2();
      double[] v = new double[alphas.length + 1];
      double previous = state.position();
      double before = Double.NaN;
      for (int k = 0; k < alphas.length; k++) {
        IronParameters p = new IronParameters(alphas[k], mu, gamma);
        state.step(Scheme.IRON, p);
        double u = state.position();
        v[k + 1] = bound.recursion().lyapunov(least, u, previous);
        if (k > 0) {
          double s1 = new PositionBound(p).next(alphas[k - 1], previous, before, sigma2);
          atMost(s1, u, "S1, seed " + seed + " step " + k);
        }
        before = previous;
        previous = u;
        gamma = p.gammaNext();
      }
      double[] bounds = bound.history(alphas, v[1], sigma2).orElseThrow();
      for (int k = 1; k <= alphas.length; k++) {
        atMost(bounds[k - 1], v[k], "Theorem 3.2, seed " + seed + " V_" + k);
      }
    }
  }

  @Test
  void energyWithAnyStepsAndUpdatedDamping() {
    for (int seed = 2000; seed < 2000 + TRIALS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double mu = power(random, -1, 1);
      QuadraticMoments state = QuadraticMoments.random(random, mu, power(random, 0, 3));
      double gamma = mu * power(random, -2, 2);
      for (int k = 0; k < 60; k++) {
        IronParameters p = new IronParameters(power(random, -2, 3), mu, gamma);
        double bound = EnergyBound.nextUpdated(p, state.energy(gamma), state.sigma2());
        state.step(Scheme.IRON, p);
        gamma = p.gammaNext();
        atMost(bound, state.energy(gamma), "seed " + seed + " step " + k);
      }
    }
  }

  @Test
  void lemmasOnRandomVectors() {
    SplittableRandom random = new SplittableRandom(77);
    for (int trial = 0; trial < 2000; trial++) {
      IronParameters p =
          new IronParameters(power(random, 0, 4), power(random, -2, 2), power(random, -2, 2));
      double[] x = random.doubles(4, -1, 1).toArray();
      double[] previous = random.doubles(4, -1, 1).toArray();
      double[] free = random.doubles(4, -1, 1).toArray();
      double x2 = 0;
      double previous2 = 0;
      double free2 = 0;
      double center2 = 0;
      double velocity2 = 0;
      for (int i = 0; i < 4; i++) {
        double velocity = x[i] + (x[i] - previous[i]) / p.alpha();
        double center = x[i] + (free[i] - x[i]) / p.s();
        x2 += x[i] * x[i];
        previous2 += previous[i] * previous[i];
        free2 += free[i] * free[i];
        center2 += center * center;
        velocity2 += velocity * velocity;
      }
      atMost(ConstantStepBound.centerSharp(p, x2, free2), center2, "center, trial " + trial);
      atMost(
          ConstantStepBound.center(p, x2, free2),
          ConstantStepBound.centerSharp(p, x2, free2),
          "paper's center");
      atMost(ConstantStepBound.velocity(x2, previous2), velocity2, "velocity, trial " + trial);
    }
  }

  @Test
  void supremumOverTheStepIsNotExceededAndIsAttained() {
    for (int seed = 3000; seed < 3000 + TRIALS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double mu = power(random, -2, 2);
      double gamma = mu * power(random, -2, 2);
      double a = mu * power(random, 0, 3);
      QuadraticStepBound bound = new QuadraticStepBound(mu, gamma, a);
      double k = bound.k();
      double largest = 0;
      for (int i = 0; i <= 4000; i++) {
        double t = i / 4000.0;
        largest = Math.max(largest, Math.max(bound.matrixNorm(t), bound.noiseNorm(t)));
      }
      atMost(k, largest, "seed " + seed);
      assertTrue(largest >= k * (1 - 1e-4), "seed " + seed + ": " + largest + " < " + k);
      double alpha = power(random, 0, 5);
      TransitionMatrix t =
          new TransitionMatrix(Scheme.IRON, new IronParameters(alpha, mu, gamma), a);
      double[] m = t.matrix();
      double f = m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3];
      double det = t.c() / t.d();
      double norm = Math.sqrt((f + Math.sqrt(Math.max(0, f * f - 4 * det * det))) / 2);
      Close.to(alpha * norm, bound.matrixNorm(1 / alpha), 1e-7, "seed " + seed);
      double[] g = t.noise();
      Close.to(alpha * Math.hypot(g[0], g[1]), bound.noiseNorm(1 / alpha), 1e-13);
    }
  }
}
