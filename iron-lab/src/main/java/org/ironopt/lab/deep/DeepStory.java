package org.ironopt.lab.deep;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Group;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Outcomes.Found;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.lab.figure.Style.Color;
import org.ironopt.lab.figure.Style.Marker;
import org.ironopt.lab.file.Columns;

/** What the runs show. */
final class DeepStory {
  private static final Color[] COLORS = {
    Color.BLUE, Color.ORANGE, Color.GREEN, Color.VERMILION, Color.PURPLE, Color.SKY, Color.BLACK
  };

  private final DeepExperiment experiment;
  private final Results results;

  DeepStory(DeepExperiment experiment, Results results) {
    this.experiment = experiment;
    this.results = results;
  }

  Story tell() {
    List<Section> sections = new ArrayList<>();
    String devices =
        experiment.cells().stream()
            .flatMap(cell -> results.of(cell).stream())
            .filter(outcome -> outcome.values().has("device"))
            .map(outcome -> " Steps were made on " + outcome.values().text("device") + ".")
            .distinct()
            .collect(Collectors.joining());
    sections.add(
        new Section(
            "A network and equal work",
            "Every run takes the same number of row gradients, "
                + experiment.settings.gradients()
                + ": a gradient of a row is 6 flops a parameter, a Gauss-Newton product 4/3 of it,"
                + " and factors, their inverses and looks at f are counted too. One seed. The"
                + " network is small so that this takes minutes; the full one is --hidden"
                + " 400,200,30 --rows 60000 --batch 1000 --explicit-batch 100 --gradients 6000000."
                + " No theorem of the paper covers these steps: f is not convex, a step sees a"
                + " batch, and its equation is linearised once."
                + devices));
    List<Found<Variant>> best =
        Stream.of(best(experiment.iron), best(experiment.adamw), best(experiment.nesterov))
            .flatMap(Optional::stream)
            .toList();
    if (!best.isEmpty()) {
      sections.add(
          new Section(
                  "Loss against work",
                  "IRON with the lambda that nobody chose, others with their best step.",
                  byWork("work", best))
              .with(table("Loss by method", best)));
      bySeconds(best)
          .ifPresent(
              figure ->
                  sections.add(
                      new Section(
                          "Loss against seconds",
                          "The same runs by the clock of this machine, evaluation excluded; this"
                              + " figure changes from run to run.",
                          figure)));
    }
    List<Found<Variant>> range =
        Stream.concat(found(experiment.iron), found(experiment.adamw)).toList();
    if (!range.isEmpty()) {
      sections.add(
          new Section("Range of steps", "Loss at the end by step and by largest lambda.", range())
              .with(table("Loss by step", range)));
    }
    List<Found<Variant>> changed =
        Stream.concat(usual().stream(), found(experiment.changed)).toList();
    if (!changed.isEmpty()) {
      sections.add(
          new Section(
                  "What each part buys",
                  "One part changed: no inertia, no factors with 20 conjugate gradient steps,"
                      + " lambda growing by 1.2 and not by 2, whole steps from the iterate with one"
                      + " and two conjugate gradient steps, half and twice the batch.",
                  byWork("parts", changed))
              .with(table("Loss by part", changed)));
    }
    List<Found<Variant>> classifiers = found(experiment.classifier).toList();
    if (!classifiers.isEmpty()) {
      sections.add(
          new Section(
                  "A classifier",
                  "The digits by 784-128-64-10 units that rectify, the same work. A network that"
                      + " learns its rows by heart is no better for it on others: both are shown.",
                  byWork("classifier", classifiers))
              .with(table("Loss and error of the classifier", classifiers)));
    }
    return new Story(
        "Implicit steps on a deep autoencoder",
        "A question that the paper leaves open, by counts of work and by the clock.",
        sections,
        new DeepClaims(this, experiment).all());
  }

  Stream<Found<Variant>> found(Group<Variant> group) {
    return results.of(group).found().stream();
  }

  boolean complete() {
    return experiment.cells().stream().allMatch(cell -> results.of(cell).isPresent());
  }

  /** Returns IRON with the largest lambda that all variants share. */
  Optional<Found<Variant>> usual() {
    double largest = experiment.settings.usual();
    return found(experiment.iron).filter(f -> f.key().step() == largest).findFirst();
  }

  /** Returns the run with the lowest loss; of IRON the usual one, which nobody chose. */
  Optional<Found<Variant>> best(Group<Variant> group) {
    return group == experiment.iron
        ? usual()
        : found(group).min(Comparator.comparingDouble(f -> loss(f.outcome())));
  }

  /** Returns the training loss at the end, infinity if the run was not finite. */
  static double loss(Outcome outcome) {
    return outcome.values().has("loss") ? outcome.number("loss") : Double.POSITIVE_INFINITY;
  }

  private static String words(Variant v) {
    String what = v.kind().label + ", b = " + v.batch();
    return v.kind().explicit()
        ? what + ", step " + Numbers.text(v.step())
        : what + ", λ ≤ " + Numbers.text(v.step()) + ", " + v.cg() + " CG";
  }

  private static Figure byWork(String id, List<Found<Variant>> runs) {
    List<Layer> layers = new ArrayList<>();
    for (Found<Variant> run : runs) {
      layers.add(line(run, run.outcome().trace().column("gradients"), layers.size()));
    }
    return new Figure(
        "deep-" + id,
        "Training loss against gradients of a row.",
        new Panel("", Axis.linear("row gradients"), Axis.log("training loss"), layers));
  }

  private static Layer line(Found<Variant> run, double[] x, int number) {
    double[] y = run.outcome().trace().column("loss");
    return new Layer.Line(words(run.key()), x, y, Style.line(COLORS[number % COLORS.length]));
  }

  private Optional<Figure> bySeconds(List<Found<Variant>> runs) {
    List<Layer> layers = new ArrayList<>();
    for (Found<Variant> run : runs) {
      Optional<Columns> clock =
          Stream.of(experiment.iron, experiment.adamw, experiment.nesterov)
              .filter(group -> group.keys().contains(run.key()))
              .findFirst()
              .flatMap(group -> results.clock(group.cell(run.key())));
      clock.ifPresent(table -> layers.add(line(run, table.column("seconds"), layers.size())));
    }
    return layers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Figure(
                "deep-seconds",
                "Training loss against seconds of training. This figure depends on the clock.",
                new Panel("", Axis.linear("seconds"), Axis.log("training loss"), layers)));
  }

  private Figure range() {
    List<Panel> panels = new ArrayList<>();
    for (Group<Variant> group : List.of(experiment.adamw, experiment.iron)) {
      boolean adamw = group == experiment.adamw;
      List<Found<Variant>> runs =
          found(group).filter(f -> f.outcome().values().has("loss")).toList();
      double[] x = runs.stream().mapToDouble(f -> f.key().step()).toArray();
      double[] train = runs.stream().mapToDouble(f -> f.outcome().number("loss")).toArray();
      double[] test = runs.stream().mapToDouble(f -> f.outcome().number("test_loss")).toArray();
      panels.add(
          new Panel(
              adamw ? "AdamW" : "IRON",
              Axis.log(adamw ? "step" : "largest λ"),
              Axis.linear("loss at the end"),
              new Layer.Line("training", x, train, Style.line(Color.BLUE).marked(Marker.CIRCLE)),
              new Layer.Line("test", x, test, Style.line(Color.ORANGE).marked(Marker.SQUARE))));
    }
    return new Figure("deep-range", "Loss at the end, on training and on test images.", 2, panels);
  }

  private static TextTable table(String caption, List<Found<Variant>> runs) {
    List<List<String>> rows = new ArrayList<>();
    for (Found<Variant> run : runs) {
      Outcome o = run.outcome();
      rows.add(
          List.of(
              words(run.key()),
              o.values().has("loss") ? Numbers.text(o.number("loss"), 5) : "not finite",
              o.values().has("test_loss") ? Numbers.text(o.number("test_loss"), 5) : "-",
              o.values().has("test_error") ? Numbers.text(o.number("test_error"), 3) : "-",
              Numbers.text(o.number("epochs"), 3)));
    }
    return new TextTable(
        caption, List.of("run", "training loss", "test loss", "test error", "epochs"), rows);
  }
}
