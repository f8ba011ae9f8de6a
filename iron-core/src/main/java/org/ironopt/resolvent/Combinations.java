package org.ironopt.resolvent;

/** Refuses pairs of choices that make no sense, and says which do. */
final class Combinations {
  private Combinations() {}

  static void check(Direction direction, CurvatureModel model, Globalization globalization) {
    switch (direction) {
      case Direction.Lbfgs l -> {
        boolean searched =
            globalization instanceof Globalization.Armijo
                || globalization instanceof Globalization.ResidualDecrease;
        refuseIf(
            !searched,
            "L-BFGS needs a line search, got "
                + globalization
                + ": use Globalization.Armijo, or a Direction with curvature");
        refuseIf(
            model == CurvatureModel.GAUSS_NEWTON,
            "L-BFGS builds its curvature from gradients: use CurvatureModel.HESSIAN,"
                + " or Direction.Cg for a Gauss-Newton model");
      }
      case Direction.Chord c ->
          refuseIf(
              model == CurvatureModel.GAUSS_NEWTON,
              "a chord step uses the Hessian of its anchor: use CurvatureModel.HESSIAN");
      case Direction.Predictions c -> onPredictions(model, globalization, "PREDICTIONS");
      case Direction.Gram c -> onPredictions(model, globalization, "GRAM");
      case Direction.ClosedForm c -> {
        refuseIf(
            !(globalization instanceof Globalization.FullStep),
            "a closed form makes no step that "
                + globalization
                + " could judge: use Globalization.FullStep (Inner.CLOSED_FORM)");
        refuseIf(
            model == CurvatureModel.GAUSS_NEWTON,
            "a closed form uses no curvature model: use CurvatureModel.HESSIAN");
      }
      default -> {}
    }
    if (globalization instanceof Globalization.TrustRegion) {
      refuseIf(
          !(direction instanceof Direction.Cg cg
              && cg.preconditioner() instanceof Preconditioner.None),
          "a trust region minimises its model by Steihaug's CG without preconditioner, got "
              + direction
              + ": use Direction.Cg with Preconditioner.None,"
              + " or Globalization.LevenbergMarquardt");
    }
  }

  static void check(Direction direction, Tolerance tolerance) {
    boolean onRows =
        direction instanceof Direction.Predictions || direction instanceof Direction.Gram;
    refuseIf(
        tolerance.noise() > 0 && !onRows,
        "a noise tolerance is measured on residuals of linear models, got "
            + direction
            + ": use Inner.PREDICTIONS or Inner.GRAM, or a relative tolerance");
  }

  private static void onPredictions(
      CurvatureModel model, Globalization globalization, String name) {
    refuseIf(
        !(globalization instanceof Globalization.FullStep),
        "steps along predictions choose their own length, got "
            + globalization
            + ": use Globalization.FullStep (Inner."
            + name
            + ")");
    refuseIf(
        model == CurvatureModel.GAUSS_NEWTON,
        "predictions use the Hessian of their losses: use CurvatureModel.HESSIAN");
  }

  private static void refuseIf(boolean senseless, String sentence) {
    if (senseless) {
      throw new IllegalArgumentException(sentence);
    }
  }
}
