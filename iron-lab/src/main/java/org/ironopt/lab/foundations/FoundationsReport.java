package org.ironopt.lab.foundations;

import java.util.List;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ResultTables;

/** The values of the chapter on sections 2 to 4, which are the columns of its studies. */
final class FoundationsReport {
  private static final List<String> COVARIANCES =
      List.of("isotropic", "diagonal", "full", "rank 1");

  private FoundationsReport() {}

  static ChapterReport report(FoundationsExperiment experiment, ResultStore results) {
    ResultTables values = CellTables.of(experiment, results);
    for (Found<Study> study : results.of(experiment.studies).found()) {
      NumericColumns rows = study.outcome().trace();
      CellTables.samples(values, study.key().label(), rows);
      if (study.key().label().equals(FoundationsExperiment.COVARIANCES)) {
        CellTables.file(values, "covariances", rows)
            .text("covariance", i -> COVARIANCES.get((int) rows.get(i, "kind")));
      }
    }
    return ChapterPage.report(FoundationsReport.class, values, true);
  }
}
