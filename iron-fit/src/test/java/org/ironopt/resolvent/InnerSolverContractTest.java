package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.ironopt.linalg.ConjugateGradient;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Objective;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every solver of ours keeps the contract, and solvers that do not are found out. */
class InnerSolverContractTest {
  static List<Inner> solvers() {
    List<Inner> all = new ArrayList<>();
    for (Inner.Newton newton : Combos.all()) {
      // Full steps converge near the solution only.
      if (!(newton.globalization() instanceof Globalization.FullStep)) {
        all.add(newton.withTolerance(Tolerance.relative(1e-8)));
      }
    }
    all.addAll(List.of(Inner.PAPER, Inner.CLOSED_FORM, Inner.PREDICTIONS, Inner.GRAM));
    Preconditioner nystrom = new Preconditioner.Nystrom(2, 3);
    for (Preconditioner p : List.of(nystrom, new Preconditioner.Kept(nystrom, 5))) {
      all.add(
          Inner.NEWTON_CG.withDirection(
              new Direction.Cg(new Forcing.EisenstatWalker2(), p, Direction.KRYLOV_LIMIT)));
    }
    all.add(
        Inner.NEWTON_CG.withDirection(new Direction.OwnKrylov("own CG", ConjugateGradient::new)));
    return all;
  }

  @ParameterizedTest
  @MethodSource("solvers")
  void oursKeepIt(Inner inner) {
    assertTrue(InnerSolverContract.check(inner) > 0);
  }

  /** An anchor belongs to one objective, so chord steps are opened for each with its own. */
  @Test
  void chordStepsKeepIt() {
    Inner own =
        Inner.own(
            "chord",
            f -> {
              if (!(f instanceof Curved curved)) {
                throw new IllegalArgumentException("no Hessian");
              }
              Anchor anchor = Anchor.at(curved, new double[f.dimension()]);
              return new Inner.Chord(anchor).open(f, InnerObserver.none());
            });
    assertEquals(InnerSolverContract.objectives().size(), InnerSolverContract.check(own));
  }

  /** A solver that claims what is not so, one that writes over its start, and a forgetful clerk. */
  @Test
  void whatBreaksItIsFound() {
    InnerReport claim =
        new InnerReport.Counter().report(InnerEnding.CONVERGED, 0, 1, 0, Double.NaN, Double.NaN);
    assertFound(
        f ->
            (lambda, tolerance, c, start, u) -> {
              Vectors.copy(c, u);
              return claim;
            });
    assertFound(
        f -> {
          InnerSolver good = Inner.LBFGS.open(f, InnerObserver.none());
          return (lambda, tolerance, c, start, u) -> {
            InnerReport report = good.solve(lambda, tolerance, c, start, u);
            start[0] = 0;
            return report;
          };
        });
    assertFound(
        f -> {
          InnerSolver good = Inner.LBFGS.open(f, InnerObserver.none());
          return (lambda, tolerance, c, start, u) -> {
            InnerReport r = good.solve(lambda, tolerance, c, start, u);
            return new InnerReport(
                r.ending(),
                1,
                0,
                0,
                r.residual(),
                r.certificate(),
                r.value(),
                r.gradientNorm(),
                1,
                0,
                r.model());
          };
        });
  }

  private static void assertFound(Function<Objective, InnerSolver> broken) {
    Inner inner = Inner.own("broken", broken);
    assertThrows(AssertionError.class, () -> InnerSolverContract.check(inner));
  }
}
