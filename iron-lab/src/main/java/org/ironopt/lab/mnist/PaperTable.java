package org.ironopt.lab.mnist;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.ironopt.lab.statistics.Sample;

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
  record Row(int batch, Rival rival, double step, Sample accuracy, Sample seconds) {}

  private static final int SEEDS = 5;

  static final List<Row> ROWS =
      List.of(
          row(128, Rival.ADAMW, 0.002, 0.9255, 0.0009, 3.58, 0.06),
          row(128, Rival.NAG_GS, 1.0, 0.9247, 0.0006, 3.64, 0.08),
          row(128, Rival.IRON, 1.0, 0.9244, 0.0006, 22.34, 0.78),
          row(256, Rival.ADAMW, 0.003, 0.9260, 0.0008, 3.42, 0.04),
          row(256, Rival.NAG_GS, 2.0, 0.9242, 0.0008, 3.40, 0.03),
          row(256, Rival.IRON, 1.5, 0.9245, 0.0007, 29.19, 0.24),
          row(384, Rival.ADAMW, 0.003, 0.9260, 0.0006, 3.19, 0.06),
          row(384, Rival.NAG_GS, 2.0, 0.9238, 0.0007, 3.20, 0.07),
          row(384, Rival.IRON, 2.5, 0.9243, 0.0009, 38.55, 0.54));

  private PaperTable() {}

  private static Row row(
      int batch,
      Rival rival,
      double step,
      double accuracy,
      double deviation,
      double seconds,
      double secondsDeviation) {
    return new Row(
        batch,
        rival,
        step,
        new Sample(accuracy, deviation, SEEDS),
        new Sample(seconds, secondsDeviation, SEEDS));
  }

  /** Returns the row of a method at a batch size, if the paper has it. */
  static Optional<Row> row(Rival rival, int batch) {
    return ROWS.stream().filter(r -> r.rival() == rival && r.batch() == batch).findFirst();
  }

  /** Returns the method of a place at a batch size, 0 for the most accurate. */
  static Rival place(int place, int batch) {
    return ROWS.stream()
        .filter(r -> r.batch() == batch)
        .sorted(Comparator.comparingDouble(r -> -r.accuracy().mean()))
        .toList()
        .get(place)
        .rival();
  }
}
