package org.ironopt.lab.report;

import java.util.List;
import java.util.Map;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.ClaimText;
import org.ironopt.lab.ledger.Claims;
import org.ironopt.lab.ledger.Kind;

/** Renders the experiments of a run folder as one page. */
public final class HtmlReport {
  /**
   * One experiment of the report.
   *
   * @param name folder name, used for links
   * @param story what it shows
   * @param svg its figures by id
   * @param command how to run it again
   * @param config its settings as TOML
   * @param provenance rows of what it ran on
   * @param work rows of work and time
   */
  public record Part(
      String name,
      Story story,
      Map<String, String> svg,
      String command,
      String config,
      List<List<String>> provenance,
      List<List<String>> work) {}

  private HtmlReport() {}

  /** Returns the page. */
  public static String render(List<Part> parts) {
    Html page =
        Html.page(
            "IRON: reproduction report",
            "Implicit Resolvent Optimization under Noise (Leplat, Hildebrand), computed again."
                + " Every number on this page comes from the files beside it.");
    page.raw("<nav>");
    for (Part part : parts) {
      page.raw("<a href=\"#" + part.name() + "\">" + Html.escape(part.story().title()) + "</a>");
    }
    page.raw("<a href=\"#ledger\">Claim ledger</a></nav></header>\n<main>\n");
    parts.forEach(part -> add(page, part));
    ledger(page, parts.stream().flatMap(part -> part.story().claims().stream()).toList());
    return page.end(
        "Hover over a point to read its value. Each figure is also there as SVG, PDF, PNG and"
            + " CSV.");
  }

  private static void add(Html page, Part part) {
    page.raw("<section id=\"" + part.name() + "\">\n");
    page.element("h2", part.story().title()).element("p", part.story().summary());
    for (Story.Section section : part.story().sections()) {
      page.section(
          section,
          "h3",
          part.name() + "/figures",
          part.name() + "/tables",
          figure -> part.svg().get(figure.id()));
    }
    page.element("h3", "Run it again").element("pre", part.command());
    page.raw("<details><summary>Complete configuration</summary>\n")
        .element("pre", part.config())
        .raw("</details>\n");
    page.table("What it ran on", List.of("", ""), part.provenance());
    page.table("Work and time", List.of("cell", "slices", "seconds"), part.work());
    page.raw("</section>\n");
  }

  private static void ledger(Html page, List<Claim> claims) {
    page.raw("<section id=\"ledger\">\n").element("h2", "Claim ledger");
    page.element(
        "p",
        "Verdicts are computed from the numbers shown, by criteria that were written down before"
            + " the run; where one was changed later, the earlier ones stand below it with the"
            + " reason. Only claims of the kind paper are sentences of the paper, quoted beside"
            + " them. Claims of one family share data or seeds and confirm each other less than"
            + " their number suggests.");
    page.raw("<ul>");
    Claims.counts(claims).forEach(line -> page.element("li", line));
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
