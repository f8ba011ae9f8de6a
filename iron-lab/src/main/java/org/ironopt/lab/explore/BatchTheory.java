package org.ironopt.lab.explore;

import static org.ironopt.lab.explore.LawSummary.NONE;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.BatchLaw;
import org.ironopt.theory.sampling.LinearRecursion;
import org.ironopt.theory.sampling.MinibatchMoments;
import org.ironopt.theory.sampling.QuadraticSum;
import org.ironopt.theory.sampling.SamplingScheme;

/** What the theory says of minibatches on the line through points. */
final class BatchTheory {
  private BatchTheory() {}

  static LawSummary law(PageState scene, ExploreMethod mover) {
    return recursion(scene, mover)
        .map(
            recursion ->
                MinibatchMoments.of(batches(scene, scene.batch()), recursion)
                    .map(BatchTheory::law)
                    .orElseGet(() -> LawSummary.without(LawSummary.Reason.UNSTABLE, NONE, NONE)))
        .orElseGet(() -> LawSummary.without(LawSummary.Reason.NO_CLOSED_FORM, NONE, NONE));
  }

  private static LawSummary law(MinibatchMoments m) {
    double[] b = m.bias();
    DenseMatrix second = m.secondMoment();
    double[] covariance = {
      second.get(0, 0) - b[0] * b[0], second.get(0, 1) - b[0] * b[1], second.get(1, 1) - b[1] * b[1]
    };
    return new LawSummary(
        OptionalDouble.of(Math.sqrt(m.radius())),
        NONE,
        Optional.of(new LawSummary.Spread(OptionalDouble.of(m.mse()), b, covariance, !m.exact())),
        Optional.empty(),
        m.limit(),
        LawSummary.Bounds.UNKNOWN,
        Optional.empty(),
        Optional.empty());
  }

  /** Returns the error of the first method for every step and batch size. */
  static SceneTheory.ErrorMap map(PageState scene) {
    double[] steps = SceneTheory.powers(-3, 6, 3);
    Optional<LinearRecursion> recursion =
        scene.problem().closedForm() ? recursion(scene, scene.left()) : Optional.empty();
    List<List<Double>> errors =
        recursion.stream()
            .flatMap(
                r ->
                    IntStream.rangeClosed(1, scene.points().size())
                        .mapToObj(size -> row(batches(scene, size), r, steps)))
            .toList();
    return new SceneTheory.ErrorMap(steps, errors);
  }

  private static List<Double> row(BatchLaw law, LinearRecursion recursion, double[] steps) {
    return Arrays.stream(steps)
        .mapToObj(step -> MinibatchMoments.of(law, recursion.step(step)))
        .map(moments -> moments.map(MinibatchMoments::mse).orElse(null))
        .toList();
  }

  private static BatchLaw batches(PageState scene, int size) {
    QuadraticSum sum =
        QuadraticSum.leastSquares(
            DenseMatrix.of(ExploreObjective.line(scene)),
            ExploreObjective.ordinates(scene),
            ExploreObjective.RIDGE);
    return BatchLaw.of(sum, SamplingScheme.without(size));
  }

  private static Optional<LinearRecursion> recursion(PageState s, ExploreMethod mover) {
    IronParameters p = new IronParameters(s.alpha(), s.mu(), s.gamma());
    return switch (mover) {
      case IRON -> s.theta() == 1 ? Optional.of(LinearRecursion.iron(p)) : Optional.empty();
      case NAG_GS -> Optional.of(LinearRecursion.nagGs(p));
      case SGD -> Optional.of(LinearRecursion.sgd(s.alpha()));
      case IRON_CORRECTED, EULER, ADAMW -> Optional.empty();
    };
  }
}
