package org.ironopt.lab.report;

import java.util.List;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.FigureFiles;

/** One page of sections that stands for itself: figures are inside it, nothing is loaded. */
public final class HtmlPage {
  /** Tells a page of ours from any other that may lie where one is to be written. */
  public static final String GENERATOR = "<meta name=\"generator\" content=\"IRON\">";

  private HtmlPage() {}

  /**
   * Returns the page.
   *
   * @param lead what it says in one paragraph
   * @param sections in reading order
   * @param command how to make it again
   */
  public static String render(
      String title, String lead, List<Story.Section> sections, String command) {
    return render(title, lead, sections, command, "");
  }

  /**
   * Returns the page with links to the files of each figure.
   *
   * @param folder where they are, seen from the page; empty if there are none
   */
  public static String render(
      String title, String lead, List<Story.Section> sections, String command, String folder) {
    Html page = new Html();
    page.raw("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw(
            GENERATOR
                + "\n<title>"
                + Html.escape(title)
                + "</title>\n<link rel=\"icon\" href=\"data:,\">\n")
        .raw("<style>\n" + HtmlReport.resource("report.css") + "</style></head><body>\n<header>\n")
        .element("h1", title)
        .element("p class=\"soft\"", lead)
        .raw("</header>\n<main>\n");
    for (Story.Section section : sections) {
      page.raw("<section>\n").element("h2", section.heading());
      section.text().forEach(paragraph -> page.element("p", paragraph));
      section.figures().forEach(figure -> figure(page, figure, folder));
      section.tables().forEach(t -> page.table(t.caption(), t.header(), t.rows()));
      page.raw("</section>\n");
    }
    page.raw("<section>\n").element("h2", "Run it again").element("pre", command);
    page.raw("</section>\n</main>\n<footer><p class=\"soft\">Hover over a point to read its value.")
        .raw("</p></footer>\n<div id=\"tip\" role=\"status\"></div>\n<script>\n")
        .raw(HtmlReport.resource("report.js") + "</script></body></html>\n");
    return page.toString();
  }

  private static void figure(Html page, Figure figure, String folder) {
    String width = figure.columns() == 1 ? "paper column" : "paper";
    page.raw("<figure id=\"" + figure.id() + "\"><div class=\"" + width + "\">")
        .raw(FigureFiles.svg(figure))
        .raw("</div><figcaption>" + Html.escape(figure.caption()))
        .raw(folder.isEmpty() ? "" : " " + HtmlReport.links(folder, figure))
        .raw("</figcaption></figure>\n");
  }
}
