package org.ironopt.lab.explore;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.BatchLaw;
import org.ironopt.theory.sampling.MinibatchMoments;
import org.ironopt.theory.sampling.QuadraticSum;
import org.ironopt.theory.sampling.Recursion;
import org.ironopt.theory.sampling.Sampling;

/**
 * What {@link org.ironopt.theory.sampling} says of minibatches on the line through points: too long
 * for the page, which has all other closed forms itself.
 */
final class Exact {
  /** Steps of a map, from 10^-3 to 10^6: three in a decade. */
  private static final int STEPS = 28;

  private Exact() {}

  /** Returns the moments for a method as the page reads them; empty where theory has none. */
  static Optional<Map<String, Object>> of(Scene scene, Mover mover) {
    if (!applies(scene)) {
      return Optional.empty();
    }
    BatchLaw law = law(scene, scene.batch());
    return recursion(scene, mover)
        .flatMap(recursion -> MinibatchMoments.of(law, recursion))
        .map(Exact::json);
  }

  private static boolean applies(Scene scene) {
    return scene.noise() == Scene.Source.BATCH && scene.problem() == Landscape.LEAST_SQUARES;
  }

  private static Map<String, Object> json(MinibatchMoments m) {
    double[] bias = m.bias();
    DenseMatrix second = m.secondMoment();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("mse", m.mse());
    json.put("bias", bias);
    json.put(
        "covariance",
        List.of(
            second.get(0, 0) - bias[0] * bias[0],
            second.get(0, 1) - bias[0] * bias[1],
            second.get(1, 1) - bias[1] * bias[1]));
    json.put("radius", Math.sqrt(m.radius()));
    json.put("limit", m.limit().isPresent() ? m.limit().getAsDouble() : null);
    json.put("exact", m.exact());
    return json;
  }

  /** Returns the error for every step of a map and every batch size; null where it is unbounded. */
  static Map<String, Object> map(Scene scene) {
    List<List<Double>> errors = new ArrayList<>();
    List<Double> steps = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      steps.add(StrictMath.pow(10, -3 + i / 3.0));
    }
    Optional<Recursion> recursion = recursion(scene, scene.left());
    if (applies(scene) && recursion.isPresent()) {
      for (int b = 1; b <= scene.points().size(); b++) {
        BatchLaw law = law(scene, b);
        errors.add(steps.stream().map(step -> error(law, recursion.get().step(step))).toList());
      }
    }
    return Map.of("steps", steps, "errors", errors);
  }

  private static Double error(BatchLaw law, Recursion recursion) {
    return MinibatchMoments.of(law, recursion).map(MinibatchMoments::mse).orElse(null);
  }

  private static BatchLaw law(Scene scene, int batch) {
    QuadraticSum sum =
        QuadraticSum.leastSquares(
            DenseMatrix.of(Landscape.line(scene)), Landscape.ordinates(scene), Landscape.RIDGE);
    return BatchLaw.of(sum, Sampling.without(batch));
  }

  private static Optional<Recursion> recursion(Scene s, Mover mover) {
    IronParameters p = new IronParameters(s.alpha(), s.mu(), s.gamma());
    return switch (mover) {
      case IRON -> Optional.of(Recursion.iron(p));
      case NAG_GS -> Optional.of(Recursion.nagGs(p));
      case SGD -> Optional.of(Recursion.sgd(s.alpha()));
      case IRON_CORRECTED, EULER, ADAMW -> Optional.empty();
    };
  }
}
