package org.ironopt.lab.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.progress.ProgressPrinter;
import org.ironopt.lab.quadratic.QuadraticExperiment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report says that an experiment ran on is true of all its cells. */
class RunReportTest {
  @Test
  void aValueThatCellsDoNotShareIsCounted() {
    assertEquals(
        List.of(List.of("cpu", "A"), List.of("jdk", "24 (1 cell); 25 (2 cells)")),
        RunReport.provenance(
            List.of(
                new TreeMap<>(Map.of("cpu", "A", "jdk", "24")),
                new TreeMap<>(Map.of("cpu", "A", "jdk", "25")),
                new TreeMap<>(Map.of("cpu", "A", "jdk", "25")))));
  }

  @Test
  void whatSomeCellsDoNotSayIsNotSaidOfAll() {
    assertEquals(
        List.of(List.of("cpu", "A (1 cell)")),
        RunReport.provenance(List.of(Map.of("cpu", "A"), Map.of())));
  }

  @Test
  void aRunThatIsSmallerOtherOrUnfinishedIsSaidToBe() {
    Optional<Chapter<?>> chapter = Optional.of(QuadraticExperiment.CHAPTER);
    NamedValues paper = QuadraticExperiment.CHAPTER.paper();
    assertEquals("", RunReport.reduced(paper, chapter, 36, 36));
    assertEquals(
        "",
        RunReport.reduced(QuadraticExperiment.CHAPTER.paper().with("seed", 7L), chapter, 36, 36));
    assertEquals(
        "Below the scale of the paper: particles 4000 for 200000, grid 6 values for 26, grid"
            + " particles 1000 for 20000.",
        RunReport.reduced(QuadraticExperiment.CHAPTER.smoke(), chapter, 36, 36));
    assertEquals(
        "Other settings than the paper's: rho 2 for 1. Not finished: 3 of 36 cells are there.",
        RunReport.reduced(paper.with("rho", 2.0), chapter, 3, 36));
    assertEquals(
        "A quick look: less data, fewer steps and seeds than the config asks for.",
        RunReport.reduced(new NamedValues().with("scale", "smoke"), Optional.empty(), 1, 1));
  }

  /** An experiment of one cell that can see what the report said when it began. */
  private record Watcher(String name, Path page, List<String> seen) implements Experiment {
    @Override
    public NamedValues settings() {
      return new NamedValues().with("seed", 0L);
    }

    @Override
    public List<Cell> cells() {
      return List.of();
    }

    @Override
    public void prepare(String dataFolder, Consumer<String> log) throws IOException {
      seen.add(Files.exists(page) ? Files.readString(page) : "");
    }

    @Override
    public ChapterReport report(ResultStore results) {
      return new ChapterReport("Chapter " + name, "", List.of(), List.of());
    }
  }

  @Test
  void theReportGrowsWithEveryChapter(@TempDir Path folder) throws IOException {
    List<String> seen = new ArrayList<>();
    Path page = folder.resolve("report.html");
    StringWriter said = new StringWriter();
    ProgressPrinter progress =
        new ProgressPrinter(new PrintWriter(said), ProgressPrinter.Form.LINES, () -> 0);
    new RunFolder(
            folder,
            new Manifest(List.of(), "", "", "", 1),
            RunFolder.UserClassPath.NONE,
            line -> {})
        .runAll(
            List.of(
                new Watcher("foundations", page, seen),
                new Watcher("quadratic", page, seen),
                new Watcher("logcosh", page, seen)),
            new RunFolder.Mode(null, false, progress, () -> false, Optional.empty()));
    assertEquals("", seen.get(0));
    assertTrue(seen.get(1).contains("Chapter foundations"), seen.get(1));
    assertTrue(seen.get(1).contains("Still running, to come: quadratic, logcosh."), seen.get(1));
    assertTrue(seen.get(2).contains("Chapter quadratic"), seen.get(2));
    String last = Files.readString(page);
    assertTrue(last.contains("Chapter logcosh") && !last.contains("Still running"), last);
    assertEquals(
        "3 chapters; the report is "
            + page
            + "\nfoundations is in the report; to come: quadratic, logcosh\n"
            + "quadratic is in the report; to come: logcosh\n",
        said.toString().replace("\r\n", "\n"));
  }

  @Test
  void timeIsSaidInSecondsAndInMinutes() {
    assertEquals(", about 40 s", RuntimeEstimate.text(40.2));
    assertEquals(", about 7 min", RuntimeEstimate.text(430));
    double whole = 0;
    for (Chapter<?> chapter : ChapterCatalog.all()) {
      double paper = ChapterCatalog.seconds(chapter.open(chapter.paper())).orElseThrow();
      double smoke = ChapterCatalog.seconds(chapter.open(chapter.smoke())).orElseThrow();
      assertTrue(0 < smoke && smoke < paper, chapter.name());
      whole += paper;
    }
    assertTrue(whole <= 15 * 60, "all chapters take " + whole + " s");
    assertTrue(
        ChapterCatalog.seconds(
                QuadraticExperiment.CHAPTER.open(
                    QuadraticExperiment.CHAPTER.paper().with("rho", 2.0)))
            .isEmpty());
  }

  @Test
  void manyValuesAreOnlyCounted() {
    List<Map<String, String>> seeds =
        List.of("1", "2", "3", "4", "5").stream().map(seed -> Map.of("seed", seed)).toList();
    assertEquals(List.of(List.of("seed", "5 different values")), RunReport.provenance(seeds));
  }
}
