package org.ironopt.resolvent.newton;

import org.ironopt.linalg.Krylov;
import org.ironopt.linalg.LinearEnding;
import org.ironopt.linalg.Steihaug;
import org.ironopt.linalg.SteihaugReport;
import org.ironopt.linalg.Vectors;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.Globalization;

/**
 * Trust region on phi: the model {@code <g, s> + <s, J s>/2} is minimised in {@code |s| <= radius}
 * by truncated CG, and the radius follows the part of the promised decrease that phi delivers
 * (Nocedal and Wright, algorithms 4.1 and 7.2).
 */
public final class TrustRegionSteps implements Globalizer {
  /** A step that delivers more than this part of its promise is taken. */
  private static final double ACCEPT = 0.15;

  private static final double POOR = 0.25;
  private static final double GOOD = 0.75;

  private final Globalization.TrustRegion parameters;
  private final Steihaug steihaug;
  private final ForcingSequence forcing;
  private final int maxIterations;
  private Equation equation;
  private double radius;

  public TrustRegionSteps(int n, Direction.Cg direction, Globalization.TrustRegion parameters) {
    this.parameters = parameters;
    steihaug = new Steihaug(n);
    forcing = new ForcingSequence(direction.forcing());
    maxIterations = direction.maxIterations();
  }

  @Override
  public void begin() {
    forcing.begin();
    radius = parameters.radius0();
  }

  @Override
  public Move advance(Equation current) {
    equation = current;
    current.damp(0);
    double eta = forcing.next(current.residual(), current.target());
    Krylov options = Krylov.toRelative(eta, maxIterations);
    double negligible = Math.ulp(Vectors.norm(current.current().u));
    do {
      SteihaugReport report = steihaug.solve(current, g(), radius, current.s, options);
      current.tally.linearSteps += report.iterations();
      forcing.solved(report.residual());
      if (report.ending() == LinearEnding.NOT_FINITE) {
        return Move.NOT_FINITE;
      }
      double promise = promise(report);
      double gain = current.tryStep(1) ? current.gain(promise, 1) : Double.NEGATIVE_INFINITY;
      adapt(gain, report.ending());
      if (gain > ACCEPT) {
        current.accept();
        return Move.TAKEN;
      }
      current.reject();
    } while (radius > negligible);
    return Move.refused(current);
  }

  /**
   * Returns the decrease that the model promises. In an infinite region CG stops before its first
   * step when g itself is a direction of negative curvature; then {@code s = -g}, for which the
   * model promises at least |g|^2.
   */
  private double promise(SteihaugReport report) {
    if (report.iterations() > 0) {
      return -report.model();
    }
    Vectors.copy(g(), equation.s);
    Vectors.scale(-1, equation.s);
    return equation.residual() * equation.residual();
  }

  private double[] g() {
    return equation.current().g;
  }

  private void adapt(double gain, LinearEnding ending) {
    boolean atBoundary =
        ending == LinearEnding.BOUNDARY || ending == LinearEnding.NEGATIVE_CURVATURE;
    if (!(gain >= POOR)) {
      radius = 0.25 * Vectors.norm(equation.s);
    } else if (gain > GOOD && atBoundary) {
      radius = Math.min(2 * radius, parameters.maxRadius());
    }
  }
}
