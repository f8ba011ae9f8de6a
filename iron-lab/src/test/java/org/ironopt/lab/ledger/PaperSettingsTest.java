package org.ironopt.lab.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
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

  private static Claim claim(ClaimKind kind, String measured, Verdict verdict) {
    ClaimRule rule = new ClaimRule(List.of(), List.of(), "", Optional.empty(), "c", "");
    ClaimText text = new ClaimText("a", kind, "q", "Lemma 1", "s", "", rule, List.of(), "");
    return new Claim("a", text, "", "", measured, Double.NaN, Double.NaN, verdict, "a.csv");
  }

  /** Returns the verdicts on two claims of the paper, one met and one not, and on two of ours. */
  private static List<Verdict> verdicts(NamedValues settings) {
    List<Claim> claims =
        List.of(
            claim(ClaimKind.PAPER, "1", MET),
            claim(ClaimKind.IMPLIED, "2", UNMET),
            claim(ClaimKind.BEYOND, "3", MET),
            claim(ClaimKind.BEYOND, "4", UNMET));
    return PAPER.judged(claims, settings).stream().map(Claim::verdict).toList();
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
    List<Claim> claims = List.of(claim(ClaimKind.PAPER, "2.5", UNMET));
    Claim claim = PAPER.judged(claims, settings().with("rho", 2.0)).getFirst();
    assertEquals("2.5", claim.measured());
    assertTrue(claim.evidence().contains("rho 2 for 1"), claim.evidence());
    assertTrue(claim.evidence().endsWith("a.csv"), claim.evidence());
  }
}
