package org.ironopt.lab.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.ClaimKind;
import org.ironopt.lab.ledger.ClaimText;
import org.ironopt.lab.ledger.Claims;
import org.ironopt.lab.ledger.Verdict;

/**
 * Renders the experiments of a run folder as one page: what came out and what ran, the contents,
 * the chapters, and the ledger of all claims.
 */
public final class HtmlReport {
  /** What an experiment is, which decides how the page is called. */
  public enum Sort {
    PAPER,
    COMPARISON,
    OWN
  }

  /**
   * One experiment of the report.
   *
   * @param name folder name, used for links
   * @param sort what it is
   * @param report what it shows
   * @param svg its figures by id
   * @param command how to run it again
   * @param config its settings as TOML
   * @param reduced how it falls short of the whole experiment, in a sentence; empty if it does not
   * @param cells how many of its cells are there, in words
   * @param seconds that its cells took
   * @param work rows of work and time
   * @param files finds the files of a name or pattern in its folder, as the page sees them
   */
  public record Part(
      String name,
      Sort sort,
      ChapterReport report,
      Map<String, String> svg,
      String command,
      String config,
      String reduced,
      String cells,
      double seconds,
      List<List<String>> work,
      Function<String, List<String>> files) {}

  /** Figures in the summary. */
  private static final int CHIEF = 3;

  /** Files behind a claim are linked one by one up to this many. */
  private static final int MOST_FILES = 6;

  private static final Pattern FILE =
      Pattern.compile("(?<![\\w/.*-])[\\w./*-]+\\.(?:svg|csv|json)\\b");

  private static final String REDUCED = tag("tag low", "reduced").strip();

  private final Html page;
  private final List<Part> parts;

  /** Number of each figure, in the order of the page. */
  private final Map<String, Integer> numbers = new HashMap<>();

  private HtmlReport(List<Part> parts) {
    this.parts = parts;
    Set<Sort> sorts = parts.stream().map(Part::sort).collect(Collectors.toSet());
    this.page = Html.page(title(sorts), lead(sorts));
    for (Part part : parts) {
      figures(part).forEach(figure -> numbers.put(figure.id(), numbers.size() + 1));
    }
  }

  /**
   * Returns the page.
   *
   * @param ranOn rows of what the cells ran on
   * @param toCome what is still to be run, in a sentence; empty if nothing is
   */
  public static String render(List<Part> parts, List<List<String>> ranOn, String toCome) {
    HtmlReport report = new HtmlReport(parts);
    report.top(ranOn, toCome);
    report.contents();
    parts.forEach(report::chapter);
    report.ledger();
    return report.page.end(
        "Hover over a point to read its value. Each figure is also there as SVG, PDF, PNG and"
            + " CSV.");
  }

  private static String title(Set<Sort> sorts) {
    return sorts.equals(Set.of(Sort.COMPARISON))
        ? "IRON: comparison of methods"
        : !sorts.contains(Sort.PAPER)
            ? "IRON: experiments"
            : sorts.size() == 1 ? "IRON: reproduction report" : "IRON: reproduction and more";
  }

  private static String lead(Set<Sort> sorts) {
    String files = "Every number on this page comes from the files beside it.";
    String paper =
        "Implicit Resolvent Optimization under Noise (Leplat, Hildebrand), computed again. ";
    return sorts.contains(Sort.PAPER) ? paper + files : files;
  }

  private static List<Figure> figures(Part part) {
    return part.report().sections().stream().flatMap(s -> s.figures().stream()).toList();
  }

  private List<Claim> claims() {
    return parts.stream().flatMap(part -> part.report().claims().stream()).toList();
  }

  private void banner(String text) {
    if (!text.isEmpty()) {
      page.raw("<p class=\"banner\">" + Html.escape(text) + "</p>\n");
    }
  }

  private void top(List<List<String>> ranOn, String toCome) {
    List<String> reduced =
        parts.stream().filter(p -> !p.reduced().isEmpty()).map(p -> p.report().title()).toList();
    if (!reduced.isEmpty()) {
      banner(
          Numbers.format(
              "Not the whole experiment: %s ran smaller or with other settings. Numbers%s are about"
                  + " these runs; each chapter says how they differ.",
              reduced.size() == parts.size() ? "every chapter" : String.join("; ", reduced),
              claims().isEmpty() ? "" : " and verdicts"));
    }
    banner(toCome);
    page.raw("</header>\n<main>\n<section id=\"summary\">\n").element("h2", "Summary");
    verdicts();
    differing();
    Stream<Figure> all = parts.stream().flatMap(p -> figures(p).stream());
    List<Figure> chief = all.filter(Figure::chief).limit(CHIEF).toList();
    page.raw(chief.isEmpty() ? "" : "<div class=\"chief\">\n");
    for (Part part : parts) {
      figures(part).stream().filter(chief::contains).forEach(figure -> small(part, figure));
    }
    page.raw(chief.isEmpty() ? "" : "</div>\n");
    page.raw("<details><summary>What it ran on</summary>\n");
    page.table("", List.of("", ""), ranOn, "").raw("</details>\n</section>\n");
  }

  /** The figure again, with a link to where it is explained; ids must not occur twice. */
  @SuppressWarnings("NullAway")
  private void small(Part part, Figure figure) {
    String svg = part.svg().get(figure.id()).replace(figure.id() + "-clip", "top-" + figure.id());
    page.raw("<figure><div class=\"" + Html.paper(figure) + "\">" + svg + "</div><figcaption>");
    page.raw(link(figure.id(), "Figure " + numbers.get(figure.id())) + " ");
    page.raw(tags(part, figure) + Html.rich(firstSentence(figure.caption())));
    page.raw("</figcaption></figure>\n");
  }

  private static String firstSentence(String text) {
    String[] parts = text.split("[.:] ", 2);
    return parts.length > 1 ? parts[0] + "." : text;
  }

  private static String tags(Part part, Figure figure) {
    String paper = figure.paper().isEmpty() ? "" : figure.paper() + " of the paper";
    return tag("tag", paper) + (part.reduced().isEmpty() ? "" : REDUCED + " ");
  }

  private static String link(String anchor, String markup) {
    return "<a href=\"#" + anchor + "\">" + markup + "</a>";
  }

  private static String link(Part part) {
    return link(part.name(), Html.escape(part.report().title()));
  }

  private static String tag(String type, String text) {
    return text.isEmpty() ? "" : "<span class=\"" + type + "\">" + text + "</span> ";
  }

  private void verdicts() {
    page.raw("<div class=\"scroll\"><table class=\"verdicts\"><thead><tr><th>chapter</th>");
    for (Verdict verdict : judged()) {
      page.raw("<th>" + verdict.toString().replace('-', ' ') + "</th>");
    }
    page.raw("<th>cells</th><th>seconds</th><th>scale</th></tr></thead><tbody>\n");
    for (Part part : parts) {
      page.raw("<tr><td>" + link(part) + "</td>");
      counts(part.report().claims(), part.name());
      page.raw("<td>" + part.cells() + "</td><td>" + Numbers.format("%.1f", part.seconds()));
      page.raw("</td><td>" + (part.reduced().isEmpty() ? "full" : REDUCED) + "</td></tr>\n");
    }
    if (parts.size() > 1) {
      page.raw("<tr><th>all</th>");
      counts(claims(), "");
      double seconds = parts.stream().mapToDouble(Part::seconds).sum();
      page.raw("<td></td><td>" + Numbers.format("%.1f", seconds) + "</td><td></td></tr>\n");
    }
    page.raw("</tbody></table></div>\n");
  }

  /** Returns the verdicts that have a column: none where nothing is claimed. */
  private List<Verdict> judged() {
    return claims().isEmpty() ? List.of() : List.of(Verdict.values());
  }

  private void counts(List<Claim> claims, String chapter) {
    for (Verdict verdict : judged()) {
      long count = claims.stream().filter(claim -> claim.verdict() == verdict).count();
      String none = claims.isEmpty() ? "–" : "0";
      String some =
          Numbers.format(
              "<a class=\"%1$s\" href=\"#ledger\" data-chapter=\"%2$s\""
                  + " data-verdict=\"%1$s\">%3$s</a>",
              verdict, chapter, count);
      page.raw("<td>" + (count == 0 ? none : some) + "</td>");
    }
  }

  /** What a reader looks for first: the sentences that did not come out. */
  private void differing() {
    if (claims().stream().noneMatch(claim -> claim.verdict() == Verdict.DIFFERS)) {
      return;
    }
    page.raw("<details><summary>What differs</summary>\n<ul>\n");
    for (Part part : parts) {
      for (Claim claim : part.report().claims()) {
        if (claim.verdict() == Verdict.DIFFERS) {
          page.raw("<li>" + link(anchor(part, claim), Html.escape(claim.id())) + " ");
          page.raw(tag("tag", claim.kind().about()));
          page.raw(Html.rich(claim.statement() + " – " + claim.measured()) + "</li>\n");
        }
      }
    }
    page.raw("</ul></details>\n");
  }

  private static String anchor(Part part, Claim claim) {
    return part.name() + "-" + claim.id();
  }

  private void contents() {
    page.raw("<nav id=\"contents\">\n").element("h2", "Contents").raw("<ol>\n");
    for (Part part : parts) {
      List<String> links = new ArrayList<>();
      for (ChapterReport.Section section : part.report().sections()) {
        String place = part.name() + "-s" + links.size();
        links.add(link(place, Html.escape(section.heading())));
      }
      page.raw("<li>" + link(part) + "<br>" + String.join(" · ", links) + "</li>\n");
    }
    page.raw(claims().isEmpty() ? "" : "<li>" + link("ledger", "Claim ledger") + "</li>\n");
    page.raw("</ol></nav>\n");
  }

  private void chapter(Part part) {
    page.raw("<section id=\"" + part.name() + "\">\n").element("h2", part.report().title());
    banner(part.reduced());
    page.element("p", part.report().summary());
    Html.Layout place =
        new Html.Layout(
            "h3",
            part.name() + "/figures",
            part.name() + "/tables",
            figure -> part.svg().get(figure.id()),
            figure -> "<b>Figure " + numbers.get(figure.id()) + "</b> " + tags(part, figure),
            part.reduced().isEmpty() ? "" : REDUCED);
    List<ChapterReport.Section> sections = part.report().sections();
    for (int i = 0; i < sections.size(); i++) {
      page.raw("<div id=\"" + part.name() + "-s" + i + "\">\n");
      page.section(sections.get(i), place);
      page.raw("</div>\n");
    }
    page.raw("<details><summary>Run it again: command, settings, time</summary>\n");
    page.element("pre", part.command()).element("pre", part.config());
    page.table("Work and time", List.of("cell", "slices", "seconds"), part.work(), "");
    page.raw("</details>\n</section>\n");
  }

  private void ledger() {
    List<Claim> claims = claims();
    if (claims.isEmpty()) {
      return;
    }
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
    page.raw(
        "</ul>\n<p id=\"filter\" hidden><label>Find <input id=\"find\" type=\"search\"></label>");
    select("chapter", parts.stream().map(Part::name).toList());
    select("verdict", List.of(Verdict.values()));
    select("kind", List.of(ClaimKind.values()));
    page.raw(" <span id=\"shown\" class=\"soft\"></span></p>\n");
    List<String> heads = List.of("id", "claim", "criterion", "measured", "verdict", "evidence");
    page.raw("<div class=\"scroll\"><table class=\"ledger\"><thead><tr><th>");
    page.raw(String.join("</th><th>", heads) + "</th></tr></thead><tbody>\n");
    parts.forEach(part -> part.report().claims().forEach(claim -> row(part, claim)));
    page.raw("</tbody></table></div></section>\n");
  }

  private void select(String key, List<?> values) {
    page.raw(" <label>" + key + " <select id=\"by-" + key + "\"><option value=\"\">all</option>");
    values.forEach(value -> page.raw("<option>" + value + "</option>"));
    page.raw("</select></label>");
  }

  private void row(Part part, Claim c) {
    ClaimText text = c.text();
    page.raw("<tr id=\"" + anchor(part, c) + "\" data-chapter=\"" + part.name());
    page.raw("\" data-verdict=\"" + c.verdict() + "\" data-kind=\"" + c.kind() + "\">");
    page.raw("<td>" + Html.escape(c.id()));
    soft(c.kind().toString());
    page.raw("</td><td>").element("span", c.statement());
    if (!text.quote().isEmpty()) {
      boolean source = text.quote().contains("\\") || text.quote().contains("$");
      String words = Html.escape(text.quote());
      page.raw(source ? "<code>" + words + "</code>" : "<q>" + words + "</q>");
    }
    soft(text.where());
    if (c.kind() == ClaimKind.IMPLIED) {
      soft("because " + text.why());
    }
    if (!text.family().isEmpty()) {
      soft("family: " + text.family());
    }
    page.raw("</td><td>").element("span", c.criterion());
    for (ClaimText.Earlier earlier : text.changed()) {
      soft("earlier: " + earlier.criterion() + " (" + earlier.reason() + ")");
    }
    page.raw("</td><td>").element("span", c.measured());
    if (!Double.isNaN(c.low())) {
      soft("[" + Numbers.text(c.low()) + ", " + Numbers.text(c.high()) + "]");
    }
    page.raw("</td><td class=\"" + c.verdict() + "\">" + c.verdict());
    page.raw(part.reduced().isEmpty() ? "" : "<br>" + REDUCED);
    page.raw("</td><td>" + evidence(part, c) + "</td></tr>\n");
  }

  /** Returns the evidence with a link at every file or figure that it names. */
  private String evidence(Part part, Claim claim) {
    StringBuilder out = new StringBuilder();
    String text = claim.evidence();
    int from = 0;
    for (MatchResult file : FILE.matcher(text).results().toList()) {
      out.append(Html.rich(text.substring(from, file.start())));
      out.append(links(part, claim, file.group()));
      from = file.end();
    }
    return out.append(Html.rich(text.substring(from))).toString();
  }

  private String links(Part part, Claim claim, String name) {
    String own =
        name.startsWith(part.name() + "/") ? name.substring(part.name().length() + 1) : name;
    String figure = own.replaceAll("^figures/|\\.\\w+$", "");
    if (own.startsWith("figures/") && numbers.containsKey(figure)) {
      return link(figure, "Figure " + numbers.get(figure));
    }
    List<String> files = part.files().apply(own.contains("/") ? own : "*/" + own);
    String value = claim.instance().replaceAll(".*= ", "");
    List<String> exact = files.stream().filter(f -> f.contains("-" + value + "-")).toList();
    files = exact.isEmpty() ? files : exact;
    String text = Html.escape(name);
    if (files.isEmpty()) {
      return text;
    }
    if (files.size() == 1 || files.size() > MOST_FILES) {
      String to = files.size() == 1 ? files.getFirst() : part.name() + "/";
      return "<a href=\"" + to + "\">" + text + "</a>";
    }
    List<String> links = new ArrayList<>();
    for (String path : files) {
      String cell = path.replaceAll("^[^/]*/|-[0-9a-f]{12}/.*$|/.*$", "");
      links.add("<a href=\"" + path + "\">" + Html.escape(cell) + "</a>");
    }
    return text + " (" + String.join(", ", links) + ")";
  }

  private void soft(String text) {
    page.element("div class=\"soft\"", text);
  }
}
