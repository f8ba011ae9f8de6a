package org.ironopt.lab.mnist;

import static org.ironopt.io.internal.Numbers.format;
import static org.ironopt.io.internal.Numbers.text;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.mnist.MnistResults.Series;
import org.ironopt.lab.statistics.ResultTables;

/** What the page shows: the choice of steps, Table 1 and its curves, inner work, and all steps. */
record MnistTables(MnistResults results, MnistSettings settings) {
  /** Top of the figure of the steps, relative to the best objective. */
  private static final double TOP = 30;

  void add(ResultTables values) {
    values.text("short_run", Numbers.count(settings.tuningEpochs(), "epoch"));
    values.text("final_run", Numbers.count(settings.epochs(), "epoch"));
    values.text("step_run", Numbers.count(settings.stepEpochs(), "epoch"));
    values.text("seeds", Numbers.count(settings.runSeeds().length, "seed"));
    values.put("other_rows", settings.trainRows() - settings.validationRows());
    values.put("runs_made", results.series.size());
    int missing = results.missing;
    String have = missing == 1 ? " run has" : " runs have";
    values.text("missing", missing == 0 ? "" : missing + have + " not been made.");
    series(values);
    steps(values);
    longSteps(values);
  }

  /** Table 1, and its rows by epochs; those with a step of the paper are dashed, without band. */
  private void series(ResultTables values) {
    List<Series> all = results.series;
    values
        .table("series", all)
        .with("batch", Series::batch)
        .with("implicit", s -> s.rival() == ComparedOptimizer.IRON ? 1 : 0)
        .text("rival", s -> s.rival().title)
        .text("color", s -> s.rival().style)
        .text("band", s -> s.tuned() ? "series_" + (all.indexOf(s) + 1) : "no_band")
        .text("dash", s -> s.tuned() ? "" : " dashed")
        .text("method", MnistTables::name)
        .text("accuracy", this::marked)
        .text("paper", s -> paper(s, row -> row.accuracy().text(4)))
        .text("seconds", s -> s.timed() ? s.last("seconds").text(2) : "–")
        .text("paper_seconds", s -> paper(s, row -> row.seconds().text(2)))
        .with("passes", s -> s.last("passes").mean())
        .text("gradients", s -> format("%.0f", s.last("gradients").mean()))
        .text("products", s -> format("%.0f", s.last("products").mean()));
    values.absent("no_band", "drawn dashed, by its line alone");
    for (Series s : all) {
      int steps = Math.ceilDiv(settings.trainRows(), s.batch());
      values
          .table("series_" + (all.indexOf(s) + 1), s.epochs())
          .with("epoch", e -> e + 1)
          .means("train_loss", e -> s.at("train_loss", e + 1).reach())
          .means("accuracy", e -> s.at("accuracy", e + 1).reach())
          .means("newton_steps", e -> s.perStep("newton_steps", e + 1, steps).reach())
          .means("cg_steps", e -> s.perStep("cg_steps", e + 1, steps).reach())
          .with("seconds", e -> s.timed() ? s.at("seconds", e + 1).mean() : Double.NaN);
    }
  }

  private static String paper(Series s, Function<PaperTable.Row, String> text) {
    return s.run().paper().map(text).orElse("");
  }

  private static String name(Series s) {
    String step = s.rival().symbol + " = " + text(s.run().step());
    return s.rival().title + " (" + step + (s.tuned() ? ")" : ", the paper's)");
  }

  private String marked(Series s) {
    String text = s.accuracy().text(4);
    return switch (results.ranked(s.batch()).indexOf(s)) {
      case 0 -> "**" + text + "**";
      case 1 -> "__" + text + "__";
      default -> text;
    };
  }

  /** What the same steps do to every method. */
  private void steps(ResultTables values) {
    List<ComparedOptimizer> rivals =
        Stream.of(ComparedOptimizer.values()).filter(r -> !finite(r).isEmpty()).toList();
    values.put("step_runs", results.robust(ComparedOptimizer.IRON).size());
    values.put("top", TOP);
    values
        .table("methods", rivals)
        .text("method", rival -> rival.title)
        .text("style", rival -> rival.style);
    double least = Double.POSITIVE_INFINITY;
    for (ComparedOptimizer rival : rivals) {
      List<Found<MnistTraining>> runs = finite(rival);
      values
          .table("steps_" + (rivals.indexOf(rival) + 1), runs)
          .with("step", run -> run.key().step())
          .with("objective", MnistTables::loss)
          .with("accuracy", run -> run.outcome().trace().last("accuracy"));
      least = runs.stream().mapToDouble(MnistTables::loss).reduce(least, Math::min);
    }
    values.put("top_of_objectives", TOP * least);
  }

  private List<Found<MnistTraining>> finite(ComparedOptimizer rival) {
    return results.robust(rival).stream().filter(r -> MnistResults.finite(r.outcome())).toList();
  }

  private static double loss(Found<MnistTraining> run) {
    return run.outcome().trace().last("train_loss");
  }

  /** Beyond the paper: IRON at every step. */
  private void longSteps(ResultTables values) {
    List<Found<MnistTraining>> runs =
        results.robust(ComparedOptimizer.IRON, ComparedOptimizer.IRON_RELATIVE);
    values.absent("long_steps", MnistReport.NOT_RUN);
    if (runs.size() == 2 * settings.stepGrid().length) {
      values
          .table("long_steps", 1)
          .with(
              "not_finite",
              i -> runs.stream().filter(r -> !MnistResults.finite(r.outcome())).count())
          .with("runs", i -> runs.size())
          .with(
              "largest_loss", i -> runs.stream().mapToDouble(MnistTables::loss).max().orElseThrow())
          .with("start", i -> runs.getFirst().outcome().trace().get(0, "train_loss"));
    }
  }
}
