package org.ironopt.lab.mnist;

import static org.ironopt.io.internal.Numbers.format;
import static org.ironopt.io.internal.Numbers.text;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.mnist.MnistResults.Point;
import org.ironopt.lab.mnist.MnistResults.Series;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.lab.statistics.ResultTables.Rows;
import org.ironopt.lab.statistics.SampleSummary;

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
    for (int batch : settings.batchSizes()) {
      curves(values, batch);
    }
    steps(values);
    longSteps(values);
  }

  /** Table 1. */
  private void series(ResultTables values) {
    List<Series> all = results.series;
    values
        .table("series", all.size())
        .with("batch", i -> all.get(i).batch())
        .text("method", i -> name(all.get(i)))
        .text("accuracy", i -> marked(all.get(i)))
        .text("paper", i -> paper(all.get(i), row -> row.accuracy().text(4)))
        .text("seconds", i -> all.get(i).seconds().map(t -> t.text(2)).orElse("–"))
        .text("paper_seconds", i -> paper(all.get(i), row -> row.seconds().text(2)))
        .with("passes", i -> all.get(i).last("passes").mean())
        .text("gradients", i -> format("%.0f", all.get(i).last("gradients").mean()))
        .text("products", i -> format("%.0f", all.get(i).last("products").mean()));
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

  /** The series of a batch size by epochs and by the clock; a paper's step is dashed, no band. */
  private void curves(ResultTables values, int batch) {
    List<Series> all = results.series(batch);
    drawn(values, "methods_" + batch, all);
    drawn(values, "timed_" + batch, all.stream().filter(s -> s.seconds().isPresent()).toList());
    drawn(
        values,
        "inner_" + batch,
        all.stream().filter(s -> s.rival() == ComparedOptimizer.IRON).toList());
    for (Series s : all) {
      Rows rows = values.table(curve(s), s.epochs()).with("epoch", e -> e + 1);
      for (String column : List.of("train_loss", "accuracy")) {
        rows.means(column, e -> spread(s.at(column, e + 1)));
      }
      for (String column : List.of("newton_steps", "cg_steps")) {
        rows.means(column, e -> spread(s.perStep(column, e + 1, results.stepsPerEpoch(batch))));
      }
      if (s.seconds().isPresent()) {
        rows.with("seconds", e -> s.seconds(e + 1).orElseThrow().mean());
      }
    }
  }

  private String curve(Series s) {
    return "series_" + results.series.indexOf(s);
  }

  private void drawn(ResultTables values, String table, List<Series> all) {
    values.absent("no_band", "drawn dashed, by its line alone");
    values
        .table(table, all.size())
        .text("curve", i -> curve(all.get(i)))
        .text("band", i -> all.get(i).tuned() ? curve(all.get(i)) : "no_band")
        .text("color", i -> style(all.get(i).rival()))
        .text("dash", i -> all.get(i).tuned() ? "" : " dashed")
        .text("name", i -> all.get(i).tuned() ? ": " + all.get(i).rival().title : "")
        .text("newton", i -> all.get(i).tuned() ? ": Newton" : "")
        .text("cg", i -> all.get(i).tuned() ? ": CG" : "");
  }

  /** Returns a mean that reaches a standard deviation to either side. */
  private static ConfidenceInterval spread(SampleSummary sample) {
    return ConfidenceInterval.of(sample.mean(), sample.deviation(), 1, sample.count());
  }

  private static String style(ComparedOptimizer rival) {
    return switch (rival) {
      case ADAMW -> "orange";
      case NAG_GS -> "vermilion";
      case IRON -> "blue";
      case IRON_RELATIVE -> "blue dashed";
      case SGD -> "green";
    };
  }

  /** What the same steps do to every method. */
  private void steps(ResultTables values) {
    values.put("step_runs", results.points(ComparedOptimizer.IRON).size());
    values.put("top", TOP);
    List<ComparedOptimizer> rivals =
        Arrays.stream(ComparedOptimizer.values()).filter(r -> !finite(r).isEmpty()).toList();
    double least =
        rivals.stream().flatMapToDouble(r -> Arrays.stream(column(r, Point::loss))).min().orElse(1);
    values.put("bottom_of_objectives", least / 1.1);
    values.put("top_of_objectives", TOP * least);
    values
        .table("methods", rivals.size())
        .text("method", i -> rivals.get(i).title)
        .text("style", i -> style(rivals.get(i)));
    for (int i = 0; i < rivals.size(); i++) {
      values
          .table("steps_" + (i + 1), finite(rivals.get(i)).size())
          .with("step", Column.exact(column(rivals.get(i), Point::step)))
          .with("objective", Column.exact(column(rivals.get(i), Point::loss)))
          .with("accuracy", Column.exact(column(rivals.get(i), Point::accuracy)));
    }
  }

  /** Beyond the paper: IRON at every step. */
  private void longSteps(ResultTables values) {
    List<Point> points =
        Stream.of(ComparedOptimizer.IRON, ComparedOptimizer.IRON_RELATIVE)
            .flatMap(r -> results.points(r).stream())
            .toList();
    if (points.size() < 2 * settings.stepGrid().length) {
      values.absent("long_steps", MnistStory.NOT_RUN);
      return;
    }
    values
        .table("long_steps", 1)
        .with("not_finite", i -> points.stream().filter(p -> !p.finite()).count())
        .with("runs", i -> points.size())
        .with("largest_loss", i -> points.stream().mapToDouble(Point::loss).max().orElseThrow())
        .with("start", i -> points.getFirst().start());
  }

  private List<Point> finite(ComparedOptimizer rival) {
    return results.points(rival).stream().filter(Point::finite).toList();
  }

  private double[] column(ComparedOptimizer rival, ToDoubleFunction<Point> quantity) {
    return finite(rival).stream().mapToDouble(quantity).toArray();
  }
}
