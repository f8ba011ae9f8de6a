package org.ironopt.lab.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.junit.jupiter.api.Test;

/** Every way to judge turns its verdict where the numbers cross the criterion. */
class LedgerTest {
  private static final ConfidenceInterval WIDE = ConfidenceInterval.ofMeans(0.5, 1.5);
  private static final ConfidenceInterval NARROW = ConfidenceInterval.ofMeans(0.99, 1.0, 1.01);

  private static Ledger with(double limit) {
    return new Ledger(List.of(Texts.paper("a", limit)));
  }

  @Test
  void aConditionAndALimit() {
    assertEquals(Verdict.REPRODUCED, with(1).holds("a", true, "", "").verdict());
    assertEquals(Verdict.DIFFERS, with(1).holds("a", false, "", "").verdict());
    assertEquals(Verdict.REPRODUCED, with(1).atMost("a", 1, "", "").verdict());
    assertEquals(Verdict.DIFFERS, with(1).atMost("a", Math.nextUp(1.0), "", "").verdict());
    assertEquals(Verdict.DIFFERS, with(1).atMost("a", Double.NaN, "", "").verdict());
  }

  @Test
  void anExactNumberToARelativeLimit() {
    assertEquals(Verdict.REPRODUCED, with(0.01).matches("a", -2, -2.019, "").verdict());
    assertEquals(Verdict.DIFFERS, with(0.01).matches("a", -2, -2.021, "").verdict());
    assertEquals(Verdict.DIFFERS, with(0.01).matches("a", -2, 2, "").verdict());
    assertEquals(Verdict.DIFFERS, with(0.01).matches("a", Double.NaN, 2, "").verdict());
  }

  @Test
  void meansByTheirIntervals() {
    assertEquals(Verdict.DIFFERS, with(0.1).atLeast("a", WIDE, "").verdict());
    assertEquals(Verdict.REPRODUCED, with(0.1).atLeast("a", NARROW, "").verdict());
    assertEquals(Verdict.REPRODUCED, with(0.1).near("a", 1, NARROW, "").verdict());
    assertEquals(Verdict.DIFFERS, with(0.01).near("a", 1, NARROW, "").verdict());
    assertEquals(Verdict.REPRODUCED, with(0).contains("a", 1.02, NARROW, "").verdict());
    assertEquals(Verdict.DIFFERS, with(0).contains("a", 1.03, NARROW, "").verdict());
    double error = NARROW.standardError();
    assertEquals(Verdict.REPRODUCED, with(0).predicts("a", 1 + 3.9 * error, NARROW, "").verdict());
    assertEquals(Verdict.DIFFERS, with(0).predicts("a", 1 + 4.1 * error, NARROW, "").verdict());
    assertEquals(Verdict.DIFFERS, with(0).predicts("a", Double.NaN, NARROW, "").verdict());
  }

  /** Quantiles of Student's t with 4 degrees of freedom: 95 % 2.13185, 97.5 % 2.77645. */
  @Test
  void equivalenceByTwoOneSidedTests() {
    Claim same = with(0.3).equivalent("a", 1, 1.01, 0.1, 4, "");
    assertEquals(Verdict.REPRODUCED, same.verdict());
    assertEquals(1.01 - 0.213185, same.low(), 1e-6);
    assertEquals(1.01 + 0.213185, same.high(), 1e-6);
    assertTrue(same.measured().endsWith("0.213 (90 %): equivalent"), same.measured());
    Claim shifted = with(0.5).equivalent("a", 1, 1.28, 0.1, 4, "");
    assertEquals(Verdict.REPRODUCED, shifted.verdict());
    assertTrue(shifted.measured().endsWith("the difference is real and small"));
    assertEquals(Verdict.DIFFERS, with(0.3).equivalent("a", 1, 1.28, 0.1, 4, "").verdict());
    assertEquals(Verdict.NOT_CHECKABLE, with(0.3).equivalent("a", 1, 1.27, 0.1, 4, "").verdict());
    Claim noisy = with(0.2).equivalent("a", 1, 1.1, 0.1, 4, "");
    assertEquals(Verdict.NOT_CHECKABLE, noisy.verdict());
    assertTrue(noisy.measured().contains("undecided"), noisy.measured());
  }

  @Test
  void partsBelongToATextAndIdsAreKnownAndJudgedOnce() {
    Ledger ledger = new Ledger(List.of(Texts.paper("a", 1), Texts.paper("b", 1)));
    ledger.part("one").holds("b.1", true, "", "");
    ledger.part("two").holds("b.2", true, "", "");
    assertEquals(List.of("a"), ledger.open());
    assertThrows(IllegalArgumentException.class, () -> ledger.holds("b.2", true, "", ""));
    assertThrows(IllegalArgumentException.class, () -> ledger.holds("c", true, "", ""));
    ledger.restNotCheckable("not run");
    assertEquals(List.of("a", "b.1", "b.2"), ledger.claims().stream().map(Claim::id).toList());
    assertEquals("a_k | b: two", ledger.claims().getLast().statement());
    assertEquals(List.of(), ledger.open());
  }
}
