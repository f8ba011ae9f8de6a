package org.ironopt.lab.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.lab.file.NamedValues;
import org.junit.jupiter.api.Test;

/** A verdict on the paper needs the paper's settings. */
class PaperSettingsTest {
  private static final PaperSettings PAPER =
      new PaperSettings(settings(), List.of("grid"), List.of("particles"));

  private static NamedValues settings() {
    return new NamedValues()
        .with("particles", 1000L)
        .with("rho", 1.0)
        .with("grid", new double[] {1, 10})
        .with("seed", 0L);
  }

  private static ClaimText text(String id, ClaimKind kind) {
    return new ClaimText(
        id, kind, "words", "Lemma 1", "s", "", ClaimRule.words("c", Double.NaN), List.of(), "");
  }

  /** Returns the verdicts on two claims of the paper, one met and one not, and on two of ours. */
  private static List<Verdict> verdicts(NamedValues settings) {
    Ledger ledger =
        new Ledger(
            List.of(
                text("met", ClaimKind.PAPER),
                text("unmet", ClaimKind.IMPLIED),
                text("ours", ClaimKind.BEYOND),
                text("wrong", ClaimKind.BEYOND)));
    ledger.holds("met", true, "1", "a.csv");
    ledger.holds("unmet", false, "2", "a.csv");
    ledger.holds("ours", true, "3", "a.csv");
    ledger.holds("wrong", false, "4", "a.csv");
    return PAPER.judged(ledger.claims(), settings).stream().map(Claim::verdict).toList();
  }

  private static final Verdict MET = Verdict.REPRODUCED;
  private static final Verdict UNMET = Verdict.DIFFERS;
  private static final Verdict OPEN = Verdict.NOT_CHECKABLE;

  @Test
  void anotherValueDecidesNothingOfThePaper() {
    assertEquals(List.of(OPEN, OPEN, MET, OPEN), verdicts(settings().with("rho", 2.0)));
    assertEquals(
        List.of(OPEN, OPEN, MET, OPEN),
        verdicts(settings().with("rho", 2.0).with("particles", 2000L)));
  }

  @Test
  void aSmallerSampleConfirmsAndDoesNotContradict() {
    assertEquals(List.of(MET, OPEN, MET, OPEN), verdicts(settings().with("particles", 999L)));
    assertEquals(List.of(MET, UNMET, MET, UNMET), verdicts(settings().with("particles", 1001L)));
  }

  @Test
  void whatNoClaimDependsOnChangesNothing() {
    List<Verdict> all = List.of(MET, UNMET, MET, UNMET);
    assertEquals(all, verdicts(settings()));
    assertEquals(all, verdicts(settings().with("seed", 5L).with("grid", new double[] {3})));
  }

  @Test
  void theReasonNamesTheSettingAndTheMeasuredValueStays() {
    Ledger ledger = new Ledger(List.of(text("a", ClaimKind.PAPER)));
    ledger.holds("a", false, "2.5", "a.csv");
    Claim claim = PAPER.judged(ledger.claims(), settings().with("rho", 2.0)).getFirst();
    assertEquals("2.5", claim.measured());
    assertTrue(claim.evidence().contains("rho 2 for 1"), claim.evidence());
    assertTrue(claim.evidence().endsWith("a.csv"), claim.evidence());
  }
}
