package org.ironopt.lab.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.FigureFiles;
import org.ironopt.lab.file.AtomicFiles;
import org.ironopt.lab.file.TomlFile;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.ClaimsJson;
import org.ironopt.lab.report.Chapter;
import org.ironopt.lab.report.HtmlReport;

/** Makes figures, {@code claims.json} and {@code report.html} from the files of a run folder. */
final class RunReport {
  private RunReport() {}

  /**
   * Writes everything that is made from files, and returns the ledger.
   *
   * @param log is told what a reader of the results has to know
   */
  static List<Claim> write(Path out, List<ExperimentFolder> experiments, Consumer<String> log)
      throws IOException {
    List<Chapter> chapters = new ArrayList<>();
    List<Claim> ledger = new ArrayList<>();
    for (ExperimentFolder own : experiments) {
      own.remarks().forEach(log);
      Story story = told(own);
      figures(own.path().resolve("figures"), story);
      tables(own.path().resolve("tables"), story);
      chapters.add(chapter(own, story));
      ledger.addAll(story.claims());
    }
    AtomicFiles.write(out.resolve("claims.json"), ClaimsJson.write(ledger));
    AtomicFiles.write(out.resolve("report.html"), HtmlReport.render(chapters));
    return ledger;
  }

  private static Story told(ExperimentFolder own) throws IOException {
    Story story = own.experiment().tell(own);
    Optional<String> reason = own.unavailable();
    if (reason.isEmpty()) {
      return story;
    }
    List<Story.Section> sections = new ArrayList<>();
    sections.add(new Story.Section("Not run", List.of(reason.get()), List.of(), List.of()));
    sections.addAll(story.sections());
    return new Story(story.title(), story.summary(), sections, story.claims());
  }

  private static void figures(Path folder, Story story) throws IOException {
    Files.createDirectories(folder);
    for (Story.Section section : story.sections()) {
      for (Figure figure : section.figures()) {
        for (Map.Entry<String, byte[]> file : FigureFiles.render(figure).entrySet()) {
          AtomicFiles.write(folder.resolve(file.getKey()), file.getValue());
        }
      }
    }
  }

  private static void tables(Path folder, Story story) throws IOException {
    for (Story.Section section : story.sections()) {
      for (Story.TextTable table : section.tables()) {
        for (Map.Entry<String, String> file : table.files().entrySet()) {
          Files.createDirectories(folder);
          AtomicFiles.write(folder.resolve(file.getKey()), file.getValue());
        }
      }
    }
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static Chapter chapter(ExperimentFolder own, Story story) throws IOException {
    List<List<String>> work = new ArrayList<>();
    double seconds = 0;
    int finished = 0;
    List<Cell> cells = own.cells();
    Map<String, String> provenance = Map.of();
    for (Cell cell : cells) {
      if (own.of(cell).isPresent()) {
        Optional<ExperimentFolder.Timing> timing = own.timing(cell);
        work.add(
            List.of(
                cell.label(),
                timing.map(t -> Long.toString(t.slices())).orElse("–"),
                timing.map(t -> seconds(t.seconds())).orElse("–")));
        seconds += timing.map(ExperimentFolder.Timing::seconds).orElse(0.0);
        finished++;
        provenance = own.provenance(cell);
      }
    }
    work.addFirst(
        List.of("all: " + finished + " of " + cells.size() + " cells", "", seconds(seconds)));
    List<List<String>> machine = new ArrayList<>();
    provenance.forEach((key, value) -> machine.add(List.of(key, value)));
    return new Chapter(
        own.experiment().name(),
        story,
        own.experiment().command(own.path().resolve("config.toml")),
        TomlFile.write(own.experiment().settings()),
        machine,
        work);
  }
}
