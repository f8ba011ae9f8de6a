package org.ironopt.resolvent;

import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;

/**
 * Solves {@code g(u) = u - c + lambda grad f(u) = 0} for one objective, again and again: the point
 * {@code u = prox_{lambda f}(c)} when f is convex. It checks the arguments and chooses the start;
 * an {@link InnerSolver} does the work. A solve is a function of its arguments alone, unless a
 * preconditioner is kept ({@link #memory}). The certificate of a report uses the modulus that the
 * objective states. It owns its workspace and belongs to one thread.
 */
public interface Resolvent {
  /**
   * Solves for one center.
   *
   * @param lambda resolvent parameter, positive
   * @param center c, noise included; not changed
   * @param iterate the current outer iterate, used by {@link InnerMethod.WarmStart#ITERATE}; not
   *     changed
   * @param u overwritten with the solution (read first under {@link InnerMethod.WarmStart#GIVEN})
   */
  InnerReport solve(double lambda, double[] center, double[] iterate, double[] u);

  /** Returns what is remembered from solve to solve, see {@link InnerSolver#memory}. */
  default double[][] memory() {
    return new double[0][];
  }

  /** Returns this, or explains that {@code owner} does not save what solves remember. */
  default Resolvent forgetful(String owner) {
    Require.that(
        memory().length == 0,
        "%s does not save a kept preconditioner, so that a resumed run would differ:"
            + " use Iron, or the preconditioner without Kept",
        owner);
    return this;
  }

  /**
   * Returns a solver of the given kind, or explains why the objective does not allow it. For an
   * {@link Ensemble} this is an {@link EnsembleResolvent}, which reports all members as one.
   */
  static Resolvent of(Objective objective, InnerMethod inner) {
    if (objective instanceof Ensemble ensemble) {
      return EnsembleResolvent.of(ensemble, inner);
    }
    return of(objective, inner, Observer.none());
  }

  /**
   * Returns a solver of the given kind whose iterations are watched. An {@link Ensemble} is solved
   * as one system.
   */
  static Resolvent of(Objective objective, InnerMethod inner, Observer observer) {
    int n = objective.dimension();
    InnerSolver solver = inner.open(objective, observer);
    return new Resolvent() {
      @Override
      public InnerReport solve(double lambda, double[] center, double[] iterate, double[] u) {
        Require.positive("lambda", lambda);
        Require.finite("center", Require.length("center", n, center));
        Require.length("u", n, u);
        double[] start = inner.start().of(n, center, iterate, u);
        return solver.solve(lambda, inner.tolerance(), center, start, u);
      }

      @Override
      public double[][] memory() {
        return solver.memory();
      }
    };
  }

  /** Watches an inner iteration, for residual histories and debugging. */
  @FunctionalInterface
  interface Observer {
    /**
     * Called at the start (step 0) and after every accepted step.
     *
     * @param step accepted steps so far
     * @param residual |g(u)|
     * @param merit phi(u) = lambda f(u) + |u - c|^2/2
     * @param linearSteps iterations of the linear solver so far
     */
    void at(int step, double residual, double merit, int linearSteps);

    /** Returns an observer that does nothing. */
    static Observer none() {
      return (step, residual, merit, linearSteps) -> {};
    }
  }
}
