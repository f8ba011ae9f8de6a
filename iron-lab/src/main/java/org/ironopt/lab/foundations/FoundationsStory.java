package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.lab.statistics.ResultTables.Rows;

/**
 * The values of the chapter on sections 2 to 4, which are the columns of its studies.
 *
 * @param instances how many were asked for
 * @param outcomes the studies that have finished
 */
record FoundationsStory(int instances, CellResults<Study> outcomes) {
  private static final List<String> COVARIANCES =
      List.of("isotropic", "diagonal", "full", "rank 1");

  Story tell() {
    return ChapterPage.tell(FoundationsStory.class, values(), true);
  }

  ResultTables values() {
    ResultTables values = new ResultTables();
    values.put("instances", instances);
    outcomes.found().forEach(f -> study(values, f.key().label(), f.outcome().trace()));
    outcomes
        .missing()
        .forEach(study -> values.absent(study.label(), "not all studies have finished"));
    outcomes
        .at(StepStudies.CENTER_NOISE)
        .map(CellResult::trace)
        .ifPresent(
            rows ->
                CellTables.file(values, "covariances", rows)
                    .text("covariance", i -> COVARIANCES.get((int) rows.get(i, "kind"))));
    return values;
  }

  /** The numbers of a study that apply, with their extremes, their means and how many there are. */
  private static void study(ResultTables values, String label, NumericColumns found) {
    Rows rows = values.table(label, found.rows().size());
    for (String name : found.columns()) {
      String column = name.toLowerCase(Locale.ROOT);
      double[] numbers =
          Arrays.stream(found.column(name)).filter(value -> !Double.isNaN(value)).toArray();
      DoubleSummaryStatistics all = Arrays.stream(numbers).summaryStatistics();
      boolean none = numbers.length == 0;
      rows.sample(column, Column.exact(numbers))
          .sample("count_of_" + column, Column.exact(numbers.length))
          .sample("smallest_" + column, Column.exact(none ? Double.NaN : all.getMin()))
          .sample("largest_" + column, Column.exact(none ? Double.NaN : all.getMax()));
      if (numbers.length > 1) {
        rows.sample("mean_" + column, Column.of(List.of(ConfidenceInterval.ofMeans(numbers))));
      }
    }
  }
}
