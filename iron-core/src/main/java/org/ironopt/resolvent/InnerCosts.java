package org.ironopt.resolvent;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Factored;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.SampleSpace;
import org.ironopt.resolvent.rows.GramSystem;

/**
 * The multiply-adds of inner solvers on an objective of a certain shape, from the iterations of
 * conjugate gradients on one Newton system. A product with rows that serve few outputs waits for
 * the memory: it counts as if there were four.
 */
final class InnerCosts {
  /** Newton steps of a solve, and the evaluations that come with them. */
  private static final int NEWTON = 3;

  /** All conjugate gradient steps of a Newton solve over those of one accurate Newton system. */
  private static final double FORCED = 1.3;

  private static final int RANK = 16;
  private static final int SOLVES = 50;

  /** Larger matrices are not considered. */
  private static final long LARGEST = 1L << 26;

  private final Tolerance tolerance;
  private final int n;
  private final int outputs;
  private final long rows;
  private final double stored;
  private final boolean linear;
  private final boolean shared;

  InnerCosts(Objective f, double relative) {
    tolerance = Tolerance.relative(relative);
    n = f.dimension();
    if (f instanceof LinearSum sum) {
      linear = true;
      shared = sum.residuals() instanceof SampleSpace;
      outputs = sum.outputs();
      rows = sum.terms();
      stored = sum.stored();
    } else {
      linear = false;
      shared = false;
      outputs = 1;
      rows = n;
      // Nothing is known about a product; a dense matrix is the natural guess.
      stored = (double) n * n;
    }
  }

  /** One product with the rows, or half a Hessian product. */
  private double product() {
    return stored * Math.max(outputs, 4);
  }

  /** Everything that needs no preconditioner. */
  List<InnerChoice.Estimate> plain(int iterations) {
    List<InnerChoice.Estimate> all = new ArrayList<>();
    double newton = 2 * (NEWTON + 1);
    double cg = newton + 2 * FORCED * iterations;
    all.add(estimate("Newton-CG", Inner.NEWTON_CG, cg, 10.0 * n * iterations));
    // About as many steps, each with a line search of its own, on gradients.
    all.add(estimate("L-BFGS", Inner.LBFGS, 4.0 * iterations + 4, 40.0 * n * iterations));
    if ((long) n * n <= LARGEST) {
      double assembly = linear && outputs == 1 ? stored * n : 2.0 * n * product();
      double dense = NEWTON * (assembly + (double) n * n * n / 3);
      all.add(estimate("Newton-Cholesky", Inner.NEWTON_CHOLESKY, newton, dense));
    }
    if (linear) {
      double steps = FORCED * iterations;
      all.add(estimate("predictions", Inner.PREDICTIONS, 2 * steps + 2, 10.0 * n * steps));
    }
    if (shared && rows * rows <= LARGEST) {
      double matrix = 0.5 * rows * stored;
      double direct = (double) rows * rows * rows / 3;
      double iterated = 2.0 * iterations * outputs * rows * rows;
      boolean factored = outputs == 1 && rows <= GramSystem.DIRECT;
      double systems = NEWTON * (factored ? direct : iterated);
      all.add(estimate("Gram matrix", Inner.GRAM, 6, matrix + systems));
    }
    return all;
  }

  private InnerChoice.Estimate estimate(String name, Inner inner, double products, double more) {
    Inner own = inner.withTolerance(tolerance);
    return new InnerChoice.Estimate(name, own, products, Math.fma(products, product(), more));
  }

  /** The preconditioners that this objective allows. */
  List<Preconditioner> preconditioners(Curvature curvature) {
    List<Preconditioner> all = new ArrayList<>();
    if (linear) {
      all.add(new Preconditioner.Jacobi());
    }
    all.add(new Preconditioner.Kept(new Preconditioner.Nystrom(RANK, 1), SOLVES));
    int columns = n / outputs;
    if (curvature instanceof Factored && (long) columns * columns <= LARGEST / 64) {
      all.add(new Preconditioner.Kept(new Preconditioner.Kronecker(), SOLVES));
    }
    return all;
  }

  InnerChoice.Estimate preconditioned(Preconditioner preconditioner, int iterations) {
    double products = 2 * (NEWTON + 1) + 2 * FORCED * iterations;
    double columns = (double) n / outputs;
    String name;
    double more;
    switch (preconditioner) {
      case Preconditioner.Kept(Preconditioner.Nystrom sketch, int solves, double growth) -> {
        name = "CG with a kept Nystrom sketch";
        products += 2.0 * sketch.rank() / solves;
        more = FORCED * iterations * 2 * sketch.rank() * n;
      }
      case Preconditioner.Kept(Preconditioner.Kronecker factors, int solves, double growth) -> {
        name = "CG with kept Kronecker factors";
        double eigen = columns * columns * (rows / 2.0 + 9 * columns);
        more = FORCED * iterations * 2 * n * columns + eigen / solves;
      }
      default -> {
        name = "CG with the diagonal";
        products += NEWTON;
        more = 0;
      }
    }
    Inner inner =
        Inner.NEWTON_CG.withDirection(
            new Direction.Cg(
                new Forcing.EisenstatWalker2(), preconditioner, Direction.KRYLOV_LIMIT));
    return estimate(name, inner, products, more + 10.0 * n * iterations);
  }
}
