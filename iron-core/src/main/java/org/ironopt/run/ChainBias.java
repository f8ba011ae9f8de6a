package org.ironopt.run;

import java.util.Locale;
import java.util.Optional;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.Flow;
import org.ironopt.method.Iron;
import org.ironopt.problem.HigherDerivatives;
import org.ironopt.problem.Objective;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Plateau;
import org.ironopt.theory.sampling.BatchLaw;
import org.ironopt.theory.sampling.LinearRecursion;
import org.ironopt.theory.sampling.MinibatchMoments;
import org.ironopt.theory.sampling.QuadraticSum;
import org.ironopt.theory.sampling.SamplingScheme;

/**
 * What no number of steps takes from between the mean of an IRON chain and the minimiser, in a
 * sentence: the bias of curvature, THEORY (40), or of implicit minibatch steps, (54). On least
 * squares in few dimensions with fresh batches the latter is computed.
 *
 * @param mean of the chain
 */
record ChainBias(Iron iron, Objective f, double[] mean) {
  /** In more dimensions the equations of the moments take long beside a run. */
  private static final int MOST_DIMENSIONS = 30;

  private double gamma() {
    return iron.damping() == Flow.Damping.UPDATED ? iron.mu() : iron.gamma0();
  }

  String sentence() {
    if (iron.batches().equals(Batches.all())) {
      return curvature();
    }
    if (!iron.center().equals(Center.plain())) {
      return "The center is corrected: minibatches leave no bias once the correction has settled.";
    }
    return "A minibatch step makes the gradient of its batch vanish at the new point, not that of f:"
        + " the mean tends to x* plus the bias (54), "
        + ofBatches().map(size -> size + " long, ").orElse("")
        + "which no number of steps removes.";
  }

  private Optional<String> ofBatches() {
    Optional<SamplingScheme> fresh =
        switch (iron.batches()) {
          case Batches.Subsets subsets -> Optional.of(SamplingScheme.without(subsets.size()));
          case Batches.WithReplacement rows -> Optional.of(SamplingScheme.with(rows.size()));
          default -> Optional.empty();
        };
    boolean known = iron.theta() == 1 && iron.damping() instanceof Flow.Damping && gamma() > 0;
    if (!known || !(f instanceof LinearLeastSquares sum) || mean.length > MOST_DIMENSIONS) {
      return Optional.empty();
    }
    DenseMatrix x = DenseMatrix.zeros(sum.terms(), mean.length);
    double[] y = new double[sum.terms()];
    double[] row = new double[mean.length];
    for (int i = 0; i < y.length; i++) {
      sum.row(i, row);
      for (int j = 0; j < row.length; j++) {
        x.set(i, j, row[j]);
      }
      y[i] = -sum.loss(i).slope(0);
    }
    QuadraticSum rows = QuadraticSum.leastSquares(x, y, sum.ridge());
    IronParameters p = new IronParameters(iron.alpha().checked(0), iron.mu(), gamma());
    return fresh
        .flatMap(scheme -> MinibatchMoments.of(BatchLaw.of(rows, scheme), LinearRecursion.iron(p)))
        .map(moments -> String.format(Locale.ROOT, "%.3g", Vectors.norm(moments.bias())));
  }

  private String curvature() {
    boolean known =
        f instanceof HigherDerivatives && iron.noise().noise() instanceof Noise.Gaussian;
    if (!known || !(iron.noise() instanceof CenterNoise)) {
      return "Unless f is quadratic, its curvature moves the mean away from x*, THEORY (40), and no"
          + " number of steps removes it.";
    }
    DenseMatrix sigma = ((Noise.Gaussian) iron.noise().noise()).covariance(mean.length);
    Plateau plateau =
        Plateau.of((HigherDerivatives) f, mean, iron.mu(), gamma(), Cholesky.psdFactor(sigma));
    return String.format(
        Locale.ROOT,
        "Curvature moves the mean away from x* by about %.3g, THEORY (40) at a long step, and no"
            + " number of steps removes it.",
        Vectors.norm(plateau.bias()) / iron.alpha().checked(0));
  }
}
