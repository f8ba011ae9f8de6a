package org.ironopt.lab.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

class ClaimsTest {
  @Test
  void theFileIsAnArrayOfEntriesWithTheseNamesInThisOrder() {
    Ledger ledger = new Ledger(List.of(Texts.paper("F1", 0.5), Texts.paper("N1", 0)));
    ledger.near("F1", 1, ConfidenceInterval.ofMeans(0.9, 1.0, 1.1), "c");
    ledger.notCheckable("N1", "f");
    List<Claim> claims = ledger.claims();
    List<Map<String, Object>> entries =
        JsonMapper.builder().build().readValue(Claims.json(claims), new TypeReference<>() {});
    assertEquals(2, entries.size());
    for (Map<String, Object> entry : entries) {
      assertEquals(
          List.of(
              "id",
              "kind",
              "quote",
              "where",
              "claim",
              "why",
              "criterion",
              "changed",
              "family",
              "expected",
              "measured",
              "interval",
              "verdict",
              "evidence"),
          List.copyOf(entry.keySet()));
    }
    assertEquals(
        List.of(claims.getFirst().low(), claims.getFirst().high()),
        entries.getFirst().get("interval"));
    assertEquals("reproduced", entries.getFirst().get("verdict"));
    assertEquals(null, entries.getLast().get("interval"));
    assertEquals("not-checkable", entries.getLast().get("verdict"));
    assertEquals("f", entries.getLast().get("evidence"));
  }

  private static final List<Claim> CLAIMS = claims();

  private static List<Claim> claims() {
    ClaimText implied =
        new ClaimText(
            "Q2",
            ClaimKind.IMPLIED,
            "so far",
            "here",
            "c",
            "it follows",
            ClaimRule.words("yes", Double.NaN),
            List.of(new ClaimText.Earlier("no", "seen")),
            "both");
    ClaimText open =
        new ClaimText(
            "N1",
            ClaimKind.BEYOND,
            "",
            "there",
            "d",
            "a definition",
            ClaimRule.words("", Double.NaN),
            List.of(),
            "");
    Ledger ledger = new Ledger(List.of(Texts.paper("Q1", 0.5), implied, open));
    ledger.notCheckable("N1");
    ledger.part("α = 1").predicts("Q1.1", 1, ConfidenceInterval.ofMeans(0.9, 1, 1.1), "x*");
    ledger.holds("Q2", false, "no", "file");
    return ledger.claims();
  }

  @Test
  void everyClaimIsARowInTheOrderOfTheFileAndVerdictsAreCountedByKind() {
    List<String> lines = Claims.markdown(CLAIMS).lines().toList();
    assertEquals(
        "| Q1.1 | paper | a\\_k \\| b: α = 1<br>“`$\\\\|x\\\\|$`”, Lemma 1 | to 0.5; predicted 1 |"
            + " 1 (0 standard errors away)<br>[0.751586, 1.24841] | **reproduced** | x\\* |",
        lines.get(2));
    assertEquals(
        "| Q2 | implied | c<br>*“so far”*, here<br>because it follows<br>family: both |"
            + " yes<br>earlier: no (seen) | no | **differs** | file |",
        lines.get(3));
    assertEquals(
        "| N1 | beyond | d<br>there |  |  | **not-checkable** | a definition |", lines.get(4));
    assertEquals(
        List.of(
            "- the paper's words: 1 reproduced, 0 differs, 0 not-checkable.",
            "- implied by the paper: 0 reproduced, 1 differs, 0 not-checkable.",
            "- beyond the paper: 0 reproduced, 0 differs, 1 not-checkable."),
        lines.subList(6, lines.size()));
  }

  @Test
  void aPageKeepsItsWordsAroundTheTable() {
    String page = "Before.\n<!-- ledger one -->\nold\n<!-- end -->\nAfter.\n";
    String once = Claims.replace(page, "one", CLAIMS);
    assertTrue(once.startsWith("Before.\n<!-- ledger one -->\n| id |"), once);
    assertTrue(once.endsWith("not-checkable.\n<!-- end -->\nAfter.\n"), once);
    assertEquals(once, Claims.replace(once, "one", CLAIMS));
    assertThrows(IllegalArgumentException.class, () -> Claims.replace(page, "two", CLAIMS));
  }
}
