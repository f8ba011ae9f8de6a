package org.ironopt.lab.mnist;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.ironopt.lab.statistics.SampleSummary;

/** Table 1 of the paper, as printed: means and standard deviations over five seeds. */
final class PaperTable {
  /**
   * A row.
   *
   * @param batch batch size
   * @param rival method
   * @param step step that the authors selected
   * @param accuracy test accuracy after 25 epochs
   * @param seconds seconds of a run
   */
  record Row(
      int batch,
      ComparedOptimizer rival,
      double step,
      SampleSummary accuracy,
      SampleSummary seconds) {}

  static final List<Row> ROWS =
      List.of(
          new Row(128, ComparedOptimizer.ADAMW, 0.002, over5(0.9255, 0.0009), over5(3.58, 0.06)),
          new Row(128, ComparedOptimizer.NAG_GS, 1.0, over5(0.9247, 0.0006), over5(3.64, 0.08)),
          new Row(128, ComparedOptimizer.IRON, 1.0, over5(0.9244, 0.0006), over5(22.34, 0.78)),
          new Row(256, ComparedOptimizer.ADAMW, 0.003, over5(0.9260, 0.0008), over5(3.42, 0.04)),
          new Row(256, ComparedOptimizer.NAG_GS, 2.0, over5(0.9242, 0.0008), over5(3.40, 0.03)),
          new Row(256, ComparedOptimizer.IRON, 1.5, over5(0.9245, 0.0007), over5(29.19, 0.24)),
          new Row(384, ComparedOptimizer.ADAMW, 0.003, over5(0.9260, 0.0006), over5(3.19, 0.06)),
          new Row(384, ComparedOptimizer.NAG_GS, 2.0, over5(0.9238, 0.0007), over5(3.20, 0.07)),
          new Row(384, ComparedOptimizer.IRON, 2.5, over5(0.9243, 0.0009), over5(38.55, 0.54)));

  private PaperTable() {}

  private static SampleSummary over5(double mean, double deviation) {
    return new SampleSummary(mean, deviation, 5);
  }

  /** Returns the row of a method at a batch size, if the paper has it. */
  static Optional<Row> row(ComparedOptimizer rival, int batch) {
    return ROWS.stream().filter(r -> r.rival() == rival && r.batch() == batch).findFirst();
  }

  /** Returns the method of a place at a batch size, 0 for the most accurate. */
  static ComparedOptimizer place(int place, int batch) {
    return ROWS.stream()
        .filter(r -> r.batch() == batch)
        .sorted(Comparator.comparingDouble(r -> -r.accuracy().mean()))
        .toList()
        .get(place)
        .rival();
  }
}
