package org.ironopt.lab.report;

import java.util.List;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.figure.FigureFiles;

/** One page of sections; figures are inside it, nothing is loaded. */
public final class HtmlPage {
  /** Marks our pages, so that no other file is overwritten. */
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
      String title, String lead, List<ChapterReport.Section> sections, String command) {
    return render(title, lead, sections, command, "");
  }

  /**
   * Returns the page with links to the files of each figure.
   *
   * @param folder where they are, seen from the page; empty if there are none
   */
  public static String render(
      String title,
      String lead,
      List<ChapterReport.Section> sections,
      String command,
      String folder) {
    Html page = Html.page(title, lead).raw("</header>\n<main class=\"sheet\">\n");
    Html.Layout place = new Html.Layout("h2", folder, folder, FigureFiles::svg, figure -> "", "");
    for (ChapterReport.Section section : sections) {
      page.raw("<section>\n");
      page.section(section, place);
      page.raw("</section>\n");
    }
    page.raw("<section>\n").element("h2", "Run it again").element("pre", command);
    return page.raw("</section>\n").end("Hover over a point to read its value.");
  }
}
