package org.ironopt.lab.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.HigherDerivatives;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Plateau;
import org.ironopt.theory.sampling.BatchLaw;
import org.ironopt.theory.sampling.MinibatchMoments;
import org.ironopt.theory.sampling.QuadraticSum;
import org.ironopt.theory.sampling.Recursion;
import org.ironopt.theory.sampling.Sampling;

/**
 * What the theory says that needs more than two eigenvalues: the moments of minibatches on the line
 * through points ({@link org.ironopt.theory.sampling}), and the {@link Plateau} of an objective
 * that is no quadratic. The page has all other closed forms itself.
 */
final class Exact {
  /** Steps of a map, from 10^-3 to 10^6: three in a decade. */
  private static final int STEPS = 28;

  /** A Hessian with a smaller ratio of its eigenvalues has no inverse worth showing. */
  private static final double SINGULAR = 1e-10;

  private Exact() {}

  /** Returns what there is for a method as the page reads it; empty where theory has nothing. */
  static Optional<Map<String, Object>> of(Scene scene, Mover mover) {
    return applies(scene) ? moments(scene, mover) : plateau(scene, mover);
  }

  /**
   * Returns the numbers of the plateau for {@code gamma = rho = 1} and {@code mu = 0}, of which the
   * page makes those of its parameters, and the inverse square of the Hessian, to which the
   * covariance is proportional.
   */
  private static Optional<Map<String, Object>> plateau(Scene scene, Mover mover) {
    boolean iron = mover == Mover.IRON || mover == Mover.IRON_CORRECTED;
    if (!iron || scene.noise() != Scene.Source.CENTER || scene.problem().closedForm()) {
      return Optional.empty();
    }
    Curved f = (Curved) scene.problem().of(scene);
    double[] minimiser = scene.problem().minimisers(scene)[0];
    SymmetricEigen hessian = SymmetricEigen.of(hessian(f, minimiser));
    double[] inverse = hessian.values();
    double softest = inverse[0];
    if (!(softest > SINGULAR * inverse[1])) {
      return Optional.empty();
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("softest", softest);
    json.put("limit", Plateau.limit(f, minimiser, 1, DenseMatrix.identity(2)));
    if (f instanceof HigherDerivatives smooth) {
      Plateau plateau = Plateau.isotropic(smooth, minimiser, 0, 1, 1);
      json.put("linear", plateau.linear());
      json.put("nonlinear", plateau.nonlinear());
    }
    Arrays.setAll(inverse, i -> 1 / (inverse[i] * inverse[i]));
    DenseMatrix shape = hessian.rebuild(inverse);
    json.put("shape", List.of(shape.get(0, 0), shape.get(0, 1), shape.get(1, 1)));
    return Optional.of(json);
  }

  private static DenseMatrix hessian(Curved f, double[] x) {
    Curvature curvature = f.curvature();
    curvature.at(x, new double[2]);
    DenseMatrix hessian = DenseMatrix.zeros(2, 2);
    curvature.block(0, hessian);
    hessian.symmetrize();
    return hessian;
  }

  private static Optional<Map<String, Object>> moments(Scene scene, Mover mover) {
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
