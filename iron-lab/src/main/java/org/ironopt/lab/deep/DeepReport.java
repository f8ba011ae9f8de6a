package org.ironopt.lab.deep;

import static org.ironopt.io.internal.Numbers.format;
import static org.ironopt.io.internal.Numbers.text;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.lab.deep.DeepVariant.Kind;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;

/** The values of the chapter: its runs, those that are best, and what the claims compare. */
record DeepReport(DeepExperiment experiment, ResultStore results) {
  ChapterReport report() {
    ResultTables values = values();
    if (experiment.cells().stream().allMatch(cell -> results.of(cell).isPresent())) {
      compared(values);
    }
    return ChapterPage.report(DeepReport.class, values, true);
  }

  ResultTables values() {
    ResultTables values = CellTables.of(experiment, results);
    values.text("data", data());
    values.text(
        "devices",
        experiment.cells().stream()
            .flatMap(cell -> results.of(cell).stream())
            .filter(outcome -> outcome.values().has("device"))
            .map(outcome -> " Steps were made on " + outcome.values().text("device") + ".")
            .distinct()
            .collect(Collectors.joining()));
    List<Found<DeepVariant>> best =
        Stream.of(usual(), best(experiment.adamw), best(experiment.nesterov))
            .flatMap(Optional::stream)
            .toList();
    runs(values, "best", best, DeepReport::color);
    clocks(values, best);
    List<Found<DeepVariant>> range =
        Stream.concat(found(experiment.iron), found(experiment.adamw)).toList();
    runs(values, "range", range, DeepReport::color);
    finite(values, "range_of_adamw", experiment.adamw);
    finite(values, "range_of_iron", experiment.iron);
    List<Found<DeepVariant>> changed =
        Stream.concat(usual().stream(), found(experiment.changed)).toList();
    int batch = experiment.settings.batch();
    runs(values, "changed", changed, DeepReport::color);
    runs(
        values,
        "parts",
        changed.stream().filter(run -> run.key().batch() == batch).toList(),
        DeepReport::color);
    runs(
        values,
        "batches",
        changed.stream().filter(run -> run.key().kind() == Kind.IRON).toList(),
        v -> "blue" + (v.batch() < batch ? " dashed" : v.batch() > batch ? " dotted" : ""));
    runs(
        values,
        "classifiers",
        found(experiment.classifier).toList(),
        v -> v.kind().explicit() ? "ramp dashed" : "blue broad");
    return values;
  }

  /** Says what was learnt, so that no page on other images passes for one on MNIST. */
  private String data() {
    DeepSettings s = experiment.settings;
    return experiment.mnist()
        ? "The first " + s.rows() + " images of MNIST"
        : format(
            "Not MNIST: the first %d images of the folder %s…)",
            s.rows(), experiment.images.replace(":", " (SHA-256 of its files: "));
  }

  private Stream<Found<DeepVariant>> found(CellGroup<DeepVariant> group) {
    return results.of(group).found().stream();
  }

  /** Returns IRON with the largest lambda that all variants share, which nobody chose. */
  private Optional<Found<DeepVariant>> usual() {
    double largest = experiment.settings.usual();
    return found(experiment.iron).filter(f -> f.key().step() == largest).findFirst();
  }

  private Optional<Found<DeepVariant>> best(CellGroup<DeepVariant> group) {
    return found(group).min(Comparator.comparingDouble(DeepReport::loss));
  }

  /** Returns the training loss at the end, infinity if the run was not finite. */
  private static double loss(Found<DeepVariant> run) {
    return run.has("loss") ? run.number("loss") : Double.POSITIVE_INFINITY;
  }

  /** Adds runs, a row for each, and their traces. */
  private void runs(
      ResultTables values,
      String name,
      List<Found<DeepVariant>> runs,
      Function<DeepVariant, String> style) {
    int batch = experiment.settings.batch();
    values
        .table(name, runs)
        .text("run", run -> words(run.key()))
        .text("name", run -> name(run.key()))
        .text("by_batch", run -> byBatch(run.key(), batch))
        .text("style", run -> style.apply(run.key()))
        .text("training_loss", run -> shown(run, "loss", 5, "not finite"))
        .text("test_loss", run -> shown(run, "test_loss", 5, "-"))
        .text("test_error", run -> shown(run, "test_error", 3, "-"))
        .with("batch", run -> run.key().batch())
        .with("epochs", run -> run.number("epochs"));
    CellTables.files(values, name, runs, CellResult::trace);
  }

  private static String byBatch(DeepVariant v, int usual) {
    return v.batch() == usual ? "IRON" : "IRON, b = " + v.batch();
  }

  private static String shown(Found<DeepVariant> run, String number, int digits, String otherwise) {
    return run.has(number) ? text(run.number(number), digits) : otherwise;
  }

  private static String words(DeepVariant v) {
    return v.kind().explicit()
        ? name(v) + ", step " + text(v.step(), 3)
        : name(v) + ", λ ≤ " + text(v.step());
  }

  private static String name(DeepVariant v) {
    return switch (v.kind()) {
      case IRON -> "IRON";
      case WHOLE_STEP -> "whole steps, " + v.cg() + " CG";
      case NO_INERTIA -> "no inertia";
      case NO_FACTORS -> "no factors, " + v.cg() + " CG";
      case SLOW_GROWTH -> "λ grows slowly";
      case ADAMW -> "AdamW";
      case NESTEROV -> "Nesterov";
    };
  }

  /** A method keeps its colour in all figures. */
  private static String color(DeepVariant v) {
    return switch (v.kind()) {
      case IRON -> "blue";
      case ADAMW -> "orange";
      case NESTEROV, NO_FACTORS -> "green";
      case NO_INERTIA -> "vermilion";
      case SLOW_GROWTH -> "black";
      case WHOLE_STEP -> v.cg() == 1 ? "purple" : "sky";
    };
  }

  /** The best runs by the clock, where it was looked at. */
  private void clocks(ResultTables values, List<Found<DeepVariant>> best) {
    int clocks = 0;
    for (Found<DeepVariant> run : best) {
      String name = "seconds_" + (best.indexOf(run) + 1);
      Optional<NumericColumns> clock = results.clock(experiment.cell(run.key()));
      values.absent(name, "no clock");
      if (clock.isPresent()) {
        clocks++;
        Column loss = Column.exact(run.outcome().trace().column("loss"));
        CellTables.file(values, name, clock.get()).with("loss", loss);
      }
    }
    values.put("clocks", clocks);
  }

  private void finite(ResultTables values, String name, CellGroup<DeepVariant> group) {
    List<Found<DeepVariant>> runs = found(group).filter(f -> f.has("loss")).toList();
    CellTables.cells(values, name, runs, 1).with("step", run -> run.key().step());
  }

  private void compared(ResultTables values) {
    Found<DeepVariant> iron = usual().orElseThrow();
    double mine = loss(iron);
    double adamw = least(found(experiment.adamw));
    values.put("loss_of_iron", mine);
    values.put("loss_of_adamw", adamw);
    values.put("ratio_of_losses", mine / adamw);
    values.put(
        "ratio_of_work", crossing(iron.outcome().trace(), adamw) / experiment.settings.gradients());
    for (Kind kind : List.of(Kind.NO_FACTORS, Kind.NO_INERTIA, Kind.SLOW_GROWTH, Kind.WHOLE_STEP)) {
      values.put(
          "loss_" + kind.name().toLowerCase(Locale.ROOT),
          least(found(experiment.changed).filter(f -> f.key().kind() == kind)));
    }
    values.put(
        "highest_loss",
        Stream.of(experiment.iron, experiment.changed, experiment.classifier)
            .flatMap(this::found)
            .filter(f -> !f.key().kind().explicit())
            .mapToDouble(f -> highest(f.outcome().trace()))
            .toArray());
    double classified = least(classifiers(Kind.IRON));
    double peer = least(classifiers(Kind.ADAMW));
    values.put("loss_of_the_classifier", classified);
    values.put("loss_of_its_peer", peer);
    values.put("ratio_of_classifier_losses", classified / peer);
    values.put("difference_of_the_errors", error(Kind.IRON) - error(Kind.ADAMW));
  }

  private Stream<Found<DeepVariant>> classifiers(Kind kind) {
    return found(experiment.classifier).filter(f -> f.key().kind() == kind);
  }

  /** Returns the test error of the run with the least training loss. */
  private double error(Kind kind) {
    return classifiers(kind)
        .min(Comparator.comparingDouble(DeepReport::loss))
        .filter(f -> f.has("test_error"))
        .map(f -> f.number("test_error"))
        .orElse(Double.NaN);
  }

  /** Returns the largest later loss over that of the start, infinite if one is not finite. */
  private static double highest(NumericColumns trace) {
    double[] losses = trace.column("loss");
    double highest = 0;
    for (int i = 1; i < losses.length; i++) {
      double share = losses[i] / losses[0];
      highest = Double.isFinite(share) ? Math.max(highest, share) : Double.POSITIVE_INFINITY;
    }
    return highest;
  }

  private static double least(Stream<Found<DeepVariant>> runs) {
    return runs.mapToDouble(DeepReport::loss).min().orElseThrow();
  }

  /** Returns the row gradients at which a loss was reached, infinity if it was not. */
  private static double crossing(NumericColumns trace, double loss) {
    double[] losses = trace.column("loss");
    double[] work = trace.column("gradients");
    for (int i = 0; i < losses.length; i++) {
      if (losses[i] <= loss) {
        double part = i == 0 ? 0 : (losses[i - 1] - loss) / (losses[i - 1] - losses[i]);
        return i == 0 ? work[0] : work[i - 1] + part * (work[i] - work[i - 1]);
      }
    }
    return Double.POSITIVE_INFINITY;
  }
}
