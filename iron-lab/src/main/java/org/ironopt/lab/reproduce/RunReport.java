package org.ironopt.lab.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.ironopt.lab.InputError;
import org.ironopt.lab.compare.CompareExperiment;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.FigureFiles;
import org.ironopt.lab.folder.AtomicFiles;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.folder.TomlFile;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.ClaimsJson;
import org.ironopt.lab.report.Chapter;
import org.ironopt.lab.report.HtmlReport;

/** Makes figures, {@code claims.json} and {@code report.html} from the files of a run folder. */
public final class RunReport {
  /**
   * An experiment found in a folder.
   *
   * @param experiment with the settings of its last run
   * @param folder where its cells are
   */
  public record Found(Experiment experiment, ExperimentFolder folder) {}

  private RunReport() {}

  /**
   * Returns the experiments that were run in a folder, in the order of the paper, comparisons last.
   *
   * @param said is told, in a line each, which ones have settings that this version cannot read
   */
  public static List<Found> find(Path out, Manifest manifest, Consumer<String> said)
      throws IOException {
    List<Found> found = new ArrayList<>();
    List<String> passedOver = new ArrayList<>();
    BiConsumer<Path, InputError> passOver =
        (folder, e) ->
            passedOver.add(
                folder
                    + " is passed over: its settings are of another version of iron ("
                    + e.getMessage()
                    + ")");
    for (Catalog entry : Catalog.all()) {
      Path config = out.resolve(entry.name()).resolve("config.toml");
      if (Files.exists(config)) {
        try {
          Experiment experiment = entry.open().apply(TomlFile.read(config, entry.paper()));
          found.add(new Found(experiment, new ExperimentFolder(out, experiment, manifest)));
        } catch (InputError e) {
          passOver.accept(config.getParent(), e);
        }
      }
    }
    for (CompareExperiment experiment : CompareExperiment.find(out, passOver)) {
      found.add(new Found(experiment, new ExperimentFolder(out, experiment, manifest)));
    }
    if (found.isEmpty()) {
      throw new InputError(
          passedOver.isEmpty()
              ? out + " holds no experiment; './iron reproduce --out " + out + "' makes one"
              : passedOver.getFirst());
    }
    passedOver.forEach(said);
    return found;
  }

  /** Writes everything that is made from files, and returns the ledger. */
  public static List<Claim> write(Path out, Manifest manifest, Consumer<String> said)
      throws IOException {
    List<Chapter> chapters = new ArrayList<>();
    List<Claim> ledger = new ArrayList<>();
    for (Found found : find(out, manifest, said)) {
      Story story = told(found);
      figures(found.folder().path().resolve("figures"), story);
      tables(found.folder().path().resolve("tables"), story);
      chapters.add(chapter(found, story));
      ledger.addAll(story.claims());
    }
    AtomicFiles.write(out.resolve("claims.json"), ClaimsJson.write(ledger));
    AtomicFiles.write(out.resolve("report.html"), HtmlReport.render(chapters));
    return ledger;
  }

  private static Story told(Found found) throws IOException {
    Story story = found.experiment().tell(found.folder());
    Optional<String> reason = found.folder().unavailable();
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

  private static Chapter chapter(Found found, Story story) throws IOException {
    List<List<String>> work = new ArrayList<>();
    double seconds = 0;
    int finished = 0;
    List<Cell> cells = found.folder().cells();
    Map<String, String> provenance = Map.of();
    for (Cell cell : cells) {
      if (found.folder().of(cell).isPresent()) {
        ExperimentFolder.Timing timing = found.folder().timing(cell);
        work.add(
            List.of(
                cell.label(), Long.toString(timing.slices()), "%.3f".formatted(timing.seconds())));
        seconds += timing.seconds();
        finished++;
        provenance = found.folder().provenance(cell);
      }
    }
    work.addFirst(
        List.of(
            "all: " + finished + " of " + cells.size() + " cells", "", "%.3f".formatted(seconds)));
    List<List<String>> machine = new ArrayList<>();
    provenance.forEach((key, value) -> machine.add(List.of(key, value)));
    return new Chapter(
        found.experiment().name(),
        story,
        found.experiment().command(found.folder().path().resolve("config.toml")),
        TomlFile.write(found.experiment().settings()),
        machine,
        work);
  }
}
