package org.ironopt.resolvent.newton;

import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.resolvent.Preconditioner;

/**
 * {@link Preconditioner.Averaged} at work. The average, the model behind the present inverse and a
 * few numbers are {@link #memory}; the inverse itself is made again from them after they were shown
 * to somebody, who may have replaced them.
 */
final class AveragedFactors extends PreconditionerSolver {
  private static final int SOLVES = 0;
  private static final int MODELS = 1;

  /** lambda of the present inverse, 0 if there is none. */
  private static final int LAMBDA = 2;

  private final Curvature.Factored curvature;
  private final Preconditioner.Averaged rule;
  private final double[] average;
  private final double[] inverted;
  private final double[] header = new double[3];
  private final double[] fresh;
  private LinearOperator inverse;
  private boolean begun;
  private double scale;

  AveragedFactors(Curvature.Factored curvature, Preconditioner.Averaged rule) {
    Require.that(
        curvature.averages(),
        "Preconditioner.Averaged needs a model of second moments (Network):"
            + " use Preconditioner.Kept with Kronecker");
    this.curvature = curvature;
    this.rule = rule;
    average = new double[curvature.modelLength()];
    inverted = average.clone();
    fresh = average.clone();
  }

  @Override
  double[][] memory() {
    inverse = null;
    return new double[][] {average, inverted, header};
  }

  @Override
  void begin() {
    begun = false;
  }

  @Override
  void linearize(ResolventEquation equation) {
    if (!begun) {
      begun = true;
      long solve = (long) header[SOLVES]++;
      if (rule.learns(solve)) {
        learn((Curvature.Factored) equation.current().curvature());
      }
      if (rule.renews(solve) || header[LAMBDA] == 0) {
        Vectors.copy(average, inverted);
        header[LAMBDA] = header[MODELS] > 0 ? equation.lambda() : 0;
        inverse = null;
      }
    }
    if (inverse == null && header[LAMBDA] > 0) {
      inverse = curvature.modelInverse(inverted, header[LAMBDA]);
      header[LAMBDA] = inverse == null ? 0 : header[LAMBDA];
    }
    scale = header[LAMBDA] / equation.lambda();
  }

  /** Takes a model into the average, unless it is not finite. */
  private void learn(Curvature.Factored at) {
    at.model(fresh, new Curvature.Factored.Draw(rule.seed(), (long) header[SOLVES], rule.part()));
    if (Vectors.allFinite(fresh)) {
      header[MODELS]++;
      double weight = Math.max(1 / header[MODELS], rule.weight());
      Vectors.interpolate(average, fresh, weight, average, 0, average.length);
    }
  }

  @Override
  LinearOperator active() {
    return inverse == null ? null : this;
  }

  /** The inverse was made for another lambda, to which its size belongs. */
  @Override
  public void apply(double[] r, double[] z) {
    inverse.apply(r, z);
    if (scale != 1) {
      Vectors.scale(scale, z);
    }
  }
}
