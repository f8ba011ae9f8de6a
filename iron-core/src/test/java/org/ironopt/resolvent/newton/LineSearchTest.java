package org.ironopt.resolvent.newton;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.resolvent.InnerTolerance;
import org.junit.jupiter.api.Test;

/** Damping, backtracking and the second attempt of a line search, on directions that are given. */
class LineSearchTest {
  /** Gives directions by the damping, and others once it has forgotten its memory. */
  private static final class Given implements DirectionSolver {
    private final DoubleFunction<double[]> first;
    private final DoubleFunction<double[]> restarted;
    private final List<Double> nus = new ArrayList<>();
    private final double[][] memory = {{1, 2}};
    private int begun;
    private int linearized;
    private int restarts;

    Given(DoubleFunction<double[]> first, DoubleFunction<double[]> restarted) {
      this.first = first;
      this.restarted = restarted;
    }

    @Override
    public void begin() {
      begun++;
    }

    @Override
    public double[][] memory() {
      return memory;
    }

    @Override
    public void linearize(ResolventEquation equation) {
      linearized++;
    }

    @Override
    public double[] solve(ResolventEquation equation, double nu) {
      nus.add(nu);
      return (restarts == 0 ? first : restarted).apply(nu);
    }

    @Override
    public boolean restart() {
      restarts++;
      return restarted != null;
    }
  }

  /** Returns phi = u^2 at u = 1: the step to its minimum is -1. */
  private static ResolventEquation equation() {
    Quadratic f = Quadratic.ofSymmetric(DenseMatrix.identity(1), new double[1]);
    ResolventEquation equation = new ResolventEquation(f, f.curvature(), f.curvature());
    assertTrue(equation.begin(1, new double[1], new double[] {1}, InnerTolerance.relative(1e-12)));
    return equation;
  }

  private final List<Double> tried = new ArrayList<>();

  private Globalizer.LineSearch search(Given direction, boolean descends) {
    return new Globalizer.LineSearch(
        direction,
        descends,
        0.5,
        2,
        (e, t, slope) -> {
          tried.add(t);
          return e.trialDecreasesResidual();
        });
  }

  @Test
  void aGoodStepIsTakenAtOnce() {
    Given direction = new Given(nu -> new double[] {-1}, nu -> new double[] {-1});
    ResolventEquation e = equation();
    Globalizer.LineSearch search = search(direction, true);
    assertEquals(Globalizer.Move.TAKEN, search.advance(e));
    assertEquals(List.of(1.0), tried);
    assertEquals(List.of(0.0), direction.nus);
    assertEquals(0, direction.restarts);
    assertEquals(1, direction.linearized);
    assertEquals(0, e.current().u[0]);
    search.begin();
    assertEquals(1, direction.begun);
    assertSame(direction.memory, search.memory());
  }

  @Test
  void aLongStepIsHalved() {
    ResolventEquation e = equation();
    Given direction = new Given(nu -> new double[] {-6}, null);
    assertEquals(Globalizer.Move.TAKEN, search(direction, true).advance(e));
    assertEquals(List.of(1.0, 0.5, 0.25), tried);
    assertEquals(-0.5, e.current().u[0]);
  }

  @Test
  void aMemoryIsForgottenAndTheStepTriedOnceMore() {
    Given direction = new Given(nu -> new double[] {-100}, nu -> new double[] {-1});
    ResolventEquation e = equation();
    assertEquals(Globalizer.Move.TAKEN, search(direction, true).advance(e));
    assertEquals(1, direction.restarts);
    assertEquals(1, direction.linearized);
    assertEquals(List.of(0.0, 0.0), direction.nus);
    assertEquals(List.of(1.0, 0.5, 0.25, 1.0), tried);
    assertEquals(0, e.current().u[0]);
  }

  @Test
  void oneSecondAttemptAndNoThird() {
    Given direction = new Given(nu -> new double[] {-100}, nu -> new double[] {-100});
    ResolventEquation e = equation();
    assertEquals(Globalizer.Move.REFUSED, search(direction, true).advance(e));
    assertEquals(1, direction.restarts);
    assertEquals(2, direction.nus.size());
    assertEquals(1, e.current().u[0], "stays");
  }

  @Test
  void withoutAMemoryThereIsNoSecondAttempt() {
    Given direction = new Given(nu -> new double[] {-100}, null);
    assertEquals(Globalizer.Move.REFUSED, search(direction, true).advance(equation()));
    assertEquals(1, direction.restarts);
    assertEquals(1, direction.nus.size());
    assertNull(direction.restarted);
  }

  @Test
  void dampingGrowsUntilADirectionDescends() {
    Given direction =
        new Given(nu -> nu < 0.1 ? null : nu < 1 ? new double[] {0} : new double[] {-1}, null);
    assertEquals(Globalizer.Move.TAKEN, search(direction, true).advance(equation()));
    assertEquals(6, direction.nus.size());
    double[] expected = {0, 0.01, 0.04, 0.16, 0.64, 2.56};
    for (int k = 0; k < expected.length; k++) {
      assertEquals(expected[k], direction.nus.get(k), 1e-15);
    }
    assertEquals(List.of(1.0), tried, "a direction that does not descend is not searched");
  }

  @Test
  void otherRulesSearchAnyDirection() {
    Given direction = new Given(nu -> new double[] {0}, null);
    assertEquals(Globalizer.Move.REFUSED, search(direction, false).advance(equation()));
    assertEquals(List.of(0.0), direction.nus);
    assertEquals(List.of(1.0, 0.5, 0.25), tried);
  }

  @Test
  void noDampingHelpsASystemThatIsNotFinite() {
    Given direction = new Given(nu -> null, null);
    assertEquals(Globalizer.Move.NOT_FINITE, search(direction, true).advance(equation()));
    assertTrue(direction.nus.getLast() < 1e300 && direction.nus.getLast() > 1e299);
    assertTrue(tried.isEmpty());
  }
}
