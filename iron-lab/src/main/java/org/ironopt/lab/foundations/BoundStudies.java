package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.ironopt.linalg.Vectors;
import org.ironopt.theory.ConstantStepBound;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.EnergyBound;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.TwoStepRecursion;
import org.ironopt.theory.VaryingStepBound;

/**
 * Sections 3.1, 3.2 and 3.4: lemmas and theorems that are inequalities. Unless said otherwise a
 * number is the largest left side over right side, so the statement says that it is at most 1.
 */
final class BoundStudies {
  private static final int PAIRS = 8;
  private static final int STEPS = 25;
  private static final int VARYING_STEPS = 60;
  private static final int LATE = 40;

  private BoundStudies() {}

  /** Lemmas 3.1 to 3.6 at random states of random problems. */
  static void lemmas(InstanceRandom draw, Row row) {
    StudyProblem problem = StudyProblem.random(draw);
    int n = problem.dimension();
    double mu = problem.mu();
    double gamma = mu * draw.spread(0.05, 20);
    IronParameters p = new IronParameters(draw.spread(1, 1e4), mu, gamma);
    ConstantStepBound bound = new ConstantStepBound(mu, problem.l(), gamma);

    double[] a = problem.point(draw, draw.spread(0.1, 10));
    double[] b = problem.point(draw, draw.spread(0.1, 10));
    double rate = Contraction.resolvent(p.lambda(), mu);
    double closer = Vectors.distance(problem.prox(p.lambda(), a), problem.prox(p.lambda(), b));
    IronParameters larger = new IronParameters(p.alpha() * draw.spread(1.01, 100), mu, gamma);

    double[] x = problem.point(draw, draw.spread(0.1, 10));
    double[] before = problem.point(draw, draw.spread(0.1, 10));
    double[] free = problem.point(draw, draw.spread(0.1, 10));
    double[] v = Study.vector(n, i -> x[i] + (x[i] - before[i]) / p.alpha());
    double[] c = Study.center(p, x, free);
    double x2 = problem.squaredError(x);
    double before2 = problem.squaredError(before);
    double free2 = problem.squaredError(free);
    double c2 = problem.squaredError(c);
    double energy = problem.energy(x, free, gamma);
    double scale = p.noiseScale();
    double alpha = p.alpha();
    double[][][] pairs = new double[PAIRS][2][];
    for (double[][] pair : pairs) {
      Arrays.setAll(pair, i -> problem.point(draw, 1));
    }
    row.put("contraction", closer / (rate * Vectors.distance(a, b)))
        .put(
            "larger_step",
            strongest(problem, larger.lambda(), pairs) / strongest(problem, p.lambda(), pairs))
        .put("energy_lower", bound.m1() * x2 / energy)
        .put("energy_upper", energy / (bound.m2() * (x2 + free2)))
        .put("domination", (x2 + free2) / (2 * bound.cE() * energy))
        .put("center", c2 / ConstantStepBound.center(p, x2, free2))
        .put("center_sharp", c2 / ConstantStepBound.centerSharp(p, x2, free2))
        .put("velocity", problem.squaredError(v) / ConstantStepBound.velocity(x2, before2))
        .put("energy_positions", problem.energy(x, v, gamma) / (bound.m2bar() * (x2 + before2)))
        .put("scale", rate * rate * alpha * alpha / bound.k1())
        .put("scale_noise", rate * rate * scale * scale * alpha / bound.c2());
  }

  /** Returns the largest factor by which the resolvent changes the distance of a pair of points. */
  private static double strongest(StudyProblem problem, double lambda, double[][][] pairs) {
    double largest = 0;
    for (double[][] pair : pairs) {
      double[] a = problem.prox(lambda, pair[0]);
      double[] b = problem.prox(lambda, pair[1]);
      largest = Math.max(largest, Vectors.distance(a, b) / Vectors.distance(pair[0], pair[1]));
    }
    return largest;
  }

  /**
   * Proposition 3.1 and Theorem 3.1 with constant parameters, and the sharper bounds beside them,
   * on random quadratics whose moments are propagated exactly. Every number but G is a ratio; NaN
   * where the step is too small for the statement.
   */
  static void recursion(InstanceRandom draw, Row row) {
    double mu = draw.spread(0.05, 5);
    double gamma = mu * draw.spread(0.02, 20);
    ExactMoments moments =
        ExactMoments.random(draw, draw.spectrum(draw.between(1, 5), mu, draw.spread(1, 1000)));
    ConstantStepBound bound = new ConstantStepBound(mu, moments.largest(), gamma);
    TwoStepRecursion theorem = bound.recursion();
    double sigma2 = moments.sigma2();
    // A third of the steps from 1 on, a third where the theorem contracts, a third beyond 2G.
    double g = theorem.g();
    double alpha =
        switch (draw.instance() % 3) {
          case 0 -> draw.spread(1, 1e6);
          case 1 -> g * draw.spread(1.01, 2);
          default -> g * draw.spread(2, 1000);
        };
    IronParameters p = new IronParameters(alpha, mu, gamma);
    PositionBound sharp = new PositionBound(p);

    double before = Double.NaN;
    double u = moments.position();
    double v1 = Double.NaN;
    for (int k = 0; k < STEPS; k++) {
      double e = moments.energy(gamma);
      moments.step(p);
      double next = moments.position();
      double v = theorem.lyapunov(alpha, next, u);
      row.raise("one_step", next / bound.oneStep(alpha, e, sigma2).orElseThrow())
          .raise("energy_recursion", moments.energy(gamma) / EnergyBound.nextFrozen(p, e, sigma2));
      if (k == 0) {
        v1 = v;
      } else {
        double previous = theorem.lyapunov(alpha, u, before);
        double two =
            (theorem.a() * u + theorem.b() * before) / (alpha * alpha)
                + theorem.c() * sigma2 / alpha;
        OptionalDouble closedForm = theorem.after(alpha, k + 1, v1, sigma2);
        row.raise("v_recursion", v / theorem.next(alpha, previous, sigma2).orElseThrow())
            .raise("position_recursion", next / sharp.next(u, before, sigma2))
            .raise("two_step", next / two)
            .raise("closed_form", v / closedForm.orElse(Double.NaN));
      }
      before = u;
      u = next;
    }
    ExactMoments limit = moments.stationary(p);
    double mse = limit.position();
    row.put("G", g)
        .ratio("limsup", mse, theorem.limsup(alpha, sigma2))
        .ratio("limsup_simple", mse, theorem.limsupSimple(alpha, sigma2))
        .ratio("position_limsup", mse, sharp.limsup(sigma2))
        .put("energy_limsup", limit.energy(gamma) / EnergyBound.limsupFrozen(mu, gamma, sigma2));
  }

  /**
   * Theorem 3.2: random steps and updated damping on random quadratics, moments propagated exactly.
   * Every number is a ratio.
   */
  static void varying(InstanceRandom draw, Row row) {
    double mu = draw.spread(0.05, 5);
    double gamma0 = mu * draw.spread(0.05, 20);
    double[] spectrum = draw.spectrum(draw.between(1, 5), mu, draw.spread(1, 1000));
    ExactMoments moments = ExactMoments.random(draw, spectrum);
    VaryingStepBound bound = new VaryingStepBound(mu, moments.largest(), gamma0);
    double g = bound.recursion().g();
    double low = draw.instance() % 2 == 0 ? draw.spread(1, 1e3) : g * draw.spread(1.01, 20);
    double high = low * draw.spread(1, 30);
    double[] alphas = new double[VARYING_STEPS];
    Arrays.setAll(alphas, k -> draw.spread(low, high));
    largeSteps(bound, moments, alphas, row);
    anySteps(draw, mu, gamma0, ExactMoments.random(draw, spectrum), row);
  }

  private static void largeSteps(
      VaryingStepBound bound, ExactMoments moments, double[] alphas, Row row) {
    double mu = bound.mu();
    double sigma2 = moments.sigma2();
    TwoStepRecursion recursion = bound.recursion();
    double[] u = new double[VARYING_STEPS + 1];
    u[0] = moments.position();
    double gamma = bound.gamma0();
    for (int k = 0; k < VARYING_STEPS; k++) {
      IronParameters p = new IronParameters(alphas[k], mu, gamma);
      moments.step(p);
      u[k + 1] = moments.position();
      if (k > 0) {
        double next = new PositionBound(p).next(alphas[k - 1], u[k], u[k - 1], sigma2);
        row.raise("position_recursion", u[k + 1] / next);
      }
      gamma = p.gammaNext();
      row.raise("gamma_low", bound.gammaMinus() / gamma)
          .raise("gamma_high", gamma / bound.gammaPlus());
    }
    double least = Arrays.stream(alphas).min().orElseThrow();
    double rate = recursion.g() / least;
    double v1 = recursion.lyapunov(least, u[1], u[0]);
    double[] history = bound.history(alphas, v1, sigma2).orElseThrow();
    double late = 0;
    for (int k = 1; k < VARYING_STEPS; k++) {
      double v = recursion.lyapunov(least, u[k], u[k - 1]);
      double next = recursion.lyapunov(least, u[k + 1], u[k]);
      row.raise("v_recursion", next / (rate * v + bound.c() * sigma2 / alphas[k]))
          .raise("history", next / history[k]);
      late = k >= LATE ? Math.max(late, v) : 0;
    }
    row.ratio("limsup", late, bound.limsup(least, sigma2));
  }

  /** The energy bound needs no large steps but any {@code alpha_k > 0}. */
  private static void anySteps(
      InstanceRandom draw, double mu, double gamma0, ExactMoments moments, Row row) {
    double sigma2 = moments.sigma2();
    double gamma = gamma0;
    double late = 0;
    for (int k = 0; k < VARYING_STEPS * 4; k++) {
      IronParameters p = new IronParameters(draw.spread(1e-2, 1e3), mu, gamma);
      double bound = EnergyBound.nextUpdated(p, moments.energy(gamma), sigma2);
      moments.step(p);
      gamma = p.gammaNext();
      double energy = moments.energy(gamma);
      row.raise("energy_recursion", energy / bound);
      late = k >= LATE * 4 ? Math.max(late, energy) : 0;
    }
    row.put("energy_limsup", late / EnergyBound.limsupUpdated(mu, sigma2));
  }
}
