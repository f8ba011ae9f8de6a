package org.ironopt.lab.compare;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.lab.compare.CompareConfig.Budget;
import org.ironopt.lab.compare.Comparison.Cost;
import org.ironopt.lab.compare.Comparison.MethodResult;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.method.proximal.Sppm;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.theory.NoiseSource;
import org.junit.jupiter.api.Test;

/** What is measured is what was spent, and what is told is what was measured. */
class ComparisonTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private static ProblemInstance line(int terms) {
    double[][] rows = new double[terms][1];
    double[] y = new double[terms];
    for (int i = 0; i < terms; i++) {
      rows[i][0] = 1;
      y[i] = i % 2;
    }
    return new ProblemInstance(
        "line",
        "line",
        LinearLeastSquares.of(DenseMatrix.of(rows), y, 0),
        Regularizer.none(),
        new double[] {3},
        Optional.empty(),
        OptionalDouble.empty(),
        1);
  }

  private static MethodRun trial(int batch, Method method, int terms) {
    ComparedMethod contender =
        new ComparedMethod("m", "m", Optional.empty(), batch, "", (step, p) -> method);
    return new MethodRun(contender, line(terms), 1, 7);
  }

  /** Ten steps of four terms are two passes over twenty. */
  @Test
  void passesAreTermsOverTerms() {
    MethodRun.Course course =
        trial(4, Sgd.step(.1).batches(Batches.epochs(4)), 20).counted(new Budget(2, 10));
    MethodRun.Mark last = course.last();
    assertEquals(10, last.step());
    assertEquals(2, last.passes());
    assertEquals(10, last.gradients());
    assertEquals(0, last.proxes());
    assertEquals(11, course.marks().size());
  }

  /** A table of gradients costs a pass at first; then a step is one prox. */
  @Test
  void proxesAreCounted() {
    MethodRun.Mark last =
        trial(1, Sppm.step(.1).pointSaga().batches(Batches.epochs(1)), 20)
            .counted(new Budget(3, 3))
            .last();
    assertEquals(40, last.step());
    assertEquals(40, last.proxes());
    assertEquals(20, last.gradients());
    assertEquals(3, last.passes());
  }

  /** A snapshot costs a pass of its own, a step two looks at its batch. */
  @Test
  void snapshotsAreCounted() {
    MethodRun.Mark last =
        trial(1, Sppm.step(.1).svrp(100).batches(Batches.epochs(1)), 20)
            .counted(new Budget(2, 1))
            .last();
    assertEquals(10, last.step());
    assertEquals(2, last.passes());
  }

  /** A step that does not fit into the budget does not count. */
  @Test
  void budgetsAreKept() {
    MethodRun.Course course = trial(0, Sgd.step(.1), 20).counted(new Budget(2.5, 10));
    assertEquals(2, course.last().step());
    assertTrue(course.last().passes() <= 2.5);
    assertEquals(1, trial(0, Sgd.step(.1), 20).counted(new Budget(.5, 10)).marks().size());
  }

  /** Without the counters the same steps are made: the clock sees the run that was counted. */
  @Test
  void timesAreOfTheSameSteps() {
    MethodRun trial = trial(4, Sgd.step(.1).batches(Batches.epochs(4)), 20);
    List<MethodRun.Mark> marks = trial.counted(new Budget(2, 10)).marks();
    double[] seconds = trial.timed(marks);
    assertEquals(marks.size(), seconds.length);
    assertEquals(0, seconds[0]);
    for (int i = 1; i < seconds.length; i++) {
      assertTrue(seconds[i] >= seconds[i - 1]);
    }
  }

  @Test
  void divergedRunsScoreNothing() {
    MethodRun.Course course =
        trial(4, Sgd.step(1e200).batches(Batches.epochs(4)), 20).counted(new Budget(5, 10));
    assertEquals(INFINITE, course.score());
    assertFalse(Double.isFinite(course.last().value()));
  }

  @Test
  void costIsThatOfTheFirstPointBelowTheTarget() {
    NumericColumns run = new NumericColumns("passes", "relative");
    double[] relative = {1, .2, .05, .07};
    for (int i = 0; i < relative.length; i++) {
      run.add(i, relative[i]);
    }
    assertEquals(2, MethodResult.cost(run, Cost.PASSES, .1));
    assertEquals(INFINITE, MethodResult.cost(run, Cost.PASSES, .01));
    NumericColumns none = new NumericColumns("step", "relative");
    assertEquals(
        INFINITE,
        new MethodResult(null, 1, none, List.of(), Optional.empty()).cost(Cost.PASSES, .1));
  }

  /** Ratios 1, 2 and never: a third of the tasks at once, two thirds from factor two on. */
  @Test
  void profileIsAStaircase() {
    NumericColumns steps = CompareTables.profile(new double[] {2, INFINITE, 1});
    assertArrayEquals(new double[] {1, 1, 1, 2, 2, 1000}, steps.column("factor"));
    assertArrayEquals(new double[] {0, 0, 1 / 3., 1 / 3., 2 / 3., 2 / 3.}, steps.column("share"));
  }

  /** Simulated spreads agree with the exact ones, for every method and both noise models. */
  @Test
  void spreadsAreExact() {
    SpreadStudy study = new SpreadStudy(new double[] {1, 3}, 1, .8, .5, new double[] {.2}, 4000);
    int center = 0;
    for (SpreadStudy.Subject subject : study.subjects()) {
      center += subject.source() == NoiseSource.CENTER ? 1 : 0;
      double[] row = study.measure(subject, .2, 11);
      double exact = subject.exact().apply(.2).orElseThrow();
      assertEquals(exact, row[1], 4 * row[2], subject.name() + ", " + subject.source());
    }
    assertEquals(3, center);
  }
}
