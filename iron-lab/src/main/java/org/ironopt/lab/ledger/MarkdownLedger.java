package org.ironopt.lab.ledger;

import java.util.List;
import java.util.Locale;

/**
 * The ledger as Markdown. A page keeps its own words and marks where the table of a chapter goes,
 * with {@code <!-- ledger NAME -->} before it and {@code <!-- end -->} after it.
 */
public final class MarkdownLedger {
  private MarkdownLedger() {}

  /** Returns a table with one row per claim and a line that counts the verdicts. */
  public static String table(List<Claim> claims) {
    StringBuilder out = new StringBuilder();
    out.append(
            "| id | claim | where | expected | measured | 95 % interval | verdict | evidence |\n")
        .append("|---|---|---|---|---|---|---|---|\n");
    for (Claim c : claims) {
      out.append("| ").append(c.id());
      for (String cell : List.of(c.claim(), c.where(), c.expected(), c.measured(), interval(c))) {
        out.append(" | ").append(escape(cell));
      }
      out.append(" | **").append(c.verdict()).append("** | ").append(escape(c.evidence()));
      out.append(" |\n");
    }
    return out.append('\n').append(summary(claims)).append('\n').toString();
  }

  private static String interval(Claim claim) {
    return Double.isNaN(claim.low())
        ? ""
        : String.format(Locale.ROOT, "[%.6g, %.6g]", claim.low(), claim.high());
  }

  private static String summary(List<Claim> claims) {
    StringBuilder out = new StringBuilder();
    for (Verdict verdict : Verdict.values()) {
      long count = claims.stream().filter(c -> c.verdict() == verdict).count();
      out.append(out.isEmpty() ? "" : ", ").append(count).append(' ').append(verdict);
    }
    return out.append('.').toString();
  }

  /** Keeps a cell in its row and its signs as they are. */
  private static String escape(String text) {
    return text.replaceAll("([\\\\|*_<>`])", "\\\\$1").replaceAll("\\s+", " ");
  }

  /** Returns the page with the table of one chapter replaced. */
  public static String replace(String page, String name, List<Claim> claims) {
    String mark = "<!-- ledger " + name + " -->\n";
    String end = "<!-- end -->";
    int from = page.indexOf(mark);
    int to = page.indexOf(end, Math.max(from, 0));
    if (from < 0 || to < 0) {
      throw new IllegalArgumentException(
          "the page has no '" + mark.strip() + "' that is followed by '" + end + "'");
    }
    return page.substring(0, from + mark.length()) + table(claims) + page.substring(to);
  }
}
