package org.ironopt.lab.mnist;

import static org.ironopt.io.internal.Numbers.text;
import static org.ironopt.lab.mnist.ComparedOptimizer.ADAMW;
import static org.ironopt.lab.mnist.ComparedOptimizer.IRON;
import static org.ironopt.lab.mnist.ComparedOptimizer.NAG_GS;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.Story;
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
record MnistStory(MnistResults results, MnistSettings settings, int[] batches) {
  static final String NOT_RUN = "these runs have not been made";

  /** Tables of numbers that are compared with the paper's. */
  private static final List<String> COMPARED =
      List.of("table1", "shift", "choices", "first", "second", "by_batch", "seconds");

  /** Epochs that count as the first ones. */
  private static final int FIRST = 3;

  MnistStory(MnistResults results) {
    this(results, results.settings, results.settings.batchSizes());
  }

  Story tell() {
    return ChapterPage.tell(MnistStory.class, values(), true);
  }

  ResultTables values() {
    NamedValues all = MnistExperiment.CHAPTER.write(settings);
    ResultTables values = CellTables.settings(all);
    new MnistTables(results, settings).add(values);
    clock(values, "clock");
    PaperSettings.Difference difference =
        ClaimFile.settings(MnistStory.class, MnistExperiment.CHAPTER.paper()).difference(all);
    String reason = difference.isNone() ? NOT_RUN : difference.words();
    COMPARED.forEach(name -> values.absent(name, reason));
    if (difference.isNone()) {
      compared(values);
    }
    return values;
  }

  private void compared(ResultTables values) {
    List<PaperTable.Row> rows =
        PaperTable.ROWS.stream()
            .filter(row -> results.ofThePaper(row.rival(), row.batch()).isPresent())
            .toList();
    if (!rows.isEmpty()) {
      accuracies(values, rows);
    }
    if (timed().length == batches.length) {
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
    List<SampleSummary> here =
        rows.stream().map(row -> ofThePaper(row.rival(), row.batch()).accuracy()).toList();
    IntFunction<WelchEstimate> difference =
        i -> WelchEstimate.difference(here.get(i), rows.get(i).accuracy());
    IntFunction<WelchEstimate> accuracy =
        i ->
            new WelchEstimate(
                here.get(i).mean(),
                difference.apply(i).standardError(),
                difference.apply(i).freedom());
    values
        .table("table1", rows.size())
        .parts(i -> Integer.toString(PaperTable.ROWS.indexOf(rows.get(i)) + 1))
        .labelled(i -> words(rows.get(i)))
        .estimates("accuracy", accuracy)
        .with("paper", i -> rows.get(i).accuracy().mean())
        .with("p", i -> difference.apply(i).probability())
        .text("here", i -> here.get(i).text(4))
        .text("tuned", i -> otherStep(rows.get(i)));
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
    int differences = below;
    values
        .table("shift", 1)
        .estimates("accuracy", i -> shift)
        .estimates(
            "correlated",
            i ->
                WelchEstimate.of(
                    shift.estimate(), correlated, new double[] {freedoms[0], freedoms[rows]}))
        .with("below", i -> differences)
        .with("p", i -> shift.probability())
        .with("t", i -> shift.estimate() / shift.standardError())
        .sample("by_seed", Column.exact(ours));
  }

  /** The steps that the protocol selects, and what the paper's lose in validation accuracy. */
  private void choices(ResultTables values) {
    List<ComparedOptimizer> rivals = ComparedOptimizer.PAPER;
    values
        .table("choices", rivals.size())
        .labelled(
            i ->
                rivals.get(i).title
                    + ", "
                    + rivals.get(i).symbol
                    + " = "
                    + steps(b -> paper(rivals.get(i), b).step()))
        .text("method", i -> rivals.get(i).label)
        .text("steps", i -> steps(b -> chosen(rivals.get(i), b)))
        .with("other_steps", i -> byBatch(b -> lost(rivals.get(i), b)[2]).sum())
        .with("lost", i -> byBatch(b -> lost(rivals.get(i), b)[0]).reduce(0, Math::max))
        .with("standard_errors", i -> byBatch(b -> lost(rivals.get(i), b)[1]).reduce(0, Math::max));
  }

  private DoubleStream byBatch(IntToDoubleFunction quantity) {
    return Arrays.stream(batches).mapToDouble(quantity);
  }

  private String steps(IntToDoubleFunction step) {
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

  /** The method of a place at each batch size, against the paper's or else the next one. */
  private void places(ResultTables values, String name, int place) {
    Rows rows = values.table(name, batches.length);
    List<ComparedOptimizer> paper =
        Arrays.stream(batches).mapToObj(b -> PaperTable.place(place, b)).toList();
    List<Series> here = Arrays.stream(batches).mapToObj(b -> results.ranked(b).get(place)).toList();
    List<Series> others =
        IntStream.range(0, batches.length)
            .mapToObj(
                i ->
                    here.get(i).rival() == paper.get(i)
                        ? results.ranked(batches[i]).get(place + 1)
                        : tuned(paper.get(i), batches[i]))
            .toList();
    rows.labelled(i -> paper.get(i).title + " at b = " + batches[i])
        .text("here", i -> here.get(i).rival().title)
        .text("other", i -> others.get(i).rival().title)
        .with("other_methods", i -> here.get(i).rival() == paper.get(i) ? 0 : 1)
        .estimates("lead", i -> paired(here.get(i), others.get(i)))
        .with("p", i -> paired(here.get(i), others.get(i)).probability());
  }

  /** Returns the difference of two final accuracies; runs of a seed see the same batches. */
  private static WelchEstimate paired(Series a, Series b) {
    double[] differences = a.values("accuracy", a.epochs());
    double[] others = b.values("accuracy", b.epochs());
    Arrays.setAll(differences, s -> differences[s] - others[s]);
    SampleSummary sample = SampleSummary.of(differences);
    return new WelchEstimate(sample.mean(), sample.standardError(), sample.count() - 1.0);
  }

  /** IRON against its rivals at each batch size, all with the steps tuned here. */
  private void byBatch(ResultTables values) {
    Rows rows =
        values
            .table("by_batch", batches.length)
            .with("step_of_iron", i -> chosen(IRON, batches[i]))
            .estimates("lead_over_nag_gs", i -> lead(NAG_GS, batches[i]))
            .estimates("lead_over_adamw", i -> lead(ADAMW, batches[i]))
            .with(
                "ratio_of_losses",
                i -> loss(IRON, batches[i], FIRST) / rivals(batches[i], FIRST).min().orElseThrow())
            .with("spread", i -> spread(IRON, batches[i]))
            .with(
                "spread_of_rivals",
                i -> Math.max(spread(ADAMW, batches[i]), spread(NAG_GS, batches[i])))
            .with(
                "not_finite",
                i -> tuned(IRON, batches[i]).runs().stream().allMatch(MnistResults::finite) ? 0 : 1)
            .with("inner_share", i -> innerShare(tuned(IRON, batches[i])));
    double lower =
        byBatch(
                b ->
                    IntStream.rangeClosed(1, FIRST)
                        .mapToLong(e -> rivals(b, e).filter(r -> loss(IRON, b, e) < r).count())
                        .sum())
            .sum();
    rows.sample("share_of_lower_losses", Column.exact(lower / (2.0 * FIRST * batches.length)));
    for (String column : List.of("step_of_iron", "ratio_of_losses")) {
      double[] means = values.column("by_batch." + column).means();
      double growth = means[means.length - 1] - means[0];
      rows.sample(
          "growth_of_the_" + column.substring(0, column.indexOf('_')), Column.exact(growth));
    }
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
  private int[] timed() {
    return Arrays.stream(batches)
        .filter(
            b ->
                ComparedOptimizer.PAPER.stream()
                    .allMatch(r -> results.ofThePaper(r, b).filter(Series::timed).isPresent()))
        .toArray();
  }

  /** Adds the seconds with the paper's steps, IRON and NAG-GS over AdamW. */
  private void clock(ResultTables values, String name) {
    int[] b = timed();
    IntFunction<SampleSummary> here = i -> ratio(seconds(IRON, b[i]), seconds(ADAMW, b[i]));
    IntFunction<SampleSummary> paper =
        i -> ratio(paper(IRON, b[i]).seconds(), paper(ADAMW, b[i]).seconds());
    values
        .table(name, b.length)
        .parts(i -> Integer.toString(b[i]))
        .labelled(i -> "b = " + b[i] + ", " + paper.apply(i).text(1) + " in Table 1")
        .text("here", i -> here.apply(i).text(1))
        .text("paper", i -> paper.apply(i).text(1))
        .with("iron", i -> seconds(IRON, b[i]).mean())
        .with("adamw", i -> seconds(ADAMW, b[i]).mean())
        .with("nag_gs", i -> seconds(NAG_GS, b[i]).mean())
        .with("ratio", i -> here.apply(i).mean())
        .with("ratio_of_nag_gs", i -> seconds(NAG_GS, b[i]).mean() / seconds(ADAMW, b[i]).mean())
        .with("beyond_nag_gs", i -> 1 - seconds(NAG_GS, b[i]).mean() / seconds(IRON, b[i]).mean())
        .with("passes", i -> passes(IRON, b[i]) / passes(ADAMW, b[i]))
        .with("over_paper", i -> here.apply(i).mean() / paper.apply(i).mean())
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
