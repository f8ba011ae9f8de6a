package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.List;
import org.ironopt.theory.EnergyBound;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Lemmas;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.TwoStepRecursion;
import org.ironopt.theory.VaryingStepBound;

/**
 * Theorem 3.2: random steps and updated damping on random quadratics, moments propagated exactly.
 * Every number but the first two is the largest left side over right side.
 */
final class VaryingStudy implements Study {
  private static final int STEPS = 60;
  private static final int LATE = 40;

  @Override
  public String label() {
    return "varying";
  }

  @Override
  public List<String> columns() {
    return List.of(
        "alpha_min",
        "G",
        "gamma_low",
        "gamma_high",
        "v_recursion",
        "history",
        "limsup",
        "position_recursion",
        "energy_recursion",
        "energy_limsup");
  }

  @Override
  public double[] row(Draw draw) {
    double mu = draw.spread(0.05, 5);
    double gamma0 = mu * draw.spread(0.05, 20);
    double[] spectrum = draw.spectrum(draw.between(1, 5), mu, draw.spread(1, 1000));
    ExactMoments moments = ExactMoments.random(draw, spectrum);
    VaryingStepBound theorem = new VaryingStepBound(mu, moments.largest(), gamma0);
    double g = theorem.recursion().g();
    double low = draw.instance() % 2 == 0 ? draw.spread(1, 1e3) : g * draw.spread(1.01, 20);
    double high = low * draw.spread(1, 30);
    double[] alphas = new double[STEPS];
    for (int k = 0; k < STEPS; k++) {
      alphas[k] = draw.spread(low, high);
    }
    double[] theorems = theorem(theorem, moments, alphas);
    double[] free = energy(draw, mu, gamma0, ExactMoments.random(draw, spectrum));
    return new double[] {
      Arrays.stream(alphas).min().orElseThrow(),
      g,
      theorems[0],
      theorems[1],
      theorems[2],
      theorems[3],
      theorems[4],
      theorems[5],
      free[0],
      free[1]
    };
  }

  private static double[] theorem(VaryingStepBound bound, ExactMoments moments, double[] alphas) {
    double mu = bound.mu();
    double least = Arrays.stream(alphas).min().orElseThrow();
    double sigma2 = moments.sigma2();
    TwoStepRecursion recursion = bound.recursion();
    double[] u = new double[STEPS + 1];
    u[0] = moments.position();
    double gamma = bound.gamma0();
    double gammaLow = 0;
    double gammaHigh = 0;
    double position = 0;
    for (int k = 0; k < STEPS; k++) {
      IronParameters p = new IronParameters(alphas[k], mu, gamma);
      moments.step(p);
      u[k + 1] = moments.position();
      if (k > 0) {
        double next = new PositionBound(p).next(alphas[k - 1], u[k], u[k - 1], sigma2);
        position = Math.max(position, u[k + 1] / next);
      }
      gamma = p.gammaNext();
      gammaLow = Math.max(gammaLow, Lemmas.gammaMinus(mu, bound.gamma0()) / gamma);
      gammaHigh = Math.max(gammaHigh, gamma / Lemmas.gammaPlus(mu, bound.gamma0()));
    }
    double rate = recursion.g() / least;
    double v1 = recursion.lyapunov(least, u[1], u[0]);
    double[] history = bound.history(alphas, v1, sigma2).orElseThrow();
    double oneStep = 0;
    double closed = 0;
    double late = 0;
    for (int k = 1; k < STEPS; k++) {
      double v = recursion.lyapunov(least, u[k], u[k - 1]);
      double next = recursion.lyapunov(least, u[k + 1], u[k]);
      oneStep = Math.max(oneStep, next / (rate * v + bound.c() * sigma2 / alphas[k]));
      closed = Math.max(closed, next / history[k]);
      late = k >= LATE ? Math.max(late, v) : 0;
    }
    double limsup = RecursionStudy.ratio(late, bound.limsup(least, sigma2));
    return new double[] {gammaLow, gammaHigh, oneStep, closed, limsup, position};
  }

  /** The energy bound needs no large steps: any {@code alpha_k > 0}. */
  private static double[] energy(Draw draw, double mu, double gamma0, ExactMoments moments) {
    double sigma2 = moments.sigma2();
    double gamma = gamma0;
    double oneStep = 0;
    double late = 0;
    for (int k = 0; k < STEPS * 4; k++) {
      IronParameters p = new IronParameters(draw.spread(1e-2, 1e3), mu, gamma);
      double bound = EnergyBound.nextUpdated(p, moments.energy(gamma), sigma2);
      moments.step(p);
      gamma = p.gammaNext();
      double energy = moments.energy(gamma);
      oneStep = Math.max(oneStep, energy / bound);
      late = k >= LATE * 4 ? Math.max(late, energy) : 0;
    }
    return new double[] {oneStep, late / EnergyBound.limsupUpdated(mu, sigma2)};
  }
}
