package org.ironopt.resolvent.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.data.DenseFeatures;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.junit.jupiter.api.Test;

/** Prices computed by hand. */
class CostModelTest {
  @Test
  void rowsOfOneOutput() {
    DenseFeatures x = Samples.dense(100, 10, 1);
    CostModel cost = CostModel.of(Logistic.of(Samples.classes(x, 2, 2), .1));
    assertEquals(new CostModel(100, 10, 1, 1000, 10_000), cost);
    assertEquals(4_000, cost.pass());
    assertEquals(8_000, cost.product());
    assertEquals(10_000, cost.hessian());
    assertEquals(50_000, cost.gram());
  }

  /** Each output has an intercept; a Hessian takes a product for each parameter. */
  @Test
  void rowsOfManyOutputs() {
    CostModel cost = CostModel.of(Softmax.of(Samples.classes(Samples.dense(100, 10, 1), 7, 2), .1));
    assertEquals(new CostModel(100, 11, 7, 1000, 11_000), cost);
    assertEquals(7_000, cost.pass());
    assertEquals(4_000, cost.passOfOne());
    assertEquals(77 * 14_000, cost.hessian());
    assertEquals(50_000, cost.gram());
  }

  @Test
  void noRows() {
    CostModel cost = CostModel.of(Fixtures.tp5());
    assertEquals(5 * 5 * 4, cost.pass());
    assertEquals(5 * cost.product(), cost.hessian());
  }

  /** A matrix of dense rows costs three products at 24 columns, where a fit stops to form it. */
  @Test
  void matricesAgainstProducts() {
    for (int d : new int[] {24, 25}) {
      CostModel cost = new CostModel(1000, d, 1, 1000. * d, 1000. * d * d);
      assertEquals(d <= 24, cost.hessian() <= 3 * cost.product());
    }
    assertEquals(9e6, CostModel.factorization(300));
    assertEquals(27 * 9e6, CostModel.eigen(300));
    assertTrue(CostModel.fits(8192));
    assertTrue(!CostModel.fits(8193));
  }
}
