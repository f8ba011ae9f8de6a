package org.ironopt.lab.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
import org.ironopt.lab.file.AtomicFiles;
import org.ironopt.lab.file.TomlFile;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.folder.Manifest;
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
   * @param classPath where classes of the user's own are, as typed for this command, or empty
   * @param said is told, in a line each, which ones cannot be opened
   */
  public static List<Found> find(
      Path out, Manifest manifest, String classPath, Consumer<String> said) throws IOException {
    List<Found> found = new ArrayList<>();
    List<String> passedOver = new ArrayList<>();
    BiConsumer<Path, String> passOver =
        (folder, reason) -> passedOver.add(folder + " is passed over: " + reason);
    for (Catalog entry : Catalog.all()) {
      Path config = out.resolve(entry.name()).resolve("config.toml");
      if (Files.exists(config)) {
        try {
          Values settings = TomlFile.read(config, entry.paper());
          Experiment experiment = InputError.check(() -> entry.open().apply(settings));
          found.add(new Found(experiment, new ExperimentFolder(out, experiment, manifest)));
        } catch (InputError e) {
          passOver.accept(
              config.getParent(),
              "its settings are of another version of iron (" + e.getMessage() + ")");
        }
      }
    }
    for (CompareExperiment experiment : CompareExperiment.find(out, classPath, passOver)) {
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

  /** Writes everything without classes of the user's own. */
  public static List<Claim> write(Path out, Manifest manifest, Consumer<String> said)
      throws IOException {
    return write(out, manifest, "", said);
  }

  /** Writes everything that is made from files, and returns the ledger. */
  public static List<Claim> write(
      Path out, Manifest manifest, String classPath, Consumer<String> said) throws IOException {
    List<Chapter> chapters = new ArrayList<>();
    List<Claim> ledger = new ArrayList<>();
    for (Found found : find(out, manifest, classPath, said)) {
      found.folder().remarks().forEach(said);
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

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static Chapter chapter(Found found, Story story) throws IOException {
    List<List<String>> work = new ArrayList<>();
    double seconds = 0;
    int finished = 0;
    List<Cell> cells = found.folder().cells();
    Map<String, String> provenance = Map.of();
    for (Cell cell : cells) {
      if (found.folder().of(cell).isPresent()) {
        Optional<ExperimentFolder.Timing> timing = found.folder().timing(cell);
        work.add(
            List.of(
                cell.label(),
                timing.map(t -> Long.toString(t.slices())).orElse("–"),
                timing.map(t -> seconds(t.seconds())).orElse("–")));
        seconds += timing.map(ExperimentFolder.Timing::seconds).orElse(0.0);
        finished++;
        provenance = found.folder().provenance(cell);
      }
    }
    work.addFirst(
        List.of("all: " + finished + " of " + cells.size() + " cells", "", seconds(seconds)));
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
