package org.ironopt.resolvent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.resolvent.internal.CostModel;
import org.ironopt.resolvent.newton.IterationProbe;
import org.ironopt.resolvent.rows.GramSystem;

/**
 * An inner solver chosen by counted work, with the reason. A closed form is taken where there is
 * one, and L-BFGS where there is no curvature. Else {@code (I + lambda H) s = -g} is solved once at
 * the point given, as a probe, by conjugate gradients without and, if that takes long, with
 * preconditioners; from the iterations and the shape of the problem the work of every solver that
 * fits follows ({@link CostModel}). Nothing is timed, so that the choice is the same on every
 * machine.
 *
 * @param inner the solver with the least work
 * @param why one sentence
 * @param products with the rows, or half Hessian products, expected in a solve
 * @param estimates of all solvers that were compared, the chosen one first
 */
public record InnerSelection(
    InnerMethod inner, String why, double products, List<Estimate> estimates) {
  /** Sketches are worth a probe if plain conjugate gradients take more iterations. */
  private static final int MANY = 20;

  /** Newton steps of a solve, and the evaluations that come with them. */
  private static final int NEWTON = 3;

  /** All conjugate gradient steps of a Newton solve over those of one accurate Newton system. */
  private static final double FORCED = 1.3;

  /** Of a sketch, and the solves that it serves. */
  private static final int RANK = 16;

  private static final int SOLVES = 50;

  /**
   * The work of a solver.
   *
   * @param name of it
   * @param inner the solver
   * @param products with the rows, or half Hessian products, in a solve
   * @param work multiply-adds in a solve
   */
  public record Estimate(String name, InnerMethod inner, double products, double work) {}

  public InnerSelection {
    estimates = List.copyOf(estimates);
  }

  /**
   * Chooses for solves with this lambda near {@code x}.
   *
   * @param tolerance relative, of a solve
   */
  public static InnerSelection of(Objective f, double[] x, double lambda, double tolerance) {
    Require.length("x", f.dimension(), x);
    Require.positive("lambda", lambda);
    Require.positive("tolerance", tolerance);
    InnerTolerance relative = InnerTolerance.relative(tolerance);
    InnerMethod offered = InnerMethod.automatic(f).tolerance(relative);
    if (offered instanceof InnerMethod.ClosedForm) {
      return sure("closed form", offered, 2, "the objective has a closed form");
    }
    if (!(f instanceof Curved curved)) {
      return sure("L-BFGS", offered, 40, "the objective has no Hessian products");
    }
    IterationProbe probe = new IterationProbe(curved, x, lambda, tolerance);
    int plain = probe.iterations(new Preconditioner.None());
    Estimates estimates = new Estimates(CostModel.of(f), relative, new ArrayList<>());
    estimates.plain(f, plain);
    if (plain > MANY) {
      for (Preconditioner p : estimates.preconditioners(f, curved.curvature())) {
        estimates.preconditioned(p, probe.iterations(p));
      }
    }
    List<Estimate> all = estimates.all();
    all.sort(Comparator.comparingDouble(Estimate::work));
    Estimate best = all.getFirst();
    return new InnerSelection(best.inner(), sentence(plain, all), best.products(), all);
  }

  private static InnerSelection sure(String name, InnerMethod inner, double products, String why) {
    List<Estimate> one = List.of(new Estimate(name, inner, products, 0));
    return new InnerSelection(inner, name + ": " + why + ".", products, one);
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

  /** The estimates for one objective, from the iterations of conjugate gradients. */
  private record Estimates(CostModel cost, InnerTolerance tolerance, List<Estimate> all) {
    /** Half Hessian products of the evaluations of a Newton solve. */
    private static final double EVALUATIONS = 2 * (NEWTON + 1);

    /** Adds everything that needs no preconditioner. */
    void plain(Objective f, int iterations) {
      double n = f.dimension();
      double steps = FORCED * iterations;
      double vectors = 10 * n * iterations;
      add("Newton-CG", InnerMethod.NEWTON_CG, EVALUATIONS + 2 * steps, vectors);
      // About as many steps, each with a line search of its own, on gradients.
      add("L-BFGS", InnerMethod.LBFGS, 4.0 * iterations + 4, 4 * vectors);
      if (CostModel.fits(n)) {
        double dense = NEWTON * (cost.hessian() + CostModel.factorization(n));
        add("Newton-Cholesky", InnerMethod.NEWTON_CHOLESKY, EVALUATIONS, dense);
      }
      if (!(f instanceof LinearSum sum)) {
        return;
      }
      add("predictions", InnerMethod.PREDICTIONS, 2 * steps + 2, 10 * n * steps);
      double rows = cost.rows();
      if (sum.residuals() instanceof LinearSum.SharedRowResiduals && CostModel.fits(rows)) {
        boolean factored = cost.outputs() == 1 && rows <= GramSystem.DIRECT;
        double system =
            factored
                ? CostModel.factorization(rows)
                : 2.0 * iterations * cost.outputs() * rows * rows;
        add("Gram matrix", InnerMethod.GRAM, 6, cost.gram() + NEWTON * system);
      }
    }

    /** Returns the preconditioners that an objective allows. */
    List<Preconditioner> preconditioners(Objective f, Curvature curvature) {
      List<Preconditioner> allowed = new ArrayList<>();
      if (f instanceof LinearSum) {
        allowed.add(new Preconditioner.Jacobi());
      }
      allowed.add(new Preconditioner.Kept(new Preconditioner.Nystrom(RANK, 1), SOLVES));
      if (curvature instanceof Curvature.Factored && CostModel.fits(8 * cost.columns())) {
        allowed.add(new Preconditioner.Kept(new Preconditioner.Kronecker(), SOLVES));
      }
      return allowed;
    }

    /** Adds conjugate gradients with a preconditioner. */
    void preconditioned(Preconditioner preconditioner, int iterations) {
      double steps = FORCED * iterations;
      double products = EVALUATIONS + 2 * steps;
      double columns = cost.columns();
      double n = columns * cost.outputs();
      double more = 10 * n * iterations;
      String name = "CG with the diagonal";
      if (!(preconditioner instanceof Preconditioner.Kept kept)) {
        products += NEWTON;
      } else if (kept.of() instanceof Preconditioner.Nystrom) {
        name = "CG with a kept Nystrom sketch";
        products += 2.0 * RANK / SOLVES;
        more += steps * 2 * RANK * n;
      } else {
        name = "CG with kept Kronecker factors";
        double moments = columns * columns * cost.rows() / 2;
        more += steps * 2 * n * columns + (moments + CostModel.eigen(columns)) / SOLVES;
      }
      Direction direction =
          new Direction.Cg(
              new Direction.ForcingTerm.EisenstatWalker2(), preconditioner, Direction.KRYLOV_LIMIT);
      add(name, InnerMethod.NEWTON_CG.direction(direction), products, more);
    }

    private void add(String name, InnerMethod inner, double products, double more) {
      double work = Math.fma(products, cost.pass(), more);
      all.add(new Estimate(name, inner.tolerance(tolerance), products, work));
    }
  }
}
