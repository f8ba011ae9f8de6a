package org.ironopt.resolvent;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Every combination of direction and globalization that makes sense. */
final class Combos {
  private Combos() {}

  static List<Direction> directions() {
    Direction.ForcingTerm ew2 = new Direction.ForcingTerm.EisenstatWalker2();
    return List.of(
        new Direction.Cholesky(),
        new Direction.Cg(),
        new Direction.Cg(
            new Direction.ForcingTerm.EisenstatWalker1(), new Preconditioner.Jacobi(), 100),
        new Direction.Cg(new Direction.ForcingTerm.Fixed(1e-3), new Preconditioner.None(), 100),
        new Direction.Cg(new Direction.ForcingTerm.SquareRoot(), new Preconditioner.None(), 100),
        new Direction.Minres(),
        new Direction.Gmres(),
        new Direction.Gmres(2, ew2, 100),
        new Direction.Minres(ew2, new Preconditioner.Jacobi(), 100),
        new Direction.Gmres(5, ew2, new Preconditioner.Jacobi(), 100),
        new Direction.Lbfgs(),
        new Direction.Diagonal(),
        new Direction.BlockDiagonal(2));
  }

  static List<Globalization> globalizations() {
    return List.of(
        new Globalization.FullStep(),
        new Globalization.Armijo(),
        new Globalization.ResidualDecrease(),
        new Globalization.LevenbergMarquardt(),
        new Globalization.LevenbergMarquardt(1, 4, 3),
        new Globalization.TrustRegion(),
        new Globalization.TrustRegion(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
  }

  static List<InnerMethod.Newton> all() {
    List<InnerMethod.Newton> all = new ArrayList<>();
    for (Direction direction : directions()) {
      for (Globalization globalization : globalizations()) {
        try {
          all.add(
              new InnerMethod.Newton(
                  direction,
                  InnerMethod.CurvatureModel.HESSIAN,
                  globalization,
                  InnerTolerance.relative(1e-12),
                  2000,
                  false,
                  InnerMethod.WarmStart.ITERATE));
        } catch (IllegalArgumentException senseless) {
          // InnerTest checks what is refused and how.
        }
      }
    }
    return all;
  }

  /** Those under which no accepted step may increase phi. */
  static Stream<InnerMethod.Newton> descending() {
    return all().stream()
        .filter(
            inner ->
                !(inner.globalization() instanceof Globalization.FullStep)
                    && !(inner.globalization() instanceof Globalization.ResidualDecrease));
  }
}
