package org.ironopt.lab.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.FigureFiles;

/** Renders the chapters of a run folder as one page. */
public final class HtmlReport {
  private HtmlReport() {}

  /** Returns the page. */
  public static String render(List<Chapter> chapters) {
    Html page = new Html();
    page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw(
            HtmlPage.GENERATOR
                + "\n<title>IRON: reproduction report</title>\n<link rel=\"icon\" href=\"data:,\">\n")
        .raw("<style>\n" + resource("report.css") + "</style></head><body>\n<header>\n")
        .element("h1", "IRON: reproduction report")
        .element(
            "p class=\"soft\"",
            "Implicit Resolvent Optimization under Noise (Leplat, Hildebrand), computed again."
                + " Every number on this page comes from the files beside it.")
        .raw("<nav>");
    for (Chapter chapter : chapters) {
      page.raw(
          "<a href=\"#" + chapter.name() + "\">" + Html.escape(chapter.story().title()) + "</a>");
    }
    page.raw("<a href=\"#ledger\">Claim ledger</a></nav></header>\n<main>\n");
    chapters.forEach(chapter -> chapter(page, chapter));
    HtmlLedger.add(page, chapters.stream().flatMap(c -> c.story().claims().stream()).toList());
    page.raw("</main>\n<footer><p class=\"soft\">Hover over a point to read its value.")
        .raw(" Each figure is also there as SVG, PDF, PNG and CSV.</p></footer>\n")
        .raw("<div id=\"tip\" role=\"status\"></div>\n<script>\n" + resource("report.js"))
        .raw("</script></body></html>\n");
    return page.toString();
  }

  private static void chapter(Html page, Chapter chapter) {
    page.raw("<section id=\"" + chapter.name() + "\">\n");
    page.element("h2", chapter.story().title()).element("p", chapter.story().summary());
    for (Story.Section section : chapter.story().sections()) {
      page.element("h3", section.heading());
      section.text().forEach(paragraph -> page.element("p", paragraph));
      section.figures().forEach(figure -> figure(page, chapter.name(), figure));
      section.tables().forEach(table -> table(page, chapter.name(), table));
    }
    page.element("h3", "Run it again").element("pre", chapter.command());
    page.raw("<details><summary>Complete configuration</summary>\n")
        .element("pre", chapter.config())
        .raw("</details>\n");
    page.table("What it ran on", List.of("", ""), chapter.provenance());
    page.table("Work and time", List.of("cell", "slices", "seconds"), chapter.work());
    page.raw("</section>\n");
  }

  private static void table(Html page, String folder, Story.TextTable table) {
    page.table(table.caption(), table.header(), table.rows());
    if (!table.files().isEmpty()) {
      String links =
          table.files().keySet().stream()
              .map(
                  name ->
                      String.format(
                          Locale.ROOT, "<a href=\"%s/tables/%s\">%s</a>", folder, name, name))
              .collect(Collectors.joining(" · "));
      page.raw("<p class=\"soft\">" + links + "</p>\n");
    }
  }

  private static void figure(Html page, String folder, Figure figure) {
    String width = figure.columns() == 1 ? "paper column" : "paper";
    page.raw("<figure id=\"" + figure.id() + "\"><div class=\"" + width + "\">")
        .raw(FigureFiles.svg(figure))
        .raw("</div><figcaption>" + Html.escape(figure.caption()) + " ");
    page.raw(links(folder + "/figures", figure) + "</figcaption></figure>\n");
  }

  /** Returns links to the files of a figure in a folder. */
  static String links(String folder, Figure figure) {
    return List.of("svg", "pdf", "png", "csv").stream()
        .map(
            type ->
                String.format(
                    Locale.ROOT,
                    "<a href=\"%s/%s.%s\">%s</a>",
                    folder,
                    figure.id(),
                    type,
                    type.toUpperCase(Locale.ROOT)))
        .collect(Collectors.joining(" · "));
  }

  static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
