package org.ironopt.lab.mnist;

import static org.ironopt.io.internal.Numbers.text;
import static org.ironopt.lab.mnist.ComparedOptimizer.ADAMW;
import static org.ironopt.lab.mnist.ComparedOptimizer.IRON;
import static org.ironopt.lab.mnist.ComparedOptimizer.NAG_GS;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
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
import org.ironopt.lab.statistics.ResultTables.Rows;
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
    compared(values);
    return values;
  }

  private void compared(ResultTables values) {
    List<PaperTable.Row> rows =
        PaperTable.ROWS.stream()
            .filter(row -> results.ofThePaper(row.rival(), row.batch()).isPresent())
            .toList();
    accuracies(values, rows);
    values.absent("seconds", NOT_RUN);
    if (timed().size() == batches.size()) {
      clock(values, "seconds");
    }
    if (results.finished) {
      shift(values);
      choices(values);
      places(values, "first", 0);
      places(values, "second", 1);
      byBatch(values);
    }
  }

  private Series tuned(ComparedOptimizer rival, int batch) {
    return results.tuned(rival, batch).orElseThrow();
  }

  private Series ofThePaper(ComparedOptimizer rival, int batch) {
    return results.ofThePaper(rival, batch).orElseThrow();
  }

  private static PaperTable.Row paper(ComparedOptimizer rival, int batch) {
    return PaperTable.row(rival, batch).orElseThrow();
  }

  private void accuracies(ResultTables values, List<PaperTable.Row> rows) {
    values
        .table("table1", rows)
        .parts(row -> Integer.toString(PaperTable.ROWS.indexOf(row) + 1))
        .labelled(MnistReport::words)
        .estimates("accuracy", row -> difference(row).around(here(row).mean()))
        .with("paper", row -> row.accuracy().mean())
        .with("p", row -> difference(row).probability())
        .text("here", row -> here(row).text(4))
        .text("tuned", this::otherStep);
  }

  private SampleSummary here(PaperTable.Row row) {
    return ofThePaper(row.rival(), row.batch()).accuracy();
  }

  private WelchEstimate difference(PaperTable.Row row) {
    return WelchEstimate.difference(here(row), row.accuracy());
  }

  private static String words(PaperTable.Row row) {
    String step = row.rival().title + " (" + row.rival().symbol + " = " + text(row.step());
    return step + ") at b = " + row.batch() + " has " + row.accuracy().text(4);
  }

  /** Returns the accuracy with the step tuned here, where that is not the paper's. */
  private String otherStep(PaperTable.Row row) {
    return results
        .tuned(row.rival(), row.batch())
        .filter(s -> s.run().step() != row.step())
        .map(s -> s.accuracy().text(4) + " with the step tuned here, " + text(s.run().step()))
        .map("; "::concat)
        .orElse("");
  }

  /**
   * The mean over all rows of Table 1 of our accuracy minus the paper's. A shift that is small
   * against the spread of one row shows when nine rows share it. Our runs of a seed see the same
   * batches, so their mean is taken by seed first. How the paper's rows are correlated is not
   * known: independent rows give the narrowest interval, fully correlated ones the widest.
   */
  private void shift(ResultTables values) {
    int rows = PaperTable.ROWS.size();
    double[] ours = new double[settings.runSeeds().length];
    double[] errors = new double[rows + 1];
    double[] freedoms = new double[rows + 1];
    Arrays.fill(freedoms, ours.length - 1);
    double paper = 0;
    int below = 0;
    for (int i = 0; i < rows; i++) {
      PaperTable.Row row = PaperTable.ROWS.get(i);
      Series runs = ofThePaper(row.rival(), row.batch());
      double[] accuracies = runs.values("accuracy", runs.epochs());
      Arrays.setAll(ours, s -> ours[s] + accuracies[s] / rows);
      paper += row.accuracy().mean() / rows;
      errors[i] = row.accuracy().standardError() / rows;
      freedoms[i] = row.accuracy().count() - 1;
      below += runs.accuracy().mean() < row.accuracy().mean() ? 1 : 0;
    }
    SampleSummary here = SampleSummary.of(ours);
    double[] correlated = {Arrays.stream(errors).sum(), here.standardError()};
    errors[rows] = here.standardError();
    WelchEstimate shift = WelchEstimate.of(here.mean() - paper, errors, freedoms);
    double[] two = {freedoms[0], freedoms[rows]};
    int differences = below;
    values
        .table("shift", List.of(shift))
        .estimates("accuracy", all -> all)
        .estimates("correlated", all -> WelchEstimate.of(all.estimate(), correlated, two))
        .with("below", all -> differences)
        .with("p", WelchEstimate::probability)
        .with("t", all -> all.estimate() / all.standardError())
        .sample("by_seed", Column.exact(ours));
  }

  /** The steps that the protocol selects, and what the paper's lose in validation accuracy. */
  private void choices(ResultTables values) {
    values
        .table("choices", ComparedOptimizer.PAPER)
        .labelled(r -> r.title + ", " + r.symbol + " = " + steps(b -> paper(r, b).step()))
        .text("method", r -> r.label)
        .text("steps", r -> steps(b -> chosen(r, b)))
        .with("other_steps", r -> byBatch(b -> lost(r, b)[2]).sum())
        .with("lost", r -> byBatch(b -> lost(r, b)[0]).reduce(0, Math::max))
        .with("standard_errors", r -> byBatch(b -> lost(r, b)[1]).reduce(0, Math::max));
  }

  private DoubleStream byBatch(ToDoubleFunction<Integer> quantity) {
    return batches.stream().mapToDouble(quantity);
  }

  private String steps(ToDoubleFunction<Integer> step) {
    return byBatch(step).mapToObj(Numbers::text).collect(Collectors.joining(", "));
  }

  private double chosen(ComparedOptimizer rival, int batch) {
    return results.chosen(rival, batch).orElseThrow();
  }

  /**
   * Returns by how much the validation accuracy with the paper's step falls short, the same in
   * binomial standard errors, and whether another step was chosen. Both accuracies are of the same
   * rows, most of which both classify alike, so the error is an upper bound; which rows those are
   * is not kept.
   */
  private double[] lost(ComparedOptimizer rival, int batch) {
    double own = chosen(rival, batch);
    double theirs = paper(rival, batch).step();
    double a = results.validationAccuracy(rival, own, batch);
    double b = results.validationAccuracy(rival, theirs, batch);
    double error = Math.sqrt((a * (1 - a) + b * (1 - b)) / settings.validationRows());
    return new double[] {a - b, (a - b) / error, own == theirs ? 0 : 1};
  }

  /** The method of a place at a batch size, in the paper and here, and one to compare it with. */
  private record Place(int batch, ComparedOptimizer paper, Series here, Series other) {
    /** Returns the difference of the final accuracies; runs of a seed see the same batches. */
    WelchEstimate lead() {
      double[] differences = here.values("accuracy", here.epochs());
      double[] others = other.values("accuracy", other.epochs());
      Arrays.setAll(differences, s -> differences[s] - others[s]);
      SampleSummary sample = SampleSummary.of(differences);
      return new WelchEstimate(sample.mean(), sample.standardError(), sample.count() - 1.0);
    }
  }

  /** The method of a place at each batch size, against the paper's or else the next one. */
  private void places(ResultTables values, String name, int place) {
    values
        .table(name, batches.stream().map(b -> place(place, b)).toList())
        .labelled(at -> at.paper.title + " at b = " + at.batch)
        .text("here", at -> at.here.rival().title)
        .text("other", at -> at.other.rival().title)
        .with("other_methods", at -> at.here.rival() == at.paper ? 0 : 1)
        .estimates("lead", Place::lead)
        .with("p", at -> at.lead().probability());
  }

  private Place place(int place, int batch) {
    ComparedOptimizer paper = PaperTable.place(place, batch);
    Series here = results.ranked(batch).get(place);
    boolean same = here.rival() == paper;
    return new Place(
        batch, paper, here, same ? results.ranked(batch).get(place + 1) : tuned(paper, batch));
  }

  /** IRON against its rivals at each batch size, all with the steps tuned here. */
  private void byBatch(ResultTables values) {
    Rows<Integer> rows =
        values
            .table("by_batch", batches)
            .with("step_of_iron", b -> chosen(IRON, b))
            .estimates("lead_over_nag_gs", b -> lead(NAG_GS, b))
            .estimates("lead_over_adamw", b -> lead(ADAMW, b))
            .with(
                "ratio_of_losses", b -> loss(IRON, b, FIRST) / rivals(b, FIRST).min().orElseThrow())
            .with("spread", b -> spread(IRON, b))
            .with("spread_of_rivals", b -> Math.max(spread(ADAMW, b), spread(NAG_GS, b)))
            .with(
                "not_finite",
                b -> tuned(IRON, b).runs().stream().allMatch(MnistResults::finite) ? 0 : 1)
            .with("inner_share", b -> innerShare(tuned(IRON, b)));
    double lower =
        byBatch(
                b ->
                    IntStream.rangeClosed(1, FIRST)
                        .mapToLong(e -> rivals(b, e).filter(r -> loss(IRON, b, e) < r).count())
                        .sum())
            .sum();
    rows.sample("share_of_lower_losses", Column.exact(lower / (2.0 * FIRST * batches.size())))
        .growth("growth_of_the_step", "step_of_iron")
        .growth("growth_of_the_ratio", "ratio_of_losses");
  }

  private static double innerShare(Series runs) {
    return 1 - runs.epochs() / runs.last("passes").mean();
  }

  /** Returns the training losses of the rivals after an epoch. */
  private DoubleStream rivals(int batch, int epoch) {
    return Stream.of(ADAMW, NAG_GS).mapToDouble(rival -> loss(rival, batch, epoch));
  }

  private double loss(ComparedOptimizer rival, int batch, int epoch) {
    return tuned(rival, batch).at("train_loss", epoch).mean();
  }

  /** Returns the final accuracy of IRON minus that of a rival. */
  private WelchEstimate lead(ComparedOptimizer rival, int batch) {
    return WelchEstimate.difference(tuned(IRON, batch).accuracy(), tuned(rival, batch).accuracy());
  }

  /** Returns the largest deviation of the test accuracy over the seeds after the first epochs. */
  private double spread(ComparedOptimizer rival, int batch) {
    Series series = tuned(rival, batch);
    return IntStream.rangeClosed(FIRST, series.epochs())
        .mapToDouble(epoch -> series.at("accuracy", epoch).deviation())
        .max()
        .orElse(0);
  }

  /** Returns the batch sizes at which all methods were timed with the paper's steps. */
  private List<Integer> timed() {
    return batches.stream()
        .filter(
            b ->
                ComparedOptimizer.PAPER.stream()
                    .allMatch(r -> results.ofThePaper(r, b).filter(Series::timed).isPresent()))
        .toList();
  }

  /** Adds the seconds with the paper's steps, IRON and NAG-GS over AdamW. */
  private void clock(ResultTables values, String name) {
    Function<Integer, SampleSummary> here = b -> ratio(seconds(IRON, b), seconds(ADAMW, b));
    Function<Integer, SampleSummary> paper =
        b -> ratio(paper(IRON, b).seconds(), paper(ADAMW, b).seconds());
    values
        .table(name, timed())
        .parts(b -> Integer.toString(b))
        .labelled(b -> "b = " + b + ", " + paper.apply(b).text(1) + " in Table 1")
        .text("here", b -> here.apply(b).text(1))
        .text("paper", b -> paper.apply(b).text(1))
        .with("iron", b -> seconds(IRON, b).mean())
        .with("adamw", b -> seconds(ADAMW, b).mean())
        .with("nag_gs", b -> seconds(NAG_GS, b).mean())
        .ratio("ratio", "iron", "adamw")
        .ratio("ratio_of_nag_gs", "nag_gs", "adamw")
        .with("beyond_nag_gs", b -> 1 - seconds(NAG_GS, b).mean() / seconds(IRON, b).mean())
        .with("passes", b -> passes(IRON, b) / passes(ADAMW, b))
        .with("ratio_in_the_paper", b -> paper.apply(b).mean())
        .ratio("over_paper", "ratio", "ratio_in_the_paper")
        .of("factor", "over_paper", ratio -> Math.max(ratio, 1 / ratio));
  }

  private SampleSummary seconds(ComparedOptimizer rival, int batch) {
    return ofThePaper(rival, batch).seconds();
  }

  private double passes(ComparedOptimizer rival, int batch) {
    return ofThePaper(rival, batch).last("passes").mean();
  }

  /** Returns the ratio of two means, its deviation by first-order propagation. */
  private static SampleSummary ratio(SampleSummary a, SampleSummary b) {
    double ratio = a.mean() / b.mean();
    double spread = Math.hypot(a.deviation() / a.mean(), b.deviation() / b.mean());
    return new SampleSummary(ratio, ratio * spread, a.count());
  }
}
