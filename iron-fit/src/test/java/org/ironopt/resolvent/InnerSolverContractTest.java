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
  static List<InnerMethod> solvers() {
    List<InnerMethod> all = new ArrayList<>();
    for (InnerMethod.Newton newton : Combos.all()) {
      // Full steps converge near the solution only.
      if (!(newton.globalization() instanceof Globalization.FullStep)) {
        all.add(newton.tolerance(InnerTolerance.relative(1e-8)));
      }
    }
    all.addAll(
        List.of(
            InnerMethod.PAPER, InnerMethod.CLOSED_FORM, InnerMethod.PREDICTIONS, InnerMethod.GRAM));
    Preconditioner nystrom = new Preconditioner.Nystrom(2, 3);
    for (Preconditioner p : List.of(nystrom, new Preconditioner.Kept(nystrom, 5))) {
      all.add(
          InnerMethod.NEWTON_CG.direction(
              new Direction.Cg(
                  new Direction.ForcingTerm.EisenstatWalker2(), p, Direction.KRYLOV_LIMIT)));
    }
    all.add(
        InnerMethod.NEWTON_CG.direction(new Direction.OwnKrylov("own CG", ConjugateGradient::new)));
    return all;
  }

  @ParameterizedTest
  @MethodSource("solvers")
  void oursKeepIt(InnerMethod inner) {
    assertTrue(InnerSolverContract.check(inner) > 0);
  }

  /** An anchor belongs to one objective, so chord steps are opened for each with its own. */
  @Test
  void chordStepsKeepIt() {
    InnerMethod own =
        InnerMethod.own(
            "chord",
            f -> {
              if (!(f instanceof Curved curved)) {
                throw new IllegalArgumentException("no Hessian");
              }
              HessianEigenbasis anchor = HessianEigenbasis.at(curved, new double[f.dimension()]);
              return new InnerMethod.Chord(anchor).open(f, Resolvent.Observer.none());
            });
    assertEquals(InnerSolverContract.objectives().size(), InnerSolverContract.check(own));
  }

  /** A solver that claims what is not so, one that writes over its start, and a forgetful clerk. */
  @Test
  void whatBreaksItIsFound() {
    InnerReport claim =
        new InnerReport.Counter()
            .report(InnerReport.Ending.CONVERGED, 0, 1, 0, Double.NaN, Double.NaN);
    assertFound(
        f ->
            (lambda, tolerance, c, start, u) -> {
              Vectors.copy(c, u);
              return claim;
            });
    assertFound(
        f -> {
          InnerSolver good = InnerMethod.LBFGS.open(f, Resolvent.Observer.none());
          return (lambda, tolerance, c, start, u) -> {
            InnerReport report = good.solve(lambda, tolerance, c, start, u);
            start[0] = 0;
            return report;
          };
        });
    assertFound(
        f -> {
          InnerSolver good = InnerMethod.LBFGS.open(f, Resolvent.Observer.none());
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
    InnerMethod inner = InnerMethod.own("broken", broken);
    assertThrows(AssertionError.class, () -> InnerSolverContract.check(inner));
  }
}
