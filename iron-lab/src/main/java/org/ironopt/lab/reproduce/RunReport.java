package org.ironopt.lab.reproduce;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.compare.CompareExperiment;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.FigureFiles;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.TomlFile;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.ClaimFile;
import org.ironopt.lab.ledger.Claims;
import org.ironopt.lab.ledger.PaperSettings;
import org.ironopt.lab.progress.Progress;
import org.ironopt.lab.report.HtmlReport;

/** Makes figures, {@code claims.json} and {@code report.html} from the files of a run folder. */
final class RunReport {
  /** Values that differ from cell to cell are listed up to this many. */
  private static final int MOST_VALUES = 4;

  private final Path out;
  private final Function<String, Optional<Chapter<?>>> chapters;
  private final Consumer<String> log;

  /** An experiment on the page; each is rendered once. */
  private record RenderedExperiment(HtmlReport.Part part, List<Map<String, String>> manifests) {}

  private final Map<String, RenderedExperiment> rendered = new HashMap<>();

  /**
   * Makes a report.
   *
   * @param chapters finds the chapter of an experiment by its name
   * @param log is told what a reader of the results has to know
   */
  RunReport(Path out, Function<String, Optional<Chapter<?>>> chapters, Consumer<String> log) {
    this.out = out;
    this.chapters = chapters;
    this.log = log;
  }

  /**
   * Writes everything that is made from files, and returns the claims of each experiment.
   *
   * @param toCome what is still to be run, in a sentence; empty if nothing is
   * @param progress is told how many experiments are done
   */
  Map<String, List<Claim>> write(
      List<ExperimentFolder> experiments, String toCome, Progress progress) throws IOException {
    progress.begin("chapters reported", 1, 1);
    List<HtmlReport.Part> parts = new ArrayList<>();
    List<Map<String, String>> manifests = new ArrayList<>();
    Map<String, List<Claim>> ledger = new LinkedHashMap<>();
    for (ExperimentFolder own : experiments) {
      String name = own.experiment().name();
      progress.update(parts.size(), experiments.size());
      if (!rendered.containsKey(name)) {
        own.remarks().forEach(log);
        ChapterReport report = judged(own);
        tables(own.path().resolve("tables"), report);
        rendered.put(name, render(own, report, figures(own.path().resolve("figures"), report)));
      }
      RenderedExperiment one = rendered.get(name);
      parts.add(one.part);
      manifests.addAll(one.manifests);
      ledger.put(name, one.part.report().claims());
    }
    AtomicFiles.write(
        out.resolve("claims.json"),
        Claims.json(ledger.values().stream().flatMap(List::stream).toList()));
    AtomicFiles.write(
        out.resolve("report.html"), HtmlReport.render(parts, provenance(manifests), toCome));
    return ledger;
  }

  /** Returns the experiments that are smaller or other than the whole one. */
  List<String> reduced() {
    return rendered.values().stream()
        .map(RenderedExperiment::part)
        .filter(part -> !part.reduced().isEmpty())
        .map(HtmlReport.Part::name)
        .sorted()
        .toList();
  }

  private ChapterReport judged(ExperimentFolder own) throws IOException {
    Experiment experiment = own.experiment();
    ChapterReport report = experiment.report(own);
    List<ChapterReport.Section> sections = new ArrayList<>(report.sections());
    own.unavailable()
        .ifPresent(reason -> sections.addFirst(new ChapterReport.Section("Not run", reason)));
    return new ChapterReport(
        report.title(), report.summary(), sections, judged(experiment, report.claims()));
  }

  /** Returns what these settings can say of the claims. */
  private List<Claim> judged(Experiment experiment, List<Claim> claims) {
    return chapters
        .apply(experiment.name())
        .filter(chapter -> !claims.isEmpty())
        .map(chapter -> ClaimFile.settings(experiment.getClass(), chapter.paper()))
        .map(paper -> paper.judged(claims, experiment.settings()))
        .orElse(claims);
  }

  /** Writes the files of all figures and returns the SVG of each, by id. */
  private static Map<String, String> figures(Path folder, ChapterReport report) throws IOException {
    Files.createDirectories(folder);
    Map<String, String> svg = new HashMap<>();
    for (ChapterReport.Section section : report.sections()) {
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

  private static void tables(Path folder, ChapterReport report) throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    report.sections().forEach(s -> s.tables().forEach(table -> files.putAll(table.files())));
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.createDirectories(folder);
      AtomicFiles.write(folder.resolve(file.getKey()), file.getValue());
    }
  }

  private RenderedExperiment render(
      ExperimentFolder own, ChapterReport report, Map<String, String> svg) throws IOException {
    List<List<String>> work = new ArrayList<>();
    double seconds = 0;
    List<Cell> cells = own.cells();
    List<Map<String, String>> manifests = new ArrayList<>();
    for (Cell cell : cells) {
      if (own.of(cell).isPresent()) {
        Optional<ExperimentFolder.Timing> timing = own.timing(cell);
        String slices = timing.map(t -> Long.toString(t.slices())).orElse("–");
        String took = timing.map(t -> Numbers.format("%.3f", t.seconds())).orElse("–");
        work.add(List.of(cell.label(), slices, took));
        seconds += timing.map(ExperimentFolder.Timing::seconds).orElse(0.0);
        manifests.add(own.provenance(cell));
      }
    }
    Experiment experiment = own.experiment();
    String name = experiment.name();
    boolean paper = ChapterCatalog.named(name).isPresent();
    List<String> files = files(own.path());
    return new RenderedExperiment(
        new HtmlReport.Part(
            name,
            experiment instanceof CompareExperiment
                ? HtmlReport.Sort.COMPARISON
                : paper ? HtmlReport.Sort.PAPER : HtmlReport.Sort.OWN,
            report,
            svg,
            experiment.command(own.path().resolve("config.toml")),
            TomlFile.write(experiment.settings()),
            reduced(experiment.settings(), chapters.apply(name), work.size(), cells.size()),
            work.size() + " of " + cells.size(),
            seconds,
            work,
            pattern -> matching(files, name + "/" + pattern)),
        manifests);
  }

  /** Returns the files of the cells, as the page sees them. */
  private List<String> files(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder, 2)) {
      return walk.filter(Files::isRegularFile)
          .map(file -> out.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }

  private static List<String> matching(List<String> files, String pattern) {
    Pattern regex =
        Pattern.compile(
            Arrays.stream(pattern.split("\\*", -1))
                .map(Pattern::quote)
                .collect(Collectors.joining("[^/]*")));
    return files.stream().filter(file -> regex.matcher(file).matches()).toList();
  }

  /**
   * Returns how a run falls short of the whole experiment, in sentences: settings that a quick look
   * makes smaller, other settings than the usual ones, cells that are missing.
   */
  static String reduced(
      NamedValues settings, Optional<Chapter<?>> chapter, int finished, int cells) {
    List<String> sentences = new ArrayList<>();
    if (chapter.isPresent()) {
      Map<String, Object> whole = chapter.get().paper().asMap();
      Map<String, Object> look = chapter.get().smoke().asMap();
      List<String> smaller = new ArrayList<>();
      List<String> other = new ArrayList<>();
      settings
          .asMap()
          .forEach(
              (key, value) -> {
                Object usual = whole.get(key);
                if (usual != null && !usual.equals(value) && !key.equals("seed")) {
                  boolean scale =
                      !usual.equals(look.get(key)) && PaperSettings.smaller(value, usual);
                  (scale ? smaller : other).add(PaperSettings.words(key, value, usual));
                }
              });
      if (!smaller.isEmpty()) {
        sentences.add("Below the scale of the paper: " + String.join(", ", smaller) + ".");
      }
      if (!other.isEmpty()) {
        sentences.add("Other settings than the paper's: " + String.join(", ", other) + ".");
      }
    } else if (settings.has("scale") && settings.text("scale").equals("smoke")) {
      sentences.add("A quick look: less data, fewer steps and seeds than the config asks for.");
    }
    if (finished < cells) {
      sentences.add("Not finished: " + finished + " of " + cells + " cells are there.");
    }
    return String.join(" ", sentences);
  }

  /** Returns what is said of all cells; where cells differ, how many have which value. */
  static List<List<String>> provenance(List<Map<String, String>> manifests) {
    Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
    for (Map<String, String> manifest : manifests) {
      for (Map.Entry<String, String> said : manifest.entrySet()) {
        var values = counts.computeIfAbsent(said.getKey(), key -> new LinkedHashMap<>());
        values.merge(said.getValue(), 1, Integer::sum);
      }
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
        .map(v -> v.getKey() + " (" + Numbers.count(v.getValue(), "cell") + ")")
        .collect(Collectors.joining("; "));
  }
}
