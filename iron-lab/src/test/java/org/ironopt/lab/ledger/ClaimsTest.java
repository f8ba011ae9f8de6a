package org.ironopt.lab.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

class ClaimsTest {
  private static final List<Claim> CLAIMS = claims();

  private static List<Claim> claims() {
    String toml =
        """
        [paper.Q1]
        quote = '$\\|x\\|$'
        where = "Lemma 1"
        statement = "a_k | b"
        criterion = "each steps.mean within 4 standard errors of 1"
        evidence = "x*"
        [implied.Q2]
        quote = "so far"
        where = "here"
        statement = "c"
        why = "it follows"
        criterion = "count at most 1"
        changed = [{criterion = "no", reason = "seen"}]
        evidence = "file"
        family = "both"
        [beyond.N1]
        where = "there"
        statement = "d"
        why = "a definition"
        """;
    ResultTables values = new ResultTables();
    values
        .table("steps", 1)
        .labelled(i -> "α = 1")
        .means("mean", i -> ConfidenceInterval.ofMeans(0.9, 1, 1.1));
    values.put("count", 2);
    return Ledger.judge(ClaimFile.parse(Path.of("claims.toml"), toml), values);
  }

  @Test
  void theFileIsAnArrayOfEntriesWithTheseNamesInThisOrder() {
    List<Map<String, Object>> entries =
        JsonMapper.builder().build().readValue(Claims.json(CLAIMS), new TypeReference<>() {});
    assertEquals(3, entries.size());
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
        List.of(CLAIMS.getFirst().low(), CLAIMS.getFirst().high()),
        entries.getFirst().get("interval"));
    assertEquals("reproduced", entries.getFirst().get("verdict"));
    assertEquals(null, entries.getLast().get("interval"));
    assertEquals("not-checkable", entries.getLast().get("verdict"));
    assertEquals("a definition", entries.getLast().get("evidence"));
  }

  @Test
  void everyClaimIsARowInTheOrderOfTheFileAndVerdictsAreCountedByKind() {
    List<String> lines = Claims.markdown(CLAIMS).lines().toList();
    assertEquals(
        "| Q1.1 | paper | a\\_k \\| b: α = 1<br>“`$\\\\|x\\\\|$`”, Lemma 1 | mean within 4"
            + " standard errors of 1; predicted 1 |"
            + " 1 (0 standard errors away)<br>[0.751586, 1.24841] | **reproduced** | x\\* |",
        lines.get(2));
    assertEquals(
        "| Q2 | implied | c<br>*“so far”*, here<br>because it follows<br>family: both |"
            + " count at most 1<br>earlier: no (seen) | 2 | **differs** | file |",
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
