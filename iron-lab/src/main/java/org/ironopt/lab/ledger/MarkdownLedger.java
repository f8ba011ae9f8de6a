package org.ironopt.lab.ledger;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The ledger as Markdown. A page keeps its own words and marks where the table of a chapter goes,
 * with {@code <!-- ledger NAME -->} before it and {@code <!-- end -->} after it.
 */
public final class MarkdownLedger {
  private MarkdownLedger() {}

  /** Returns a table with one row per claim and lines that count the verdicts by kind. */
  public static String table(List<Claim> claims) {
    StringBuilder out = new StringBuilder();
    out.append("| id | kind | claim | criterion | measured | verdict | evidence |\n")
        .append("|---|---|---|---|---|---|---|\n");
    for (Claim c : claims) {
      out.append("| ").append(c.id()).append(" | ").append(c.kind());
      for (String cell : List.of(words(c), criterion(c), measured(c))) {
        out.append(" | ").append(cell);
      }
      out.append(" | **").append(c.verdict()).append("** | ").append(escape(c.evidence()));
      out.append(" |\n");
    }
    out.append('\n');
    Count.lines(claims).forEach(line -> out.append("- ").append(line).append(".\n"));
    return out.toString();
  }

  private static String words(Claim claim) {
    ClaimText text = claim.text();
    return lines(
        escape(claim.statement()),
        (text.quote().isEmpty() ? "" : quote(text.quote()) + ", ") + escape(text.where()),
        text.kind() == Kind.IMPLIED ? "because " + escape(text.why()) : "",
        text.family().isEmpty() ? "" : "family: " + escape(text.family()));
  }

  /** Formulas are shown as the paper's source has them, since only that is word for word. */
  private static String quote(String words) {
    boolean source = words.contains("\\") || words.contains("$");
    return source ? "“`" + words.replace("|", "\\|") + "`”" : "*“" + escape(words) + "”*";
  }

  private static String criterion(Claim claim) {
    StringBuilder out = new StringBuilder(escape(claim.criterion()));
    for (ClaimText.Earlier earlier : claim.text().changed()) {
      out.append("<br>earlier: ").append(escape(earlier.criterion()));
      out.append(" (").append(escape(earlier.reason())).append(')');
    }
    return out.toString();
  }

  private static String measured(Claim claim) {
    String interval =
        Double.isNaN(claim.low())
            ? ""
            : String.format(Locale.ROOT, "[%.6g, %.6g]", claim.low(), claim.high());
    return lines(escape(claim.measured()), interval);
  }

  private static String lines(String... lines) {
    return Arrays.stream(lines).filter(line -> !line.isEmpty()).collect(Collectors.joining("<br>"));
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
