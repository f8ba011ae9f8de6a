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
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("id", claim.id());
    entry.put("claim", claim.claim());
    entry.put("where", claim.where());
    entry.put("expected", claim.expected());
    entry.put("measured", claim.measured());
    entry.put("interval", Double.isNaN(claim.low()) ? null : List.of(claim.low(), claim.high()));
    entry.put("verdict", claim.verdict().toString());
    entry.put("evidence", claim.evidence());
    return entry;
  }
}
