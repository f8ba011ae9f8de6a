package org.ironopt.lab.report;

import java.util.List;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.ClaimText;
import org.ironopt.lab.ledger.Count;
import org.ironopt.lab.ledger.Kind;

/** The claim ledger as a table of the report. */
final class HtmlLedger {
  private HtmlLedger() {}

  static void add(Html page, List<Claim> claims) {
    page.raw("<section id=\"ledger\">\n").element("h2", "Claim ledger");
    page.element(
        "p",
        "Verdicts are computed from the numbers shown, by criteria that were written down before"
            + " the run; where one was changed later, the earlier ones stand below it with the"
            + " reason. Only claims of the kind paper are sentences of the paper, quoted beside"
            + " them. Claims of one family share data or seeds and confirm each other less than"
            + " their number suggests.");
    page.raw("<ul>");
    Count.lines(claims).forEach(line -> page.element("li", line));
    page.raw("</ul>\n<div class=\"scroll\"><table class=\"ledger\"><thead><tr>");
    for (String head : List.of("id", "claim", "criterion", "measured", "verdict", "evidence")) {
      page.raw("<th>" + head + "</th>");
    }
    page.raw("</tr></thead><tbody>\n");
    claims.forEach(claim -> row(page, claim));
    page.raw("</tbody></table></div></section>\n");
  }

  private static void row(Html page, Claim c) {
    ClaimText text = c.text();
    page.raw("<tr><td>" + Html.escape(c.id()));
    soft(page, c.kind().toString());
    page.raw("</td><td>").element("span", c.statement());
    if (!text.quote().isEmpty()) {
      page.raw("<q>" + Html.escape(text.quote()) + "</q>");
    }
    soft(page, text.where());
    if (c.kind() == Kind.IMPLIED) {
      soft(page, "because " + text.why());
    }
    if (!text.family().isEmpty()) {
      soft(page, "family: " + text.family());
    }
    page.raw("</td><td>").element("span", c.criterion());
    for (ClaimText.Earlier earlier : text.changed()) {
      soft(page, "earlier: " + earlier.criterion() + " (" + earlier.reason() + ")");
    }
    page.raw("</td><td>").element("span", c.measured());
    if (!Double.isNaN(c.low())) {
      soft(page, "[" + Numbers.text(c.low()) + ", " + Numbers.text(c.high()) + "]");
    }
    page.raw("</td><td class=\"" + c.verdict() + "\">" + c.verdict() + "</td>");
    page.element("td", c.evidence()).raw("</tr>\n");
  }

  private static void soft(Html page, String text) {
    page.element("div class=\"soft\"", text);
  }
}
