package org.ironopt.lab.ledger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.JsonCodec;

/** Claims as counts, JSON and Markdown. */
public final class Claims {
  private Claims() {}

  /** Returns a line for each kind that occurs, with how many of its claims ended how. */
  public static List<String> counts(List<Claim> claims) {
    List<String> lines = new ArrayList<>();
    for (ClaimKind kind : ClaimKind.values()) {
      List<Claim> own = claims.stream().filter(c -> c.kind() == kind).toList();
      if (!own.isEmpty()) {
        lines.add(kind.about() + ": " + verdicts(own));
      }
    }
    return lines;
  }

  private static String verdicts(List<Claim> claims) {
    return Arrays.stream(Verdict.values())
        .map(v -> claims.stream().filter(c -> c.verdict() == v).count() + " " + v)
        .collect(Collectors.joining(", "));
  }

  /** Returns an array with one object per claim. */
  public static String json(List<Claim> claims) {
    return JsonCodec.lines(claims.stream().map(Claims::entry).toList());
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

  /** Returns a table with one row per claim and lines that count the verdicts by kind. */
  public static String markdown(List<Claim> claims) {
    StringBuilder out = new StringBuilder();
    out.append("| id | kind | claim | criterion | measured | verdict | evidence |\n")
        .append("|---|---|---|---|---|---|---|\n");
    for (Claim c : claims) {
      List<String> cells =
          List.of(
              c.id(),
              c.kind() + "",
              words(c),
              criterion(c),
              measured(c),
              "**" + c.verdict() + "**",
              escape(c.evidence()));
      out.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
    out.append('\n');
    counts(claims).forEach(line -> out.append("- ").append(line).append(".\n"));
    return out.toString();
  }

  private static String words(Claim claim) {
    ClaimText text = claim.text();
    return lines(
        escape(claim.statement()),
        (text.quote().isEmpty() ? "" : quote(text.quote()) + ", ") + escape(text.where()),
        text.kind() == ClaimKind.IMPLIED ? "because " + escape(text.why()) : "",
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
    String interval = Numbers.format("[%.6g, %.6g]", claim.low(), claim.high());
    return lines(escape(claim.measured()), Double.isNaN(claim.low()) ? "" : interval);
  }

  private static String lines(String... lines) {
    return Arrays.stream(lines).filter(line -> !line.isEmpty()).collect(Collectors.joining("<br>"));
  }

  /** Keeps a cell in its row and its signs as they are. */
  private static String escape(String text) {
    return text.replaceAll("([\\\\|*_<>`])", "\\\\$1").replaceAll("\\s+", " ");
  }

  /**
   * Returns a page with the table of one chapter replaced. The page keeps its own words and marks
   * where the table goes, with {@code <!-- ledger NAME -->} before it and {@code <!-- end -->}
   * after it.
   */
  public static String replace(String page, String name, List<Claim> claims) {
    String mark = "<!-- ledger " + name + " -->\n";
    String end = "<!-- end -->";
    int from = page.indexOf(mark);
    int to = page.indexOf(end, Math.max(from, 0));
    if (from < 0 || to < 0) {
      throw new IllegalArgumentException(
          "the page has no '" + mark.strip() + "' that is followed by '" + end + "'");
    }
    return page.substring(0, from + mark.length()) + markdown(claims) + page.substring(to);
  }
}
