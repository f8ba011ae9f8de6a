package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.lab.statistics.ResultTables.Rows;
import org.ironopt.theory.ConstantStepBound;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.ironopt.theory.TwoStepRecursion;

/**
 * The values of the chapter on sections 2 to 4, which are the columns of its studies.
 *
 * @param instances how many were asked for
 * @param outcomes the studies that have finished
 */
record FoundationsStory(int instances, CellResults<Study> outcomes) {
  private static final List<String> COVARIANCES =
      List.of("isotropic", "diagonal", "full", "rank 1");

  /** The paper's quadratic. */
  private static final double[] EIGENVALUES = {1, 1, 3};

  private static final double SIGMA2 = 3;
  private static final double[] STEPS = Study.grid(0.1, 1e5, 400);

  Story tell() {
    ResultTables values = values();
    return ChapterPage.tell(
        FoundationsStory.class, values, Ledger.judge(FoundationsStory.class, values));
  }

  ResultTables values() {
    ResultTables values = new ResultTables();
    values.put("instances", instances);
    outcomes
        .found()
        .forEach(
            found -> study(values, new Study.Found(found.key().label(), found.outcome().trace())));
    outcomes
        .missing()
        .forEach(study -> values.absent(study.label(), "not all studies have finished"));
    StepStudies.CENTER_NOISE
        .in(outcomes)
        .ifPresent(
            found ->
                CellTables.file(values, "covariances", found.rows())
                    .text("covariance", i -> COVARIANCES.get((int) found.rows().get(i, "kind"))));
    bounds(values);
    return values;
  }

  /** The numbers of a study that apply, with their extremes, their means and how many there are. */
  private static void study(ResultTables values, Study.Found found) {
    Rows rows = values.table(found.label(), found.rows().rows().size());
    for (String name : found.rows().columns()) {
      String column = name.toLowerCase(Locale.ROOT);
      double[] applicable =
          Arrays.stream(found.rows().column(name)).filter(v -> !Double.isNaN(v)).toArray();
      rows.sample(column, Column.exact(applicable))
          .sample("count_of_" + column, Column.exact(applicable.length))
          .sample("smallest_" + column, Column.exact(found.smallest(name)))
          .sample("largest_" + column, Column.exact(found.largest(name)));
      if (applicable.length > 1) {
        rows.sample("mean_" + column, Column.of(List.of(ConfidenceInterval.ofMeans(applicable))));
      }
    }
  }

  /** The exact error on the paper's quadratic and the bounds on it, where they say something. */
  private static void bounds(ResultTables values) {
    TwoStepRecursion theorem = new ConstantStepBound(1, 3, 1).recursion();
    values.put("threshold", theorem.g());
    values.put(
        "looseness",
        QuadraticConstant.interval(1, 3, 1, SIGMA2).high()
            / QuadraticConstant.isotropic(1, EIGENVALUES, 1));
    curve(
        values, "exact", alpha -> StationaryCovariance.mse(Scheme.IRON, at(alpha), EIGENVALUES, 1));
    curve(values, "position_bound", alpha -> new PositionBound(at(alpha)).limsup(SIGMA2));
    curve(values, "theorem", alpha -> theorem.limsup(alpha, SIGMA2));
    curve(values, "simple", alpha -> theorem.limsupSimple(alpha, SIGMA2));
  }

  private static IronParameters at(double alpha) {
    return new IronParameters(alpha, 1, 1);
  }

  private static void curve(ResultTables values, String name, DoubleFunction<OptionalDouble> y) {
    double[] x = Arrays.stream(STEPS).filter(a -> y.apply(a).isPresent()).toArray();
    values
        .table(name, x.length)
        .with("alpha", Column.exact(x))
        .with("error", i -> y.apply(x[i]).orElseThrow());
  }
}
