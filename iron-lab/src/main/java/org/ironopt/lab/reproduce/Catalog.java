package org.ironopt.lab.reproduce;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.lab.deep.DeepExperiment;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.foundations.FoundationsExperiment;
import org.ironopt.lab.logcosh.LogCoshExperiment;
import org.ironopt.lab.logistic.LogisticExperiment;
import org.ironopt.lab.mnist.MnistExperiment;
import org.ironopt.lab.quadratic.QuadraticExperiment;
import org.ironopt.lab.sampling.SamplingExperiment;

/** The chapters that can be asked for by name. */
public final class Catalog {
  private static final List<Chapter<?>> ALL =
      List.of(
          FoundationsExperiment.CHAPTER,
          QuadraticExperiment.CHAPTER,
          LogCoshExperiment.CHAPTER,
          LogisticExperiment.CHAPTER,
          MnistExperiment.CHAPTER,
          SamplingExperiment.CHAPTER,
          DeepExperiment.CHAPTER);

  /**
   * About how many seconds on two cores with the settings of the paper and of a quick look, in that
   * order.
   */
  private static final Map<String, double[]> SECONDS =
      Map.of(
          "foundations", new double[] {10, 4},
          "quadratic", new double[] {11, 3},
          "logcosh", new double[] {9, 1},
          "logistic", new double[] {51, 5},
          "mnist", new double[] {377, 10},
          "sampling", new double[] {125, 19},
          "deep", new double[] {140, 20});

  private Catalog() {}

  /** Returns about how long an experiment takes, if its settings are known ones. */
  static OptionalDouble seconds(Experiment experiment) {
    double[] known = SECONDS.get(experiment.name());
    Optional<Chapter<?>> chapter = named(experiment.name()).filter(_ -> known != null);
    Map<String, Object> settings = seedless(experiment.settings());
    return chapter.filter(c -> settings.equals(seedless(c.paper()))).isPresent()
        ? OptionalDouble.of(known[0])
        : chapter.filter(c -> settings.equals(seedless(c.smoke()))).isPresent()
            ? OptionalDouble.of(known[1])
            : OptionalDouble.empty();
  }

  private static Map<String, Object> seedless(Values settings) {
    Map<String, Object> others = new HashMap<>(settings.asMap());
    others.remove("seed");
    return others;
  }

  /** Returns all chapters, in the order of the paper. */
  public static List<Chapter<?>> all() {
    return ALL;
  }

  /** Returns the chapter of that name. */
  public static Optional<Chapter<?>> named(String name) {
    return ALL.stream().filter(chapter -> chapter.name().equals(name)).findFirst();
  }
}
