package org.ironopt.lab.deep;

import static org.ironopt.io.Numbers.format;
import static org.ironopt.io.Numbers.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.Group;
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

/** What the runs show. */
record DeepStory(DeepExperiment experiment, Results results) {
  private static final Style IRON = Style.line(Color.BLUE);

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
            data()
                + "Every run takes the same number of row gradients, "
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
                  methods(best))
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
                  parts(changed))
              .with(table("Loss by part", changed)));
    }
    List<Found<Variant>> classifiers = found(experiment.classifier).toList();
    if (!classifiers.isEmpty()) {
      sections.add(
          new Section(
                  "A classifier",
                  "The classes by 128 and then 64 units that rectify, the same work. A network that"
                      + " learns its rows by heart is no better for it on others: both are shown.",
                  classifiers(classifiers))
              .with(table("Loss and error of the classifier", classifiers)));
    }
    return new Story(
        "Implicit steps on a deep autoencoder",
        "A question that the paper leaves open, by counts of work and by the clock.",
        sections,
        new DeepClaims(this, experiment).all());
  }

  /** Says what was learnt, so that no page on other images passes for one on MNIST. */
  private String data() {
    DeepSettings s = experiment.settings;
    return (experiment.mnist()
            ? "The first " + s.rows() + " images of MNIST"
            : format(
                "Not MNIST: the first %d images of the folder %s…)",
                s.rows(), experiment.images.replace(":", " (SHA-256 of its files: ")))
        + format(", tested on %d others. ", s.testRows());
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
        : found(group).min(Comparator.comparingDouble(DeepStory::loss));
  }

  /** Returns the training loss at the end, infinity if the run was not finite. */
  static double loss(Found<Variant> run) {
    return run.has("loss") ? run.number("loss") : Double.POSITIVE_INFINITY;
  }

  private static String words(Variant v) {
    return v.kind().explicit()
        ? name(v) + ", step " + text(v.step(), 3)
        : name(v) + ", λ ≤ " + text(v.step());
  }

  private static String name(Variant v) {
    return switch (v.kind()) {
      case IRON -> "IRON";
      case WHOLE_STEP -> "whole steps, " + v.cg() + " CG";
      case NO_INERTIA -> "no inertia";
      case NO_FACTORS -> "no factors, " + v.cg() + " CG";
      case SLOW_GROWTH -> "λ grows slowly";
      case ADAMW -> "AdamW";
      case NESTEROV -> "Nesterov";
    };
  }

  /** A method keeps its colour in all figures. */
  private static Style style(Variant v) {
    return switch (v.kind()) {
      case IRON -> IRON;
      case ADAMW -> Style.line(Color.ORANGE);
      case NESTEROV, NO_FACTORS -> Style.line(Color.GREEN);
      case NO_INERTIA -> Style.line(Color.VERMILION);
      case SLOW_GROWTH -> Style.line(Color.BLACK);
      case WHOLE_STEP -> Style.line(v.cg() == 1 ? Color.PURPLE : Color.SKY);
    };
  }

  private static Layer line(String name, Found<Variant> run, Style style) {
    return line(name, run.outcome().trace().column("gradients"), run, style);
  }

  private static Layer line(String name, double[] x, Found<Variant> run, Style style) {
    return new Layer.Line(name, x, run.outcome().trace().column("loss"), style);
  }

  private static Panel byWork(String title, List<Layer> layers) {
    return new Panel(title, Axis.linear("row gradients"), Axis.log("training loss"), layers);
  }

  private static Figure methods(List<Found<Variant>> runs) {
    List<Layer> layers =
        runs.stream().map(run -> line(words(run.key()), run, style(run.key()))).toList();
    return new Figure(
        "deep-work",
        "Training loss against the work, in gradients of a row: IRON, and the explicit methods with"
            + " their best step.",
        byWork("", layers));
  }

  private Figure parts(List<Found<Variant>> runs) {
    int usual = experiment.settings.batch();
    List<Layer> parts = new ArrayList<>();
    List<Layer> batches = new ArrayList<>();
    for (Found<Variant> run : runs) {
      int batch = run.key().batch();
      if (batch == usual) {
        parts.add(line(name(run.key()), run, style(run.key())));
      } else {
        Style style = batch < usual ? IRON.dashed() : IRON.dotted();
        batches.add(line("IRON, b = " + batch, run, style));
      }
      if (run.key().kind() == Variant.Kind.IRON && batch == usual) {
        batches.add(line("IRON", run, IRON));
      }
    }
    return new Figure(
            "deep-parts",
            "Training loss against the work. Left: one part of the step changed. Right: half and"
                + " twice the batch of "
                + usual
                + " rows.",
            byWork("one part changed", parts),
            byWork("other batches", batches))
        .shared();
  }

  private static Figure classifiers(List<Found<Variant>> runs) {
    List<Layer> layers = new ArrayList<>();
    int adamw = (int) runs.stream().filter(run -> run.key().kind().explicit()).count();
    int i = 0;
    for (Found<Variant> run : runs) {
      boolean explicit = run.key().kind().explicit();
      Style style = explicit ? Style.line(Color.ramp(i++, adamw)).dashed() : IRON.broad();
      layers.add(line(words(run.key()), run, style));
    }
    return new Figure(
        "deep-classifier",
        "Training loss of the classifier against the work: IRON (solid) and AdamW with every step"
            + " that was tried (dashed).",
        byWork("", layers));
  }

  private Optional<Figure> bySeconds(List<Found<Variant>> runs) {
    List<Layer> layers = new ArrayList<>();
    for (Found<Variant> run : runs) {
      Stream.of(experiment.iron, experiment.adamw, experiment.nesterov)
          .filter(group -> group.keys().contains(run.key()))
          .findFirst()
          .flatMap(group -> results.clock(group.cell(run.key())))
          .map(clock -> line(words(run.key()), clock.column("seconds"), run, style(run.key())))
          .ifPresent(layers::add);
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
      List<Found<Variant>> runs = found(group).filter(f -> f.has("loss")).toList();
      double[] x = runs.stream().mapToDouble(f -> f.key().step()).toArray();
      double[] train = runs.stream().mapToDouble(f -> f.number("loss")).toArray();
      double[] test = runs.stream().mapToDouble(f -> f.number("test_loss")).toArray();
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
    TextTable table =
        new TextTable(caption, "run | batch | training loss | test loss | test error | epochs");
    for (Found<Variant> run : runs) {
      table.row(
          words(run.key()),
          run.key().batch(),
          run.has("loss") ? text(run.number("loss"), 5) : "not finite",
          run.has("test_loss") ? text(run.number("test_loss"), 5) : "-",
          run.has("test_error") ? text(run.number("test_error"), 3) : "-",
          text(run.number("epochs"), 3));
    }
    return table;
  }
}
