package org.ironopt.lab.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.lab.statistics.Interval;
import org.junit.jupiter.api.Test;

class MarkdownLedgerTest {
  private static final List<Claim> CLAIMS =
      List.of(
          Claims.predicts("Q1", "a_k | b", "Lemma 1", 1, Interval.ofMeans(0.9, 1, 1.1), "x*"),
          Claims.holds("E1", "c", "here", "yes", "no", false, "why"),
          Claims.notCheckable("N1", "d", "there", "a definition"));

  @Test
  void everyClaimIsARowAndVerdictsAreCounted() {
    List<String> lines = MarkdownLedger.table(CLAIMS).lines().toList();
    assertEquals(
        "| Q1 | a\\_k \\| b | Lemma 1 | 1 | 1 (0 standard errors away) |"
            + " [0.751586, 1.24841] | **reproduced** | x\\* |",
        lines.get(2));
    assertEquals("| E1 | c | here | yes | no |  | **differs** | why |", lines.get(3));
    assertEquals("| N1 | d | there |  |  |  | **not-checkable** | a definition |", lines.get(4));
    assertEquals("1 reproduced, 1 differs, 1 not-checkable.", lines.getLast());
  }

  @Test
  void aPageKeepsItsWordsAroundTheTable() {
    String page = "Before.\n<!-- ledger one -->\nold\n<!-- end -->\nAfter.\n";
    String once = MarkdownLedger.replace(page, "one", CLAIMS);
    assertTrue(once.startsWith("Before.\n<!-- ledger one -->\n| id |"), once);
    assertTrue(once.endsWith("not-checkable.\n<!-- end -->\nAfter.\n"), once);
    assertEquals(once, MarkdownLedger.replace(once, "one", CLAIMS));
    assertThrows(IllegalArgumentException.class, () -> MarkdownLedger.replace(page, "two", CLAIMS));
  }

  @Test
  void intervalsDecideMeans() {
    Interval wide = Interval.ofMeans(0.5, 1.5);
    Interval narrow = Interval.ofMeans(0.99, 1.0, 1.01);
    assertEquals(Verdict.DIFFERS, Claims.atLeast("a", "", "", 0.1, wide, "").verdict());
    assertEquals(Verdict.REPRODUCED, Claims.atLeast("a", "", "", 0.1, narrow, "").verdict());
    assertEquals(Verdict.REPRODUCED, Claims.near("a", "", "", 1, 0.1, narrow, "").verdict());
    assertEquals(Verdict.DIFFERS, Claims.near("a", "", "", 1, 0.01, narrow, "").verdict());
  }
}
