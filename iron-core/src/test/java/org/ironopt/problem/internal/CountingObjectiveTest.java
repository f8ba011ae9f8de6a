package org.ironopt.problem.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.DualTerms;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.HigherDerivatives;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Proximable;
import org.ironopt.problem.TermProximable;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.problem.testing.Points;
import org.junit.jupiter.api.Test;

class CountingObjectiveTest {
  private final double[] x = {1, 2, 3};
  private final double[] g = new double[3];

  @Test
  void everyOracleIsCounted() {
    CountingObjective counted = CountingObjective.of(Fixtures.tp2());
    Objective f = counted.objective();
    f.value(x);
    f.value(x);
    f.gradient(x, g);
    f.valueAndGradient(x, g);
    Curvature h = counted.as(Curved.class).curvature();
    h.at(x, g);
    h.apply(x, g);
    h.apply(x, g);
    h.diagonal(g);
    h.block(0, DenseMatrix.zeros(2, 2));
    counted.as(GaussNewton.class).gaussNewton().at(x, g);
    counted.as(Proximable.class).prox(1, x, g);
    counted.as(HigherDerivatives.class).third(x, x, x, g);
    counted.as(HigherDerivatives.class).fourth(x, x, x, x, g);
    assertEquals(new CountingObjective.Counts(3, 2, 2, 2, 2, 1, 2, 13), counted.counts());
    counted.reset();
    assertEquals(new CountingObjective.Counts(0, 0, 0, 0, 0, 0, 0, 0), counted.counts());
  }

  @Test
  void batchesAreCounted() {
    CountingObjective counted = CountingObjective.of(Fixtures.tp3());
    Curved batch = counted.as(FiniteSum.class).batch(new int[] {0, 2}, 0, 2);
    batch.value(Fixtures.regressionStart());
    ((Proximable) batch).prox(1, Fixtures.regressionStart(), new double[2]);
    assertEquals(4, counted.as(FiniteSum.class).terms());
    assertEquals(new CountingObjective.Counts(1, 0, 0, 0, 0, 1, 0, 4), counted.counts());
  }

  @Test
  void termsAreCounted() {
    CountingObjective counted = CountingObjective.of(Fixtures.tp3());
    double[] w = Fixtures.regressionStart();
    FiniteSum sum = counted.as(FiniteSum.class);
    sum.gradient(w, new double[2]);
    assertEquals(4, counted.counts().terms());
    counted.as(TermProximable.class).prox(2, .5, w, new double[2]);
    assertEquals(5, counted.counts().terms());
    counted.as(DualTerms.class).row(1, new double[2]);
    assertEquals(6, counted.counts().terms());
    Curvature h = sum.batch(new int[] {0, 2, 1}, 0, 3).curvature();
    h.at(w, new double[2]);
    h.apply(w, new double[2]);
    assertEquals(12, counted.counts().terms());
    assertEquals(new CountingObjective.Counts(0, 2, 1, 1, 0, 1, 0, 12), counted.counts());
  }

  @Test
  void capabilitiesAreThoseOfTheWrapped() {
    CountingObjective plain = CountingObjective.of(Points.objective(Fixtures.tp2()));
    assertFalse(plain.objective() instanceof Curved);
    CountingObjective logCosh = CountingObjective.of(Fixtures.tp6());
    assertTrue(logCosh.objective() instanceof GaussNewton);
    assertFalse(logCosh.objective() instanceof Proximable);
    assertEquals(
        "the objective is not Proximable, or that is not an interface",
        assertThrows(IllegalArgumentException.class, () -> logCosh.as(Proximable.class))
            .getMessage());
    CountingObjective ensemble = CountingObjective.of(Ensemble.of(Fixtures.tp2(), 3));
    assertTrue(ensemble.objective() instanceof Proximable);
    assertTrue(ensemble.objective() instanceof GaussNewton);
  }

  @Test
  void countsOfAnEnsemblesBaseAreComplete() {
    CountingObjective counted = CountingObjective.of(Fixtures.tp2());
    Ensemble f = Ensemble.of(counted.objective(), 1000);
    f.gradient(new double[3000], new double[3000]);
    assertEquals(1000, counted.counts().gradients());
  }

  @Test
  void errorsPassThrough() {
    Objective f = CountingObjective.of(Fixtures.tp2()).objective();
    assertEquals(
        "x: expected length 3, got 2",
        assertThrows(IllegalArgumentException.class, () -> f.value(new double[2])).getMessage());
  }
}
