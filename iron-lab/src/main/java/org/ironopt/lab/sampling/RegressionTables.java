package org.ironopt.lab.sampling;

import static org.ironopt.io.internal.Numbers.text;
import static org.ironopt.lab.sampling.SamplingStory.compare;
import static org.ironopt.lab.sampling.SamplingStory.finished;
import static org.ironopt.lab.sampling.SamplingStory.found;
import static org.ironopt.lab.sampling.SamplingStory.last;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.sampling.Regressions.Curve;
import org.ironopt.lab.sampling.Regressions.Point;
import org.ironopt.lab.sampling.Regressions.Problem;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;

/** Chains on least squares and on logistic regression beside the exact moments. */
record RegressionTables(
    SamplingSettings settings,
    CellResults<Curve> exact,
    CellResults<Point> chains,
    ResultTables values) {

  void add() {
    for (BatchDraw draw : BatchDraw.values()) {
      curves(Problem.SQUARES, draw, settings.batches());
    }
    curves(Problem.LOGISTIC, BatchDraw.WITHOUT, Regressions.LOGISTIC_BATCHES);
    moments();
    agreement();
  }

  private static boolean squares(Curve curve) {
    return curve.problem() == Problem.SQUARES;
  }

  private static String theory(Curve curve) {
    return "exact-" + curve.exact().label();
  }

  private NumericColumns trace(Curve curve) {
    return SamplingStory.trace(exact, curve.exact());
  }

  /** The curves of a panel, which has a row, and so a colour, for each batch size. */
  private void curves(Problem problem, BatchDraw draw, int[] batches) {
    List<Curve> curves =
        Arrays.stream(batches).mapToObj(batch -> new Curve(problem, draw, batch)).toList();
    values
        .table((problem + "-" + draw).toLowerCase(Locale.ROOT), curves.size())
        .labelled(i -> "b = " + curves.get(i).batch())
        .parts(i -> curves.get(i).label())
        .text("exact", i -> theory(curves.get(i)))
        .text("color", SamplingStory::color)
        .with(
            "limit",
            i -> exact.at(curves.get(i)).map(o -> o.trace().get(0, "limit")).orElse(Double.NaN));
    for (Curve curve : curves) {
      CellTables.file(values, theory(curve), trace(curve));
      points(
          curve.label(),
          found(chains, p -> p.curve().equals(curve)).stream().filter(f -> f.has("mse")).toList());
    }
  }

  /** The exact error beside its limit and its bound. */
  private void moments() {
    boolean complete = exact.complete();
    if (finished(values, complete, "distance_from_the_limit", "ratio_to_the_bound")) {
      List<NumericColumns> tables =
          found(exact, RegressionTables::squares).stream().map(f -> f.outcome().trace()).toList();
      values.put(
          "distance_from_the_limit",
          tables.stream()
              .mapToDouble(t -> Math.abs(t.last("mse") / t.last("limit") - 1))
              .toArray());
      values.put(
          "ratio_to_the_bound",
          tables.stream()
              .flatMapToDouble(
                  t ->
                      IntStream.range(0, t.rows().size())
                          .filter(i -> !Double.isNaN(t.get(i, "bound")))
                          .mapToDouble(i -> t.get(i, "mse") / t.get(i, "bound")))
              .toArray());
    }
  }

  /** The points that claims are about. */
  private void agreement() {
    Curve epochs = new Curve(Problem.SQUARES, BatchDraw.EPOCHS, settings.batches()[0]);
    if (finished(
        values,
        exact.complete() && chains.complete(),
        "least_squares",
        "epochs",
        "shortest_step",
        "longest_step")) {
      List<Found<Point>> fresh =
          found(chains, p -> squares(p.curve()) && p.curve().draw() != BatchDraw.EPOCHS);
      points("least_squares", fresh);
      values.put("by_a_sample", fresh.stream().filter(f -> at(f.key(), "mse_se") > 0).count());
      points("epochs", found(chains, new Point(epochs, settings.alpha()[0])::equals));
      points("shortest_step", logistic(settings.alpha()[0]));
      points("longest_step", logistic(last(settings.alpha())));
    }
  }

  private List<Found<Point>> logistic(double alpha) {
    return found(chains, p -> !squares(p.curve()) && p.alpha() == alpha);
  }

  /** Adds points: means of the chains, and how far they lie from the theory. */
  private void points(String name, List<Found<Point>> cells) {
    compare(
        CellTables.cells(values, name, cells, settings.chains())
            .labelled(i -> label(cells.get(i).key()))
            .parts(i -> Integer.toString(cells.get(i).key().curve().batch()))
            .with("alpha", i -> cells.get(i).key().alpha())
            .with("deviation_of_the_error", i -> deviation(cells.get(i), "mse"))
            .with(
                "deviation_of_the_bias",
                i ->
                    IntStream.range(0, Regressions.COLUMNS)
                        .mapToDouble(j -> deviation(cells.get(i), "bias_" + j))
                        .reduce(0, Math::max)),
        i -> cells.get(i).outcome().interval("mse", settings.chains()),
        i -> at(cells.get(i).key(), "mse"));
  }

  private static String label(Point point) {
    return "b = " + point.curve().batch() + ", α = " + text(point.alpha());
  }

  /** Returns what the theory says at a point; NaN while it is not known. */
  private double at(Point point, String name) {
    NumericColumns curve = trace(point.curve());
    return curve.rows().isEmpty()
        ? Double.NaN
        : curve.get(Arrays.binarySearch(curve.column("alpha"), point.alpha()), name);
  }

  /** Returns how many standard errors of both together lie between chains and theory. */
  private double deviation(Found<Point> found, String name) {
    ConfidenceInterval mean = found.outcome().interval(name, settings.chains());
    double error = Math.hypot(mean.standardError(), at(found.key(), name + "_se"));
    return Math.abs(mean.mean() - at(found.key(), name)) / error;
  }
}
