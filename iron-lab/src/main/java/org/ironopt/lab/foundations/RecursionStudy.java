package org.ironopt.lab.foundations;

import java.util.List;
import java.util.OptionalDouble;
import org.ironopt.theory.ConstantStepBound;
import org.ironopt.theory.EnergyBound;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.TwoStepRecursion;

/**
 * Proposition 3.1 and Theorem 3.1 with constant parameters, and the sharper bounds beside them, on
 * random quadratics whose moments are propagated exactly. Every number but the first two is the
 * largest left side over right side, so the statement says that it is at most 1; NaN where the step
 * is too small for it.
 */
final class RecursionStudy implements Study {
  private static final int STEPS = 25;

  @Override
  public String label() {
    return "recursion";
  }

  @Override
  public List<String> columns() {
    return List.of(
        "alpha",
        "G",
        "one_step",
        "two_step",
        "v_recursion",
        "closed_form",
        "limsup",
        "limsup_simple",
        "position_recursion",
        "position_limsup",
        "energy_recursion",
        "energy_limsup");
  }

  @Override
  public double[] row(Draw draw) {
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

    double[] worst = new double[6];
    double before = Double.NaN;
    double u = moments.position();
    double v1 = Double.NaN;
    for (int k = 0; k < STEPS; k++) {
      double energy = moments.energy(gamma);
      moments.step(p);
      double next = moments.position();
      raise(worst, 0, next / bound.oneStep(alpha, energy, sigma2).orElseThrow());
      raise(worst, 1, moments.energy(gamma) / EnergyBound.nextFrozen(p, energy, sigma2));
      double lyapunov = theorem.lyapunov(alpha, next, u);
      if (k == 0) {
        v1 = lyapunov;
      } else {
        double previous = theorem.lyapunov(alpha, u, before);
        raise(worst, 2, lyapunov / theorem.next(alpha, previous, sigma2).orElseThrow());
        raise(worst, 3, next / sharp.next(u, before, sigma2));
        double twoStep =
            (theorem.a() * u + theorem.b() * before) / (alpha * alpha)
                + theorem.c() * sigma2 / alpha;
        raise(worst, 4, next / twoStep);
        raise(worst, 5, ratio(lyapunov, theorem.after(alpha, k + 1, v1, sigma2)));
      }
      before = u;
      u = next;
    }
    ExactMoments limit = moments.stationary(p);
    double mse = limit.position();
    return new double[] {
      alpha,
      g,
      worst[0],
      worst[4],
      worst[2],
      worst[5],
      ratio(mse, theorem.limsup(alpha, sigma2)),
      ratio(mse, theorem.limsupSimple(alpha, sigma2)),
      worst[3],
      ratio(mse, sharp.limsup(sigma2)),
      worst[1],
      limit.energy(gamma) / EnergyBound.limsupFrozen(mu, gamma, sigma2)
    };
  }

  /** A NaN, where a bound does not apply, stays. */
  private static void raise(double[] worst, int at, double value) {
    worst[at] = Math.max(worst[at], value);
  }

  static double ratio(double value, OptionalDouble bound) {
    return bound.isPresent() ? value / bound.getAsDouble() : Double.NaN;
  }
}
