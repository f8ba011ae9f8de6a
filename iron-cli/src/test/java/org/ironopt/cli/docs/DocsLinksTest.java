package org.ironopt.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Links lead somewhere, every page is in the index, and pages and lines keep their lengths. */
class DocsLinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`]*`");
  private static final Pattern FORMULA =
      Pattern.compile("(?s)\\$\\$.*?\\$\\$|(?<![\\\\$])\\$[^$]*\\$");
  private static final Pattern ESCAPE = Pattern.compile("\\\\[^\\sA-Za-z]|<\\S");
  private static final Pattern VERSION =
      Pattern.compile(
          "(?:ironopt:|<artifactId>)iron-\\w+(?::|</artifactId>\\s*<version>)([\\d.]+)");
  private static final Path INDEX = Page.ROOT.resolve("docs/README.md");

  private static List<String> links(Page page) {
    return LINK.matcher(String.join("\n", page.lines()))
        .results()
        .map((MatchResult link) -> link.group(1))
        .filter(link -> !link.contains("://"))
        .toList();
  }

  /** Returns what GitHub makes of the headings of a page. */
  private static Set<String> anchors(Path path) {
    return Page.read(path).lines().stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  @Test
  void linksLeadSomewhere() {
    List<String> broken = new ArrayList<>();
    for (Page page : Page.all()) {
      for (String link : links(page)) {
        String[] parts = link.split("#", 2);
        Path target =
            parts[0].isEmpty() ? page.path() : page.path().resolveSibling(parts[0]).normalize();
        boolean found =
            Files.exists(target) && (parts.length == 1 || anchors(target).contains(parts[1]));
        if (!found) {
          broken.add(page.name() + " -> " + link);
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  @Test
  void theIndexHasEveryPage() {
    Set<Path> listed =
        links(Page.read(INDEX)).stream()
            .map(link -> INDEX.resolveSibling(link.split("#")[0]).normalize())
            .collect(Collectors.toSet());
    Set<String> missing = new TreeSet<>();
    for (Page page : Page.all()) {
      if (page.path().startsWith(INDEX.getParent())
          && !page.path().equals(INDEX)
          && !listed.contains(page.path())) {
        missing.add(page.name());
      }
    }
    assertEquals(Set.of(), missing);
  }

  /** Tables, formulas, links and blocks may be wider. */
  @Test
  void linesAreShort() {
    List<String> tooLong = new ArrayList<>();
    for (Page page : Page.all()) {
      if (page.made()) {
        continue;
      }
      boolean block = false;
      for (int i = 0; i < page.lines().size(); i++) {
        String line = page.lines().get(i);
        block ^= line.startsWith("```");
        boolean prose = !block && !line.startsWith("|") && !line.contains("](") && !math(line);
        if (prose && line.length() > 100) {
          tooLong.add(page.name() + ":" + (i + 1));
        }
      }
    }
    assertEquals(List.of(), tooLong);
  }

  private static boolean math(String line) {
    return line.startsWith("$") || line.chars().filter(c -> c == '$').count() > 3;
  }

  /** Markdown reads a formula before its renderer does. */
  @Test
  void formulasSurviveMarkdown() {
    List<String> broken = new ArrayList<>();
    for (Page page : Page.all()) {
      String prose = CODE.matcher(String.join("\n", page.lines())).replaceAll("");
      for (MatchResult found : FORMULA.matcher(prose).results().toList()) {
        String formula = found.group();
        boolean split = !formula.startsWith("$$") && formula.contains("\n");
        if (split || ESCAPE.matcher(formula).find()) {
          broken.add(page.name() + ": " + formula);
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  @Test
  void pagesAreShort() {
    List<String> tooLong =
        Page.all().stream()
            .filter(page -> !page.made() && page.lines().size() > 400)
            .map(page -> page.name() + " has " + page.lines().size() + " lines")
            .toList();
    assertEquals(List.of(), tooLong);
  }

  @Test
  void versionsAreThatOfTheBuild() throws IOException {
    String pom = Files.readString(Page.ROOT.resolve("pom.xml"));
    String ours = pom.replaceFirst("(?s).*?<version>([^<]*)</version>.*", "$1");
    List<String> others = new ArrayList<>();
    for (Page page : Page.all()) {
      String text = String.join("\n", page.lines());
      for (MatchResult found : VERSION.matcher(text).results().toList()) {
        if (!found.group(1).equals(ours)) {
          others.add(page.name() + ": " + found.group());
        }
      }
    }
    assertEquals(List.of(), others);
    String citation = Files.readString(Page.ROOT.resolve("CITATION.cff"));
    assertTrue(citation.contains("\nversion: " + ours + "\n"), citation);
  }

  @Test
  void releasesAreShort() {
    String log = String.join("\n", Page.read(Page.ROOT.resolve("CHANGELOG.md")).lines());
    for (String release : log.split("\n## ")) {
      assertTrue(release.strip().lines().count() <= 22, release); // a heading, a blank, 20 lines
    }
  }

  @Test
  void theReadmeIsShort() {
    String text = String.join("\n", Page.read(Page.ROOT.resolve("README.md")).lines());
    assertTrue(text.split("\\s+").length <= 600, "words");
  }
}
