package org.ironopt.resolvent.newton;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.newton.KrylovDirection.ForcingTerms;
import org.junit.jupiter.api.Test;

/** What the terms of a solve remember, and that the next solve begins anew. */
class ForcingTermsTest {
  @Test
  void termsFollowTheLinearSolverAndBeginAnew() {
    Direction.ForcingTerm rule = new Direction.ForcingTerm.EisenstatWalker1();
    ForcingTerms terms = new ForcingTerms(rule);
    for (int solve = 0; solve < 2; solve++) {
      terms.begin();
      assertEquals(rule.first(1), terms.next(1, 0));
      terms.solved(0.45);
      double second = rule.next(rule.first(1), 1, 0.5, 0.45);
      assertEquals(second, terms.next(0.5, 0));
      terms.solved(0.2);
      assertEquals(rule.next(second, 0.5, 0.3, 0.2), terms.next(0.3, 0));
    }
  }
}
