package org.ironopt.resolvent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.ironopt.linalg.Require;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Proximable;
import org.ironopt.resolvent.newton.Probe;

/**
 * An inner solver chosen by a count of its work, and why. A closed form is taken where there is
 * one, and L-BFGS where there is no curvature. Else {@code (I + lambda H) s = -g} is solved once at
 * the point given, as a probe, by conjugate gradients without and, if that takes long, with
 * preconditioners; from the iterations and the shape of the problem the multiply-adds of every
 * solver that fits follow, a number read from memory counting as four of them. Nothing is timed, so
 * that the choice is the same on every machine.
 *
 * @param inner the solver with the least work
 * @param why one sentence
 * @param products with the rows, or half Hessian products, expected in a solve
 * @param estimates of all solvers that were compared, the chosen one first
 */
public record InnerChoice(Inner inner, String why, double products, List<Estimate> estimates) {
  /** Sketches are worth a probe if plain conjugate gradients take more iterations. */
  private static final int MANY = 20;

  /**
   * The work of a solver.
   *
   * @param name of it
   * @param inner the solver
   * @param products with the rows, or half Hessian products, in a solve
   * @param work multiply-adds in a solve
   */
  public record Estimate(String name, Inner inner, double products, double work) {}

  public InnerChoice {
    estimates = List.copyOf(estimates);
  }

  /**
   * Chooses for solves with this lambda near {@code x}.
   *
   * @param tolerance relative, of a solve
   */
  public static InnerChoice of(Objective f, double[] x, double lambda, double tolerance) {
    Require.length("x", f.dimension(), x);
    Require.positive("lambda", lambda);
    Require.positive("tolerance", tolerance);
    if (f instanceof Proximable) {
      Inner closed = Inner.CLOSED_FORM.withTolerance(Tolerance.relative(tolerance));
      return sure("closed form", closed, 2, "the objective has a closed form");
    }
    if (!(f instanceof Curved curved)) {
      Inner lbfgs = Inner.LBFGS.withTolerance(Tolerance.relative(tolerance));
      return sure("L-BFGS", lbfgs, 40, "the objective has no Hessian products");
    }
    Probe probe = new Probe(curved, x, lambda, tolerance);
    InnerCosts costs = new InnerCosts(f, tolerance);
    int plain = probe.iterations(new Preconditioner.None());
    List<Estimate> all = new ArrayList<>(costs.plain(plain));
    if (plain > MANY) {
      for (Preconditioner p : costs.preconditioners(curved.curvature())) {
        all.add(costs.preconditioned(p, probe.iterations(p)));
      }
    }
    all.sort(Comparator.comparingDouble(Estimate::work));
    Estimate best = all.getFirst();
    return new InnerChoice(best.inner(), sentence(plain, all), best.products(), all);
  }

  private static InnerChoice sure(String name, Inner inner, double products, String why) {
    List<Estimate> one = List.of(new Estimate(name, inner, products, 0));
    return new InnerChoice(inner, name + ": " + why + ".", products, one);
  }

  private static String sentence(int plain, List<Estimate> all) {
    Estimate best = all.getFirst();
    Estimate next = all.get(1);
    return String.format(
        Locale.ROOT,
        "%s: about %.3g multiply-adds a solve (%.0f products), %s would take %.3g; conjugate"
            + " gradients alone take %d iterations.",
        best.name(),
        best.work(),
        best.products(),
        next.name(),
        next.work(),
        plain);
  }
}
