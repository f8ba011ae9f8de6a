package org.ironopt.lab.mnist;

import static org.ironopt.io.internal.Numbers.text;
import static org.ironopt.lab.mnist.ComparedOptimizer.ADAMW;
import static org.ironopt.lab.mnist.ComparedOptimizer.IRON;
import static org.ironopt.lab.mnist.ComparedOptimizer.NAG_GS;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.ledger.ClaimFile;
import org.ironopt.lab.ledger.PaperSettings;
import org.ironopt.lab.mnist.MnistResults.Series;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.lab.statistics.SampleSummary;
import org.ironopt.lab.statistics.WelchEstimate;

/**
 * What the claims of section 5.4 compare: the accuracies of Table 1 and their order, the steps that
 * the protocol selects, progress by epochs, stability, inner work, and seconds, which are this
 * machine's. {@code claims.toml} judges them, {@code page.toml} shows them with {@link
 * MnistTables}.
 */
record MnistReport(MnistResults results, MnistSettings settings, List<Integer> batches) {
  static final String NOT_RUN = "these runs have not been made";

  /** Epochs that count as the first ones. */
  private static final int FIRST = 3;

  MnistReport(MnistResults results) {
    this(results, results.settings, results.settings.batchSizes());
  }

  ChapterReport report() {
    return ChapterPage.report(MnistReport.class, values(), true);
  }

  ResultTables values() {
    NamedValues all = MnistExperiment.CHAPTER.write(settings);
    ResultTables values = CellTables.settings(all);
    new MnistTables(results, settings).add(values);
    clock(values, "clock");
    PaperSettings.Difference difference =
        ClaimFile.settings(MnistReport.class, MnistExperiment.CHAPTER.paper()).difference(all);
    if (!difference.isNone()) {
      values.incomplete(difference.words());
      return values;
    }
    if (results.missing > 0 || !results.finished) {
      values.incomplete(NOT_RUN);
    }
    List<Series> rows = results.series.stream().filter(s -> s.run().paper().isPresent()).toList();
    accuracies(values, rows);
    values.absent("seconds", NOT_RUN);
    if (timed().size() == batches.size()) {
      clock(values, "seconds");
    }
    if (results.finished) {
      shift(values, rows);
      choices(values);
      places(values, "first", 0);
      places(values, "second", 1);
      byBatch(values);
    }
    return values;
  }

  /** The three methods at a batch size. */
  private record Methods(int batch, Series iron, Series adamw, Series nagGs) {
    Stream<Series> rivals() {
      return Stream.of(adamw, nagGs);
    }

    /** Returns after how many of the first epochs rivals have a higher training loss. */
    long lowerLosses() {
      return IntStream.rangeClosed(1, FIRST)
          .mapToLong(e -> rivals().filter(rival -> loss(iron, e) < loss(rival, e)).count())
          .sum();
    }

    double ratioOfLosses() {
      return loss(iron, FIRST) / rivals().mapToDouble(r -> loss(r, FIRST)).min().orElseThrow();
    }

    /** Returns seconds of IRON over those of AdamW in Table 1. */
    SampleSummary printed() {
      return ratio(iron.paper().seconds(), adamw.paper().seconds());
    }
  }

  private static List<Methods> methods(
      List<Integer> batches, BiFunction<ComparedOptimizer, Integer, Series> runs) {
    return batches.stream()
        .map(b -> new Methods(b, runs.apply(IRON, b), runs.apply(ADAMW, b), runs.apply(NAG_GS, b)))
        .toList();
  }

  private static double loss(Series runs, int epoch) {
    return runs.at("train_loss", epoch).mean();
  }

  private void accuracies(ResultTables values, List<Series> rows) {
    values
        .table("table1", rows)
        .parts(row -> Integer.toString(PaperTable.ROWS.indexOf(row.paper()) + 1))
        .labelled(MnistReport::words)
        .estimates("accuracy", row -> difference(row).around(row.accuracy().mean()))
        .with("paper", row -> row.paper().accuracy().mean())
        .with("p", row -> difference(row).probability())
        .text("here", row -> row.accuracy().text(4))
        .text("tuned", this::otherStep);
  }

  private static WelchEstimate difference(Series row) {
    return WelchEstimate.difference(row.accuracy(), row.paper().accuracy());
  }

  private static String words(Series row) {
    String step = row.rival().title + " (" + row.rival().symbol + " = " + text(row.run().step());
    return step + ") at b = " + row.batch() + " has " + row.paper().accuracy().text(4);
  }

  /** Returns the accuracy with the step tuned here, where that is not the paper's. */
  private String otherStep(Series row) {
    return results.ranked(row.batch()).stream()
        .filter(s -> s.rival() == row.rival() && s != row)
        .map(s -> s.accuracy().text(4) + " with the step tuned here, " + text(s.run().step()))
        .map("; "::concat)
        .findFirst()
        .orElse("");
  }

  /**
   * The mean over all rows of Table 1 of our accuracy minus the paper's. A shift that is small
   * against the spread of one row shows when nine rows share it. Our runs of a seed see the same
   * batches, so their mean is taken by seed first. How the paper's rows are correlated is not
   * known: independent rows give the narrowest interval, fully correlated ones the widest.
   */
  private void shift(ResultTables values, List<Series> rows) {
    int n = rows.size();
    double[] ours = new double[settings.runSeeds().length];
    double[] errors = new double[n + 1];
    double[] freedoms = new double[n + 1];
    double paper = 0;
    for (int i = 0; i < n; i++) {
      SampleSummary printed = rows.get(i).paper().accuracy();
      double[] accuracies = rows.get(i).values("accuracy", rows.get(i).epochs());
      Arrays.setAll(ours, s -> ours[s] + accuracies[s] / n);
      paper += printed.mean() / n;
      errors[i] = printed.standardError() / n;
      freedoms[i] = printed.count() - 1;
    }
    SampleSummary here = SampleSummary.of(ours);
    double[] correlated = {Arrays.stream(errors).sum(), here.standardError()};
    double[] two = {freedoms[0], here.count() - 1};
    errors[n] = here.standardError();
    freedoms[n] = here.count() - 1;
    values
        .table("shift", List.of(WelchEstimate.of(here.mean() - paper, errors, freedoms)))
        .estimates("accuracy", all -> all)
        .estimates("correlated", all -> WelchEstimate.of(all.estimate(), correlated, two))
        .with("below", all -> rows.stream().filter(r -> difference(r).estimate() < 0).count())
        .with("p", WelchEstimate::probability)
        .with("t", all -> all.estimate() / all.standardError())
        .sample("by_seed", Column.exact(ours));
  }

  /** The steps that the protocol selects, and what the paper's lose in validation accuracy. */
  private void choices(ResultTables values) {
    values
        .table("choices", ComparedOptimizer.PAPER)
        .labelled(r -> r.title + ", " + r.symbol + " = " + steps(b -> paper(r, b)))
        .text("method", NamedValues::word)
        .text("steps", r -> steps(b -> results.chosen(r, b)))
        .with("other_steps", r -> byBatch(b -> results.chosen(r, b) == paper(r, b) ? 0 : 1).sum())
        .with("lost", r -> byBatch(b -> lost(r, b)[0]).reduce(0, Math::max))
        .with("standard_errors", r -> byBatch(b -> lost(r, b)[1]).reduce(0, Math::max));
  }

  private DoubleStream byBatch(ToDoubleFunction<Integer> quantity) {
    return batches.stream().mapToDouble(quantity);
  }

  private String steps(ToDoubleFunction<Integer> step) {
    return byBatch(step).mapToObj(Numbers::text).collect(Collectors.joining(", "));
  }

  private static double paper(ComparedOptimizer rival, int batch) {
    return PaperTable.row(rival, batch).orElseThrow().step();
  }

  /**
   * Returns by how much the validation accuracy with the paper's step falls short, and the same in
   * binomial standard errors. Both accuracies are of the same rows, most of which both classify
   * alike, so the error is an upper bound; which rows those are is not kept.
   */
  private double[] lost(ComparedOptimizer rival, int batch) {
    double a = results.validationAccuracy(rival, results.chosen(rival, batch), batch);
    double b = results.validationAccuracy(rival, paper(rival, batch), batch);
    double error = Math.sqrt((a * (1 - a) + b * (1 - b)) / settings.validationRows());
    return new double[] {a - b, (a - b) / error};
  }

  /** The method of a place at a batch size, in the paper and here, and one to compare it with. */
  private record Place(ComparedOptimizer paper, Series here, Series other) {}

  /** The method of a place at each batch size, against the paper's or else the next one. */
  private void places(ResultTables values, String name, int place) {
    values
        .table(name, batches.stream().map(b -> place(place, b)).toList())
        .labelled(at -> at.paper.title + " at b = " + at.here.batch())
        .text("here", at -> at.here.rival().title)
        .text("other", at -> at.other.rival().title)
        .with("other_methods", at -> at.here.rival() == at.paper ? 0 : 1)
        .estimates("lead", at -> at.here.paired(at.other))
        .with("p", at -> at.here.paired(at.other).probability());
  }

  private Place place(int place, int batch) {
    ComparedOptimizer paper = PaperTable.place(place, batch);
    List<Series> ranked = results.ranked(batch);
    Series here = ranked.get(place);
    boolean same = here.rival() == paper;
    return new Place(paper, here, same ? ranked.get(place + 1) : results.tuned(paper, batch));
  }

  /** IRON against its rivals at each batch size, all with the steps tuned here. */
  private void byBatch(ResultTables values) {
    List<Methods> tuned = methods(batches, results::tuned);
    double lower = tuned.stream().mapToDouble(Methods::lowerLosses).sum();
    values
        .table("by_batch", tuned)
        .with("step_of_iron", m -> m.iron.run().step())
        .estimates("lead_over_nag_gs", m -> lead(m.iron, m.nagGs))
        .estimates("lead_over_adamw", m -> lead(m.iron, m.adamw))
        .with("ratio_of_losses", Methods::ratioOfLosses)
        .with("spread", m -> spread(m.iron))
        .with("spread_of_rivals", m -> Math.max(spread(m.adamw), spread(m.nagGs)))
        .with("not_finite", m -> m.iron.runs().stream().allMatch(MnistResults::finite) ? 0 : 1)
        .with("inner_share", m -> 1 - m.iron.epochs() / m.iron.last("passes").mean())
        .sample("share_of_lower_losses", Column.exact(lower / (2 * FIRST * tuned.size())))
        .growth("growth_of_the_step", "step_of_iron")
        .growth("growth_of_the_ratio", "ratio_of_losses");
  }

  /** Returns the final accuracy of IRON minus that of a rival. */
  private static WelchEstimate lead(Series iron, Series rival) {
    return WelchEstimate.difference(iron.accuracy(), rival.accuracy());
  }

  /** Returns the largest deviation of the test accuracy over the seeds after the first epochs. */
  private static double spread(Series runs) {
    return IntStream.rangeClosed(FIRST, runs.epochs())
        .mapToDouble(epoch -> runs.at("accuracy", epoch).deviation())
        .max()
        .orElse(0);
  }

  /** Returns the batch sizes at which all methods were timed with the paper's steps. */
  private List<Integer> timed() {
    return batches.stream()
        .filter(
            b ->
                ComparedOptimizer.PAPER.size()
                    == results.series.stream()
                        .filter(s -> s.batch() == b && s.run().paper().isPresent() && s.timed())
                        .count())
        .toList();
  }

  /** Adds the seconds with the paper's steps, IRON and NAG-GS over AdamW. */
  private void clock(ResultTables values, String name) {
    values
        .table(name, methods(timed(), results::ofThePaper))
        .parts(m -> Integer.toString(m.batch))
        .labelled(m -> "b = " + m.batch + ", " + m.printed().text(1) + " in Table 1")
        .text("here", m -> ratio(m.iron.last("seconds"), m.adamw.last("seconds")).text(1))
        .text("paper", m -> m.printed().text(1))
        .with("iron", m -> m.iron.last("seconds").mean())
        .with("adamw", m -> m.adamw.last("seconds").mean())
        .with("nag_gs", m -> m.nagGs.last("seconds").mean())
        .ratio("ratio", "iron", "adamw")
        .ratio("ratio_of_nag_gs", "nag_gs", "adamw")
        .with(
            "beyond_nag_gs",
            m -> 1 - m.nagGs.last("seconds").mean() / m.iron.last("seconds").mean())
        .with("passes", m -> m.iron.last("passes").mean() / m.adamw.last("passes").mean())
        .with("ratio_in_the_paper", m -> m.printed().mean())
        .ratio("over_paper", "ratio", "ratio_in_the_paper")
        .of("factor", "over_paper", ratio -> Math.max(ratio, 1 / ratio));
  }

  /** Returns the ratio of two means, its deviation by first-order propagation. */
  private static SampleSummary ratio(SampleSummary a, SampleSummary b) {
    double ratio = a.mean() / b.mean();
    double spread = Math.hypot(a.deviation() / a.mean(), b.deviation() / b.mean());
    return new SampleSummary(ratio, ratio * spread, a.count());
  }
}
