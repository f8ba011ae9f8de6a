package org.ironopt.lab.reproduce;

import java.util.List;
import java.util.Optional;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.foundations.FoundationsExperiment;
import org.ironopt.lab.logcosh.LogCoshExperiment;
import org.ironopt.lab.logistic.LogisticExperiment;
import org.ironopt.lab.mnist.MnistExperiment;
import org.ironopt.lab.quadratic.QuadraticExperiment;

/** The chapters that can be asked for by name. */
public final class Catalog {
  private static final List<Chapter<?>> ALL =
      List.of(
          FoundationsExperiment.CHAPTER,
          QuadraticExperiment.CHAPTER,
          LogCoshExperiment.CHAPTER,
          LogisticExperiment.CHAPTER,
          MnistExperiment.CHAPTER);

  private Catalog() {}

  /** Returns all chapters, in the order of the paper. */
  public static List<Chapter<?>> all() {
    return ALL;
  }

  /** Returns the chapter of that name. */
  public static Optional<Chapter<?>> named(String name) {
    return ALL.stream().filter(chapter -> chapter.name().equals(name)).findFirst();
  }
}
