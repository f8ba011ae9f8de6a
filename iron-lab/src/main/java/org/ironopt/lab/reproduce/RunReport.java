package org.ironopt.lab.reproduce;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.FigureFiles;
import org.ironopt.lab.file.AtomicFiles;
import org.ironopt.lab.file.TomlFile;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Claims;
import org.ironopt.lab.report.HtmlReport;

/** Makes figures, {@code claims.json} and {@code report.html} from the files of a run folder. */
final class RunReport {
  /** Values that differ from cell to cell are listed up to this many. */
  private static final int MOST_VALUES = 4;

  private RunReport() {}

  /**
   * Writes everything that is made from files, and returns the claims of each experiment.
   *
   * @param log is told what a reader of the results has to know
   */
  static Map<String, List<Claim>> write(
      Path out, List<ExperimentFolder> experiments, Consumer<String> log) throws IOException {
    List<HtmlReport.Part> parts = new ArrayList<>();
    Map<String, List<Claim>> ledger = new LinkedHashMap<>();
    for (ExperimentFolder own : experiments) {
      own.remarks().forEach(log);
      Story story = told(own);
      tables(own.path().resolve("tables"), story);
      parts.add(part(own, story, figures(own.path().resolve("figures"), story)));
      ledger.put(own.experiment().name(), story.claims());
    }
    AtomicFiles.write(
        out.resolve("claims.json"),
        Claims.json(ledger.values().stream().flatMap(List::stream).toList()));
    AtomicFiles.write(out.resolve("report.html"), HtmlReport.render(parts));
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

  /** Writes the files of all figures and returns the SVG of each, by id. */
  private static Map<String, String> figures(Path folder, Story story) throws IOException {
    Files.createDirectories(folder);
    Map<String, String> svg = new HashMap<>();
    for (Story.Section section : story.sections()) {
      for (Figure figure : section.figures()) {
        Map<String, byte[]> files = FigureFiles.render(figure);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
          AtomicFiles.write(folder.resolve(file.getKey()), file.getValue());
        }
        svg.put(figure.id(), new String(files.get(figure.id() + ".svg"), StandardCharsets.UTF_8));
      }
    }
    return svg;
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

  private static HtmlReport.Part part(ExperimentFolder own, Story story, Map<String, String> svg) {
    List<List<String>> work = new ArrayList<>();
    double seconds = 0;
    List<Cell> cells = own.cells();
    List<Map<String, String>> manifests = new ArrayList<>();
    for (Cell cell : cells) {
      if (own.of(cell).isPresent()) {
        Optional<ExperimentFolder.Timing> timing = own.timing(cell);
        work.add(
            List.of(
                cell.label(),
                timing.map(t -> Long.toString(t.slices())).orElse("–"),
                timing.map(t -> seconds(t.seconds())).orElse("–")));
        seconds += timing.map(ExperimentFolder.Timing::seconds).orElse(0.0);
        manifests.add(own.provenance(cell));
      }
    }
    work.addFirst(
        List.of("all: " + work.size() + " of " + cells.size() + " cells", "", seconds(seconds)));
    return new HtmlReport.Part(
        own.experiment().name(),
        story,
        svg,
        own.experiment().command(own.path().resolve("config.toml")),
        TomlFile.write(own.experiment().settings()),
        provenance(manifests),
        work);
  }

  /** Returns what is said of all cells; where cells differ, how many have which value. */
  static List<List<String>> provenance(List<Map<String, String>> manifests) {
    Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
    for (Map<String, String> manifest : manifests) {
      manifest.forEach(
          (key, value) ->
              counts
                  .computeIfAbsent(key, k -> new LinkedHashMap<>())
                  .merge(value, 1, Integer::sum));
    }
    List<List<String>> rows = new ArrayList<>();
    counts.forEach((key, values) -> rows.add(List.of(key, text(values, manifests.size()))));
    return rows;
  }

  private static String text(Map<String, Integer> values, int cells) {
    if (values.size() == 1 && values.containsValue(cells)) {
      return values.keySet().iterator().next();
    }
    if (values.size() > MOST_VALUES) {
      return values.size() + " different values";
    }
    return values.entrySet().stream()
        .map(v -> v.getKey() + " (" + v.getValue() + (v.getValue() == 1 ? " cell)" : " cells)"))
        .collect(Collectors.joining("; "));
  }
}
