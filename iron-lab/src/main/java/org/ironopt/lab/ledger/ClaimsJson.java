package org.ironopt.lab.ledger;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The ledger as JSON: an array with one object per claim. */
public final class ClaimsJson {
  private ClaimsJson() {}

  public static String write(List<Claim> claims) {
    return JsonMapper.builder()
            .build()
            .writerWithDefaultPrettyPrinter()
            .writeValueAsString(claims.stream().map(ClaimsJson::entry).toList())
        + "\n";
  }

  private static Map<String, Object> entry(Claim claim) {
    ClaimText text = claim.text();
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("id", claim.id());
    entry.put("kind", claim.kind().toString());
    entry.put("quote", text.quote());
    entry.put("where", text.where());
    entry.put("claim", claim.statement());
    entry.put("why", text.why());
    entry.put("criterion", text.criterion());
    entry.put("changed", text.changed());
    entry.put("family", text.family());
    entry.put("expected", claim.expected());
    entry.put("measured", claim.measured());
    entry.put("interval", Double.isNaN(claim.low()) ? null : List.of(claim.low(), claim.high()));
    entry.put("verdict", claim.verdict().toString());
    entry.put("evidence", claim.evidence());
    return entry;
  }
}
