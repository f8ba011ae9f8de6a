package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.List;

/**
 * A method with its step at a batch size.
 *
 * @param rival method
 * @param batch batch size
 * @param step its step
 * @param tuned whether the validation rows chose that step here
 * @param ofThePaper whether it is the step of the paper's Table 1
 */
record Configuration(Rival rival, int batch, double step, boolean tuned, boolean ofThePaper) {
  /** Returns the tuned configuration, and the paper's after it if that is another one. */
  static List<Configuration> of(Rival rival, int batch, double tuned) {
    List<Configuration> configurations = new ArrayList<>();
    double paper = PaperTable.row(rival, batch).map(PaperTable.Row::step).orElse(tuned);
    boolean known = PaperTable.row(rival, batch).isPresent();
    configurations.add(new Configuration(rival, batch, tuned, true, known && paper == tuned));
    if (paper != tuned) {
      configurations.add(new Configuration(rival, batch, paper, false, true));
    }
    return configurations;
  }
}
