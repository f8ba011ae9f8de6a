package org.ironopt.network.internal;

import org.ironopt.network.Layers;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Preconditioner;

/**
 * Work on a network, counted in gradients of one row, which take {@code 6 n} flops with n
 * parameters. A Gauss-Newton product is 4/3 of a gradient, a quadratic form 2/3, a look at f 1/3;
 * what the Kronecker factors take depends on the layers. The count is the same on every machine, so
 * it compares methods where seconds cannot.
 *
 * @param apply an application of the inverse factors
 * @param moments second moments of one row, with the pass backward for its drawn target
 * @param inverse new inverses of all factors
 */
public record GradientWork(double apply, double moments, double inverse) {
  private static final double PRODUCT = 4. / 3;
  private static final double FORM = 2. / 3;
  private static final double LOOK = 1. / 3;

  /** Returns the costs for these layers. */
  public static GradientWork of(Layers layers) {
    double apply = 0;
    double moments = 0;
    double inverse = 0;
    for (Layers.Block block : layers.blocks()) {
      double in = block.columns();
      double out = block.rows();
      apply += 2 * in * out * (in + out);
      moments += 2 * (in * in + out * out);
      // A third of 2 n^3 for the factor, as much for its inverse, 2 n^3 for the square of that.
      inverse += 10. / 3 * (in * in * in + out * out * out);
    }
    double gradient = 6. * layers.parameters();
    return new GradientWork(apply / gradient, moments / gradient + 4. / 6, inverse / gradient);
  }

  /** Returns what work of so many flops is worth. */
  public static double ofFlops(double flops, Layers layers) {
    return flops / (6. * layers.parameters());
  }

  /**
   * Returns what a step of {@code InnerMethod.linearized} took.
   *
   * @param solve number of the solve, from 0
   * @param rows of its batch
   */
  public double of(long solve, int rows, InnerReport report, Preconditioner preconditioner) {
    boolean form = report.model().map(m -> Double.isNaN(m.linearResidual())).orElse(false);
    int unseen = form && report.products() > 0 ? 1 : 0;
    double products = PRODUCT * (report.products() - unseen) + FORM * unseen;
    double sum = rows * (1 + products + LOOK * (report.evaluations() - 1));
    if (preconditioner instanceof Preconditioner.Averaged rule) {
      sum += apply * report.linearSteps();
      sum += rule.learns(solve) ? rows * rule.part() * moments : 0;
      sum += rule.renews(solve) ? inverse : 0;
    }
    return sum;
  }
}
