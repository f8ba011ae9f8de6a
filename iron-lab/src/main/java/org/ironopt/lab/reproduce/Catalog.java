package org.ironopt.lab.reproduce;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.foundations.FoundationsExperiment;
import org.ironopt.lab.logcosh.LogCoshExperiment;
import org.ironopt.lab.logistic.LogisticExperiment;
import org.ironopt.lab.mnist.MnistExperiment;
import org.ironopt.lab.quadratic.QuadraticExperiment;

/**
 * An experiment that can be asked for by name.
 *
 * @param name its name on the command line
 * @param about what it reproduces, in a few words
 * @param paper settings of the paper
 * @param smoke settings for a look within seconds
 * @param open makes the experiment from settings
 */
public record Catalog(
    String name, String about, Values paper, Values smoke, Function<Values, Experiment> open) {

  /** Returns all experiments, in the order of the paper. */
  public static List<Catalog> all() {
    return List.of(
        new Catalog(
            "foundations",
            "the identities, lemmas and theorems of sections 2 to 4",
            FoundationsExperiment.paper(),
            FoundationsExperiment.smoke(),
            FoundationsExperiment::new),
        new Catalog(
            "quadratic",
            "the strongly convex quadratic of section 5.1",
            QuadraticExperiment.paper(),
            QuadraticExperiment.smoke(),
            QuadraticExperiment::new),
        new Catalog(
            "logcosh",
            "the nonconvex log-cosh regression of section 5.2",
            LogCoshExperiment.paper(),
            LogCoshExperiment.smoke(),
            LogCoshExperiment::new),
        new Catalog(
            "logistic",
            "the ridge logistic regression of section 5.3",
            LogisticExperiment.paper(),
            LogisticExperiment.smoke(),
            LogisticExperiment::new),
        new Catalog(
            "mnist",
            "the softmax regression on MNIST of section 5.4",
            MnistExperiment.paper(),
            MnistExperiment.smoke(),
            MnistExperiment::new));
  }

  /** Returns the experiment of that name. */
  public static Optional<Catalog> named(String name) {
    return all().stream().filter(entry -> entry.name.equals(name)).findFirst();
  }
}
