package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.resolvent.newton.KrylovDirection.ForcingTerms;
import org.junit.jupiter.api.Test;

class ForcingTermTest {
  private static void assertSequence(
      Direction.ForcingTerm forcing, double[] norms, double[] linear, double... expected) {
    double eta = forcing.first(norms[0]);
    assertEquals(expected[0], eta);
    for (int k = 1; k < norms.length; k++) {
      eta = forcing.next(eta, norms[k - 1], norms[k], linear[k - 1]);
      assertEquals(expected[k], eta, 1e-12 * expected[k], "eta " + k);
    }
  }

  @Test
  void eisenstatWalker2() {
    assertSequence(
        new Direction.ForcingTerm.EisenstatWalker2(),
        new double[] {1, .5, .3, .02, 1e-4},
        new double[4],
        .5,
        0.29320120093783253,
        0.39380723635474679,
        0.19924974195222495,
        1.7025417373301937e-4);
  }

  @Test
  void eisenstatWalker1() {
    assertSequence(
        new Direction.ForcingTerm.EisenstatWalker1(),
        new double[] {1, .5, .3, .02},
        new double[] {.45, .2, .015},
        .5,
        0.32577911215314725,
        .2,
        0.01666666666666667);
  }

  @Test
  void growingNormsAreCapped() {
    assertEquals(0.9, new Direction.ForcingTerm.EisenstatWalker2().next(.5, 1, 10, 0));
    assertEquals(0.9, new Direction.ForcingTerm.EisenstatWalker1().next(.5, 1, 10, 0));
  }

  @Test
  void squareRootIsSuperlinear() {
    Direction.ForcingTerm forcing = new Direction.ForcingTerm.SquareRoot();
    assertEquals(0.5, forcing.first(4));
    assertEquals(1e-3, forcing.next(.5, 1, 1e-6, 0), 1e-18);
  }

  @Test
  void fixedNeedsANumberBelowOne() {
    assertEquals(.3, new Direction.ForcingTerm.Fixed(.3).next(.9, 1, 2, 3));
    for (double eta : new double[] {1, -.1, Double.NaN}) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> new Direction.ForcingTerm.Fixed(eta))
              .getMessage();
      assertTrue(message.contains("eta is " + eta), message);
    }
  }

  /** The last linear system is not solved more accurately than the tolerance of g can use. */
  @Test
  void lastTermFollowsTheTarget() {
    ForcingTerms sequence = new ForcingTerms(new Direction.ForcingTerm.SquareRoot());
    assertEquals(1e-4, sequence.next(1e-8, 1e-13), 1e-18);
    assertEquals(.05, sequence.next(1e-8, 1e-9), 1e-17);
    assertEquals(.9, sequence.next(1e-8, 1e-7), "capped");
    ForcingTerms fixed = new ForcingTerms(new Direction.ForcingTerm.Fixed(1e-3));
    assertEquals(1e-3, fixed.next(1e-5, 1e-6));
  }
}
