package org.ironopt.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ironopt.Architecture;
import org.ironopt.lab.folder.CodeFingerprint;
import org.junit.jupiter.api.Test;

/** The packages of the lab and what each may depend on. */
class ArchitectureTest {
  private static final Set<String> CHAPTERS =
      Set.of(
          "foundations", "quadratic", "logistic", "mnist", "sampling", "logcosh", "deep", "family");

  /**
   * What a chapter is made of; everything else of the lab works on chapters, not in them. Its
   * figures are declared in {@code page.toml}.
   */
  private static final Set<String> OF_CHAPTERS =
      Set.of("", "statistics", "file", "ledger", "methods", "experiment", "particles", "data");

  /** An arrow between chapters: the steps of the authors' two scripts are compared. */
  private static final String BETWEEN_CHAPTERS = "logcosh → quadratic";

  private static final Architecture MODULE =
      new Architecture(
          CodeFingerprint.class,
          "org.ironopt.lab",
          List.of(
              Set.of("", "statistics"),
              Set.of("file", "progress"),
              Set.of("data", "figure", "ledger"),
              Set.of("experiment"),
              Set.of("folder", "particles", "report"),
              Set.of("methods"),
              Set.of("foundations", "quadratic", "logistic", "mnist", "sampling", "family"),
              Set.of("logcosh", "deep", "compare"),
              Set.of("explore", "reproduce")));

  @Test
  void packagesDependOnLowerLayers() {
    MODULE.check();
  }

  @Test
  void noCodeDecidesByASentence() {
    MODULE.checkSentences(
        Map.of("org.ironopt.lab.compare.CompareReport", "the page of a comparison"));
  }

  @Test
  void chaptersAreMadeOfTheEngine() {
    Set<String> wrong = new TreeSet<>();
    for (Map.Entry<String, Set<String>> arrows : MODULE.arrows().entrySet()) {
      if (CHAPTERS.contains(arrows.getKey())) {
        arrows.getValue().stream()
            .filter(to -> !OF_CHAPTERS.contains(to))
            .forEach(to -> wrong.add(arrows.getKey() + " → " + to));
      }
    }
    assertEquals(Set.of(BETWEEN_CHAPTERS), wrong);
  }
}
