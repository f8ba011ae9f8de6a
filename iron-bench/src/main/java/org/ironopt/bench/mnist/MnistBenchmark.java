package org.ironopt.bench.mnist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ironopt.bench.RaceCell;
import org.ironopt.bench.mnist.MnistRace.Effort;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.ChapterReport.Section;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.FigureFiles;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.report.HtmlPage;

/**
 * {@code bench mnist}: training seconds to a full training objective, IRON against AdamW and
 * explicit controls, with figures, tables and a page in {@code bench-mnist}.
 */
public final class MnistBenchmark implements Benchmark {
  private static final int SEEDS = 5;

  @Override
  public String name() {
    return "mnist";
  }

  /** Steps of 64 rows are too short to share. */
  @Override
  public int threads() {
    return 1;
  }

  @Override
  public Set<String> options() {
    return Set.of("--data", "--objective", "--seeds", "--recorded", "--fresh", "--out");
  }

  @Override
  public Optional<Result> run(Request request) throws IOException, DataUnavailableException {
    LabeledImages images = LabeledImages.read(request.data(), request.log());
    Effort effort =
        request.recorded() ? Effort.RECORDED : request.quick() ? Effort.QUICK : Effort.FULL;
    int seeds = request.quick() ? 1 : request.seeds().orElse(SEEDS);
    MnistRace race = new MnistRace(images, request.objective(), seeds, effort, request.log());
    return RaceCell.run(race, request, folder -> shown(race, folder, request));
  }

  /** Writes the page and what belongs to it. */
  private static Result shown(MnistRace race, ExperimentFolder folder, Request request)
      throws IOException {
    RaceTables tables = new RaceTables(race, folder);
    ChapterReport report = tables.report();
    List<Section> sections = new ArrayList<>(report.sections());
    List<List<String>> machine = new ArrayList<>();
    folder
        .provenance(folder.cells().getLast())
        .forEach((key, value) -> machine.add(List.of(key, value)));
    sections.add(
        new Section(
            "What it ran on",
            List.of("Every look at every run is in checks.csv."),
            List.of(),
            List.of(new ChapterReport.TextTable("", List.of("", ""), machine))));
    Files.createDirectories(folder.path().resolve("figures"));
    for (Section section : sections) {
      for (Figure figure : section.figures()) {
        for (Map.Entry<String, byte[]> file : FigureFiles.render(figure).entrySet()) {
          AtomicFiles.write(
              folder.path().resolve("figures").resolve(file.getKey()), file.getValue());
        }
      }
    }
    AtomicFiles.write(folder.path().resolve("checks.csv"), tables.looksCsv());
    AtomicFiles.write(folder.path().resolve("tuning.csv"), tables.trialsCsv());
    Path page = folder.path().resolve("report.html");
    String command = "./iron " + String.join(" ", request.manifest().command());
    AtomicFiles.write(
        page, HtmlPage.render(report.title(), report.summary(), sections, command, "figures"));
    return new Result(tables.text() + page, tables.json());
  }
}
