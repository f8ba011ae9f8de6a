package org.ironopt.lab.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.ironopt.lab.statistics.Interval;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

class ClaimsJsonTest {
  @Test
  void theFileIsAnArrayOfEntriesWithTheseNamesInThisOrder() {
    Ledger ledger = new Ledger(List.of(Texts.paper("F1", 0.5), Texts.paper("N1", 0)));
    ledger.near("F1", 1, Interval.ofMeans(0.9, 1.0, 1.1), "c");
    ledger.notCheckable("N1", "f");
    List<Claim> claims = ledger.claims();
    List<Map<String, Object>> entries =
        JsonMapper.builder().build().readValue(ClaimsJson.write(claims), new TypeReference<>() {});
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
}
