package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style.Marker;
import org.ironopt.lab.ledger.Ledger;

/** Beyond the paper: what a step does to each method after a few epochs. */
final class Robustness {
  /** A step is as good as the best if its training objective is within this factor of it. */
  private static final double GOOD = 1.05;

  /** Top of the figure, relative to the best objective. */
  private static final double TOP = 30;

  private final MnistResults results;
  private final MnistSetup setup;

  Robustness(MnistResults results) {
    this.results = results;
    setup = results.setup;
  }

  private record Point(double step, double loss, double accuracy, boolean finite, double start) {}

  private List<Point> points(Rival rival) {
    List<Point> points = new ArrayList<>();
    for (double step : setup.steps) {
      Optional<Outcome> outcome = results.robust(rival, step);
      if (outcome.isPresent()) {
        double[] losses = outcome.get().trace().column("train_loss");
        double loss = losses[losses.length - 1];
        double[] accuracies = outcome.get().trace().column("accuracy");
        boolean finite =
            Boolean.TRUE.equals(outcome.get().values().asMap().get("finite"))
                && Double.isFinite(loss);
        points.add(new Point(step, loss, accuracies[accuracies.length - 1], finite, losses[0]));
      }
    }
    return points;
  }

  boolean isEmpty() {
    return points(Rival.IRON).isEmpty();
  }

  Section section() {
    List<String> text = new ArrayList<>();
    text.add(
        String.format(
            Locale.ROOT,
            "Every method with the same steps at b = %d, %d epochs, one seed. No method was chosen"
                + " by these runs. The test rows are looked at here, after all choices.",
            setup.stepBatch,
            setup.stepEpochs));
    String frozen =
        points(Rival.IRON).stream()
            .filter(p -> p.loss() == p.start())
            .map(p -> Numbers.text(p.step()))
            .collect(Collectors.joining(", "));
    if (!frozen.isEmpty()) {
      text.add(
          String.format(
              Locale.ROOT,
              "With the paper's absolute residual of %s IRON does not move at all for α = %s: the"
                  + " start already has a smaller residual, because that is λ‖∇f‖ and λ falls with"
                  + " α. A residual relative to the warm start (%s of it) has no such floor.",
              Numbers.text(setup.tolerance),
              frozen,
              Numbers.text(Rival.RELATIVE)));
    }
    text.add(
        "A long implicit step is stable, but on minibatches it does not average the noise out: the"
            + " resolvent fits the batch at hand, so beyond its best step the objective rises"
            + " slowly where explicit methods are lost.");
    text.add(
        "NAG-GS has a limit as α grows: v⁺ tends to x − ∇f(x)/μ and x⁺ to v, which is gradient"
            + " descent with the step 1/μ = 1; gradients of the softmax loss are bounded, so that"
            + " it cannot blow up.");
    return new Section(
        "How each method bears its step (beyond the paper)",
        text,
        List.of(figure()),
        List.of(table()));
  }

  private Figure figure() {
    List<Layer> losses = new ArrayList<>();
    List<Layer> accuracies = new ArrayList<>();
    for (Rival rival : Rival.values()) {
      List<Point> points = points(rival).stream().filter(Point::finite).toList();
      double[] x = points.stream().mapToDouble(Point::step).toArray();
      double[] loss = points.stream().mapToDouble(Point::loss).toArray();
      double[] accuracy = points.stream().mapToDouble(Point::accuracy).toArray();
      var style = MnistFigures.style(rival).marked(Marker.CIRCLE);
      losses.add(new Layer.Line(rival.title, x, loss, style));
      accuracies.add(new Layer.Line(rival.title, x, accuracy, style));
    }
    return new Figure(
        "mnist-step-robustness",
        String.format(
            Locale.ROOT,
            "Training objective and test accuracy after %d epochs against the step (η or α), b ="
                + " %d. Objectives beyond the top of the axis are not drawn.",
            setup.stepEpochs,
            setup.stepBatch),
        2,
        List.of(
            new Panel("", Axis.log("step"), objective(losses), losses),
            new Panel("", Axis.log("step"), Axis.linear("test accuracy"), accuracies)));
  }

  /** An axis from the best objective to a multiple of it: what lies higher is hopeless anyway. */
  private static Axis objective(List<Layer> losses) {
    double least =
        losses.stream()
            .flatMapToDouble(layer -> Arrays.stream(((Layer.Line) layer).y()))
            .min()
            .orElse(1);
    return Axis.log("training objective").between(least / 1.1, TOP * least);
  }

  private TextTable table() {
    List<List<String>> rows = new ArrayList<>();
    for (Rival rival : Rival.values()) {
      List<Point> points = points(rival);
      List<Point> finite = points.stream().filter(Point::finite).toList();
      Optional<Point> best = finite.stream().min((a, b) -> Double.compare(a.loss(), b.loss()));
      if (best.isEmpty()) {
        continue;
      }
      double[] good =
          finite.stream()
              .filter(p -> p.loss() <= GOOD * best.get().loss())
              .mapToDouble(Point::step)
              .toArray();
      double worst = finite.stream().mapToDouble(Point::loss).max().orElseThrow();
      rows.add(
          List.of(
              rival.title,
              Numbers.text(best.get().step()),
              Numbers.text(best.get().loss(), 4),
              Numbers.text(best.get().accuracy(), 4),
              Numbers.text(good[0]) + " to " + Numbers.text(good[good.length - 1]),
              Numbers.text(worst, 4),
              finite.size() + " of " + points.size()));
    }
    return new TextTable(
        "Training objective over the steps; good steps are within 5 % of the method's best.",
        List.of(
            "method",
            "best step",
            "objective",
            "test accuracy",
            "good steps",
            "worst finite objective",
            "finite"),
        rows);
  }

  void judge(Ledger ledger) {
    List<Point> points = new ArrayList<>(points(Rival.IRON));
    points.addAll(points(Rival.IRON_RELATIVE));
    if (points.size() < 2 * setup.steps.length) {
      ledger.notCheckable("BM1", "these runs have not been made");
      return;
    }
    long finite = points.stream().filter(Point::finite).count();
    double worst = points.stream().mapToDouble(Point::loss).max().orElseThrow();
    ledger.holds(
        "BM1",
        finite == points.size(),
        String.format(
            Locale.ROOT,
            "%d of %d finite from α = %s to %s; largest objective %s, that of the start %s",
            finite,
            points.size(),
            Numbers.text(setup.steps[0]),
            Numbers.text(setup.steps[setup.steps.length - 1]),
            Numbers.text(worst, 4),
            Numbers.text(points.getFirst().start(), 4)),
        "mnist/step-iron-*/trace.csv");
  }
}
