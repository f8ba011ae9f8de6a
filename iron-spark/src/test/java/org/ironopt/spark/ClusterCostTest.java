package org.ironopt.spark;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ClusterCostTest {
  private static ClusterCost.Shape shape(double rows, double columns, double perRow, int parts) {
    return new ClusterCost.Shape(rows * perRow, columns, 1, parts, parts);
  }

  @Test
  void narrowDenseRowsBringTheHessianAndWideOnesDoNot() {
    assertTrue(ClusterCost.NOMINAL.matrixPays(shape(1e6, 50, 50, 8)));
    assertTrue(ClusterCost.NOMINAL.matrixPays(shape(1e7, 100, 100, 64)));
    assertFalse(ClusterCost.NOMINAL.matrixPays(shape(1e6, 1e5, 10, 8)));
    assertFalse(ClusterCost.NOMINAL.matrixPays(shape(1e9, 3000, 3000, 1000)));
  }

  @Test
  void morePassesCostMoreAndCoresHelp() {
    ClusterCost.Shape wide = shape(1e8, 1000, 1000, 1000);
    ClusterCost cost = ClusterCost.NOMINAL;
    assertTrue(cost.matrixPass(wide, 100) > cost.pass(wide, 100));
    assertTrue(cost.pass(wide, 200) < cost.pass(wide, 100));
    assertTrue(cost.fit(wide, 100) > cost.pass(wide, 100));
  }
}
