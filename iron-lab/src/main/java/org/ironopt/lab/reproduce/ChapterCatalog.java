package org.ironopt.lab.reproduce;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.lab.deep.DeepExperiment;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.family.FamilyExperiment;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.foundations.FoundationsExperiment;
import org.ironopt.lab.logcosh.LogCoshExperiment;
import org.ironopt.lab.logistic.LogisticExperiment;
import org.ironopt.lab.mnist.MnistExperiment;
import org.ironopt.lab.quadratic.QuadraticExperiment;
import org.ironopt.lab.sampling.SamplingExperiment;

/** The chapters that can be asked for by name. */
public final class ChapterCatalog {
  /**
   * A chapter with about how many seconds it takes on two cores.
   *
   * @param paper with the settings of the paper
   * @param smoke with those of a quick look
   */
  private record Entry(Chapter<?> chapter, double paper, double smoke) {}

  private static final List<Entry> ALL =
      List.of(
          new Entry(FoundationsExperiment.CHAPTER, 10, 4),
          new Entry(QuadraticExperiment.CHAPTER, 11, 3),
          new Entry(LogCoshExperiment.CHAPTER, 9, 1),
          new Entry(LogisticExperiment.CHAPTER, 51, 5),
          new Entry(MnistExperiment.CHAPTER, 377, 10),
          new Entry(SamplingExperiment.CHAPTER, 125, 19),
          new Entry(DeepExperiment.CHAPTER, 140, 20),
          new Entry(FamilyExperiment.CHAPTER, 60, 10));

  private ChapterCatalog() {}

  /** Returns about how long an experiment takes, if its settings are known ones. */
  static OptionalDouble seconds(Experiment experiment) {
    Map<String, Object> settings = seedless(experiment.settings());
    for (Entry listed : ALL) {
      Chapter<?> chapter = listed.chapter;
      boolean named = chapter.name().equals(experiment.name());
      if (named && settings.equals(seedless(chapter.paper()))) {
        return OptionalDouble.of(listed.paper);
      }
      if (named && settings.equals(seedless(chapter.smoke()))) {
        return OptionalDouble.of(listed.smoke);
      }
    }
    return OptionalDouble.empty();
  }

  private static Map<String, Object> seedless(NamedValues settings) {
    Map<String, Object> others = new HashMap<>(settings.asMap());
    others.remove("seed");
    return others;
  }

  /** Returns all chapters, in the order of the paper. */
  public static List<Chapter<?>> all() {
    return ALL.stream().<Chapter<?>>map(Entry::chapter).toList();
  }

  /** Returns the chapter of that name. */
  public static Optional<Chapter<?>> named(String name) {
    return all().stream().filter(chapter -> chapter.name().equals(name)).findFirst();
  }
}
