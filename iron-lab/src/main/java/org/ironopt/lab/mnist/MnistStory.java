package org.ironopt.lab.mnist;

import static org.ironopt.io.internal.Numbers.format;
import static org.ironopt.io.internal.Numbers.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.mnist.MnistResults.Point;

/** The chapter on MNIST. */
record MnistStory(
    MnistResults results, MnistSettings settings, MnistFigures figures, MnistTables tables) {
  MnistStory(MnistResults results) {
    this(
        results,
        results.settings,
        new MnistFigures(results),
        new MnistTables(results, results.settings));
  }

  Story tell() {
    List<Section> sections = new ArrayList<>();
    sections.add(protocol());
    if (!results.series.isEmpty()) {
      sections.add(
          new Section("Accuracy and cost", List.of(), List.of(), List.of(tables.table1())));
      sections.add(
          new Section(
              "By epochs",
              "The training objective is that of all training rows with its penalty. (The authors'"
                  + " script takes the first 10 000 rows of the epoch's permutation.)",
              figures.trainLoss(),
              figures.accuracy()));
      sections.add(time());
      sections.add(inner());
    }
    if (!results.points(ComparedOptimizer.IRON).isEmpty()) {
      sections.add(steps());
    }
    return new Story(
        "MNIST softmax regression (section 5.4)",
        format(
            "%d rows to learn from, %d to test on, pixels in [0, 1], ℓ2 penalty %s on W and not"
                + " on b, start at zero; %s, %s.",
            settings.trainRows(),
            settings.testRows(),
            text(settings.reg()),
            Numbers.count(settings.epochs(), "epoch"),
            Numbers.count(settings.runSeeds().length, "seed")),
        sections,
        new MnistClaims(results).all());
  }

  private Section protocol() {
    List<String> text = new ArrayList<>();
    if (results.missing > 0) {
      text.add(
          results.missing + (results.missing == 1 ? " run has" : " runs have") + " not been made.");
    }
    text.add(
        format(
            "Each method runs for %s with one seed for every step of its grid on %d rows;"
                + " the other %d, the last of a seeded permutation, choose the step by accuracy"
                + " (the smaller of equal ones). With it the method then learns from all %d rows"
                + " with the seeds %s. The test rows take no part in any choice. Every epoch"
                + " has a fresh permutation, the same for all methods of a seed, and a short last"
                + " batch is kept.",
            Numbers.count(settings.tuningEpochs(), "epoch"),
            settings.trainRows() - settings.validationRows(),
            settings.validationRows(),
            settings.trainRows(),
            Arrays.stream(settings.runSeeds())
                .mapToObj(Long::toString)
                .collect(Collectors.joining(", "))));
    text.add(
        format(
            "IRON solves the resolvent of the batch's loss with μ = γ₀ = 1 by Newton's method to"
                + " the residual %s, at most %d steps, each by CG to %s of its start. That is"
                + " gradient noise, not the center noise of the theorems, and μ is not the"
                + " convexity constant (the penalty is %s). AdamW runs with weight decay 0, as the"
                + " authors' script does.",
            text(settings.residual()),
            settings.newtonSteps(),
            text(settings.cg()),
            text(settings.reg())));
    atTheEdge().ifPresent(text::add);
    return new Section(
        "How steps were chosen",
        text,
        List.of(),
        ComparedOptimizer.PAPER.stream().map(tables::grid).toList());
  }

  private Optional<String> atTheEdge() {
    int edge = 0;
    int choices = 0;
    for (int batch : settings.batchSizes()) {
      for (ComparedOptimizer rival : ComparedOptimizer.PAPER) {
        Optional<Double> step = results.chosen(rival, batch);
        double largest = Arrays.stream(settings.grid(rival)).max().orElseThrow();
        choices += step.isPresent() ? 1 : 0;
        edge += step.filter(s -> s == largest).isPresent() ? 1 : 0;
      }
    }
    return edge == 0
        ? Optional.empty()
        : Optional.of(
            format(
                "In %d of %d choices the largest step of the grid won: within %s a longer step"
                    + " gets further, and the grid ends before its best one.",
                edge, choices, Numbers.count(settings.tuningEpochs(), "epoch")));
  }

  private Section time() {
    return new Section(
            "By the clock",
            "Seconds are wall clock during the steps alone; loading, measuring and JIT warm-up are"
                + " left out. Runs follow each other seed by seed and method by method with all"
                + " threads inside each, so that a slow phase of the machine affects all methods;"
                + " for a run that was interrupted the seconds of its parts are added. They come"
                + " from clock.csv of each run and differ from run to run, and with them the"
                + " seconds of Table 1 and the claims whose ids start with MT; nothing else does.",
            figures.accuracyByTime())
        .with(new TimeClaims(results).table());
  }

  private Section inner() {
    return new Section(
            "Work of the inner solves",
            "An inner solve first checks its warm start, the current iterate. If its residual is"
                + " already below the tolerance, no Newton step is made and the iterate does not"
                + " move; so the mean can be below one.",
            figures.inner())
        .with(tables.inner());
  }

  private Section steps() {
    List<String> text = new ArrayList<>();
    text.add(
        format(
            "Every method with the same steps at b = %d, %s, one seed. Nothing was chosen"
                + " by these runs, which are measured on the test rows.",
            settings.stepBatch(), Numbers.count(settings.stepEpochs(), "epoch")));
    String frozen =
        results.points(ComparedOptimizer.IRON).stream()
            .filter(p -> p.loss() == p.start())
            .map(Point::step)
            .map(Numbers::text)
            .collect(Collectors.joining(", "));
    if (!frozen.isEmpty()) {
      text.add(
          format(
              "With the paper's absolute residual of %s IRON does not move at all for α = %s: the"
                  + " residual at the start is λ‖∇f‖, which falls with α, and is already smaller."
                  + " With a residual relative to that of the warm start (%s of it) IRON moves at"
                  + " every step.",
              text(settings.residual()), frozen, text(ComparedOptimizer.RELATIVE)));
    }
    text.add(
        "A long implicit step is stable, but on minibatches it does not average the noise out: the"
            + " resolvent fits the current batch, so beyond the best step the objective rises"
            + " slowly, while that of AdamW and SGD grows to many times its best.");
    text.add(
        "NAG-GS has a limit as α grows: v⁺ tends to x − ∇f(x)/μ and x⁺ to v, which is gradient"
            + " descent with the step 1/μ = 1; gradients of the softmax loss are bounded, so it"
            + " cannot diverge.");
    return new Section(
        "Sensitivity to the step (beyond the paper)",
        text,
        List.of(figures.steps()),
        List.of(tables.steps()));
  }
}
